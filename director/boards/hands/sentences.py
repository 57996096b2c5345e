"""What is said about the cards of the boards when something is refused."""

from director.errors import Sentence

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
