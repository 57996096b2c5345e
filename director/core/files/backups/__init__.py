"""Everything of the club in one file, by hand and by itself, and back."""
