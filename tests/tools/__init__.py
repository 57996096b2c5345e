"""Tools for maintainers, which no club runs."""
