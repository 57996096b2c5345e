"""Public pages of players, as far as the club and the player allow."""
