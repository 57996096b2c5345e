"""What a club has: accounts, people, players' pages, next nights."""
