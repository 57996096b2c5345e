"""Pairs: bridge and whist for two who play together all night."""
