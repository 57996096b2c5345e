"""Lines as they are due, typed, stored and read."""
