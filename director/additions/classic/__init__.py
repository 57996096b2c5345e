"""The scoring methods of 1900 and 1926, which no night takes by default."""
