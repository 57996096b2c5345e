"""Step 1: how many came, and the movement."""
