"""What is said of a progressive party that cannot be seated or moved."""

from movements.sentences import Sentence

PARTY_SIZE = Sentence("party-size", "{system} is not possible for {players} players: it takes {sizes}; {nearest}.")
PARTY_ROUNDS = Sentence("party-rounds", "{system} for {players} players can show {most}, not {rounds}.")
PAIRS_WANTED = Sentence(
    "pairs-wanted",
    "{system} keeps partners together, but {seat_a} would sit in seat A and {seat_b} in seat B; find "
    "partners for those left over, or choose a system in which partners change.",
)
SEATED_TWICE = Sentence("seated-twice", "{player} is seated twice, at {places}; leave {more} out.")
EMPTY_SEAT = Sentence("empty-seat", "{place} is empty; name the player, or leave the seat out at the last table.")
TABLES_MISNUMBERED = Sentence(
    "tables-misnumbered", "Tables must be numbered 1 to {tables} in order, and these are {numbers}."
)
WRONG_TABLE = Sentence("wrong-table", "Table {table} has {shape}; {system} has {expected}.")
TOO_FEW_TABLES = Sentence("too-few-tables", "{system} needs two tables or more that play, and there is {tables}.")
WINNER_MISSING = Sentence(
    "winner-missing", "Table {table} has no winner; say which side won, 0 for {first} or 1 for {second}."
)
NO_SUCH_SIDE = Sentence("no-such-side", "Table {table}: {what} {side} is no side; its sides are {sides}.")
TABLE_DID_NOT_PLAY = Sentence(
    "table-did-not-play", "Table {table} did not play, so it has no winner; the tables that played are {playing}."
)
TIE_WANTS_RULE = Sentence(
    "tie-wants-rule",
    "Table {table} is tied with {points} points each, and one side must progress: settle it by {rules}, and name "
    "the winner.",
)
POINTS_MISSING = Sentence(
    "points-missing",
    "Table {table} needs points for each of its {sides} sides to tell who progresses, and has {given}.",
)
TIED_POINTS = Sentence(
    "tied-points",
    "Table {table}: {players} are tied, and not all of them progress; let them cut, and name the winner or the cut.",
)
GOES_OUT = Sentence(
    "goes-out",
    "At table {table} {named} cannot go out: {playing} play there and {waiting} wait; name as many as wait of "
    "those who play, each once.",
)
PARTNER_LEFT = Sentence(
    "partner-left",
    "{player} leaves {partner} without a partner, and partners stay together; let both go, or give {player}'s seat "
    "to a stand-in.",
)
NOT_SEATED = Sentence("not-seated", "{player} is not seated at any table{nearest}")
OWN_WAY_STANDS = Sentence(
    "own-way-stands", "All four of a table would stay together; let somebody go to another table, and somebody not."
)
OWN_WAY_UNEVEN = Sentence(
    "own-way-uneven",
    "With {tables} tables, table {table} would get {seat_a} {players_a} in seat A and {seat_b} in seat B; it needs "
    "two of each.",
)
UNREADABLE_SEATING = Sentence("unreadable-seating", "This is not a seating: {listing}.")
