"""The practice event: an invented evening on which every step can be tried, apart from all that is real."""
