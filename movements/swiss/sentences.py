"""Sentences about draws of Swiss rounds and knock-outs."""

from movements.sentences import Sentence

NO_SWISS = Sentence("no-swiss", 'Unknown Swiss contest "{key}". Choose {known}.')
TOO_FEW_TO_DRAW = Sentence(
    "too-few-to-draw", "A round can't be drawn for {size} contestants. It takes at least {fewest}."
)
UNREADABLE_SWISS = Sentence("unreadable-swiss", "This draw doesn't work: {listing}.")
HAND_MADE_TWICE = Sentence(
    "hand-made-twice", "Contestant {contestant} is placed twice by hand. Name it once."
)
HAND_MADE_UNKNOWN = Sentence(
    "hand-made-unknown",
    "Contestant {contestant} is named by hand but doesn't play. The contestants are {known}.",
)
HAND_MADE_ODD = Sentence(
    "hand-made-odd",
    "Your pairings leave {left} contestants that can't be paired. Change a pairing, the bye or the triangle.",
)
UNREADABLE_KNOCK_OUT = Sentence(
    "unreadable-knock-out", "This knock-out round can't be drawn: {listing}."
)
KNOCK_OUT_SIZE = Sentence(
    "knock-out-size", "A knock-out doesn't work for {size} contestants. It takes 2 to {most}."
)
NOT_IN_MATCH = Sentence(
    "not-in-match", "Contestant {winner} didn't play in round {round_no}, so it can't have won."
)
UNDECIDED_MATCH = Sentence(
    "undecided-match",
    "The match {home} v {away} in round {round_no} has no winner. Enter one before drawing the next round.",
)
KNOCK_OUT_OVER = Sentence(
    "knock-out-over", "There is no round {round_no}: contestant {winner} has won the final."
)
NO_KNOCK_OUT_OPTIONS = Sentence(
    "no-knock-out-options", "A knock-out has no option {names}. Remove it."
)
NO_PAIRING = Sentence("no-pairing", "The draw needs a forbidden pairing. Allow one of {forbidden}.")

# a round that was drawn
MEET_AGAIN = Sentence("meet-again", "Rematches can't be avoided: {one} and {other} meet again.")
REPEATED_BY_HAND = Sentence(
    "repeated-by-hand", "{one} and {other} are paired by hand and have met before."
)
FORBIDDEN_BY_HAND = Sentence(
    "forbidden-by-hand",
    "{one} and {other} are paired by hand, although you chose to keep them apart.",
)
BYE_AGAIN = Sentence(
    "bye-again", "{contestant} sits out again: every contestant without a bye is needed."
)
BYE_AGAIN_BY_HAND = Sentence("bye-again-by-hand", "{contestant} sits out again, as you chose.")
TRIANGLE_MET = Sentence("triangle-met", "In the triangle {one} and {other} have met before.")
