"""Field of a party: players, game, counting and prizes."""
