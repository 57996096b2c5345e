"""People who are probably listed twice, offered as pairs to merge."""
