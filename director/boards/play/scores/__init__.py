"""Results and fouled boards, stored and undone."""
