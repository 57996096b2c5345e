"""Matches and contests of teams."""
