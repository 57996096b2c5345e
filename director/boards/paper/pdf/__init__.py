"""What lies on a table or travels with a board, drawn."""
