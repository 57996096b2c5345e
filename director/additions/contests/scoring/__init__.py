"""How matches are ranked: results, brackets, fixtures, Swiss tables, and what captains said."""
