"""The record of a battle: append-only, hash-chained, written by any number of copies at once."""
