"""Parties by the names people use, and what each of them sets."""
