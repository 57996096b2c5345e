"""One event with all that hangs on it, its history too, as a file that another database takes in."""
