"""The screens: the table's, and what opens over it."""
