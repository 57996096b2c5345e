"""Official figures, and where ours differ."""
