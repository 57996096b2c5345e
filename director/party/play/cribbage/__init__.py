"""Cribbage cards: each game is on two, which are compared."""
