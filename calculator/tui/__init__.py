"""The single screen: a form, its exact odds, and results in plain words."""
