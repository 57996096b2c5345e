"""The sheets of a night of pairs, one a module."""
