"""Results and fouled boards, stored and taken back."""
