"""Teams of four and more, as a kind of event."""
