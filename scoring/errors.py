"""Errors of scoring. The sentences are in :mod:`scoring.sentences`.

::

    ScoringError
    ├── ContractError       text that can't be a contract
    ├── EntryError          text that can't be the result of a line
    ├── DealError           cards that are no deal
    └── FieldError          all problems of a field at once
"""

from collections.abc import Sequence

from scoring.sentences import ScoringSentences, Sentence


class ScoringError(ValueError):
    """An error of scoring. ``str`` is a sentence that says what is wrong, where, and what to do.

    >>> error = ScoringError(ScoringSentences.UNKNOWN_METHOD, key="butlr", known="matchpoints, average")
    >>> str(error)
    'Unknown scoring method "butlr". Choose one of matchpoints, average.'
    >>> error.code, error.params["key"]
    ('unknown-method', 'butlr')
    """

    def __init__(self, sentence: Sentence, /, **params: object) -> None:
        self.sentence = sentence
        self.code = sentence.code
        self.params = params
        super().__init__(sentence.format(**params))


class ContractError(ScoringError):
    """Text that can't be a contract."""


class EntryError(ScoringError):
    """Text that can't be the result of a line."""


class DealError(ScoringError):
    """Cards that are no deal."""


class FieldError(ScoringError):
    """A field that can't be scored. ``faults`` has all its problems.

    >>> twice = ScoringError(ScoringSentences.FIELD_TWICE_ON_BOARD, board_no=7, contestant="3 N-S")
    >>> str(FieldError([twice, ScoringError(ScoringSentences.FIELD_BOARD_TWICE, board_no=9)]))
    '2 faults. Board 7: 3 N-S has two results. Delete one. Board 9 is listed twice. List its results once.'
    """

    def __init__(self, faults: Sequence[ScoringError]) -> None:
        self.faults = tuple(faults)
        heading = f"{len(faults)} faults. " if len(faults) > 1 else ""
        super().__init__(
            ScoringSentences.FIELD,
            heading=heading,
            sentences=" ".join(str(fault) for fault in faults),
        )
