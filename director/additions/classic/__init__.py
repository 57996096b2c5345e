"""Movements of former times and scoring methods of 1900 and 1926, which no night takes by default."""
