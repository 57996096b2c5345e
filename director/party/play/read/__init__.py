"""The evening as it stands."""
