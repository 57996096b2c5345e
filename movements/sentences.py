"""What is said of a plan that is wrong, each sentence with the code of its fault."""

from dataclasses import dataclass

from movements.model import CALLED, Fault


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said of one fault: its *code*, and a *template* with named parameters."""

    code: str
    template: str

    def fault(
        self,
        round_no: int | None = None,
        table_no: int | None = None,
        contestant: int | None = None,
        board_no: int | None = None,
        called: str = CALLED["pairs"],
        **params: object,
    ) -> Fault:
        """Return the fault at its place, which the sentence may name beside *params*; a contestant is *called* so.

        >>> ROUND_GAP.fault(3).text
        'No table plays in round 3; give it rows or renumber the rounds after it.'
        """
        place = {"round_no": round_no, "table_no": table_no, "contestant": contestant, "board_no": board_no}
        they, them = ("they", "them") if called == CALLED["individual"] else ("it", "it")
        words = {"called": called, "Called": called.capitalize(), "they": they, "them": them}
        text = self.template.format(**place, **words, **params)
        return Fault(self.code, text, round_no, table_no, contestant, board_no)


# the plan as a whole
COUNT_TOO_SMALL = Sentence("count-too-small", "The plan says {count} {what}; there must be at least 1.")
WINNERS_UNKNOWN = Sentence("winners-unknown", "The plan says {winners} winners; a contest of {called}s has 1 or 2.")
CONTESTANT_COUNT = Sentence(
    "contestant-count", "The plan is for {contestants} {called}s, but {known} {called} numbers occur in it."
)
GUARANTEE_UNKNOWN = Sentence("guarantee-unknown", 'The plan promises "{key}", which cannot be checked; leave it out.')
GUARANTEE_BROKEN = Sentence("guarantee-broken", 'The plan promises "{promise}", and its rows do not keep that.')
MISSING_IN_EVERY_ROW = Sentence("unreadable", '"{part}" is missing in every row.')

# rounds and tables
ROUND_GAP = Sentence("round-gap", "No table plays in round {round_no}; give it rows or renumber the rounds after it.")
TABLE_GAP = Sentence("table-gap", "Table {table_no} is never used, though the plan has {tables} tables.")
TABLE_TWICE = Sentence(
    "table-twice", "Table {table_no} is listed twice in round {round_no}; a table plays once a round."
)
ROUND_UNKNOWN = Sentence(
    "round-unknown", "Table {table_no} is listed in round {round_no}; the plan has rounds 1 to {rounds}."
)
TABLE_UNKNOWN = Sentence("table-unknown", "Round {round_no} uses table {table_no}; the plan has tables 1 to {tables}.")

# contestants
CONTESTANT_UNKNOWN = Sentence(
    "contestant-unknown",
    "{Called} {contestant} plays at table {table_no} in round {round_no}; {called} numbers run from 1 to {highest}.",
)
SITTER_UNKNOWN = Sentence(
    "contestant-unknown", "{Called} {contestant} sits out round {round_no}; {called} numbers run from 1 to {highest}."
)
PAIR_AGAINST_ITSELF = Sentence(
    "pair-against-itself", "{Called} {contestant} plays against itself at table {table_no} in round {round_no}."
)
PAIR_TWICE = Sentence(
    "pair-twice",
    "Pair {contestant} is at tables {first} and {table_no} in round {round_no}; it can only be at one.",
)
LINE_CHANGED = Sentence(
    "line-changed",
    "{Called} {contestant} sits {side} at table {table_no} in round {round_no} but {former} at table {former_table} in "
    "round {former_round}; with two winners nobody changes sides.",
)

# players who change partners
PLAYERS_MISSING = Sentence(
    "players-missing", "Table {table_no} in round {round_no} does not say which players sit N, E, S and W."
)
PARTNERSHIP_WRONG = Sentence(
    "partnership-wrong",
    "Table {table_no} in round {round_no} calls players {first} and {second} partnership {number}; partners have one "
    "number, which nobody else has.",
)
PLAYER_UNKNOWN = Sentence(
    "player-unknown", "Table {table_no} in round {round_no} seats player {player}; player numbers begin at 1."
)
PLAYER_TWICE = Sentence(
    "player-twice",
    "Player {player} is at tables {first} and {table_no} in round {round_no}; they can only be at one.",
)
PLAYER_IN_TWO_SEATS = Sentence(
    "player-twice", "Player {player} has two seats at table {table_no} in round {round_no}; give one to somebody else."
)
PARTNER_TWICE = Sentence(
    "partner-twice",
    "Players {first} and {second} are partners at table {table_no} in round {round_no}, as they were at table "
    "{former_table} in round {former_round}.",
)
PLAYER_OF_TWO = Sentence(
    "player-of-two",
    "Player {player} sits for {called} {contestant} at table {table_no} in round {round_no}, but for {called} {former} "
    "at table {former_table} in round {former_round}.",
)

# sitting out
SIT_OUT_ROUND_UNKNOWN = Sentence(
    "round-unknown", "{Called} {contestant} sits out round {round_no}; the plan has rounds 1 to {rounds}."
)
SIT_OUT_TABLE_UNKNOWN = Sentence(
    "table-unknown",
    "{Called} {contestant} waits at table {table_no} in round {round_no}; the plan has tables 1 to {tables}.",
)
SIT_OUT_TWICE = Sentence("sit-out-twice", "{Called} {contestant} is listed twice as sitting out round {round_no}.")
SITS_OUT_AND_PLAYS = Sentence(
    "sit-out-contradicts", "{Called} {contestant} sits out round {round_no} and yet plays at table {playing}."
)
WAITS_WHERE_OTHERS_PLAY = Sentence(
    "sit-out-contradicts", "{Called} {contestant} waits at table {table_no} in round {round_no}, where {others} play."
)
SIT_OUT_MISSING = Sentence(
    "sit-out-missing",
    "{Called} {contestant} neither plays nor sits out in round {round_no}; seat {them} or list the sit-out.",
)
NEVER_PLAYS = Sentence(
    "never-plays", "{Called} {contestant} sits out every round; take {them} out of the plan or give {them} opponents."
)

# board sets
SET_SIZE = Sentence("set-size", "Board set {board_set} has {boards}; every set has {wanted}.")
BOARD_UNKNOWN = Sentence(
    "board-unknown", "Board set {board_set} holds board {board_no}; the plan has boards 1 to {boards}."
)
BOARD_IN_TWO_SETS = Sentence(
    "board-in-two-sets", "Board {board_no} is in board sets {owner} and {other}; a board belongs to one."
)
SET_UNKNOWN = Sentence(
    "set-unknown", "Table {table_no} plays board set {board_set} in round {round_no}; there are sets 1 to {sets}."
)
NO_OTHER_COPY = Sentence(
    "copy-unknown",
    "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}; there is only one copy.",
)
COPY_UNKNOWN = Sentence(
    "copy-unknown",
    "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}; there are copies 1 to "
    "{copies}.",
)
BOARDS_NOT_OF_SET = Sentence(
    "boards-not-of-set", "Table {table_no} plays {boards} in round {round_no}, but board set {board_set} has {wanted}."
)
SET_AT_TWO_TABLES = Sentence(
    "set-at-two-tables",
    "Board set {board_set} is at tables {tables} in round {round_no}, not all of them marked as sharing.",
)
SHARED_ALONE = Sentence(
    "shared-alone", "Table {table_no} shares board set {board_set} in round {round_no}, but no other table has it."
)
BOARD_TWICE = Sentence(
    "board-twice",
    "{Called} {contestant} plays {boards} at table {table_no} in round {round_no}, as {they} did at table "
    "{former_table} in round {former_round}.",
)

# bye-stands
STAND_HOLDS_UNKNOWN = Sentence(
    "bye-stand-unknown",
    "The bye-stand after table {after} in round {round_no} holds board set {board_set}; the plan has {rounds} rounds "
    "and {sets} sets.",
)
STAND_WITHOUT_PLACE = Sentence(
    "bye-stand-unknown",
    "The bye-stand after table {after} in round {round_no} has no place; the tables are 1 to {tables}.",
)
STAND_IN_PLAY = Sentence(
    "bye-stand-in-play",
    "The bye-stand after table {after} in round {round_no} holds board set {board_set}, which table {table_no} is "
    "playing.",
)
