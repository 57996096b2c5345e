"""What is said of a round that was drawn, each sentence with its code."""

from dataclasses import dataclass


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
