"""Results on their way to unions, public sites and other programs."""
