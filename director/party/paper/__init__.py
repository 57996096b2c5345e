"""Sheets to print and files."""
