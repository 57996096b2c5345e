"""Money and prize-giving of parties."""
