"""Export results to unions, public sites and other programs."""
