"""Explain figures."""
