"""Labels, badges, and lists of phones and of who is there, for the people of a club or a night."""
