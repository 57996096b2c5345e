"""Nights: started, changed, listed, taken off the lists."""
