"""The movement families, one file or folder each. :mod:`movements.registry` lists them."""
