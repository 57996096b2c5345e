"""The movements of former times, which no night takes by default. ``register`` adds them to the others."""
