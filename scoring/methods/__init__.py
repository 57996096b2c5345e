"""The scoring methods, one a file; :mod:`scoring.registry` lists them."""
