"""Step 2, Seats, of any kind of night."""
