"""Step 2: who sits where."""
