"""Progressive parties: what a game brings, who is where, who takes the prizes."""
