"""What is stored beside results: changes with undo, corrections after publishing, extras of pairs, the method."""
