"""What two additions share and the core has no use for."""
