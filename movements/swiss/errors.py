"""What can be wrong with a Swiss round that is to be drawn."""

from dataclasses import dataclass

from movements.errors import MovementError, UnreadableShapeError


class NoSwissError(MovementError):
    """No Swiss contest is called so."""

    code = "no-swiss"
    template = 'There is no Swiss contest called "{key}"; it can be {known}.'


class TooFewToDrawError(MovementError):
    """Fewer contestants than a round needs."""

    code = "too-few-to-draw"
    template = "A round cannot be drawn for {size} contestants; it takes at least {fewest}."


class UnreadableSwissError(UnreadableShapeError):
    """A file that does not tell what a round is drawn from."""

    code = "unreadable-swiss"
    template = "A round cannot be drawn from this: {listing}."


class HandMadeTwiceError(MovementError):
    """A contestant who was given two things to do by hand."""

    code = "hand-made-twice"
    template = "Contestant {contestant} is placed twice by hand; name it once."


class HandMadeUnknownError(MovementError):
    """A contestant named by hand who is not in the field."""

    code = "hand-made-unknown"
    template = "Contestant {contestant} is named by hand but does not play; the contestants are {known}."


class HandMadeOddError(MovementError):
    """What was placed by hand leaves a number that cannot be paired."""

    code = "hand-made-odd"
    template = (
        "What is placed by hand leaves {left} contestants, which cannot be paired; change a pairing, the bye or the "
        "triangle."
    )


class UnreadableKnockoutError(UnreadableShapeError):
    """A file that does not tell what a round of a knock-out follows from."""

    code = "unreadable-knock-out"
    template = "A round of a knock-out cannot be drawn from this: {listing}."


class KnockoutSizeError(MovementError):
    """Too few or too many for a knock-out."""

    code = "knock-out-size"
    template = "A knock-out is not possible for {size} contestants; it takes 2 to {most}."


class NotInMatchError(MovementError):
    """A winner who did not play in the round."""

    code = "not-in-match"
    template = "Contestant {winner} cannot have won in round {round_no}, since it did not play then."


class UndecidedError(MovementError):
    """A match without a winner, or with two."""

    code = "undecided-match"
    template = "The match of {home} and {away} in round {round_no} must have one winner before the next round is drawn."


class KnockoutOverError(MovementError):
    """A round after the final."""

    code = "knock-out-over"
    template = "There is no round {round_no}: contestant {winner} has won the final."


class NoKnockoutOptionsError(MovementError):
    """A choice for a contest that has none to make."""

    code = "no-knock-out-options"
    template = "A knock-out has no option {names}; leave it out."


class NoPairingError(MovementError):
    """Forbidden pairings leave no way to pair everybody."""

    code = "no-pairing"
    template = "Not everybody can be paired without a forbidden pairing; allow one of {forbidden}."


# What is said of a round that was drawn, each sentence with its code.


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a draw: its *code*, and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence.

        >>> MEET_AGAIN.says(one=1, other=4)
        'No pairing without a second meeting exists: 1 and 4 meet again.'
        """
        return self.template.format(**params)


MEET_AGAIN = Said("meet-again", "No pairing without a second meeting exists: {one} and {other} meet again.")
REPEATED_BY_HAND = Said("repeated-by-hand", "{one} and {other} are paired by hand and have met before.")
FORBIDDEN_BY_HAND = Said("forbidden-by-hand", "{one} and {other} are paired by hand, though they were not to meet.")
BYE_AGAIN = Said("bye-again", "{contestant} sits out and has had a bye before: nobody without one can be spared.")
BYE_AGAIN_BY_HAND = Said("bye-again-by-hand", "{contestant} sits out by hand and has had a bye before.")
TRIANGLE_MET = Said("triangle-met", "In the triangle {one} and {other} have met before.")
