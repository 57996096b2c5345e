"""Files of other programs, run through the door of imports."""
