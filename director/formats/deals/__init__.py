"""Files of deals: PBN, and those of dealing machines."""
