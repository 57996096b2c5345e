"""What went wrong at the tables by the laws, and what the director makes of it."""
