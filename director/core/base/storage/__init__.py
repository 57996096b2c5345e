"""The data folder and the database as places to store: full, read-only, of a newer program, or served by another."""
