"""The public pages of players: sessions, partners and a curve, as far as the club and the player allow."""
