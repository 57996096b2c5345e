"""The errors of this package. Each is raised with its code and its text.

::

    MovementError (a ValueError)
    ├── CombinedError                 several errors of one request
    └── UnreadableShapeError          a file of the wrong shape, with a list of its problems
        └── UnreadablePlanError       a file that isn't a plan

Each error has a stable ``code`` and the ``params`` of its sentence; ``str()`` is the finished
sentence.  A program that translates looks up the code and fills in ``params`` itself.
"""

from collections.abc import Collection, Sequence

from movements.model import NOUN_BY_CONTEST

SHOWN_PROBLEMS = 20


class MovementError(ValueError):
    """Base class: one plain sentence about the request, the possibilities and the way out.

    >>> error = MovementError("too-few", "{movement} needs {least} pairs.", movement="Howell", least=4)
    >>> str(error), error.code, error.params["least"]
    ('Howell needs 4 pairs.', 'too-few', 4)
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        """Keep the *code*, the *text* and its named *params*."""
        self.code, self.text, self.params = code, text, params
        super().__init__(text.format(**params))


def make_size_error(
    *,
    movement: str,
    size: int,
    sizes: str,
    legal: Collection[int],
    noun: str = NOUN_BY_CONTEST["pairs"],
) -> MovementError:
    """Return the error for an impossible *size*, with the nearest *legal* sizes on both sides.

    *sizes* are the legal sizes in words, *noun* is the word for one contestant.
    """
    smaller_sizes = [legal_size for legal_size in legal if legal_size < size]
    larger_sizes = [legal_size for legal_size in legal if legal_size > size]
    nearest_sizes = []
    if smaller_sizes:
        nearest_sizes.append(max(smaller_sizes))
    if larger_sizes:
        nearest_sizes.append(min(larger_sizes))
    unit = noun if size == 1 else f"{noun}s"
    if len(nearest_sizes) > 1:
        nearest = f"that work are {nearest_sizes[0]} and {nearest_sizes[1]}"
    else:
        nearest = f"number that works is {nearest_sizes[0]}"
    return MovementError(
        "unsupported-size",
        "{movement} doesn’t work for {size} {unit}. It takes {sizes}; the nearest {nearest}.",
        movement=movement,
        size=size,
        unit=unit,
        sizes=sizes,
        nearest=nearest,
    )


class CombinedError(MovementError):
    """Several errors of one request, stored as ``errors``. The text has all sentences."""

    def __init__(self, *, errors: tuple[MovementError, ...]) -> None:
        """Store the errors in the order of the request."""
        self.errors = errors
        super().__init__(
            "several-faults", "{sentences}", sentences=" ".join(str(error) for error in errors)
        )


def raise_all(errors: Sequence[MovementError]) -> None:
    """Raise the only error in *errors*, or one error with all of them. Do nothing if it is empty.

    >>> raise_all([])
    """
    if len(errors) > 1:
        raise CombinedError(errors=tuple(errors))
    if errors:
        raise errors[0]


class UnreadableShapeError(MovementError):
    """A file or object of the wrong shape. ``problems`` lists everything wrong with it."""

    def __init__(self, code: str, text: str, /, *, problems: tuple[str, ...]) -> None:
        """Store the problems, one phrase each. The *text* names the first twenty."""
        self.problems = problems
        shown_problems = problems[:SHOWN_PROBLEMS]
        if len(problems) > SHOWN_PROBLEMS:
            shown_problems = (*shown_problems, f"and {len(problems) - SHOWN_PROBLEMS} more")
        # A problem of several sentences would be unreadable between semicolons.
        has_sentences = any(". " in problem for problem in shown_problems)
        separator = ". " if has_sentences else "; "
        super().__init__(code, text, problems=problems, listing=separator.join(shown_problems))


class UnreadablePlanError(UnreadableShapeError):
    """A file or object that is not a plan."""

    def __init__(self, *, problems: tuple[str, ...]) -> None:
        """Store the problems."""
        super().__init__(
            "unreadable-plan", "This isn’t a valid plan: {listing}.", problems=problems
        )
