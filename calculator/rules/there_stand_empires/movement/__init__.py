"""The movement allowance: how far a unit gets along a path, and what is left of its base move."""
