"""What is said where boards are played when something is refused, step by step of the night."""

from director.errors import Sentence

# the section
SECTION_GONE = Sentence(
    "section-gone",
    "There is no section {letter} here (any more): it was removed, or the address is wrong. Open the night again.",
)
SESSION_GONE = Sentence(
    "session-gone",
    "There is no such session (any more): it was removed, or the address is wrong. Open the night again.",
)

# calls
TABLE_NUMBER = Sentence("table-number", "There is no table {table_no} here. The tables are 1 to {tables}.")

# the movement
NO_PLAN = Sentence("no-plan", "No movement is chosen yet. Choose one in step 1, Field.")
PLAN_FIXED = Sentence(
    "plan-fixed",
    "The movement cannot be chosen anew: {results_in}, and a new movement would lose {them}. To go on by another one "
    "and lose nothing, open Something changed at Play; to begin again, take the results out in Scores first.",
)
RESULT_WITHOUT_PLACE = Sentence(
    "result-without-place",
    "Board {board_no}, {ns} against {ew}, is in and has no place in the other movement. Take that result back first.",
)
TOO_MANY_NAMES = Sentence(
    "too-many-names",
    "This movement seats {places} pairs, but {named} pairs have names already. Take the names of those who are not "
    "playing out in Seats first.",
)
GAME_FIXED = Sentence(
    "game-fixed",
    "Results of {event} are in, so the game stays {game}. Take them out in Scores first, or start a new night.",
)

# files that are read in
ALREADY_HERE = Sentence(
    "already-here", "{name} of {date} was read in before, from {source}: it is event {event_id}. Nothing was stored."
)
TOO_MANY_SECTIONS = Sentence(
    "too-many-sections",
    "The file has {count} sections, and there are letters for {most}. Export it in several parts. Nothing was stored.",
)
SCORING_NOT_HERE = Sentence(
    "scoring-not-here",
    "The event is scored by {scoring}, which is not possible here yet; there is {known}. Nothing was stored.",
)

# boards, pairs and lines
BOARD_OUTSIDE_PLAN = Sentence("board-outside-plan", "Board {board_no} is not in play here. The boards are {boards}.")
PAIR_NUMBER = Sentence("pair-number", "There is no pair {pair_no} here. The pairs are {pairs}.")
PAIR_AGAINST_ITSELF = Sentence("pair-against-itself", "{pair} is named twice. Choose the other pair.")
BOARD_TWICE = Sentence(
    "board-twice",
    "Board {board_no} has a score of these pairs already: {ns} against {ew}, {text}. The second one will be void "
    "(Law 15B1).",
)
NOBODY_AT_TABLE = Sentence("nobody-at-table", "Nobody plays at table {table_no} in round {round_no}. Choose another.")
SAME_TABLE_TWICE = Sentence("same-table-twice", "Table {table_no} is named twice. Choose another table beside it.")
BOARDS_DO_NOT_MATCH = Sentence(
    "boards-do-not-match", "Boards {was} cannot be exchanged for {now}: they are not as many. Correct line by line."
)
LINE_STANDS_ALREADY = Sentence(
    "line-stands-already",
    "Board {board_no}, {ns} against {ew}, has a result from another table already. Take that out first if it is wrong.",
)
NOT_MEETING = Sentence("not-meeting", "{where}: {ns} and {ew} do not meet. {hint}")
CHANGED_MEANWHILE = Sentence(
    "changed-meanwhile",
    "Board {board_no}, {ns} against {ew}: {who} {did} at {at}; you {typed}. Nothing of yours is stored yet. Choose "
    "which one stands.",
)

# what is typed on a line
NOT_PLAYED_WITHOUT_REASON = Sentence(
    "not-played-without-reason", "NP needs a reason. Type it after NP, as in NP late, or NP no time."
)
AWARD_WITHOUT_TEXT = Sentence("award-without-text", "An award needs a score. Give one, such as A6040.")
LINE_OF_ONE_PAIR = Sentence("line-of-one-pair", "Board {board_no}: {pair} cannot meet itself. Give two pairs.")
REASON_TOO_LONG = Sentence("reason-too-long", "“{reason}…” is longer than {most} characters. Shorten the reason.")
NOTHING_TO_MOVE = Sentence("nothing-to-move", "{entry} has no points of its own to move. Give a result before MOVED.")
NO_WEIGHTED_SCORE = Sentence("no-weighted-score", "“{text}” is no weighted score. Type it as 60% 4SS=, 40% 4SS-1.")
WEIGHTS_NOT_WHOLE = Sentence(
    "weights-not-whole", "The weights {weights} make {total}%. Give weights above 0 that make 100%."
)
NO_RESULT_TO_ADJUST = Sentence("no-result-to-adjust", "{entry} is no result, so {so}. Give it by itself.")
FAULT_OF_NOBODY = Sentence(
    "fault-of-nobody", "“{text}” does not say who is at fault. Type CARDS NS, CARDS EW or CARDS BOTH."
)

