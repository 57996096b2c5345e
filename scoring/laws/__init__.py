"""What the laws and the old books make of revokes and of deals that went wrong."""
