"""Sheets of teams: fixtures, scored match cards and line-up slips."""
