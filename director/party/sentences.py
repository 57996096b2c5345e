"""What is said at a party when something is refused, step by step of the evening."""

from director.errors import Sentence

# field
PARTY_TOO_LARGE = Sentence(
    "party-too-large", "A party of {players} players is not possible here; up to {most} can come."
)
MORE_NAMES_THAN_PLAYERS = Sentence(
    "more-names-than-players",
    "{named} players have names already, so the party cannot be one of {players}. Take the names of those who are not "
    "playing out in step 2, Seats, first.",
)
MORE_CARDS_THAN_PLAYERS = Sentence(
    "more-cards-than-players",
    "Of {kept} players a name or a card is in already, so the party cannot be one of {players}. Take out the cards of "
    "those who are not playing in step 4, Play, first.",
)
SYSTEM_FIXED = Sentence(
    "system-fixed",
    "Play has begun, so the system and the number of players stay. Late arrivals and leavers go in step 4, Play; or "
    "undo the results first.",
)
TOO_MANY_GAMES = Sentence(
    "too-many-games", "{system} with {players} players has {most} {words} at most, not {rounds}. Plan {most} or fewer."
)
EUCHRE_GOAL = Sentence(
    "euchre-goal", "A game of euchre is played to {least} to {most} points, not to {goal}. Leave it empty for no goal."
)
CRIBBAGE_GOAL = Sentence(
    "cribbage-goal", "A game of cribbage is played to {whole} points, a short one to {half}, not to {goal}."
)
RESULTS_NOT_COUNTED_SO = Sentence("results-not-counted-so", "The results that are in cannot be counted so. {reason}")

WAY_WANTS_NAME = Sentence(
    "way-wants-name", "A way of moving is kept by a name of up to {most} letters. Type one, such as Friday drive."
)

# seats
NO_SKAT_CONGRESS = Sentence("no-skat-congress", "This party is no Skat congress, so it has no sheets to hand in.")
NO_SYSTEM = Sentence("no-system", "No system is chosen yet. Choose one in step 1, Field.")
SEATS_FIXED = Sentence(
    "seats-fixed",
    "Play has begun, so the seats stay as they are. Undo the results first, or go on; late arrivals and leavers go in "
    "step 4, Play.",
)
NO_PLAYER = Sentence("no-player", "There is no player {number} at this party. Look the number up in step 2, Seats.")
PLAYS_ALREADY = Sentence(
    "plays-already", "{name} already plays as number {number}. Take the name out there first, or correct this one."
)
SWAP_WITHOUT_SEAT = Sentence("swap-without-seat", "Player {number} has no seat yet. Choose two players who have seats.")
LIST_AFTER_DRAW = Sentence(
    "list-after-draw",
    "The seats are drawn, so a list brings no more players. Undo the draw, or add them as late arrivals.",
)
REPLACED_AFTER_START = Sentence(
    "replaced-after-start",
    "Play has begun, so the list can't be replaced. Correct single names, or add the list to the players.",
)
PLAY_CLOSED = Sentence(
    "play-closed", "Play is closed. Reopen it in Play before you enter a result or start another {word}."
)
PLAYS_STILL = Sentence("plays-still", "Player {number} is already playing. Name only those who come now.")
LIST_BEYOND_PARTY = Sentence(
    "list-beyond-party",
    "The list would bring more than {most} players, the most of a party. Shorten it, or make two parties of it.",
)

# paper
NO_ORDER_OF_TRUMPS = Sentence(
    "no-order-of-trumps",
    "“{text}” is no order of trumps. Type up to {most} hands in turn: H, C, D, S, NT for a hand without trump, or "
    "words of 3 to {longest} letters with commas between them, such as H C D S or S, H, NT, D, C, misère.",
)

# step 1
PAUSE_AFTER_END = Sentence(
    "pause-after-end",
    "A pause after {after} of {rounds} comes when all is played. Type a smaller number, or none for no pause.",
)

