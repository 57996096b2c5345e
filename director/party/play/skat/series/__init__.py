"""Evenings in series: a signed list a table, the next seats, teams and tandems."""
