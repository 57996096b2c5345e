"""Today's moves: by chairs and colours, in forts, one on one, or the best up and the worst down."""
