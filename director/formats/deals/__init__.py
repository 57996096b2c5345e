"""Files of deals: PBN, and those of dealing machines; what the cards are worth is for ``scoring``."""
