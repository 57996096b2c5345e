"""Tokens by which other programs read or enter results of one event."""
