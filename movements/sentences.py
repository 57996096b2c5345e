"""The sentences of faults and errors, each with its code."""

from movements.model import CALLED, Fault


class Sentence:
    """A sentence for one reason: a *template* with named parameters.

    Without a *code* it has the name of its class attribute.  Programs look codes up, so a code
    never changes, even if its attribute gets a better name.
    """

    __slots__ = ("code", "template")

    def __init__(self, template: str, *, code: str = "") -> None:
        self.template = template
        self.code = code

    def __set_name__(self, owner: type, name: str) -> None:
        self.code = self.code or name.lower().replace("_", "-")

    def format(self, **params: object) -> str:
        """Return the sentence with *params* filled in.

        >>> MovementSentences.SIZE_MISSING.format(units="pairs", movement="Howell")
        'Enter the number of pairs for Howell.'
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
        """Return the fault with its place.

        The sentence may use the parts of the place, *params* and *called*, the word for a
        contestant.

        >>> MovementSentences.ROUND_GAP.fault(3).text
        'Round 3 has no tables in play. Add rows, or renumber the later rounds.'
        """
        place = {
            "round_no": round_no,
            "table_no": table_no,
            "contestant": contestant,
            "board_no": board_no,
        }
        words = {"called": called, "Called": called.capitalize(), "they": "it", "them": "it"}
        if called == CALLED["individual"]:
            words |= {"they": "they", "them": "them"}
        all_params = {**place, **words, **params}
        return Fault(
            self.code,
            text=self.template.format(**all_params),
            round_no=round_no,
            table_no=table_no,
            contestant=contestant,
            board_no=board_no,
            template=self.template,
            params=tuple(all_params.items()),
        )


class MovementSentences:
    """The sentences of faults and errors."""

    # the plan as a whole
    COUNT_TOO_SMALL = Sentence("The plan says {count} {what}. It needs at least 1.")
    WINNERS_UNKNOWN = Sentence(
        "The plan says {winners} winners. A contest of {called}s has 1 or 2."
    )
    CONTESTANT_COUNT = Sentence(
        "The plan is for {contestants} {called}s but uses {known} {called} numbers."
    )
    GUARANTEE_UNKNOWN = Sentence('The plan promises "{key}", which can\'t be checked. Remove it.')
    GUARANTEE_BROKEN = Sentence('The plan promises "{promise}", but its rows break it.')
    MISSING_IN_EVERY_ROW = Sentence('"{part}" is missing in every row.', code="unreadable")

    # rounds and tables
    ROUND_GAP = Sentence(
        "Round {round_no} has no tables in play. Add rows, or renumber the later rounds."
    )
    TABLE_GAP = Sentence("The plan has {tables} tables but never uses table {table_no}.")
    TABLE_TWICE = Sentence(
        "Table {table_no} is listed twice in round {round_no}. A table plays once per round.",
    )
    ROUND_UNKNOWN = Sentence(
        "Table {table_no} is listed in round {round_no}, but the plan has rounds 1 to {rounds}.",
    )
    TABLE_UNKNOWN = Sentence(
        "Round {round_no} uses table {table_no}, but the plan has tables 1 to {tables}.",
    )

    # contestants
    CONTESTANT_UNKNOWN = Sentence(
        (
            "{Called} {contestant} plays at table {table_no} in round {round_no}, but {called} numbers go from 1 to "
            "{highest}."
        ),
    )
    SIT_OUT_CONTESTANT_UNKNOWN = Sentence(
        "{Called} {contestant} sits out round {round_no}, but {called} numbers go from 1 to {highest}.",
        code="contestant-unknown",
    )
    PAIR_AGAINST_ITSELF = Sentence(
        "{Called} {contestant} plays against itself at table {table_no} in round {round_no}.",
    )
    PAIR_TWICE = Sentence(
        "Pair {contestant} is at tables {first} and {table_no} in round {round_no}. Choose one.",
    )
    DIRECTION_CHANGED = Sentence(
        "{Called} {contestant} sits {side} at table {table_no} in round {round_no} but {former} at table {former_table} "
        "in round {former_round}. With two winners, pairs keep their direction.",
        code="line-changed",
    )

    # players who change partners
    PLAYERS_MISSING = Sentence(
        "Table {table_no} in round {round_no} is missing its players N, E, S and W."
    )
    PARTNERSHIP_WRONG = Sentence(
        "Table {table_no} in round {round_no} calls players {first} and {second} partnership {number}. Each partnership "
        "needs its own number.",
    )
    PLAYER_UNKNOWN = Sentence(
        "Table {table_no} in round {round_no} seats player {player}. Player numbers start at 1.",
    )
    PLAYER_TWICE = Sentence(
        "Player {player} is at tables {first} and {table_no} in round {round_no}. Choose one.",
    )
    PLAYER_IN_TWO_SEATS = Sentence(
        "Player {player} has two seats at table {table_no} in round {round_no}. Give one to another player.",
        code="player-twice",
    )
    PARTNER_TWICE = Sentence(
        "Players {first} and {second} are partners twice: at table {former_table} in round {former_round}, and "
        "at table {table_no} in round {round_no}.",
    )
    PLAYER_SITS_FOR_TWO = Sentence(
        "Player {player} sits for {called} {former} (table {former_table}, round {former_round}) and for {called} "
        "{contestant} (table {table_no}, round {round_no}).",
        code="player-of-two",
    )

    # sitting out
    SIT_OUT_ROUND_UNKNOWN = Sentence(
        "{Called} {contestant} sits out round {round_no}, but the plan has rounds 1 to {rounds}.",
        code="round-unknown",
    )
    SIT_OUT_TABLE_UNKNOWN = Sentence(
        "{Called} {contestant} waits at table {table_no} in round {round_no}, but the plan has tables 1 to {tables}.",
        code="table-unknown",
    )
    SIT_OUT_TWICE = Sentence(
        "{Called} {contestant} is listed twice as sitting out round {round_no}."
    )
    SITS_OUT_AND_PLAYS = Sentence(
        "{Called} {contestant} sits out round {round_no} but also plays at table {playing}.",
        code="sit-out-contradicts",
    )
    WAITS_WHERE_OTHERS_PLAY = Sentence(
        "{Called} {contestant} waits at table {table_no} in round {round_no}, where {others} play.",
        code="sit-out-contradicts",
    )
    SIT_OUT_MISSING = Sentence(
        "{Called} {contestant} neither plays nor sits out in round {round_no}. Seat {them} or list the sit-out.",
    )
    NEVER_PLAYS = Sentence(
        "{Called} {contestant} sits out every round. Remove {them} from the plan, or give {them} opponents.",
    )

    # board sets
    SET_SIZE = Sentence("Board set {board_set} has {boards}, but every set must have {wanted}.")
    BOARD_UNKNOWN = Sentence(
        "Board set {board_set} contains board {board_no}, but the plan has boards 1 to {boards}.",
    )
    BOARD_IN_TWO_SETS = Sentence(
        "Board {board_no} is in board sets {owner} and {other}. Choose one."
    )
    SET_UNKNOWN = Sentence(
        "Table {table_no} plays board set {board_set} in round {round_no}, but there are sets 1 to {sets}.",
    )
    NO_OTHER_COPY = Sentence(
        "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}, but there is only one copy.",
        code="copy-unknown",
    )
    COPY_UNKNOWN = Sentence(
        "Table {table_no} plays copy {copy_no} of board set {board_set} in round {round_no}, but there are copies 1 to "
        "{copies}.",
    )
    BOARDS_NOT_OF_SET = Sentence(
        "Table {table_no} plays {boards} in round {round_no}, but board set {board_set} has {wanted}.",
    )
    SET_AT_TWO_TABLES = Sentence(
        "Board set {board_set} is at tables {tables} in round {round_no}. Mark all of them as sharing.",
    )
    SHARED_ALONE = Sentence(
        "Table {table_no} shares board set {board_set} in round {round_no}, but no other table has it.",
    )
    BOARD_TWICE = Sentence(
        "{Called} {contestant} plays {boards} at table {table_no} in round {round_no}, as {they} did at table "
        "{former_table} in round {former_round}.",
    )

    # bye-stands
    STAND_HOLDS_UNKNOWN = Sentence(
        "The bye-stand after table {after} in round {round_no} has board set {board_set}. The plan has {rounds} rounds and "
        "{sets} sets.",
        code="bye-stand-unknown",
    )
    STAND_WITHOUT_PLACE = Sentence(
        "The bye-stand in round {round_no} is after table {after}, but the tables are 1 to {tables}.",
        code="bye-stand-unknown",
    )
    STAND_IN_PLAY = Sentence(
        "The bye-stand after table {after} in round {round_no} has board set {board_set}, which table {table_no} is "
        "playing.",
        code="bye-stand-in-play",
    )

    # cells of a grid that are being typed
    CELL_INCOMPLETE = Sentence(
        "Table {table_no} in round {round_no} lacks {missing}. Type the rest, or clear the cell."
    )

    # remarks, which aren't faults
    MEETS_AGAIN = Sentence(
        "{Called}s {first} and {second} meet again at table {table_no} in round {round_no}. They met in round "
        "{former_round}."
    )
    SETS_UNPLAYED = Sentence("Board sets that nobody plays: {sets}.")
    SET_UNCOMPARED = Sentence(
        "Only table {table_no} plays board set {board_set}, in round {round_no}. Nobody is compared on it."
    )
    LINES_UNCOMPARED = Sentence(
        "Nobody changes direction, so N-S and E-W pairs are compared only where they meet. Choose two winners, or "
        "switch arrows in some rounds."
    )

    # what was asked for
    UNKNOWN_MOVEMENT = Sentence('Unknown movement "{key}". Did you mean {nearest}?')
    UNSUPPORTED_SIZE = Sentence(
        "{movement} doesn't work for {size} {unit}. It takes {sizes}; the nearest {nearest}.",
    )
    SEVERAL_MOVEMENTS = Sentence(
        "The file has {count} movements: {listing}. Choose one by number or title."
    )
    NO_SUCH_MOVEMENT = Sentence(
        '"{wanted}" doesn\'t match one movement in the file. Choose from {listing}.'
    )
    UNREADABLE_PLAN = Sentence("This isn't a valid plan: {listing}.")
    SEVERAL_FAULTS = Sentence("{sentences}")
    SIZE_MISSING = Sentence("Enter the number of {units} for {movement}.")
    TABLES_AND_PAIRS_DISAGREE = Sentence(
        "{tables} tables seat {fewer} or {full} pairs, not {pairs}. Enter only one of these numbers.",
    )
    TABLES_AND_PLAYERS_DISAGREE = Sentence(
        "{tables} tables seat {full} to {most} players, not {players}. Enter only one of these numbers.",
    )
    UNKNOWN_OPTION = Sentence('{movement} has no option "{option}". Choose from: {known}.')
    UNKNOWN_CHOICE = Sentence('{movement}: option {option} can\'t be "{choice}". Choose {known}.')
    OPTION_TWICE = Sentence(
        "Option {option} is given twice, as {first} and as {second}. Remove one."
    )
    NEEDS_ODD_PAIRS = Sentence(
        "{movement}: {option}={choice} is for an odd number of pairs, but {size} fill {tables} tables. Remove it.",
    )
    NEEDS_EVEN_TABLES = Sentence(
        "{movement}: {option}={choice} is for an even number of tables, but {size} pairs make {tables}. Remove it.",
    )
    CHOICE_DOES_NOT_FIT = Sentence(
        "{movement}: {option}={choice} needs {needed}, but {size} pairs make {tables} tables. Choose {instead}.",
    )
    CHOICES_CONTRADICT = Sentence(
        "{movement}: {option}={choice} doesn't work with {other}. Choose {instead}.",
    )
    NOBODY_TO_MEET = Sentence(
        "{movement}: with {size} pairs and {option}={choice}, pair {pair} would never play. Choose {instead}.",
    )
    ROUNDS_OUT_OF_RANGE = Sentence(
        "{movement} for {size} {unit} takes {possible} rounds, not {rounds}: {why}.",
    )
    BOARDS_PER_SET_OUT_OF_RANGE = Sentence(
        "{movement} takes {fewest} to {most} boards per round, not {boards}.",
    )
    NO_SUCH_ROUND = Sentence("{movement} has rounds 1 to {rounds}, but no round {round_no}.")
    PLAYERS_WANTED = Sentence("Use --players to give the number of players for {movement}.")
    UNSUPPORTED_PLAYERS = Sentence(
        "{movement} doesn't work for {size} players. It takes {sizes}; the nearest numbers that work are {nearest}.",
    )
    SESSIONS_OUT_OF_RANGE = Sentence(
        "{movement} for {size} players lasts 1 to {most} sessions, not {sessions}.",
    )
    WRONG_UNIT = Sentence(
        "{movement} is for {contest}, not {given}. Use {wanted} to give the number."
    )
    BOARD_RANGE_INVALID = Sentence(
        "{low}-{high} isn't a range of boards. Enter a smaller and a larger number, such as 24-28.",
        code="boards-wanted",
    )
    LIMIT_OUT_OF_RANGE = Sentence(
        "{number} isn't a possible number of {name}. Enter 1 to {most}.", code="limit"
    )
    WORTH_UNKNOWN = Sentence(
        '"{word}" doesn\'t say what {quality} is worth. Enter not, little, much or must.',
        code="worth",
    )
    QUALITY_UNKNOWN = Sentence(
        '"{quality}" isn\'t a quality of movements. Choose from {qualities}.'
    )
    TOO_LITTLE_TIME = Sentence(
        "{minutes} minutes isn't enough for one board, which takes {pace}. Allow more time.",
    )
    PACE_OUT_OF_RANGE = Sentence(
        "A board can't take {pace} minutes. Enter more than 0 and at most {longest}, such as 7.5.",
        code="pace",
    )
    UNKNOWN_PROGRESSIVE = Sentence(
        'Unknown progressive system "{key}". Did you mean {nearest}? "list --contest progressive" lists them all.',
    )

    # a file
    UNREADABLE_FILE = Sentence("{file} can't be read: {reason}.")
    FORMAT_TOO_POOR = Sentence(
        "{movement} can't be written as {form}, which doesn't support {lost}. Use JSON or CSV.",
    )
    GRID_TOO_LARGE = Sentence(
        "A grid has 1 to {most_tables} tables, 1 to {most_rounds} rounds and at most {most_cells} cells, not {tables} tables "
        "by {rounds} rounds. Edit it as text."
    )
    GRID_TOO_POOR = Sentence(
        "{movement} can't be edited in a grid, which doesn't show {lost}. Edit it as text."
    )
    UNREADABLE_TEXT = Sentence("{file} can't be read: it isn't UTF-8 text. Save it as UTF-8.")
    UNREADABLE_JSON = Sentence(
        "{file} can't be read: the JSON is wrong at line {line}, column {column}."
    )
    UNREADABLE_DEPTH = Sentence(
        "{file} can't be read: it is nested too deeply or has a number that is too long.",
    )
    UNREADABLE_SIZE = Sentence("{file} can't be read: it is larger than {most} million bytes.")

    # the rest of a night
    UNKNOWN_CHANGE = Sentence('Unknown change "{kind}". Choose {known}.')
    CHANGE_INCOMPLETE = Sentence('A change of kind "{kind}" needs "{missing}". Add it.')
    NO_SUCH_PAIR = Sentence(
        "Pair {pair} doesn't play from round {round_no}. The pairs are {pairs}."
    )
    NO_SUCH_TABLE = Sentence("Table {table} isn't in use then. The tables are {tables}.")
    FROM_ROUND_UNKNOWN = Sentence(
        "The change can't start in round {round_no}. The plan has rounds 1 to {rounds}.",
        code="from-round",
    )
    NEW_ROUNDS_OUT_OF_RANGE = Sentence(
        "{rounds} rounds doesn't work: {begun} started, and a session has at most {most}.",
        code="rounds-played",
    )
    NO_SUCH_CONTESTANT = Sentence(
        "{Called} {number} doesn't play from round {round_no}. The {called}s are {numbers}.",
        code="no-such-contestant",
    )
    MOST_BOARDS_IN_ROUND = Sentence(
        "{boards} boards per round doesn't work. Enter 1 to {most}.", code="boards-per-round"
    )
    TOO_MANY_ARRIVE = Sentence(
        "{count} {called}s can't come at once. Choose 1 to {most}.", code="contestants-coming"
    )
    TOO_MANY_PAIRS_JOIN = Sentence(
        "{pairs} pairs can't join at once. Add 1 or 2.", code="pairs-coming"
    )
    BOARDS_PER_ROUND_OUT_OF_RANGE = Sentence(
        "{boards} boards per round doesn't work: a set has {most}.", code="boards-in-round"
    )
    UNSOUND_PLAN = Sentence("The current plan has a fault, so it can't continue: {fault}")
    UNSOUND_PLAYED_ROUNDS = Sentence(
        "The rounds played are impossible: {fault}", code="unsound-done"
    )
    UNREADABLE_REPLAN = Sentence("This can't be replanned: {listing}.")


class SearchSentences:
    """Sentences about searches for a plan."""

    NO_SUCH_PLAN = Sentence("{pairs} pairs can't play {rounds} rounds like this: {why}.")
    NUMBER_OUT_OF_RANGE = Sentence("--{name} is {fewest} to {most}, not {number}.")
    OTHER_SEARCH = Sentence(
        "{file} is of another search: {pairs} pairs, {rounds} rounds, {stationary} stationary, {copies} copies, seed "
        "{seed}. Give these numbers, or another file.",
    )
    NO_SEARCH = Sentence("{file} holds no search. Give another file, or none.")
    STATE_NOT_SAVED = Sentence("{file} can't be written: {reason}. Give another file.")
