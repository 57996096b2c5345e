"""The page of the club's next nights."""
