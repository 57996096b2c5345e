"""Who goes where when a game is over: the rules of the progressive systems."""
