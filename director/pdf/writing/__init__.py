"""How words of other scripts than ours are put on paper: letters joined, and in the order of their script."""
