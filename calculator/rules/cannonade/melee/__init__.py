"""The Melee phase: formations attack an adjacent enemy formation."""
