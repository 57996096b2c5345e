"""Every act of an event, with who and when; undone and done again to any depth, whatever kind of event it is."""
