"""The cards that are stored of boards: who may see them, what can be made with them, and results beside that."""
