"""Parties: progressive whist and euchre and their kin, whose seats follow from who won."""
