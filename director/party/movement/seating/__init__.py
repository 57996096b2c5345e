"""A party's seating, and the pairs and teams that are ranked as one."""
