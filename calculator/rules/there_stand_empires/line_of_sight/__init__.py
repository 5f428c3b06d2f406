"""The line of sight: whether two units see one another over hills, woods, houses and friends."""
