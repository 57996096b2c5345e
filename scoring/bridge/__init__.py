"""Bridge: boards, contracts, entries and rulings."""
