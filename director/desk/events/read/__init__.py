"""Which nights there are, and how far each is."""
