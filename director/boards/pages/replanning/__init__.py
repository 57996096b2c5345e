"""Something changed: what the director says, and the movement that is proposed."""
