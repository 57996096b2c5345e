"""Draw the cards of 1900: Howell's movement cards and Safford's scorecards."""
