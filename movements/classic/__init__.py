"""Rare old movements, which no night takes by default. ``register`` adds them to the others."""
