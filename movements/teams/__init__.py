"""Contests of teams: matches of two, fours, larger teams, three teams, everybody against everybody."""
