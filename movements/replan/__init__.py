"""What can be done when something changes after play has begun."""
