"""Results of other programs, read from their files."""
