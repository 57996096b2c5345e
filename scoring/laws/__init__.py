"""Revokes and irregular deals by the laws and the old books."""
