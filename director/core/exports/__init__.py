"""Files that a director takes away."""
