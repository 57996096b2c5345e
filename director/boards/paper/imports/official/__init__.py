"""How a night was scored elsewhere, found out and kept."""
