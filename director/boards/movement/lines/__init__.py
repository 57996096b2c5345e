"""The lines of a section: what was due, what is entered on each, and how it is read and stored."""
