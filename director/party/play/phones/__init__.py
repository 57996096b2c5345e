"""What phones at the tables of a party enter."""
