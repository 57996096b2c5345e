"""Sentences about files of deals."""

from director.errors import Sentence


class DealSentences:
    """Sentences about files of deals."""

    DEALS_NONE = Sentence("The file has no deals. Choose the file from the dealing program.")
    DEALS_OF_RESULTS = Sentence(
        "The file has results but no cards. Import it under Nights → Import results.",
    )
    DEALS_DIFFER = Sentence(
        "The file has {count} events with different cards: {titles}. Save the one that was played "
        "here as a file of its own."
    )
    DEALS_UNREAD = Sentence("The file has results, but cards that can’t be read. {reason}")
    DEALS_OTHER_FILE = Sentence(
        "The file looks like {looks_like}. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
    )
    DEALS_BOARD = Sentence('{where}: "{given}" isn’t a board number. Use 1 to {most}.')
    DEALS_CARDS = Sentence("Board {board_no}: {reason}")
    DEALS_TWICE = Sentence(
        "Board {board_no} is in the file twice with different cards. Delete one."
    )
    DEALS_CUT = Sentence(
        "The file ends in the middle of board {board_no}. Save it again from the dealing program.",
    )
    DEALS_CARD_CODE = Sentence(
        'Board {board_no}: "{given}" isn’t a card from 01 to 52. Save the file again.',
    )
    DEALS_HAND_SIGNS = Sentence(
        "Board {board_no}: a hand has something other than suits and cards from A to 2. Save the file again.",
    )
    DEALS_HANDS_CODE = Sentence(
        'Board {board_no}: "{given}" isn’t a deal. It must start with the dealer and have three or four hands.',
    )
    DEALS_SEAT_HANDS = Sentence(
        '{where}: "{given}" isn’t a deal. It must start with N, E, S or W and have three or four hands.',
    )
    DEALS_NO_BOARDS_NAMED = Sentence(
        "The file doesn’t say which boards it has. From board and To board must be 1 to {most}. Save it again from the "
        "dealing program.",
    )
    DEALS_LACKING_BOARDS = Sentence(
        "The file should have boards {first} to {last}, but {count} are missing, starting with board {board_no}. Save it "
        "again from the dealing program.",
    )
    DEALS_BOARD_LETTERS = Sentence(
        'Board {board_no}: "{given}" isn’t 26 letters from a to p and a checksum. Save the file again from the dealing '
        "program.",
    )
    DEALS_CHECK_SUM = Sentence(
        "Board {board_no}: the checksum is {given} instead of {expected}, so the file is damaged. Save it again from the "
        "dealing program.",
    )
    DEALS_HAND_CARDS = Sentence(
        'Board {board_no}: "{given}" isn’t a hand with cards from A to 2. Export the file again.',
    )
