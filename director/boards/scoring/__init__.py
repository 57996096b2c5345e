"""What the lines are worth: fields, standings, matches, explanations and versions. Reads only."""
