"""What every kind of night has: history, publishing, clock, screens, phones, printing."""
