"""What is said of a plan that is wrong and of what is refused, each sentence with its code."""

from dataclasses import dataclass

from movements.model import CALLED, Fault


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said for one reason: a *code* that stays, and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence about *params*.

        >>> SIZE_MISSING.says(units="pairs", movement="Howell")
        'Say how many pairs play Howell.'
        """
        return self.template.format(**params)

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

# what was asked for
UNKNOWN_MOVEMENT = Sentence("unknown-movement", 'There is no movement called "{key}"; did you mean {nearest}?')
UNSUPPORTED_SIZE = Sentence(
    "unsupported-size", "{movement} is not possible for {size} {unit}: it takes {sizes}; the nearest {nearest}."
)
SEVERAL_MOVEMENTS = Sentence(
    "several-movements", "The file holds {count} movements: {listing}. Choose one by its number or its title."
)
NO_SUCH_MOVEMENT = Sentence(
    "no-such-movement", 'No single movement of the file is meant by "{wanted}"; it holds {listing}.'
)
UNREADABLE_PLAN = Sentence("unreadable-plan", "This is not a plan: {listing}.")
SEVERAL_FAULTS = Sentence("several-faults", "{sentences}")
SIZE_MISSING = Sentence("size-missing", "Say how many {units} play {movement}.")
TABLES_AND_PAIRS_DISAGREE = Sentence(
    "tables-and-pairs-disagree",
    "{tables} tables seat {fewer} or {full} pairs, not {pairs}; leave one of the two numbers out.",
)
TABLES_AND_PLAYERS_DISAGREE = Sentence(
    "tables-and-players-disagree",
    "{tables} tables seat {full} to {most} players, not {players}; leave one of the two numbers out.",
)
UNKNOWN_OPTION = Sentence("unknown-option", '{movement} has no option "{option}"; its options are: {known}.')
UNKNOWN_CHOICE = Sentence("unknown-choice", '{movement}: option {option} cannot be "{choice}"; choose {known}.')
OPTION_TWICE = Sentence(
    "option-twice", "Option {option} is given twice, as {first} and as {second}; leave one of the two out."
)
NEEDS_ODD_PAIRS = Sentence(
    "needs-odd-pairs",
    "{movement}: {option}={choice} is for an odd number of pairs; {size} fill {tables} tables, so leave it out.",
)
NEEDS_EVEN_TABLES = Sentence(
    "needs-even-tables",
    "{movement}: {option}={choice} is for an even number of tables; {size} pairs make {tables}, so leave it out.",
)
CHOICE_DOES_NOT_FIT = Sentence(
    "choice-does-not-fit",
    "{movement}: {option}={choice} takes {needed}, and {size} pairs make {tables} tables; choose {instead}.",
)
CHOICES_CONTRADICT = Sentence(
    "choices-contradict", "{movement}: {option}={choice} does not go with {other}; choose {instead}."
)
NOBODY_TO_MEET = Sentence(
    "nobody-to-meet",
    "{movement}: with {size} pairs and {option}={choice} pair {pair} would never play; choose {instead}.",
)
ROUNDS_OUT_OF_RANGE = Sentence(
    "rounds-out-of-range", "{movement} for {size} {unit} takes {possible} rounds, not {rounds}: {why}."
)
BOARDS_PER_SET_OUT_OF_RANGE = Sentence(
    "boards-per-set-out-of-range", "{movement} is played with {fewest} to {most} boards a round, not {boards}."
)
NO_SUCH_ROUND = Sentence("no-such-round", "{movement} has rounds 1 to {rounds}; there is no round {round_no}.")
PLAYERS_WANTED = Sentence("players-wanted", "Say how many players there are for {movement}, with --players.")
UNSUPPORTED_PLAYERS = Sentence(
    "unsupported-players",
    "{movement} is not possible for {size} players: it takes {sizes}; the nearest numbers that work are {nearest}.",
)
SESSIONS_OUT_OF_RANGE = Sentence(
    "sessions-out-of-range", "{movement} for {size} players lasts 1 to {most} sessions, not {sessions}."
)
WRONG_UNIT = Sentence("wrong-unit", "{movement} is for {contest}, not {given}; say how many with {wanted}.")
BOARDS_WANTED = Sentence(
    "boards-wanted",
    "Boards wanted must run from a smaller to a larger number, 1 or more, such as 24-28; {low}-{high} does not.",
)
TOO_LITTLE_TIME = Sentence(
    "too-little-time", "{minutes} minutes are too few for one board, which takes {pace}; allow more time."
)
PACE = Sentence("pace", "A board cannot take {pace} minutes; give more than 0 and at most {longest}, such as 7.5.")
UNKNOWN_PROGRESSIVE = Sentence(
    "unknown-progressive",
    'There is no progressive system called "{key}"; did you mean {nearest}? '
    '"list --contest progressive" names all there are.',
)

# a file
UNREADABLE_FILE = Sentence("unreadable-file", "{file} cannot be read: {reason}.")
FORMAT_TOO_POOR = Sentence(
    "format-too-poor",
    "{movement} cannot be written as {form}, which has no way to tell {lost}; write it as JSON or CSV.",
)
UNREADABLE_TEXT = Sentence("unreadable-text", "{file} cannot be read: it is not UTF-8 text.")
UNREADABLE_JSON = Sentence(
    "unreadable-json", "{file} cannot be read: it is not JSON from line {line}, column {column} on."
)
UNREADABLE_DEPTH = Sentence(
    "unreadable-depth", "{file} cannot be read: it is nested too deeply or holds a number too long."
)
UNREADABLE_SIZE = Sentence("unreadable-size", "{file} cannot be read: it has more than {most} million bytes.")

# the rest of a night
UNKNOWN_CHANGE = Sentence("unknown-change", 'There is no change called "{kind}"; it can be {known}.')
CHANGE_INCOMPLETE = Sentence("change-incomplete", 'A change of kind "{kind}" needs "{missing}"; say which is meant.')
NO_SUCH_PAIR = Sentence("no-such-pair", "Pair {pair} does not play from round {round_no} on; the pairs are {pairs}.")
NO_SUCH_TABLE = Sentence("no-such-table", "Table {table} is not in use then; the tables are {tables}.")
FROM_ROUND = Sentence(
    "from-round", "Round {round_no} cannot be the first to change; the plan has rounds 1 to {rounds}."
)
ROUNDS_PLAYED = Sentence(
    "rounds-played", "{rounds} rounds are not possible: {begun} begun, and a night has at most {most}."
)
PAIRS_COMING = Sentence("pairs-coming", "{pairs} pairs cannot come at once; replan for 1 or 2.")
BOARDS_IN_ROUND = Sentence("boards-in-round", "{boards} boards a round are not possible: a set has {most}.")
UNSOUND_PLAN = Sentence("unsound-plan", "The plan in force is wrong, so it cannot be continued: {fault}")
UNSOUND_DONE = Sentence("unsound-done", "What was played cannot have been: {fault}")
UNREADABLE_REPLAN = Sentence("unreadable-replan", "This cannot be replanned: {listing}.")
