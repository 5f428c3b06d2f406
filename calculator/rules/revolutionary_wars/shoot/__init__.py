"""Shooting: the swept ground, hits, saves, firepower and disorder."""
