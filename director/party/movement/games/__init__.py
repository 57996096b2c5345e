"""What was played at a party: its rounds, the games of tables and of cards, and ties."""
