"""Step 5: results, line by line."""
