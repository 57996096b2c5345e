"""Backups, archived events, exports, the static site, and starting the program."""
