"""Print words of other scripts: find a face, join letters, and put them in order."""
