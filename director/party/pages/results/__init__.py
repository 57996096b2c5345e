"""Step 5: standings, prizes, publishing."""
