"""USEBIO files, which programs for pairs write."""
