"""Progressive parties: the gain of each game, the places and the prizes."""
