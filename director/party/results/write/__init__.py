"""Prizes settled, results published."""
