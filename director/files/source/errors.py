"""What can be wrong in results from elsewhere in whatever format, one class for each sentence.

::

    SourceError             the file cannot be taken as it is
    ├── NoLinesError, OnlyCardsError, BoardNumberError, SideError, TurnedLineError
    ├── OwnOpponentError, TwiceOnBoardError, UnfinishedLineError
    └── LineContractError, DeclarerError, LineTricksError, LineScoreError
    Doubt                   the file is read all the same
    └── NoDateDoubt, NoScoringDoubt, NoNamesDoubt, PlayersDoubt, VulnerabilityDoubt, NoResultDoubt, ScoreDoubt,
        ImpossibleScoreDoubt, CardsDoubt, LastBoardDoubt, PairBoardsDoubt
"""

from director.files.errors import Doubt, ImportFileError


class SourceError(ImportFileError):
    """Results that cannot be taken as they are, in whatever format."""


class NoLinesError(SourceError):
    """Not a single result."""

    code = "no-lines"
    template = "The file holds no results; export the event again after its results are entered."


class OnlyCardsError(SourceError):
    """Cards of boards, and nothing of what was made with them."""

    code = "only-cards"
    template = (
        "The file holds the cards of {boards} and no results of pairs; read it in under Print, Hands, of the "
        "night that plays them."
    )


class BoardNumberError(SourceError):
    """A board without a number that can be read."""

    code = "board-number"
    template = '{where}: "{given}" is no board number; write a whole number from 1 to 999.'


class SideError(SourceError):
    """A side of a line of which nobody can say who sat there."""

    code = "line-side"
    template = '{where}: "{given}" as its {side} pair is no pair number; write it like 5, 5NS or 5EW.'


class TurnedLineError(SourceError):
    """A pair that is listed E-W and sits N-S, or the reverse."""

    code = "line-turned"
    template = "{where}: pair {pair} sits {side}, against its own direction; correct the line."


class LineContractError(SourceError):
    """A contract that cannot be read; *reason* is the sentence of ``scoring``."""

    code = "line-contract"
    template = "{where}: {reason}"


class DeclarerError(SourceError):
    """A declarer who is none of the four."""

    code = "line-declarer"
    template = '{where}: the declarer is "{given}"; write N, E, S or W.'


class LineTricksError(SourceError):
    """A number of tricks that no deal has."""

    code = "line-tricks"
    template = '{where}: the tricks are "{given}"; a deal has 13, so write 0 to 13, or =, +1, -2 against the contract.'


class LineScoreError(SourceError):
    """A score that cannot be read."""

    code = "line-score"
    template = '{where}: the score is "{given}"; write a whole number, or A6040 for an artificial score.'


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


class NoDateDoubt(Doubt):
    """A file that does not say when it was played."""

    code = "doubt-no-date"
    template = "The file has no date, so today's was taken; change it under Nights if that is wrong."


class NoScoringDoubt(Doubt):
    """A file that does not say how it was scored."""

    code = "doubt-no-scoring"
    template = "The file does not say how it was scored, so {taken} were taken; if that is wrong, choose the method."


class NoNamesDoubt(Doubt):
    """A file that names nobody."""

    code = "doubt-no-names"
    template = "The file names nobody; write the names in afterwards, under Seats."


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


class CardsDoubt(Doubt):
    """Cards that are no deal; *reason* is the sentence that says why."""

    code = "doubt-cards"
    template = "{reason} These cards were left out."


class LastBoardDoubt(Doubt):
    """A last board that is short, as where a file was cut off between two of its lines."""

    code = "doubt-last-board"
    template = (
        "Board {board_no} is the last of the file and has fewer results ({count}) than any other board ({others} or "
        "more); if the file was cut short, export it again and read that one in."
    )


class PairBoardsDoubt(Doubt):
    """A pair with fewer boards than the standings of the file give it."""

    code = "doubt-pair-boards"
    template = (
        "Pair {pair} has {listed} boards in the standings of the file, which holds {count} of them; if the file was "
        "cut short, export it again and read that one in."
    )
