"""Players and seats as they are stored."""
