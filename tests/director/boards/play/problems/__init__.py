"""Tests of what went wrong at a table."""
