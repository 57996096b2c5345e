"""The desk: everything that is the same whatever is played."""
