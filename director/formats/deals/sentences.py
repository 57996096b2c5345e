"""What is said of a file of hands."""

from director.errors import Sentence

DEALS_NONE = Sentence("deals-none", "The file holds no deals; choose the file that the boards were dealt from.")
DEALS_OTHER_FILE = Sentence(
    "deals-other-file", "The file looks like {looks_like}; deals are read from PBN, DUP, DLM, BRI, DGE, LIN and RBN."
)
DEALS_BOARD = Sentence("deals-board", '{where}: "{given}" is no number of a board; number the boards from 1 to {most}.')
DEALS_CARDS = Sentence("deals-cards", "Board {board_no}: {reason}")
DEALS_TWICE = Sentence("deals-twice", "Board {board_no} is in the file twice with different cards; keep one of them.")
DEALS_CUT = Sentence("deals-cut", "The file ends within board {board_no}; save it from the dealing program again.")
DEALS_CARD_CODE = Sentence(
    "deals-card-code", 'Board {board_no}: "{given}" is none of the cards 01 to 52; save the file again.'
)
DEALS_HAND_SIGNS = Sentence(
    "deals-hand-signs",
    "Board {board_no}: a hand is something else than suit signs and cards from A to 2; save the file again.",
)
DEALS_HANDS_CODE = Sentence(
    "deals-hands-code",
    'Board {board_no}: "{given}" names no hands; it begins with the dealer and has three hands or four.',
)
DEALS_SEAT_HANDS = Sentence(
    "deals-seat-hands", '{where}: "{given}" names no hands; it begins with N, E, S or W and has three hands or four.'
)
DEALS_NO_BOARDS_NAMED = Sentence(
    "deals-no-boards-named",
    "The file does not say which boards it holds: From board and To board are numbers from 1 to {most}; save it "
    "from the dealing program again.",
)
DEALS_LACKING_BOARDS = Sentence(
    "deals-lacking-boards",
    "The file promises boards {first} to {last} and lacks {count} of them, board {board_no} first; save it from "
    "the dealing program again.",
)
DEALS_BOARD_LETTERS = Sentence(
    "deals-board-letters",
    'Board {board_no}: "{given}" is not 26 letters from a to p and a check sum; save the file from the dealing '
    "program again.",
)
DEALS_CHECK_SUM = Sentence(
    "deals-check-sum",
    "Board {board_no}: the check sum is {given} where its letters make {expected}, so it was changed or damaged; "
    "save the file from the dealing program again.",
)
DEALS_HAND_CARDS = Sentence(
    "deals-hand-cards",
    'Board {board_no}: the hand "{given}" is none of four with cards from A to 2; export the file again.',
)
