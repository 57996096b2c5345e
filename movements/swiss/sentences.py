"""What is said of a Swiss round or a knock-out that is to be drawn."""

from movements.sentences import Sentence

NO_SWISS = Sentence("no-swiss", 'There is no Swiss contest called "{key}"; it can be {known}.')
TOO_FEW_TO_DRAW = Sentence(
    "too-few-to-draw", "A round cannot be drawn for {size} contestants; it takes at least {fewest}."
)
UNREADABLE_SWISS = Sentence("unreadable-swiss", "A round cannot be drawn from this: {listing}.")
HAND_MADE_TWICE = Sentence("hand-made-twice", "Contestant {contestant} is placed twice by hand; name it once.")
HAND_MADE_UNKNOWN = Sentence(
    "hand-made-unknown", "Contestant {contestant} is named by hand but does not play; the contestants are {known}."
)
HAND_MADE_ODD = Sentence(
    "hand-made-odd",
    "What is placed by hand leaves {left} contestants, which cannot be paired; change a pairing, the bye or the "
    "triangle.",
)
UNREADABLE_KNOCK_OUT = Sentence("unreadable-knock-out", "A round of a knock-out cannot be drawn from this: {listing}.")
KNOCK_OUT_SIZE = Sentence("knock-out-size", "A knock-out is not possible for {size} contestants; it takes 2 to {most}.")
NOT_IN_MATCH = Sentence(
    "not-in-match", "Contestant {winner} cannot have won in round {round_no}, since it did not play then."
)
UNDECIDED_MATCH = Sentence(
    "undecided-match",
    "The match of {home} and {away} in round {round_no} must have one winner before the next round is drawn.",
)
KNOCK_OUT_OVER = Sentence("knock-out-over", "There is no round {round_no}: contestant {winner} has won the final.")
NO_KNOCK_OUT_OPTIONS = Sentence("no-knock-out-options", "A knock-out has no option {names}; leave it out.")
NO_PAIRING = Sentence(
    "no-pairing", "Not everybody can be paired without a forbidden pairing; allow one of {forbidden}."
)

# a round that was drawn
MEET_AGAIN = Sentence("meet-again", "No pairing without a second meeting exists: {one} and {other} meet again.")
REPEATED_BY_HAND = Sentence("repeated-by-hand", "{one} and {other} are paired by hand and have met before.")
FORBIDDEN_BY_HAND = Sentence("forbidden-by-hand", "{one} and {other} are paired by hand, though they were not to meet.")
BYE_AGAIN = Sentence("bye-again", "{contestant} sits out and has had a bye before: nobody without one can be spared.")
BYE_AGAIN_BY_HAND = Sentence("bye-again-by-hand", "{contestant} sits out by hand and has had a bye before.")
TRIANGLE_MET = Sentence("triangle-met", "In the triangle {one} and {other} have met before.")
