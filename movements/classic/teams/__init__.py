"""Contests of teams of former times: fours, larger teams, three teams, clubs."""
