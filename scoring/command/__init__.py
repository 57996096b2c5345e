"""The command line: ``python -m scoring``, with the JSON that it reads and prints."""
