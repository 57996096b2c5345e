"""Parties: progressive whist, euchre and similar evenings, where winners and losers move."""
