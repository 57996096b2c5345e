"""Advice: which movement fits tonight, and why."""
