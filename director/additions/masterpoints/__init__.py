"""A month's masterpoints by the scale of a federation or the club's own, as the club reports them."""
