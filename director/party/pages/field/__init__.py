"""Step 1: how many came, what is played and how it is counted."""
