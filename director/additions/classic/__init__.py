"""Rare movements, scoring methods and cards of 1900 to 1926. Clay, Snow, average and excess are in the core."""
