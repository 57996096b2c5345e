"""Step 6: standings, and what visitors read."""