# who comes and who leaves
NOBODY_COMES_OR_LEAVES = Sentence(
    "nobody-comes-or-leaves", "Nobody comes and nobody leaves. Say who before the seats can change."
)
TOO_MANY_ARRIVALS = Sentence("too-many-arrivals", "At most {most} can come at once. Add them in smaller groups.")
LEAVER_WITHOUT_SEAT = Sentence(
    "leaver-without-seat", "Player {number} has no seat in {word} {round_no}, so nobody leaves."
)
NO_SEATS_TO_CHANGE = Sentence(
    "no-seats-to-change", "Nobody has a seat yet. Draw the seats in step 2, Seats, with everybody who is there."
)
NO_NUMBER_OF_PLAYER = Sentence("no-number-of-player", "“{text}” is no player’s number. Type numbers, such as 12, 17.")

# rounds and tables
NOBODY_LEFT = Sentence("nobody-left", "{title} {round_no} was the last: all others are out. Go on to step 5, Results.")
NO_SEATS_IN_ROUND = Sentence(
    "no-seats-in-round", "Nobody has a seat in {word} {round_no} yet. Step 4, Play, shows the {word} to be played."
)
NO_SEATS_YET_IN = Sentence(
    "no-seats-yet-in", "Nobody has a seat in {word} {round_no} yet. {title} {latest} is being played."
)
NO_SEATS_TO_CLOSE = Sentence(
    "no-seats-to-close", "Nobody has a seat yet, so play cannot be closed. Draw the seats in step 2, Seats."
)
ROUND_OVER = Sentence(
    "round-over",
    "{title} {round_no} is over and everybody has the next seat; this page was an old one. Nothing is stored. To "
    "correct {word} {round_no}, open it by its number below the tables.",
)
ROUND_ONLY_CORRECTED = Sentence(
    "round-only-corrected",
    "{title} {round_no} is over and the next seats came of it, so a result can only be corrected there.",
)
TABLE_NOT_IN_ROUND = Sentence(
    "table-not-in-round", "Table {table_no} does not play in {word} {round_no}: the tables are 1 to {tables}."
)
EMPTY_TABLE = Sentence("empty-table", "Nobody plays at table {table_no} in {word} {round_no}, so nobody can win there.")
WINNERS_MISSING = Sentence("winners-missing", "{tables_have} not told who won {word} {round_no}. Enter that first.")

# what a table tells
TWO_REPORTS = Sentence(
    "two-reports",
    "Table {table_no}: {since}. You told that {yours}. Nothing of yours is stored yet. Choose which one stands.",
)
NO_NUMBER_OF_LONERS = Sentence(
    "no-number-of-loners", "{where}: “{text}” is not a number of lone hands. Type a whole number in figures, such as 1."
)
LONER_OF_STRANGER = Sentence(
    "loner-of-stranger", "{where}: player {number} does not sit there, so no lone hand is theirs."
)
WINNER_MISSING = Sentence("winner-missing", "{where}: it is not said who won. Tap the side that did.")
NO_SUCH_SIDE = Sentence("no-such-side", "{where} has {sides} sides, so side {side} cannot win there.")
WINNER_WITH_FEWER = Sentence(
    "winner-with-fewer",
    "{where}: with {first} and {second} points side {side} did not win. Correct the points, or tap the other side.",
)
MISERE_WITH_MORE = Sentence(
    "misere-with-more",
    "{where}: in a hand of misère {first} and {second} tricks do not win for side {side}. Correct the tricks, or tap "
    "the other side.",
)
CUT_NAMED_TWICE = Sentence(
    "cut-named-twice", "{where}: somebody stands twice in the order of the cut. Name each player once."
)

