"""The designer's screen: units and their ratings, and what they do to the odds of every pairing."""
