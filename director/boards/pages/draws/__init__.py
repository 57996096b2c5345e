"""Draw the next round."""
