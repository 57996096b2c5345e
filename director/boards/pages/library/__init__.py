"""Pages of the club's library of movements."""
