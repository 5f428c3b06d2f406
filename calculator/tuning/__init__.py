"""For scenario designers: what a rating, a base or a table value does to the odds.

Everything here asks the same `Question` as the screen and the command line; what is simulated, not
exact, is called a forecast, never odds.
"""
