"""Matches of teams: who met, their boards, and the score."""
