"""The movement of a section: its plan, who sits where, the lines to play and what is entered. Reads only."""
