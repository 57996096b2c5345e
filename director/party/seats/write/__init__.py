"""Players named, seats drawn."""
