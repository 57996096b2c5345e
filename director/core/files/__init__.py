"""What leaves the program and comes back: backups, archived nights, exports, the static site; starting and health."""
