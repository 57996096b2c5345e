"""The desk of a Skat congress."""
