"""Errors of scoring. Each is raised with its code, which never changes, and its text.

::

    ScoringError
    ├── ContractError       text that can't be a contract
    ├── EntryError          text that can't be the result of a line
    ├── DealError           cards that are no deal
    └── FieldError          all problems of a field at once
"""

from collections.abc import Sequence


class ScoringError(ValueError):
    """An error of scoring. ``str`` is a sentence that says what is wrong, where, and what to do.

    >>> error = ScoringError("no-tricks", "There are 13 tricks, not {tricks}.", tricks=14)
    >>> str(error), error.code, error.params["tricks"]
    ('There are 13 tricks, not 14.', 'no-tricks', 14)
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.text, self.params = code, text, params
        super().__init__(text.format(**params))


class ContractError(ScoringError):
    """Text that can't be a contract."""


class EntryError(ScoringError):
    """Text that can't be the result of a line."""


class DealError(ScoringError):
    """Cards that are no deal."""


class FieldError(ScoringError):
    """A field that can't be scored. ``faults`` has all its problems.

    >>> twice = ScoringError("twice", "Board {board_no} is listed twice.", board_no=7)
    >>> str(FieldError([twice, ScoringError("twice", "Board {board_no} is listed twice.", board_no=9)]))
    '2 faults. Board 7 is listed twice. Board 9 is listed twice.'
    """

    def __init__(self, problems: Sequence[ScoringError]) -> None:
        self.problems = tuple(problems)
        heading = f"{len(problems)} faults. " if len(problems) > 1 else ""
        super().__init__(
            "field",
            "{heading}{sentences}",
            heading=heading,
            sentences=" ".join(str(fault) for fault in problems),
        )
