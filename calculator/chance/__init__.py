"""Probability, exact; it knows no game."""
