"""Words of USEBIO files that both who writes and who reads them need."""

SUITS = {"CLUBS": "C", "DIAMONDS": "D", "HEARTS": "H", "SPADES": "S"}
"""The suits by the names of their elements, in the order of the format."""
DIRECTIONS = {"E": "East", "N": "North", "S": "South", "W": "West"}
"""The names of the seats, ordered as other programs order them."""
UNKNOWN_PLAYER = "?"
"""The name of a player who isn't known, for receivers that need two names of a pair."""
OWN_INSTRUCTION_TARGET = "kalamazoo"
"""The target of this program's processing instructions. Those of others are skipped."""
TABLE_INSTRUCTION_TARGET = "kalamazoo-table"
"""The target of the round and table of a line. The format has neither for single players."""
