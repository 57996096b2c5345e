"""Step 4: the round, the clock, and what is in."""
