"""A whole event with its history as a file for another database."""
