"""Sheets to fill in by hand: their columns by scoring method, and the trump slips of whist."""
