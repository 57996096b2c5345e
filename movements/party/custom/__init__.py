"""A club's own way of moving, built from choices and known by a key that tells them all."""
