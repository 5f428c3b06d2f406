"""The assault: what it asks, what pulls in it, its law, and its result in words."""
