"""What phones at the tables enter where boards are played."""
