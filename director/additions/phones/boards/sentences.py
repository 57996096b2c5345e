"""Sentences that tell a table why an entry is refused."""

from director.errors import Sentence


class PhoneSentences:
    """Sentences that tell a table why an entry is refused."""

    NO_NUMBER_SENT = Sentence("{what} must be a whole number, such as {example}.")
    NO_PAIRS_SENT = Sentence("The pairs must be two numbers, N-S first, such as [3, 11].")
    NO_RESULT_SENT = Sentence(
        "Send a result such as 4SS=, or the contract, its declarer and the tricks, such as 4S, S and 10.",
    )
    NO_CONTRACT_SENT = Sentence("“{contract}” isn’t a contract. Try 4S, 3NTX or PASS.")
    NO_DECLARER_SENT = Sentence("The declarer of {contract} must be N, E, S or W.")
    NO_TRICKS_SENT = Sentence("The tricks of {contract} must be 0 to 13.")
    NO_LEAD_SENT = Sentence("“{lead}” isn’t a card. Try HK or S10.")
    NOT_HERE = Sentence(
        "{ns} and {ew} don’t play board {board_no} at table {table_no}. {open_boards} If you did play it, report it to "
        "the director.",
    )
    OUTSIDE_IN = Sentence(
        "Board {board_no}: {stands} has already been entered for these pairs. You sent {yours}. Call the director.",
    )
    NOBODY_NUMBERED = Sentence(
        "There is no {label} here. Type the number on your guide card, such as 4 or 4 E-W.",
    )
    NOT_YET = Sentence(
        "Board {board_no} is for round {round_no}, but table {table_no} is in round {now}. {open_boards}",
    )
    ONLY_DIRECTOR = Sentence(
        "Only the director can enter {text}. Call the director if something went wrong.",
    )
    NOTHING_TO_AGREE = Sentence("Board {board_no} has no result to confirm yet. Enter it first.")
    DIRECTORS_STANDS = Sentence(
        "Board {board_no}: the director entered {stands}. The director can see your {yours}.",
    )
    ANOTHER_STANDS = Sentence(
        "Board {board_no}: {stands} has already been entered. You sent {yours}. Agree on one, or call the director.",
    )
    TAKEN_BACK = Sentence(
        "Board {board_no}: the director has deleted the result. If {yours} is right, enter it again, or call the director.",
    )
    MOVED_AWAY = Sentence(
        "Board {board_no}: the result has been moved to another board. If {yours} is right, enter it again, or call the "
        "director.",
    )
    MOVED_WITHIN_ROUND = Sentence(
        "You can’t move a result from board {source} to {board_no}. Both must be in the same round. Call the director.",
    )
    NOT_TO_MOVE = Sentence(
        "Board {board_no} now has {stands}, so nothing was moved. Check it, or call the director.",
    )
    DIRECTORS_NOT_MOVED = Sentence(
        "Boards {board_no} and {to}: the director entered one of them, so you can’t move it. Call the director.",
    )
    TURNED_FOR_PAIRS = Sentence(
        "Only pairs can report the wrong direction here. Tell the director who sat where.",
    )
    TURNED_BY_NOW = Sentence(
        "Round {round_no} at table {table_no} has changed. Check the seats, and report it again if it’s still wrong.",
    )
    GIVEN_NOT_TURNED = Sentence(
        (
            "The director entered board {board_no}, so only the director can change directions in this round. Call the "
            "director."
        ),
    )
    NOTHING_TO_LOOK_AT = Sentence("Board {board_no} no longer has a result to check.")
    NO_PHONE_TO_ASK = Sentence(
        "Table {table_no} has no phone to ask. Go there, or create its link first."
    )
    SHOWN_BEFORE = Sentence(
        "This phone has seen other results of board {board_no}, so the director decides. Until then {stands} counts, not "
        "{yours}.",
    )
    SHOWN_NOT_AGREED = Sentence(
        "This phone has seen other results of board {board_no}, so the director decides.",
    )
    SHOWN_NOT_TURNED = Sentence(
        (
            "This phone has seen other results of board {board_no}, so only the director can change directions. Call the "
            "director."
        ),
    )
    NO_MATCH_WORD_SENT = Sentence(
        "Say for which side, ns or ew, and whether the result is right, true or false."
    )
    NO_MATCH_TO_CONFIRM = Sentence("Round {round_no} has no complete match here to confirm.")
    MATCH_CHANGED = Sentence(
        "The result of the match has changed, so nothing was saved. Check it and try again."
    )
    ON_PAPER = Sentence("Table {table_no} uses paper. Write the result on the slip.")
    NAMES_WITH_DIRECTOR = Sentence(
        "You can’t enter names now. Tell the director who sits at your table."
    )
    NO_SEAT_SENT = Sentence("Choose a seat: N, E, S or W.")
    NO_NAME_SENT = Sentence("Type the name, or the number on the member’s card.")
    SEAT_TAKEN = Sentence(
        "{name} is in seat {seat} already. Call the director if somebody else sits there."
    )
    NOBODY_OF_NAME = Sentence(
        "“{name}” isn’t in the list. Choose a name from the list, or add a visitor."
    )
    NOBODY_OF_NUMBER = Sentence(
        "The number {number} isn’t in the list. Check it, or type the name."
    )
    SEVERAL_OF_NAME = Sentence("Several people are called {name}. Type the number instead.")
    SITS_ELSEWHERE = Sentence(
        "{name} is at another table already, or twice at this one. Check the name, or call the director.",
    )
    TOO_MANY_NUMBERS = Sentence(
        "Too many wrong numbers. Type the name, or try again in ten minutes."
    )
