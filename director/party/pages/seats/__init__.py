"""Step 2: names, groups and the draw."""
