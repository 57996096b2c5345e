"""What can be wrong in results from elsewhere in whatever format, one class for each sentence.

::

    SourceError             the file cannot be taken as it is
    └── OwnOpponentError, TwiceOnBoardError, UnfinishedLineError
    Doubt                   the file is read all the same
    └── PlayersDoubt, VulnerabilityDoubt, NoResultDoubt, ScoreDoubt, ImpossibleScoreDoubt
"""

from director.files.errors import Doubt, ImportFileError


class SourceError(ImportFileError):
    """Results that cannot be taken as they are, in whatever format."""


class OwnOpponentError(SourceError):
    """One pair on both sides of a line."""

    code = "own-opponent"
    template = "{where}: the pair meets itself; correct one of the two numbers."


class TwiceOnBoardError(SourceError):
    """A pair with two lines on one board."""

    code = "twice-on-board"
    template = "Board {board_no}: pair {pair} has two lines, and a pair plays a board once; take the wrong one out."


class UnfinishedLineError(SourceError):
    """A contract from which no score can be worked out, and no score beside it."""

    code = "line-unfinished"
    template = "{where}: {contract} has no score; add its score, or declarer and tricks."


class PlayersDoubt(Doubt):
    """A pair of other than two named players."""

    code = "doubt-players"
    template = "Pair {pair} has {count} named; add or correct the names afterwards."


class VulnerabilityDoubt(Doubt):
    """A board whose vulnerability is not that of its number."""

    code = "doubt-vulnerability"
    template = (
        'Board {board_no}: the file gives its vulnerability as "{given}", but its number says {expected}; '
        "the scores were kept, so check the board number."
    )


class NoResultDoubt(Doubt):
    """A line with neither contract nor score."""

    code = "doubt-no-result"
    template = "{where}: the line has no result; it was read as not played."


class ScoreDoubt(Doubt):
    """Contract, tricks and score that do not agree."""

    code = "doubt-score"
    template = (
        "{where}: {result} scores {expected} with {vulnerable} vulnerable, but the file has {given}; "
        "the file's score was kept, so check the line."
    )


class ImpossibleScoreDoubt(Doubt):
    """A score without a contract, which no contract gives."""

    code = "doubt-impossible-score"
    template = "{where}: no contract gives {given} with {vulnerable} vulnerable; the score was kept, so check the line."
