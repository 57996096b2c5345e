"""Changes with undo, corrections after publishing, extras of pairs, and the scoring method."""
