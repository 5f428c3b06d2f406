"""The one door for front ends."""
