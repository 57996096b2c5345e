"""From points on boards to totals and standings, the same for every method."""
