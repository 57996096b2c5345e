"""Step 4, Play: results, the next seats, late arrivals and leavers."""
