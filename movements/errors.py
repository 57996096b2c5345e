"""The errors of this package. The sentences are in ``sentences`` of the package and its folders.

::

    MovementError (a ValueError)
    ├── SeveralFaultsError            more than one of these at once
    └── UnreadableShapeError          a file that is not what it should be; lists everything that is wrong with it
        └── UnreadablePlanError       a file that is not a plan

Each error has a stable ``code`` and the ``params`` of its sentence; ``str()`` is the finished
sentence.  A program that translates looks the code up and fills in ``params`` itself.
"""

from collections.abc import Collection, Sequence

from movements.model import CALLED
from movements.sentences import MovementSentences, Sentence

SHOWN_PROBLEMS = 20


class MovementError(ValueError):
    """Base class: one plain sentence about the request, the possibilities and the way out.

    >>> error = MovementError(MovementSentences.UNKNOWN_OPTION, movement="Howell", option="even", known="none")
    >>> error.code, error.params["option"]
    ('unknown-option', 'even')
    """

    def __init__(self, sentence: Sentence, /, **params: object) -> None:
        """Keep *sentence*, its code and its named *params*."""
        self.sentence, self.code, self.params = sentence, sentence.code, params
        super().__init__(sentence.says(**params))


def unsupported_size(
    *, movement: str, size: int, sizes: str, legal: Collection[int], called: str = CALLED["pairs"]
) -> MovementError:
    """Return the sentence for an impossible *size*, with the nearest *legal* sizes on both sides."""
    below = [legal_size for legal_size in legal if legal_size < size]
    above = [legal_size for legal_size in legal if legal_size > size]
    near = [max(below)] if below else []
    if above:
        near += [min(above)]
    unit = called if size == 1 else f"{called}s"
    if len(near) > 1:
        nearest = f"that work are {near[0]} and {near[1]}"
    else:
        nearest = f"number that works is {near[0]}"
    return MovementError(
        MovementSentences.UNSUPPORTED_SIZE,
        movement=movement,
        size=size,
        unit=unit,
        sizes=sizes,
        nearest=nearest,
    )


class SeveralFaultsError(MovementError):
    """Several problems of one request. ``errors`` holds each, the text all their sentences."""

    def __init__(self, *, errors: tuple[MovementError, ...]) -> None:
        """Store the errors in the order of the request."""
        self.errors = errors
        super().__init__(
            MovementSentences.SEVERAL_FAULTS, sentences=" ".join(str(error) for error in errors)
        )


def raise_all(faults: Sequence[MovementError]) -> None:
    """Raise the one error, or all of them as one.

    >>> raise_all([])
    """
    if len(faults) > 1:
        raise SeveralFaultsError(errors=tuple(faults))
    if faults:
        raise faults[0]


class UnreadableShapeError(MovementError):
    """A file or object of the wrong shape. ``problems`` lists everything wrong with it."""

    def __init__(self, sentence: Sentence, /, *, problems: tuple[str, ...]) -> None:
        """Store the problems, one phrase each. The sentence names the first twenty."""
        self.problems = problems
        shown = problems[:SHOWN_PROBLEMS]
        if len(problems) > SHOWN_PROBLEMS:
            shown = (*shown, f"and {len(problems) - SHOWN_PROBLEMS} more")
        between = ". " if any(". " in problem for problem in shown) else "; "
        super().__init__(sentence, problems=problems, listing=between.join(shown))


class UnreadablePlanError(UnreadableShapeError):
    """A file or object that is not a plan."""

    def __init__(self, *, problems: tuple[str, ...]) -> None:
        """Keep every problem, as its parent does."""
        super().__init__(MovementSentences.UNREADABLE_PLAN, problems=problems)
