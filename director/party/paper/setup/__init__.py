"""The set-up of a party in words."""
