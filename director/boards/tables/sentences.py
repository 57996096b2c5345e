"""What a table is told when what it sent cannot be."""

from director.errors import Sentence

NO_NUMBER_SENT = Sentence("no-number-sent", "{what} is a whole number, such as {example}.")
NO_PAIRS_SENT = Sentence("no-pairs-sent", "The pairs are two numbers, first that of N-S, such as [3, 11].")
NO_RESULT_SENT = Sentence(
    "no-result-sent", "Send a result such as 4SS=, or the contract, its declarer and the tricks, such as 4S, S and 10."
)
NO_CONTRACT_SENT = Sentence("no-contract-sent", "“{contract}” is no contract: write such as 4S, 3NTX or PASS.")
NO_DECLARER_SENT = Sentence("no-declarer-sent", "The declarer of {contract} is N, E, S or W.")
NO_TRICKS_SENT = Sentence("no-tricks-sent", "The tricks of {contract} are 0 to 13.")
NO_LEAD_SENT = Sentence("no-lead-sent", "“{lead}” is no card: a lead is suit and rank, such as HK or S10.")
NOT_HERE = Sentence(
    "not-here",
    "Board {board_no} is not played by {ns} and {ew} at table {table_no}. {open_boards} If you did play it, say so: "
    "the director decides.",
)
OUTSIDE_IN = Sentence(
    "outside-in", "Board {board_no}: {stands} is in for these pairs already, and you sent {yours}. Call the director."
)
NOBODY_NUMBERED = Sentence(
    "nobody-numbered", "Nobody here is {label}. Type the number that stands on your guide card, such as 4 or 4 E-W."
)
NOT_YET = Sentence(
    "not-yet",
    "Board {board_no} is for round {round_no}; table {table_no} is in round {now}. {open_boards}",
)
ONLY_DIRECTOR = Sentence(
    "only-director", "{text} is given by the director. Call the director if the board was not played as it should."
)
NOTHING_TO_AGREE = Sentence(
    "nothing-to-agree", "Nothing is in for board {board_no} yet, so there is nothing to agree to."
)
DIRECTORS_STANDS = Sentence(
    "directors-stands",
    "Board {board_no}: {stands} was given by the director and stands; {yours} is shown to the director.",
)
ANOTHER_STANDS = Sentence(
    "another-stands",
    "Board {board_no}: {stands} is in already, and you sent {yours}. Agree on one of them, or call the director.",
)
TAKEN_BACK = Sentence(
    "taken-back",
    "Board {board_no}: the director took out what was in, after this was said. If {yours} is right all the same, enter "
    "it again, or call the director.",
)
MOVED_AWAY = Sentence(
    "moved-away",
    "Board {board_no}: what was in was moved to another board, after this was said. If {yours} is right all the same, "
    "enter it again, or call the director.",
)
MOVED_WITHIN_ROUND = Sentence(
    "moved-within-round",
    "An entry moves from one board of the round to another: {source} to {board_no} is not such a move. Call the "
    "director.",
)
NOT_TO_MOVE = Sentence(
    "not-to-move", "Board {board_no} has {stands} by now, so nothing was moved. Look again, or call the director."
)
DIRECTORS_NOT_MOVED = Sentence(
    "directors-not-moved",
    "Boards {board_no} and {to}: one of them was given by the director and stays where it is. Call the director.",
)
TURNED_FOR_PAIRS = Sentence(
    "turned-for-pairs",
    "Only pairs can say here that they sat the other way round. Tell the director who sat where.",
)
TURNED_BY_NOW = Sentence(
    "turned-by-now",
    "Round {round_no} at table {table_no} is not as this phone showed it any more. Look who sits where, and say it "
    "again if it is still wrong.",
)
GIVEN_NOT_TURNED = Sentence(
    "given-not-turned",
    "The director gave the score of board {board_no}, so only the director turns this round. Call the director.",
)
NOTHING_TO_LOOK_AT = Sentence(
    "nothing-to-look-at", "Board {board_no}: nothing is in there by now, so there is nothing to ask about."
)
NO_PHONE_TO_ASK = Sentence(
    "no-phone-to-ask", "Table {table_no} has no phone that could be asked. Go there, or give it an address first."
)
SHOWN_BEFORE = Sentence(
    "shown-before",
    "Other results of board {board_no} were shown here, so the director decides. {stands} counts until then, "
    "not {yours}.",
)
SHOWN_NOT_AGREED = Sentence(
    "shown-not-agreed", "Other results of board {board_no} were shown here, so the director decides."
)
SHOWN_NOT_TURNED = Sentence(
    "shown-not-turned",
    "Other results of board {board_no} were shown here, so only the director turns this round. Call the director.",
)
ON_PAPER = Sentence("on-paper", "Table {table_no} is on paper tonight: write it on the slip.")
NAMES_WITH_DIRECTOR = Sentence(
    "names-with-director", "Names are not taken here now. Tell the director who sits at your table."
)
NO_SEAT_SENT = Sentence("no-seat-sent", "Say which seat it is: N, E, S or W.")
NO_NAME_SENT = Sentence("no-name-sent", "Type the name, or the number that stands on the member’s card.")
SEAT_TAKEN = Sentence("seat-taken", "{name} is in seat {seat} already. Call the director if somebody else sits there.")
NOBODY_OF_NAME = Sentence(
    "nobody-of-name", "Nobody here is called “{name}” yet. Choose a name of the list, or say that it is a visitor."
)
NOBODY_OF_NUMBER = Sentence("nobody-of-number", "Nobody here has the number {number}. Check it, or type the name.")
SEVERAL_OF_NAME = Sentence("several-of-name", "Several people are called {name}: type the number instead.")
SITS_ELSEWHERE = Sentence(
    "sits-elsewhere", "{name} is at another table already, or twice at this one. Check the name, or call the director."
)
TOO_MANY_NUMBERS = Sentence(
    "too-many-numbers", "Too many wrong numbers came from this table. Type the name, or try again in ten minutes."
)
NOBODY_ASKED = Sentence("nobody-asked", "Nothing waits to be decided on board {board_no} any more.")
STANDS_OTHERWISE = Sentence(
    "stands-otherwise",
    "Board {board_no} was changed meanwhile: {stands} stands now. Nothing was settled; look again and choose.",
)
NOT_SAID_NOT_PLAYED = Sentence(
    "not-said-not-played", "Board {board_no} is no longer as the table said: {stands} stands now. Look again."
)