# irregular deals and fouled boards
NOTHING_IN_ON_LINE = Sentence(
    "nothing-in-on-line", "Nothing is in on this line yet. Enter the result as it was made first."
)
NO_AVERAGE_BY_LAW = Sentence("no-average-by-law", "With {tables} tables on the board the laws {law}.")
PAIRS_DO_NOT_MEET = Sentence("pairs-do-not-meet", "{ns} and {ew} do not meet on board {board_no}. Load the page again.")
NO_GROUP_OF_CARDS = Sentence("no-group-of-cards", "“{letter}” is no group of cards. Choose one of {letters}, or none.")
NO_CARDS_TO_UNDO = Sentence(
    "no-cards-to-undo", "Nothing was changed about the cards of board {board_no}, so nothing is undone."
)

# rulings
BOARD_AT_SEVERAL_TABLES = Sentence(
    "board-at-several-tables", "Board {board_no} is played at several tables. Choose a pair as well."
)
PAIR_NOT_ON_BOARD = Sentence("pair-not-on-board", "Pair {pair} does not play board {board_no}. Correct one.")
ADJUSTED_WITHOUT_LINE = Sentence(
    "adjusted-without-line", "An adjusted result belongs to a board and a pair. Give both."
)
ADJUSTED_AS_BEFORE = Sentence(
    "adjusted-as-before", "{former} stands on this line already. Give another result, or none."
)
RULING_WITHDRAWN = Sentence("ruling-withdrawn", "Ruling {number} is withdrawn already.")
OUTCOME_WITHOUT_APPEAL = Sentence(
    "outcome-without-appeal", "Ruling {number} has an outcome without an appeal. Say who appeals."
)
ADJUSTED_AND_IRREGULAR = Sentence("adjusted-and-irregular", "Give an adjusted result or an irregular deal, not both.")

# penalties
PENALTY_WITHOUT_AMOUNT = Sentence("penalty-without-amount", "A penalty needs an amount. Type how much, such as 10.")
PENALTY_WITH_SIGN = Sentence("penalty-with-sign", "A penalty is typed without plus or minus: an amount above 0.")
PENALTY_WITHOUT_UNIT = Sentence("penalty-without-unit", "A penalty needs a unit. Choose one of {units}.")
PENALTY_WITHOUT_PAIR = Sentence("penalty-without-pair", "A penalty needs a pair. Choose who loses it.")
PENALTY_WITHOUT_BOARD = Sentence(
    "penalty-without-board", "A penalty in % of the board's top needs its board. Give board and pair."
)
PENALTY_OF_OTHER_TABLE = Sentence(
    "penalty-of-other-table",
    "Pair {pair} does not play board {board_no} at this table, so it cannot lose a share of its top. Choose one of "
    "the two who do, or another unit.",
)

# handicaps, strata and carry-over
EXTRA_NOT_TAKEN = Sentence(
    "extra-not-taken", "Scoring by {method} takes no {what}. Empty that column, or score by another method."
)
EXTRA_WITHOUT_UNIT = Sentence("extra-without-unit", "A {what} needs a unit. Choose one of {units}.")
EXTRAS_OF_ANOTHER_UNIT = Sentence(
    "extras-of-another-unit",
    "Section {letter} counts its {what} in {unit}, and both sections are ranked in one list. Choose the same here.",
)
STRATA_OF_ANOTHER_KIND = Sentence(
    "strata-of-another-kind",
    "Section {letter} has: {strata}. Both sections are ranked in one list, so choose the same here.",
)
NO_EXTRA_TO_UNDO = Sentence("no-extra-to-undo", "No handicap, stratum or carry-over was changed, so nothing is undone.")

# what really happened
HAPPENED_SETTLED = Sentence(
    "happened-settled",
    "That is settled already, or something else was entered since. Look at what is left and press again.",
)
HAPPENED_NO_CHOICE = Sentence("happened-no-choice", "There is no such choice for it. Press one of its buttons.")
ABSENCE_ROUND = Sentence("absence-round", "There is no round {round_no}. Give one from 1 to {rounds}.")
