"""Pages behind private links, and the director's page of phones."""
