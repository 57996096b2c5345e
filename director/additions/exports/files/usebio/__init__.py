"""USEBIO files for unions and other programs."""