# its points
POINTS_MISSING = Sentence("points-missing", "{where}: {unit} of each side are needed. Type them.")
POINTS_OF_EACH_MISSING = Sentence(
    "points-of-each-missing",
    "{where}: everybody plays alone there, so the points of each are needed to know who moves.",
)
NO_NUMBER_OF_POINTS = Sentence(
    "no-number-of-points", "{where}: “{text}” is not a number of points. Type a whole number in figures, such as 7."
)
FIGURES_AND_SIDES = Sentence(
    "figures-and-sides", "{where}: {figures} figures came for {sides} sides. Type one for each."
)
MORE_THAN_A_ROUND_BRINGS = Sentence(
    "more-than-a-round-brings", "{where}: no {word} brings more than {most} points. Look at the figures."
)
TOO_FEW_POINTS = Sentence("too-few-points", "{where}: {points} points are not possible; {fewest} are the fewest.")
MORE_THAN_ODD_TRICKS = Sentence(
    "more-than-odd-tricks",
    "{where}: {points} points are not possible; in one deal a side takes at most {most} tricks above six. Correct the "
    "figure.",
)
ODD_TRICKS_OF_BOTH = Sentence(
    "odd-tricks-of-both",
    "{where}: {first} and {second} points are not possible; in one deal only one side takes more than six tricks. "
    "Leave the other at 0.",
)
BEYOND_GOAL = Sentence(
    "beyond-goal",
    "{where}: {points} points are not possible; the {word} ends when a side has {goal}, and its last hand brings "
    "{hand} at most. Correct the figure.",
)
GOAL_OF_BOTH = Sentence(
    "goal-of-both",
    "{where}: {first} and {second} points are not possible; the {word} ends as soon as one side has {goal}. Correct "
    "one of the two.",
)
TRICKS_SHARED_EVENLY = Sentence(
    "tricks-shared-evenly",
    "{where}: {first} and {second} are not possible; the 13 tricks of a deal are never shared evenly. Correct one of "
    "the two.",
)

FEWER_HANDS = Sentence(
    "fewer-hands",
    "{where}: of {hands} hands {played} cannot have been played. Type 1 to {hands}, or leave it empty for all of them.",
)

# its tie
TIE_WITHOUT_RULE = Sentence(
    "tie-without-rule",
    "{where}: {first} points and {second} points are a tie. Choose how it is settled, and who won that.",
)
TIE_WITHOUT_SIDE = Sentence("tie-without-side", "{where}: a tie settled by “{rule}” needs {asks}. Tap that side.")
RULE_NOT_OF_SYSTEM = Sentence("rule-not-of-system", "{where}: {system} has no “{rule}”. Choose {rules}.")
NO_TIE = Sentence("no-tie", "{where}: {first} and {second} points are no tie. Correct one of the two.")
NEVER_TIED = Sentence("never-tied", "{where}: one deal has 13 tricks and is never tied. Tap the side that has won.")
GAME_NEVER_TIED = Sentence(
    "game-never-tied",
    "{where}: a game is played until one side has won it, so it is never tied. Tap the side that has won.",
)
GAME_SHARED_EVENLY = Sentence(
    "game-shared-evenly",
    "{where}: {first} and {second} are not possible; a game played to its end has a winner. Correct one of the two.",
)

# results and prizes
FIGURE_MISSING = Sentence("figure-missing", "The figure of {name} is missing. Type a whole number for each, such as 7.")
NO_FIGURE = Sentence("no-figure", "{name}: “{text}” is no figure. Type a whole number for each, such as 7.")
TIE_GONE = Sentence("tie-gone", "This is no tie any more: the results have changed. Look again.")
TIE_SETTLED_MEANWHILE = Sentence(
    "tie-settled-meanwhile",
    "This tie was settled meanwhile, in the order {theirs}; yours is {yours}. If yours holds, undo that act first.",
)
DRAWN_BEFORE_WINNERS = Sentence(
    "drawn-before-winners", "No table has told who won, so nobody can be near a number. Draw it when all cards are in."
)

