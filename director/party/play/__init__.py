"""Everything that changes a party: set-up, seats, games, cards, phones, prizes and results."""
