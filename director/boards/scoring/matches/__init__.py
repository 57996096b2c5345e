"""Matches of teams: who met whom, what it brought, and board by board how it came about."""
