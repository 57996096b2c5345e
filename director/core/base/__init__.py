"""What all other rooms use: sentences, addresses, roles, locks, change numbers, template tags."""
