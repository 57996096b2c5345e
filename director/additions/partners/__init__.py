"""Who partners whom from session to session."""
