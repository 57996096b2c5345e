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
PLAN_FIXED_NOT_OF_PAIRS = Sentence(
    "plan-fixed-not-of-pairs",
    "The movement cannot be chosen anew: {results_in}, and a new movement would lose {them}. To begin again, take the "
    "results out in Scores first.",
)
KNOCKOUT_ALONE = Sentence(
    "knockout-alone",
    "A knock-out can’t be in one event with another session, because the standings would add up both. Start a new "
    "night for the knock-out.",
)
MATCH_BOARDS = Sentence(
    "match-boards",
    "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another number of boards, or another "
    "scale at Results.",
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
BOARD_AT_TWO_TABLES = Sentence(
    "board-at-two-tables", "Team {team} plays board {board_no} at tables {tables}. Say at which it was."
)
PAIR_NOT_AT_TABLE = Sentence(
    "pair-not-at-table", "{pair} does not play board {board_no} at table {table_no}. Correct one of them."
)
BOARD_TWICE = Sentence(
    "board-twice",
    "Board {board_no} has a score of these pairs already: {ns} against {ew}, {text}. The second one will be void "
    "(Law 15B1).",
)
NOBODY_AT_TABLE = Sentence("nobody-at-table", "Nobody plays at table {table_no} in round {round_no}. Choose another.")
TABLE_OF_HALVES = Sentence(
    "table-of-halves",
    "Table {table_no} plays two half matches in round {round_no}, so nothing is exchanged there. Correct line by line.",
)
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
NOTHING_IN_ON_LINE = Sentence("nothing-in-on-line", "This line has no played result. Enter the result first.")
NO_AVERAGE_BY_LAW = Sentence("no-average-by-law", "With {tables} tables on the board the laws {law}.")
PAIRS_DO_NOT_MEET = Sentence("pairs-do-not-meet", "{ns} and {ew} do not meet on board {board_no}. Load the page again.")
NO_GROUP_OF_CARDS = Sentence("no-group-of-cards", "“{letter}” is no group of cards. Choose one of {letters}, or none.")
CARDS_WITHOUT_LINE = Sentence(
    "cards-without-line",
    "Board {board_no} had other cards for {pairs}, who do not meet there any more. Undo first what was said "
    "about their table.",
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
FAULT_OF_ONE_SIDE = Sentence(
    "fault-of-one-side", "Say of both sides how far they are at fault, or of none and give an adjusted result."
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

# what really happened
HAPPENED_SETTLED = Sentence(
    "happened-settled",
    "That is settled already, or something else was entered since. Look at what is left and press again.",
)
HAPPENED_NO_CHOICE = Sentence("happened-no-choice", "There is no such choice for it. Press one of its buttons.")
ABSENCE_ROUND = Sentence("absence-round", "There is no round {round_no}. Give one from 1 to {rounds}.")

# the movement
NOBODY_TO_PLAY = Sentence("nobody-to-play", "{they_have} nobody to play against. A movement takes {sizes}.")
MOVEMENT_OF_PLAYERS = Sentence(
    "movement-of-players",
    "{movement} seats players of teams otherwise than they are numbered here: in every row all four, two of one team "
    "against two of another; team 1 has those from 1 on, the next team as many after them.",
)

# what is worked out for pairs only
HAPPENED_FOR_PAIRS = Sentence(
    "happened-for-pairs",
    "What really happened is weighed by the laws for pairs only. Enter an adjusted score on its line instead, or write "
    "down a ruling.",
)
OTHERWISE_FOR_PAIRS = Sentence(
    "otherwise-for-pairs",
    "Who sat otherwise than planned can be entered for pairs only. Correct the names at Seats, or enter an adjusted "
    "score on the line.",
)

# a movement of one’s own
MOVEMENT_MISSING = Sentence("movement-missing", "Choose a file or paste a movement first.")
MOVEMENT_FILE_TOO_LARGE = Sentence(
    "movement-file-too-large", "{file} has more than a million bytes, which no movement needs."
)
NO_FORM_OF_MOVEMENT = Sentence(
    "no-form-of-movement",
    "This is none of the three forms a movement can have: JSON, a CSV grid that begins with a line of column names, "
    "or movement text whose first line has a code in brackets.",
)
SEVERAL_MOVEMENTS = Sentence("several-movements", "The file holds {count} movements. Choose one of them.")
MOVEMENT_FAULTY = Sentence("movement-faulty", "{things_are} wrong with this movement. Nothing is stored.")
MOVEMENT_TOO_LARGE = Sentence(
    "movement-too-large", "The movement has {count} {what}; a section can have {most} at most."
)
MOVEMENT_WORDS_TOO_LONG = Sentence(
    "movement-words-too-long", "The {what} of the movement is longer than {most} characters; shorten it."
)

# names
PERSON_TWICE = Sentence(
    "person-twice", "{name} already plays {where}. Take the name out there first, or correct this one."
)
PLACE_NUMBER = Sentence("place-number", "There is no {called} {number} here. The {called}s are {places}.")
ONE_NAME_A_PLACE = Sentence(
    "one-name-a-place", "“{given}” are two names. Everybody plays alone, so give player {number} one of them."
)
TEAM_TOO_SMALL = Sentence(
    "team-too-small", "Team {label} has {players}: a team has {least} to {most}. Add those who are missing."
)
TEAM_TOO_LARGE = Sentence(
    "team-too-large", "Team {label} has {players}: a team has {least} to {most}. Take out those beyond."
)
CAPTAIN_NO_MEMBER = Sentence(
    "captain-no-member", "The captain of team {label} is none of its players. Mark somebody who has a name there."
)
TEAM_NAME_TOO_LONG = Sentence(
    "team-name-too-long", "The team’s name “{name}…” is too long: it has at most {most} letters."
)
TEAM_NAME_TAKEN = Sentence(
    "team-name-taken", "Team {label} is called {name} already. Give one of the two another name."
)

# sessions and sections
NO_SESSION = Sentence("no-session", "{name} has no session {number}. Give the number of one that it has.")
NO_SECTION = Sentence(
    "no-section", "{name} has no section {letter} in session {number}. Give the letter of one that it has."
)

# a list of names
LIST_TOO_LONG = Sentence("list-too-long", "The list has {given}, but this movement seats {places}.")
PAIR_LISTED_OFTEN = Sentence(
    "pair-listed-often", "{who} is in the list {times} times. Give every {called} a number of its own."
)
TOO_FEW_EMPTY_PLACES = Sentence(
    "too-few-empty-places",
    "The list has more {called}s without a number than there are {side}empty places. Give the {called}s their "
    "numbers, or use Replace the list.",
)

# places
NOBODY_TO_MOVE = Sentence("nobody-to-move", "Choose a {called} with names, and the section it goes to.")
MOVE_AFTER_RESULTS = Sentence(
    "move-after-results",
    "Results of {called} {label} are in, so it stays in section {letter}. Type the names where they sit now instead.",
)
REPLACED_AFTER_RESULTS = Sentence(
    "replaced-after-results",
    "Results of {called} {label} are in, and the list would put others there. Correct single names instead.",
)
NO_PLACE_THERE = Sentence(
    "no-place-there", "Section {letter} has no empty place. Make one there first, or choose a larger movement."
)
DRAW_AFTER_RESULTS = Sentence(
    "draw-after-results", "Results are in, so places cannot be drawn any more. Swap two {called}s instead."
)
UNDRAW_AFTER_RESULTS = Sentence(
    "undraw-after-results", "Results are in, so the draw cannot be undone any more. Swap two {called}s instead."
)
SEATED_BY_NOW = Sentence(
    "seated-by-now",
    "{who} of session {number} was seated by what stands here, so it stays. Swap two {called}s instead.",
)
NO_DRAW_TO_UNDO = Sentence("no-draw-to-undo", "Nothing was drawn by lot here, so there is no draw to undo.")
SCORED_OTHERWISE = Sentence(
    "scored-otherwise",
    "Swiss pairs are scored by the victory points of their matches, and results of another section are in that are "
    "scored by {method}. Start a night of its own for the Swiss.",
)

# carry-over from an event of before
CARRIED_FROM = Sentence("carried-from", "Choose an event of the list from which points are carried over.")
CARRIED_SHARE = Sentence("carried-share", "{share} is no share. Type a whole number of per cent from 1 to 100.")
CARRIED_NOBODY = Sentence(
    "carried-nobody", "Nobody who plays here played in {name} under the same name, so nothing is carried over."
)

# entries for the wrong board
NOT_THERE_TO_MOVE = Sentence(
    "not-there-to-move",
    "Board {board_no}, {pairs}: {stands} stands there now, so nothing was moved. Look again and choose.",
)
MOVED_TO_ITSELF = Sentence("moved-to-itself", "Board {board_no} is where it stands already. Choose another board.")
GIVEN_NOT_MOVED = Sentence(
    "given-not-moved",
    "Board {board_no}, {pairs}: {text} was given there and does not move. Take it back first, in the box of the line.",
)
NO_ROUND_ROBIN = Sentence(
    "no-round-robin",
    "Only a round robin has withdrawals. In a Swiss, leave the team out of the next round; else enter NP in Scores.",
)
WITHDRAWAL_UNKNOWN = Sentence(
    "withdrawal-unknown", "There is no team {team} or no round {round_no}. Choose both from the lists."
)


# What is said when a night cannot go on as it was asked for.

BOX_EMPTY = Sentence("box-empty", "“{box}” is empty. Fill it in, or choose what else has happened.")
LAST_ROUND_BEGUN = Sentence("last-round-begun", "The last round has begun, so rounds can only be added.")
LAST_ROUND_ENTERED = Sentence(
    "last-round-entered",
    "Results of the last round have been entered, so rounds can only be added. If fewer rounds have been played, "
    "choose the last round played.",
)
CHANGED_SINCE = Sentence(
    "changed-since",
    "The movement or the results were changed since this page was made, so nothing was done. This is what can be done "
    "now.",
)
CHANGED_FOR_PAIRS = Sentence(
    "changed-for-pairs",
    "Going on by another movement is worked out for pairs only. Names change at Seats; before the first result another "
    "movement can be chosen at Field.",
)


# What is said when a section or session cannot be added or taken out.

NOT_NEXT_SECTION = Sentence(
    "not-next-section", "Section {letter} cannot be added now. Look at step 1, Field, again and add the next one there."
)
NOT_NEXT_SESSION = Sentence(
    "not-next-session", "The next session is number {number}. Look at step 1, Field, again and add it there."
)
ONLY_SECTION = Sentence("only-section", "Section {letter} is the only one of this session, so it stays.")
ONLY_SESSION = Sentence("only-session", "This is the only session, so it stays.")
NOT_LAST_SESSION = Sentence(
    "not-last-session", "Another session follows session {number}, so it stays. Remove the last one first."
)
ENTERED_HERE = Sentence(
    "entered-here", "Something was entered in section {letter}{session}, so it stays with its results and names."
)
PLAYED_ELSEWHERE = Sentence("played-elsewhere", "{name} was played elsewhere, so it stays as it was read in.")
DRAWN_GOES_ON = Sentence(
    "drawn-goes-on",
    "The rounds of {name} are drawn one after the other, so it goes on in this session: draw the next round at Play.",
)


# What is said about the cards of the boards when something is refused.

NO_BOARD_OF_FILE = Sentence(
    "no-board-of-file",
    "None of the boards of the file ({given}) is in play here. The boards are {boards}. Nothing was stored.",
)
NO_HAND = Sentence("no-hand", "The cards of board {board_no} are not known. Read in the file of the deals first.")
NO_HANDS = Sentence("no-hands", "No cards are known yet. Read in the file of the deals, or deal the boards here.")
NO_BOARDS = Sentence("no-boards", "No boards are in play yet. Choose a movement in step 1, Field.")
HANDS_PLAYED = Sentence(
    "hands-played", "Board {board_no} was played already, so its cards stay. Take its results out in Scores first."
)
HANDS_CHANGED = Sentence(
    "hands-changed", "The cards or the results have changed since this was proposed. Look at it again."
)
NO_SOLVER = Sentence(
    "no-solver",
    "What can be made is worked out by an extra that is not installed here. Install it with “pip install .[hands]”.",
)
TURNS = Sentence("turns", "A board is turned by one, two or three quarters. Choose one of them.")
SEED = Sentence("seed", "“{seed}” is no seed. Give 1 to 64 letters and figures.")
