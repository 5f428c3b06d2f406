"""What is drawn: bonus cards and terrain tiles."""
