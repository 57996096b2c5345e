"""Progressive parties: the gains of games, the places, and the prizes."""
