"""Stored deals: who may see them, what they can make, and results compared with that."""
