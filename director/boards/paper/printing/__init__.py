"""Step 3: what goes on paper."""
