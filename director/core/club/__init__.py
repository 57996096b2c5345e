"""What a club has: accounts, people, players' pages, seasons, next nights."""
