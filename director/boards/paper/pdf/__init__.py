"""Draw the printed sheets of boards: cards, travellers, slips and lists."""
