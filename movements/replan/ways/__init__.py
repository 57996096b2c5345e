"""Ways to find a rest: a route through seats, a uniform move, a relative of the movement, a search."""
