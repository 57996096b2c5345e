"""What the games are worth: standings, prizes, lists of Skat and seasons. Reads only."""
