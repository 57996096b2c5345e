"""How matches are ranked: results, brackets, fixtures, Swiss tables, and what teams said."""
