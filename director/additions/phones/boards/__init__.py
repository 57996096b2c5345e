"""What phones are for where boards are played."""
