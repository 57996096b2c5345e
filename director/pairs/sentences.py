"""What is said of pairs and their places when something is refused."""

from director.errors import Sentence

# names
PERSON_TWICE = Sentence(
    "person-twice", "{name} already plays in pair {pair}. Take the name out there first, or correct this one."
)

# a list of names
LIST_TOO_LONG = Sentence("list-too-long", "The list has {pairs} pairs, but this movement seats {places}.")
PAIR_LISTED_OFTEN = Sentence(
    "pair-listed-often", "Pair {pair} is in the list {times} times. Give every pair a number of its own."
)
TOO_FEW_EMPTY_PLACES = Sentence(
    "too-few-empty-places",
    "The list has more pairs without a number than there are {side}empty places. Give the pairs their numbers, or "
    "tick that everybody is seated afresh.",
)

# places
SWAP_WITH_ITSELF = Sentence("swap-with-itself", "Choose two different pairs to swap.")
DRAW_AFTER_RESULTS = Sentence(
    "draw-after-results", "Results are in, so places cannot be drawn any more. Swap two pairs instead."
)
UNDRAW_AFTER_RESULTS = Sentence(
    "undraw-after-results", "Results are in, so the draw cannot be undone any more. Swap two pairs instead."
)
NO_DRAW_TO_UNDO = Sentence("no-draw-to-undo", "Nothing was drawn by lot here, so there is no draw to undo.")
