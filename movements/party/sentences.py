"""Messages for progressive parties that can't be seated or moved."""

from movements.sentences import Sentence


class PartyMovementSentences:
    """Messages for progressive parties that can't be seated or moved."""

    PARTY_SIZE = Sentence(
        "{system} doesn't work for {players} players. It takes {sizes}; {nearest}."
    )
    PARTY_ROUNDS = Sentence("{system} for {players} players can show {most}, not {rounds}.")
    PAIRS_WANTED = Sentence(
        "{system} keeps partners together, but {seat_a} would sit in seat A and {seat_b} in seat B. Find partners for "
        "the others, or choose a system in which partners change.",
    )
    SEATED_TWICE = Sentence("{player} is seated twice, at {places}. Remove {more}.")
    EMPTY_SEAT = Sentence("{place} is empty. Name the player, or omit the seat at the last table.")
    TABLES_MISNUMBERED = Sentence("Number the tables 1 to {tables} in order; these are {numbers}.")
    WRONG_TABLE = Sentence("Table {table} has {shape}; {system} has {expected}.")
    TOO_FEW_TABLES = Sentence("{system} needs at least two tables in play; there is {tables}.")
    WINNER_MISSING = Sentence(
        "Table {table} has no winner. Enter the side that won: 0 for {first} or 1 for {second}.",
    )
    NO_SUCH_SIDE = Sentence(
        "Table {table} has no side {side}, given as {what}. Choose from {sides}."
    )
    TABLE_DID_NOT_PLAY = Sentence(
        "Table {table} didn't play, so it has no winner. The tables that played are {playing}.",
    )
    TIE_WANTS_RULE = Sentence(
        "Table {table} is tied with {points} points each, and one side must move up. Break the tie by {rules}, then "
        "enter the winner.",
    )
    POINTS_MISSING = Sentence(
        "Table {table} has points for {given} of its {sides} sides. Enter all of them to see who moves up.",
    )
    TIED_POINTS = Sentence(
        "Table {table}: {players} are tied, and not all can move up. Let them cut, then enter the winner or the cut.",
    )
    GOES_OUT = Sentence(
        "At table {table}, {named} can't sit out: {playing} play and {waiting} wait. Name as many players as are "
        "waiting, each once.",
    )
    PARTNER_LEFT = Sentence(
        "Without {player}, {partner} has no partner. Withdraw both, or give {player}'s seat to a substitute.",
    )
    NOT_SEATED = Sentence("{player} isn't seated at any table{nearest}")
    OWN_WAY_STANDS = Sentence(
        "All four players at a table would stay together. Send some of them to another table.",
    )
    OWN_WAY_UNEVEN = Sentence(
        "With {tables} tables, table {table} would get {seat_a} {players_a} in seat A and {seat_b} in seat B. It needs "
        "two of each.",
    )
    UNREADABLE_SEATING = Sentence("This isn't a valid seating: {listing}.")
