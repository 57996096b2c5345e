"""Step 4: the round, the clock, and what has been entered."""
