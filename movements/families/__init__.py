"""The movements themselves, one family a file or a folder; :mod:`movements.registry` lists them."""
