"""The people of the club."""
