"""Pages for what went wrong at a table: rulings on it, and results entered as played."""
