"""How a night is scored, and what pairs bring along."""
