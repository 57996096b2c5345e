"""What everything else stands on: sentences, addresses, roles, locks, change numbers, tags of templates."""
