"""Seasons of parties: the best nights of each person, with points for coming."""
