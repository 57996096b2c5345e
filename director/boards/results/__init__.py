"""What the boards were worth: lines, travellers, totals, and why."""
