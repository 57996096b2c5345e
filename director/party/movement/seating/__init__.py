"""Who sits where at a party, and who is ranked as one."""
