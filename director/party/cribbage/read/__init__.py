"""What is read of the cards of a cribbage evening."""
