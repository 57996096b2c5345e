"""The club's next nights, for the public home and calendars."""
