"""The page of a pair by its private address."""
