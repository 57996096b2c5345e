"""The rules of the progressive systems: who moves where after a game."""
