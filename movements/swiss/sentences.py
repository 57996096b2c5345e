"""Sentences about draws of Swiss rounds and knock-outs."""

from movements.sentences import Sentence


class SwissSentences:
    """Sentences about draws of Swiss rounds and knock-outs."""

    NO_SWISS = Sentence('Unknown Swiss contest "{key}". Choose {known}.')
    TOO_FEW_TO_DRAW = Sentence(
        "A round can't be drawn for {size} contestants. It takes at least {fewest}."
    )
    UNREADABLE_SWISS = Sentence("This draw doesn't work: {listing}.")
    HAND_MADE_TWICE = Sentence("Contestant {contestant} is placed twice by hand. Name it once.")
    HAND_MADE_UNKNOWN = Sentence(
        "Contestant {contestant} is named by hand but doesn't play. The contestants are {known}.",
    )
    HAND_MADE_ODD = Sentence(
        "Your pairings leave {left} contestants that can't be paired. Change a pairing, who sits out or the triangle.",
    )
    UNREADABLE_KNOCK_OUT = Sentence("This knock-out round can't be drawn: {listing}.")
    KNOCK_OUT_SIZE = Sentence(
        "A knock-out doesn't work for {size} contestants. It takes 2 to {most}."
    )
    TWO_LOSSES_SIZE = Sentence(
        "A double elimination doesn't work for {size} contestants. It takes {fewest} to {most}."
    )
    NOT_IN_MATCH = Sentence(
        "Contestant {winner} didn't play in round {round_no}, so it can't have won."
    )
    UNDECIDED_MATCH = Sentence(
        "The match {home} v {away} in round {round_no} has no winner. Enter one before drawing the next round.",
    )
    UNDECIDED_GROUP = Sentence(
        "The three-way match of {group} isn't decided. Name the {through} who go on before drawing the next round.",
    )
    KNOCK_OUT_OVER = Sentence(
        "There is no round {round_no}: contestant {winner} has won the final."
    )
    NO_PAIRING = Sentence("The draw needs a forbidden pairing. Allow one of {forbidden}.")

    # a round that was drawn
    MEET_AGAIN = Sentence("Rematches can't be avoided: {one} and {other} meet again.")
    REPEATED_BY_HAND = Sentence("{one} and {other} are paired by hand and have met before.")
    FORBIDDEN_BY_HAND = Sentence(
        "{one} and {other} are paired by hand, although you chose to keep them apart.",
    )
    BYE_AGAIN = Sentence("{contestant} sits out again: everybody who hasn't yet is needed.")
    BYE_AGAIN_BY_HAND = Sentence("{contestant} sits out again, as you chose.")
    TRIANGLE_MET = Sentence("In the triangle {one} and {other} have met before.")


class ReasonSentences:
    """Reasons why a match was drawn, as parts of a list."""

    DRAWN_BY_LOT = Sentence("drawn at random")
    PAIRED_BY_HAND = Sentence("paired by hand")
    NOT_THE_DRAW = Sentence("paired by hand, or drawn from other standings")
    NO_NEW_OPPONENT = Sentence("no new opponent left for {contestant}")
    REMATCH_NEEDED = Sentence("a rematch, so that there are as few as possible")
    ONLY_TWO_LEFT = Sentence("the only two left")
    HALVES_MEET = Sentence("top against bottom")
    ACCELERATED = Sentence("accelerated draw")
    NEXT_PLACES = Sentence("{higher} v {lower}")
    HAS_MET = Sentence("{contestant} has met {others}")
    OF_ONE_CLUB = Sentence("{contestant} and {others} are of one club")
    LEFT_FOR_OTHERS = Sentence("{others} needed for other matches")
