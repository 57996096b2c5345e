"""Beside steps 4 and 5: what really happened otherwise than the movement has it, and what the director rules."""