# cards handed in
NO_CARDS_HERE = Sentence(
    "no-cards-here",
    "No cards are handed in at this party: its tables tell. Step 1, Field, says how scores come in.",
)
TABLES_HAVE_TOLD = Sentence(
    "tables-have-told",
    "Tables have told results of {word} {round_no} or later, so they cannot stand on cards too. Take those results out "
    "first, or choose in step 1, Field, that tables tell.",
)
CARDS_ARE_IN = Sentence(
    "cards-are-in", "{where}: this {word} stands on the cards that are handed in, and cards are in. Correct the card."
)
CARDS_FROM_FIXED = Sentence(
    "cards-from-fixed",
    "Cards are in already, so the first {word} that stands on them stays. Take the cards out first.",
)
ENTRY_FIXED = Sentence(
    "entry-fixed",
    "Cards are in already, so scores go on coming in by cards. Undo the cards first, then choose another way.",
)
CARD_OF_NO_ROUND = Sentence(
    "card-of-no-round", "There is no {word} {round_no} here: the {words} are 1 to {rounds}. Choose the {word} again."
)
CARDS_AT_THE_END = Sentence(
    "cards-at-the-end", "Everybody hands in one card for the whole evening here. Open step 4, Play, again."
)
CARD_WITHOUT_NUMBER = Sentence(
    "card-without-number", "“{text}” is no number of a card. Type the number that stands on it, such as 12."
)
CARD_OF_NOBODY = Sentence(
    "card-of-nobody", "There is no player {number} at this party. Look at the number on the card again."
)
CARD_WITHOUT_TOTAL = Sentence("card-without-total", "Card {number}: the total is missing. Type it.")
CARD_UNREADABLE = Sentence(
    "card-unreadable", "Card {number}, {box}: “{text}” is no number. Type a whole number in figures, such as 162."
)
CARD_ROUNDS_UNREADABLE = Sentence(
    "card-rounds-unreadable",
    "Card {number}: “{text}” does not say what was played. Type the last one played, such as 20, or the first and the "
    "last, such as 5-24.",
)
CARD_ROUNDS_IMPOSSIBLE = Sentence(
    "card-rounds-impossible",
    "Card {number}: the {words} on a card are {first} to {last}. Type the first and the last one played.",
)
CARD_BEYOND = Sentence("card-beyond", "Card {number}: no card says more than {most}. Look at the figures.")
CARD_BELOW_NOTHING = Sentence("card-below-nothing", "Card {number}: nothing here is below 0. Look at the figures.")
CARD_STANDS = Sentence(
    "card-stands",
    "Card {number} is in already with {theirs}, typed by {who} at {at}; yours says {yours}. Nothing of yours is "
    "stored. Look at the card: store yours in its place, or leave it.",
)
CARD_BY_GAMES = Sentence("card-by-games", "The cards of this evening are typed game by game. Load the page again.")
NO_GAME_CARDS = Sentence(
    "no-game-cards",
    "No cards of games are handed in at this party. Step 1, Field, says how scores come in.",
)
CARD_WITHOUT_GAMES = Sentence("card-without-games", "Card {number} has no game. Type what stands on it.")
GAME_UNREADABLE = Sentence(
    "game-unreadable", "Card {number}, game {game}: “{text}” is no number. Type figures, such as 12."
)
GAME_HALF_TYPED = Sentence(
    "game-half-typed",
    "Card {number}, game {game}: opponent and spread belong together. Type both, or neither for a blank.",
)
GAME_IN_TWO_COLUMNS = Sentence(
    "game-in-two-columns", "Card {number}, game {game}: the spread stands in one column. Leave plus or minus empty."
)
GAME_POINTS = Sentence("game-points", "Card {number}, game {game}: a game brings 0, 2 or 3 points, not {points}.")
GAME_SPREAD = Sentence(
    "game-spread", "Card {number}, game {game}: a spread of {spread} is not possible; 1 to {most} is."
)
GAME_AGAINST = Sentence(
    "game-against", "Card {number}, game {game}: there is no opponent with the number {against}. Look at the card."
)
CARD_GONE = Sentence(
    "card-gone",
    "This card was taken out meanwhile; yours says {yours} and is not stored. Store it again if it is so.",
)
CARD_CHANGED = Sentence(
    "card-changed", "Card {number} was changed meanwhile and says {theirs} now, so it is not taken out. Look again."
)

