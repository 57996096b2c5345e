"""Seasons of parties."""
