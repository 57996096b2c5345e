"""What contests print and write into files: cards and tables of matches, brackets, fixtures."""
