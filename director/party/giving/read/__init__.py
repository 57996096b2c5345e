"""The account of an evening, and its prizes in the order of giving."""
