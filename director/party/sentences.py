"""The error messages of a party, in the order of the steps of an evening."""

from director.errors import Sentence


class PartySentences:
    """The error messages of a party, in the order of the steps of an evening."""

    # field
    CHOICE_CHANGED = Sentence(
        "Another desk has chosen {system}, {method}, after you opened this page. Check that, then press Save again to "
        "replace it.",
    )
    PARTY_TOO_LARGE = Sentence("A party can have up to {most} players, not {players}.")
    MORE_NAMES_THAN_PLAYERS = Sentence(
        "{named} players have names, so you can’t set {players} players. Remove those who aren’t playing in Seats first.",
    )
    MORE_CARDS_THAN_PLAYERS = Sentence(
        "{kept} players have a name or a card, so you can’t set {players} players. Delete the cards of those who aren’t "
        "playing in Play first.",
    )
    SYSTEM_FIXED = Sentence(
        "You can’t change the system or the number of players after play has begun. Use Play for late arrivals and "
        "withdrawals, or undo the results.",
    )
    TOO_MANY_GAMES = Sentence(
        "{system} with {players} players has at most {most} {words}, not {rounds}. Enter {most} or fewer.",
    )
    EUCHRE_GOAL = Sentence(
        "Euchre is played to {least} to {most} points, not {goal}. Leave it empty for no target.",
    )
    CRIBBAGE_GOAL = Sentence(
        "Cribbage is played to {whole} points, or {half} for a short game, not {goal}."
    )
    RESULTS_NOT_COUNTED_SO = Sentence(
        "This method doesn’t fit the results entered so far. {reason}"
    )

    WAY_WANTS_NAME = Sentence("Enter a name of up to {most} letters, such as Friday drive.")

    # seats
    NO_SKAT_CONGRESS = Sentence(
        "This party isn’t a Skat congress, so it has no sheets. Choose another system in step 1, Field.",
    )
    NO_SYSTEM = Sentence("No system is chosen yet. Choose one in step 1, Field.")
    SEATS_FIXED = Sentence(
        "Play has begun, so the seats stay as they are. Undo the results first, or go on; enter late arrivals and "
        "withdrawals in step 4, Play.",
    )
    NO_PLAYER = Sentence("There is no player {number} at this party. Look it up in Seats.")
    PLAYS_ALREADY = Sentence(
        "{name} already plays as number {number}. Remove the name there first, or correct this one.",
    )
    SWAP_WITHOUT_SEAT = Sentence(
        "Player {number} has no seat yet. Choose two players who have seats."
    )
    LIST_AFTER_DRAW = Sentence(
        "The seats have been drawn, so the list can’t add players. Undo the draw, or add them as late arrivals.",
    )
    REPLACED_AFTER_START = Sentence(
        "Play has begun, so you can’t replace the list. Correct names one by one, or add the list to the players.",
    )
    PLAY_CLOSED = Sentence(
        "Play has ended. Reopen it in Play before you enter a result or start another {word}.",
    )
    PEOPLE_AFTER_END = Sentence(
        "Play has ended, so nobody can come or leave. Reopen play first, then add or withdraw players.",
    )
    PLAYS_STILL = Sentence("Player {number} is already playing. Enter only new arrivals.")
    LIST_BEYOND_PARTY = Sentence(
        "With this list there would be more than {most} players. Shorten it, or start a second party.",
    )

    # paper
    NO_ORDER_OF_TRUMPS = Sentence(
        "“{text}” isn’t an order of trumps. Enter up to {most} hands: H, C, D, S, NT, or words of 3 to {longest} letters "
        "separated by commas, such as S, H, NT, D, C, misère.",
    )

    # step 1
    PAUSE_AFTER_END = Sentence(
        "A break after {after} of {rounds} would be after the end. Enter a smaller number, or leave it empty.",
    )

    # late arrivals and withdrawals
    NOBODY_COMES_OR_LEAVES = Sentence("No arrivals or withdrawals. Enter at least one player.")
    TOO_MANY_ARRIVALS = Sentence("At most {most} can arrive at once. Add them in smaller groups.")
    LEAVER_WITHOUT_SEAT = Sentence(
        "Player {number} has no seat in {word} {round_no}. Check the number."
    )
    NO_SEATS_TO_CHANGE = Sentence(
        "Nobody has a seat yet. Draw the seats in step 2, Seats, for everyone who is there.",
    )
    NO_NUMBER_OF_PLAYER = Sentence(
        "“{text}” isn’t a player’s number. Type numbers, such as 12, 17."
    )

    # rounds and tables
    NOBODY_LEFT = Sentence(
        "{title} {round_no} was the last: all others are out. Go on to step 5, Results."
    )
    NO_SEATS_IN_ROUND = Sentence(
        "Nobody has a seat in {word} {round_no} yet. Open step 4, Play, for the {word} to be played.",
    )
    NO_SEATS_YET_IN = Sentence(
        "Nobody has a seat in {word} {round_no} yet. {title} {latest} is being played.",
    )
    NO_SEATS_TO_CLOSE = Sentence(
        "Nobody has a seat yet, so you can’t end play. Draw the seats in step 2, Seats.",
    )
    ROUND_OVER = Sentence(
        "{title} {round_no} is over, so nothing was saved. To correct {word} {round_no}, choose it below the tables.",
    )
    ROUND_ONLY_CORRECTED = Sentence(
        "{title} {round_no} is over, and the next seats depend on it. You can only correct its results.",
    )
    TABLE_NOT_IN_ROUND = Sentence(
        "Table {table_no} doesn’t play in {word} {round_no}. The tables are 1 to {tables}.",
    )
    EMPTY_TABLE = Sentence("Table {table_no} is empty in {word} {round_no}. Choose another.")
    WINNERS_MISSING = Sentence(
        "{tables_have} no winner in {word} {round_no} yet. Enter that first."
    )

    # reports of tables
    TWO_REPORTS = Sentence(
        "Table {table_no}: {since}. You entered “{yours}”, which hasn’t been saved. Choose which result to keep.",
    )
    OTHER_PLAYERS = Sentence(
        "The seats have changed, so nothing was saved. Check who plays at table {table_no}, then enter the result.",
    )
    OF_PLAYER = Sentence("Player {number}: {reason}")
    NO_NUMBER_OF_LONERS = Sentence(
        "{where}: “{text}” isn’t a number of lone hands. Type a whole number, such as 1.",
    )
    LONER_OF_STRANGER = Sentence(
        "{where}: player {number} doesn’t sit there. Correct the lone hand."
    )
    WINNER_MISSING = Sentence("{where}: the winner is missing. Tap the side that won.")
    NO_SUCH_SIDE = Sentence("{where} has {sides} sides, so side {side} can’t win there.")
    WINNER_WITH_FEWER = Sentence(
        "{where}: side {side} can’t have won with {first} and {second} points. Correct the points, or tap the other side.",
    )
    MISERE_WITH_MORE = Sentence(
        "{where}: side {side} can’t have won a hand of misère with {first} and {second} tricks. Correct the tricks, or tap "
        "the other side.",
    )
    CUT_NAMED_TWICE = Sentence(
        "{where}: a player is listed twice in the cut. List each player once."
    )

    # its points
    POINTS_MISSING = Sentence("{where}: {unit} of each side are missing. Enter both.")
    POINTS_OF_EACH_MISSING = Sentence(
        "{where}: everybody plays alone there. Enter the points of each player.",
    )
    NO_NUMBER_OF_POINTS = Sentence(
        "{where}: “{text}” isn’t a number of points. Type a whole number, such as 7.",
    )
    FIGURES_AND_SIDES = Sentence(
        "{where}: there are {figures} figures for {sides} sides. Type one for each.",
    )
    MORE_THAN_A_ROUND_BRINGS = Sentence(
        "{where}: a {word} can’t have more than {most} points. Check the figures.",
    )
    TOO_FEW_POINTS = Sentence("{where}: {points} points are too few. Type {fewest} or more.")
    MORE_THAN_ODD_TRICKS = Sentence(
        "{where}: {points} points are too many. In one deal a side takes at most {most} tricks above six.",
    )
    ODD_TRICKS_OF_BOTH = Sentence(
        "{where}: {first} and {second} points don’t fit. Only one side takes more than six tricks, so leave the "
        "other at 0.",
    )
    BEYOND_GOAL = Sentence(
        "{where}: {points} points are too many. The {word} ends at {goal}, and its last hand scores at most {hand}.",
    )
    GOAL_OF_BOTH = Sentence(
        "{where}: {first} and {second} points don’t fit. The {word} ends as soon as one side has {goal}.",
    )
    TRICKS_SHARED_EVENLY = Sentence(
        "{where}: {first} and {second} don’t fit. The 13 tricks of a deal can’t be shared evenly.",
    )

    FEWER_HANDS = Sentence(
        "{where}: {played} of {hands} hands doesn’t fit. Type 1 to {hands}, or leave it empty for all.",
    )

    # its tie
    TIE_WITHOUT_RULE = Sentence(
        "{where}: {first} points and {second} points are a tie. Choose how it was settled and who won.",
    )
    TIE_WITHOUT_SIDE = Sentence("{where}: a tie settled by “{rule}” needs {asks}. Tap that side.")
    RULE_NOT_OF_SYSTEM = Sentence("{where}: {system} has no “{rule}”. Choose {rules}.")
    NO_TIE = Sentence("{where}: {first} and {second} points aren’t a tie. Correct one of the two.")
    NEVER_TIED = Sentence(
        "{where}: one deal has 13 tricks and is never tied. Tap the side that won."
    )
    GAME_NEVER_TIED = Sentence(
        "{where}: a game is played until one side has won it, so it is never tied. Tap the side that won.",
    )
    GAME_SHARED_EVENLY = Sentence(
        "{where}: {first} and {second} don’t fit, because a finished game has a winner. Correct one of the two.",
    )

    # results and prizes
    FIGURE_MISSING = Sentence("{name}’s figure is missing. Enter a whole number, such as 7.")
    NO_FIGURE = Sentence("{name}: “{text}” isn’t a whole number. Enter one, such as 7.")
    TIE_GONE = Sentence("The results have changed, and this tie no longer exists. Reload the page.")
    TIE_SETTLED_MEANWHILE = Sentence(
        "Someone settled this tie as {theirs}; yours is {yours}. To use yours, undo that change first.",
    )
    DRAWN_BEFORE_WINNERS = Sentence(
        "No winners have been entered, so you can’t draw the number yet. Draw it when all cards have been entered.",
    )

    # cards handed in
    NO_CARDS_HERE = Sentence(
        "This party has no tally cards: tables enter their results. You can change that in step 1, Field.",
    )
    TABLES_HAVE_TOLD = Sentence(
        "Tables have entered {word} {round_no} or later, so cards can’t replace those results. Delete them first, "
        "or choose entry by tables in step 1, Field.",
    )
    CARDS_ARE_IN = Sentence(
        "{where}: this {word} is on the tally cards, and cards have been entered. Correct the card.",
    )
    CARDS_FROM_FIXED = Sentence(
        "Cards have been entered, so the first {word} on them stays. Delete the cards first.",
    )
    ENTRY_FIXED = Sentence(
        "Cards have been entered, so you can’t change how scores are entered. Undo the cards first.",
    )
    CARDS_BEYOND_ROUNDS = Sentence(
        "Cards of {word} {last} have been entered, so the party can’t have only {rounds}. Delete those cards first.",
    )
    CARD_OF_NO_ROUND = Sentence(
        "There is no {word} {round_no} here: the {words} are 1 to {rounds}. Choose one of them.",
    )
    CARDS_AT_THE_END = Sentence(
        "At this party everyone hands in one card at the end. Open step 4, Play, again.",
    )
    CARD_WITHOUT_NUMBER = Sentence(
        "“{text}” isn’t a card number. Type the number on the card, such as 12."
    )
    CARD_OF_NOBODY = Sentence(
        "There is no player {number} at this party. Check the number on the card."
    )
    CARD_WITHOUT_TOTAL = Sentence("Card {number}: the total is missing. Type it.")
    CARD_UNREADABLE = Sentence(
        "Card {number}, {box}: “{text}” isn’t a number. Type a whole number, such as 162.",
    )
    CARD_ROUNDS_UNREADABLE = Sentence(
        "Card {number}: “{text}” doesn’t say what was played. Type the last one, such as 20, or first and last, "
        "such as 5-24.",
    )
    CARD_ROUNDS_IMPOSSIBLE = Sentence(
        "Card {number}: the {words} on a card are {first} to {last}. Type the first and the last one played.",
    )
    CARD_BEYOND = Sentence("Card {number}: a card can’t have more than {most}. Check the figures.")
    CARD_BELOW_NOTHING = Sentence("Card {number}: figures can’t be below 0 here. Check them.")
    CARD_STANDS = Sentence(
        "Card {number}: {who} entered {theirs} at {at}; yours says {yours}. Yours has not been saved. Check the "
        "card, then save yours instead or leave it.",
    )
    CARD_BY_GAMES = Sentence("These cards are entered game by game. Reload the page.")
    NO_GAME_CARDS = Sentence(
        "This party has no cards with games. You can change how scores are entered in step 1, Field.",
    )
    CARD_WITHOUT_GAMES = Sentence("Card {number} has no games. Type them.")
    GAME_UNREADABLE = Sentence(
        "Card {number}, game {game}: “{text}” isn’t a number. Type figures, such as 12.",
    )
    GAME_HALF_TYPED = Sentence(
        "Card {number}, game {game}: opponent and spread belong together. Type both, or neither for a blank.",
    )
    GAME_IN_TWO_COLUMNS = Sentence(
        "Card {number}, game {game}: the spread belongs in one column. Leave plus or minus empty.",
    )
    GAME_POINTS = Sentence(
        "Card {number}, game {game}: a game scores 0, 2 or 3 points, not {points}."
    )
    GAME_SPREAD = Sentence(
        "Card {number}, game {game}: the spread must be 1 to {most}, not {spread}."
    )
    GAME_AGAINST = Sentence(
        "Card {number}, game {game}: there is no opponent with the number {against}. Check the card.",
    )
    CARD_GONE = Sentence(
        "Someone has deleted this card, so yours ({yours}) wasn’t saved. Save it again if it’s right.",
    )
    CARD_CHANGED = Sentence(
        "Card {number} has changed and now says {theirs}, so it wasn’t deleted. Check it again.",
    )

    # Skat
    NO_SHEETS = Sentence(
        "The list has no sheets. Type one per line: player number, games won, games lost, points, highest game, "
        "solo and tournée.",
    )
    LINE_UNREADABLE = Sentence(
        "Line {line_no}: “{text}” isn’t a sheet. Type player number, games won, games lost, points, highest game, "
        "solo and tournée.",
    )
    PLAYER_LISTED_TWICE = Sentence(
        "Line {line_no}: player {number} is already in line {first_line_no}. Keep one of the two.",
    )
    NO_NUMBER_IN_BOX = Sentence("Player {number}, {box}: {said}. Type a whole number, such as 12.")
    SOLO_UNREADABLE = Sentence(
        "Player {number}, {box}: “{text}” can’t be read. Type matadores, suit and value, such as 4 clubs 60.",
    )
    MORE_DEALS_THAN_PLAYED = Sentence(
        "Player {number}: {won} games won and {lost} lost make {total}; in twenty rounds a player holds cards in {most} "
        "deals. Correct one of the two.",
    )
    SHEET_WITHOUT_SEAT = Sentence(
        "Player {number} has no seat in session {round_no}. Correct the number.",
    )
    SHEETS_MISSING = Sentence(
        "{sheets_are} missing in session {round_no}. Type them before you draw the next seats.",
    )
    NO_LISTS = Sentence(
        "This party has no lists from tables. Choose another system in step 1, Field."
    )
    LIST_NO_NUMBER = Sentence(
        "{player}, {box}: {said}. Type a whole number, with a minus if lost, such as 12 or -48.",
    )
    LIST_HAS_FAULTS = Sentence(
        "Table {table_no} has not been saved: {faults} If the list is right, save it anyway.",
    )
    LIST_IMPOSSIBLE = Sentence("Table {table_no} has not been saved: {faults}")
    LISTS_MISSING = Sentence(
        "{tables_have} not handed in the list of {word} {round_no}. Type it before the next {word}.",
    )
    LIST_NOT_ZERO = Sentence("The table’s points add up to {total}, not 0.")
    LIST_OVER = Sentence(
        "Someone else has changed this list: {theirs}. If yours is right, save it again."
    )
    SHEET_CHANGED = Sentence(
        "Player {number}: someone else has changed this sheet; it {told}. Yours has not been saved. Save it again "
        "if it’s right, or type theirs.",
    )

    # paper
    NO_SECTIONS = Sentence(
        "A party has no sessions or sections. Leave them out to print everything."
    )

    # phones at the tables
    REPORT_TAKEN_BACK = Sentence(
        "The director has deleted this table’s result. If yours is right, tap it again.",
    )
    ON_CARDS_HERE = Sentence("Everybody hands in a tally card here, so phones can’t enter results.")
    NOBODY_PLAYS_HERE = Sentence("Nobody plays at this table in this {word}.")
    ROUND_IS_ANOTHER = Sentence(
        "{title} {round_no} isn’t being played now; it’s {word} {now}. Tell the director.",
    )
    NO_REPORT_SENT = Sentence("Tap the side that won, or give the points of each side.")
    NO_FIGURE_SENT = Sentence("“{sent}” isn’t a whole number.")
    DIRECTORS_REPORT_STANDS = Sentence(
        "The director has entered this table. Tell the director what is wrong.",
    )
    ANOTHER_REPORT_STANDS = Sentence(
        "This table has already entered another result. Agree on one, then change it.",
    )

    # money and prize-giving
    NO_SUM = Sentence(
        "“{text}” isn’t an amount. Type a number with at most two decimals, such as 2.50 or 5.",
    )
    SUM_TOO_LARGE = Sentence("“{text}” is too much. Type {most} or less.")
    NO_RAFFLE = Sentence(
        "There is no raffle to draw. Choose raffle prizes in step 1, Field, and add players in step 2, Seats.",
    )
