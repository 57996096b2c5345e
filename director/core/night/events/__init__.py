"""Events: start, change, list, archive and restore them."""
