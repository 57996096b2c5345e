"""Seasons of any events: points for each event, added up or averaged, and the standings."""
