"""The record of each player over an event of teams: IMPs against the datum of every board."""
