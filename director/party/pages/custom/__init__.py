"""A club's own ways of moving: built from choices, shown moving, kept by name."""
