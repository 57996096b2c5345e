"""The methods of 1900 and 1926, which no night takes by default. ``register`` adds them to the others."""
