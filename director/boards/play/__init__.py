"""Everything that changes a night: seats, entries, phones, rulings, draws, the movement and the method."""
