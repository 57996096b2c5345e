"""Cribbage evenings by cards: each game stands on two of them, which are typed and compared."""
