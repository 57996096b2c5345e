"""Results in PBN."""
