"""Single players who change partners, as a kind of event."""
