"""The umpire's screen: every ruling of a battle, live, and what an umpire may do about it."""
