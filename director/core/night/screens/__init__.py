"""The room's screen: what every kind of event shows there in the same way."""
