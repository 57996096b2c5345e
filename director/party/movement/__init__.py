"""Who sits where at a party and what was played: seating, games, ties and times. Reads only."""
