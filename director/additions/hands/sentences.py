"""The sentences with which the page Hands refuses something."""

from director.errors import Sentence


class HandsSentences:
    """The sentences of refusals."""

    NO_HAND = Sentence("Board {board_no} has no hands. Import the deal file first.")
    NO_HANDS = Sentence("There are no hands yet. Import a deal file, or deal here.")
    NO_BOARDS = Sentence("No boards are in play yet. Choose a movement in step 1, Field.")
    HANDS_PLAYED = Sentence(
        "Board {board_no} has been played, so its hands stay. Delete its results in Scores first.",
    )
    HANDS_CHANGED = Sentence(
        "The hands or results have changed since you opened this page. Check again."
    )
    NO_SOLVER = Sentence(
        "Makeable tricks need an extra that isn’t installed. Install it with “pip install .[hands]”.",
    )
    TURNS = Sentence("Choose how far to turn the board: one, two or three quarters.")
    SEED = Sentence("“{seed}” isn’t a seed. Use 1 to 64 letters and digits.")
