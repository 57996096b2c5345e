"""The room's screen where boards are played."""
