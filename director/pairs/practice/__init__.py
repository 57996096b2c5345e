"""The practice event: an invented evening to try every step, apart from real ones."""
