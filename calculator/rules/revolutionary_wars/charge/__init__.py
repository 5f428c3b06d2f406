"""The Charge Action and the Countercharge Reaction."""
