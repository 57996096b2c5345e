"""The page of tokens, by which other programs read or enter results."""
