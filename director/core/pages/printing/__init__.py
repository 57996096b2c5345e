"""What is remembered of the paper of an event."""
