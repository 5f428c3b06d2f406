"""Cavalry charges: a straight movement of two clear hexes that ends adjacent to an enemy unit."""
