"""The sheets of a party, one a module."""
