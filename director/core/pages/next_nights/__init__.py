"""The next nights of the club: what is planned, for the public home and for calendars."""
