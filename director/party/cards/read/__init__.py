"""What the cards of a party say."""
