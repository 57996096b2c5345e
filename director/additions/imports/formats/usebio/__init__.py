"""Results in USEBIO."""
