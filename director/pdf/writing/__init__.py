"""How words of other scripts are printed: letters joined, in the order of their script."""
