"""The command line: ``python -m movements``."""
