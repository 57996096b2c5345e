"""Texts on the set-up of a party: the list of presets and the summary."""
