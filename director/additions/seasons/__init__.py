"""Seasons of any events: the events that count, the rules, and the standings."""
