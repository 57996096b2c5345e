"""The fairest known plan of pairs for every size and length."""
