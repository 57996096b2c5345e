"""Fields, parties and rankings in the JSON shapes that other programs read and write."""
