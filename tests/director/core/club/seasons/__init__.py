"""Seasons of any events."""