# Skat
NO_SHEETS = Sentence(
    "no-sheets",
    "The list holds no sheets. Write one to a line: the number of the player, games won, games lost, points, the "
    "highest game, the solo and the tournée.",
)
LINE_UNREADABLE = Sentence(
    "line-unreadable",
    "Line {line_no}: “{text}” cannot be read. Begin with the number of the player, then games won, games lost, "
    "points, the highest game, the solo and the tournée.",
)
PLAYER_LISTED_TWICE = Sentence(
    "player-listed-twice",
    "Line {line_no}: player {number} stands in line {first_line_no} already. Keep one of the two.",
)
NO_NUMBER_IN_BOX = Sentence("no-number-in-box", "Player {number}, {box}: {said}. Type a whole number, such as 12.")
SOLO_UNREADABLE = Sentence(
    "solo-unreadable",
    "Player {number}, {box}: “{text}” cannot be read. Type how many matadores, the suit and the value of the game, "
    "such as 4 clubs 60.",
)
MORE_DEALS_THAN_PLAYED = Sentence(
    "more-deals-than-played",
    "Player {number}: {won} games won and {lost} lost make {total}; in twenty rounds a player holds cards in {most} "
    "deals. Correct one of the two.",
)
SHEET_WITHOUT_SEAT = Sentence(
    "sheet-without-seat",
    "Player {number} has no seat in session {round_no}, so no sheet is theirs. Correct the number.",
)
SHEETS_MISSING = Sentence(
    "sheets-missing", "{sheets_are} missing in session {round_no}. Type them before the seats are drawn afresh."
)
NO_LISTS = Sentence("no-lists", "This party has no lists that tables hand in. Choose another system in step 1, Field.")
LIST_NO_NUMBER = Sentence(
    "list-no-number", "{player}, {box}: {said}. Type a whole number, a lost one with a minus, such as 12 or -48."
)
LIST_HAS_FAULTS = Sentence(
    "list-has-faults", "Table {table_no} is not stored: {faults} If the list is right all the same, store it as it is."
)
LIST_IMPOSSIBLE = Sentence("list-impossible", "Table {table_no} is not stored: {faults}")
LISTS_MISSING = Sentence(
    "lists-missing", "{tables_have} not handed in the list of {word} {round_no}. Type it before the next {word}."
)
LIST_NOT_ZERO = Sentence("list-not-zero", "The points of the table add up to {total}, not to 0.")
LIST_OVER = Sentence(
    "list-over", "Somebody else has changed this list meanwhile: {theirs}. Press once more if yours is right."
)
SHEET_CHANGED = Sentence(
    "sheet-changed",
    "Player {number}: somebody else has changed this sheet meanwhile; it {told}. Yours stands in the boxes and is not "
    "stored. Store it again if it is right, or type theirs.",
)

# paper
NO_SECTIONS = Sentence(
    "no-sections", "A party has one session and no sections, so it is printed whole. Leave the session and section out."
)

# phones at the tables
REPORT_TAKEN_BACK = Sentence(
    "report-taken-back",
    "The director took out what this table had told, after this was tapped. If it is right all the same, tap it again.",
)
ON_CARDS_HERE = Sentence(
    "on-cards-here", "Everybody writes an own card here, which is handed in at the end; phones tell nothing."
)
NOBODY_PLAYS_HERE = Sentence("nobody-plays-here", "Nobody plays at this table in this {word}.")
ROUND_IS_ANOTHER = Sentence(
    "round-is-another", "{title} {round_no} is not played now; it is {word} {now}. Tell the director."
)
NO_REPORT_SENT = Sentence("no-report-sent", "Tap the side that won, or give the points of each side.")
NO_FIGURE_SENT = Sentence("no-figure-sent", "“{sent}” is no whole number.")
DIRECTORS_REPORT_STANDS = Sentence(
    "directors-report-stands", "The director has entered this table, and that stands. Tell the director what is wrong."
)
ANOTHER_REPORT_STANDS = Sentence(
    "another-report-stands", "This table has told something else already. Agree which one is right, then change it."
)

# money and prize-giving
NO_SUM = Sentence("no-sum", "“{text}” is no sum. Type a number with two places at most, such as 2.50 or 5.")
SUM_TOO_LARGE = Sentence("sum-too-large", "“{text}” is too much. Type {most} or less.")
NO_RAFFLE = Sentence(
    "no-raffle",
    "There is nothing to draw: choose raffle prizes in step 1, Field, and players in step 2, Seats.",
)
