"""The scoring methods, one file each. :mod:`scoring.registry` lists them."""
