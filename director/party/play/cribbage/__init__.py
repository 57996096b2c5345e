"""Cribbage cards. Each game is on the cards of both players, which are compared."""
