"""What can be wrong in a USEBIO file, one class for each sentence.

::

    UsebioError             the file cannot be taken as it is
    ├── EventCountError, StraySectionsError, StrayBoardsError, SectionTwiceError
    ├── ContestError, ScoringError, SeveralScoringsError, WinnersError, DateError
    ├── NoPairsError, PairNumberError, PairTwiceError, SharedNumberError, DirectionError, NoDirectionError
    ├── NoBoardsError, BoardNumberError, BoardTwiceError
    └── LineError
        ├── LinePairError, UnknownPairError, WrongSideError
        └── LineContractError, DeclarerError, LineTricksError, LineScoreError
    Doubt                   the file is read all the same
    ├── EncodingDoubt, AdjustmentDoubt, FigureDoubt
    └── OuterListDoubt, OverallFiguresDoubt, UnplayedPairDoubt
"""

from director.files.errors import Doubt, ImportFileError


class UsebioError(ImportFileError):
    """A USEBIO file that cannot be taken as it is."""


class EventCountError(UsebioError):
    """No event, or more than one."""

    code = "usebio-events"
    template = "The file holds {count}; export one event into one file."


class StraySectionsError(UsebioError):
    """Sections beside several sessions, so that nobody knows to which of them they belong."""

    code = "usebio-stray-sections"
    template = "The file has {count} of its sections outside its {sessions} sessions; put each into its session."


class StrayBoardsError(UsebioError):
    """Boards beside several sections or sessions, likewise."""

    code = "usebio-stray-boards"
    template = "The file has {count} of its boards outside its {parts}; put each board into its section."


class SectionTwiceError(UsebioError):
    """Two sections of a session under one name."""

    code = "usebio-section-twice"
    template = "Section {section} stands twice in its session; give each section a SECTION_ID of its own."


class ContestError(UsebioError):
    """Teams, Swiss, individuals and what else is no pairs event."""

    code = "usebio-contest"
    template = "The event is of the type {contest}; only pairs events can be read, so export one of those."


class ScoringError(UsebioError):
    """A scoring that is missing or not known."""

    code = "usebio-scoring"
    template = (
        'The scoring is given as "{given}"; write MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE '
        "as BOARD_SCORING_METHOD."
    )


class SeveralScoringsError(UsebioError):
    """Sections or sessions that are scored by different methods."""

    code = "usebio-several-scorings"
    template = "Its sections are scored in several ways ({given}), and an event has one; export each into its own file."


class WinnersError(UsebioError):
    """Neither one winner nor two."""

    code = "usebio-winners"
    template = 'WINNER_TYPE is "{given}"; write 1 for one winner or 2 for a N-S and an E-W winner.'


class DateError(UsebioError):
    """A date that cannot be read."""

    code = "usebio-date"
    template = 'DATE is "{given}", which is no date; write it like 21/07/2022.'


class NoPairsError(UsebioError):
    """An event without pairs."""

    code = "usebio-no-pairs"
    template = "The file lists no pairs; export the event again, together with its pairs."


class PairNumberError(UsebioError):
    """A pair without a number that can be read."""

    code = "usebio-pair-number"
    template = 'Pair {position} in the list of pairs: "{given}" is no pair number; write it like 5, 5NS or 5EW.'


class PairTwiceError(UsebioError):
    """Two pairs of the same number and direction."""

    code = "usebio-pair-twice"
    template = "Pair {pair} stands twice in the list of pairs; give each pair a number of its own."


class SharedNumberError(UsebioError):
    """A N-S and an E-W pair of one number, ranked together."""

    code = "usebio-shared-number"
    template = (
        "Pairs {pair} and {other} share a number, but the event has one winner; number all pairs apart, "
        "or set WINNER_TYPE to 2."
    )


class DirectionError(UsebioError):
    """A direction that cannot be read, or that the number contradicts."""

    code = "usebio-direction"
    template = 'Pair {pair}: DIRECTION is "{given}"; write {allowed}.'


class NoDirectionError(UsebioError):
    """A pair that belongs to neither of two rankings."""

    code = "usebio-no-direction"
    template = "Pair {pair} has no direction, but the event has two winners; write NS or EW as its DIRECTION."


class NoBoardsError(UsebioError):
    """An event without a single line."""

    code = "usebio-no-boards"
    template = "The file holds no results; export the event again after its results are entered."


class BoardNumberError(UsebioError):
    """A board without a number that can be read."""

    code = "usebio-board-number"
    template = 'Board {position} in the file: "{given}" is no board number; write a whole number from 1 to 999.'


class BoardTwiceError(UsebioError):
    """One board number in two places."""

    code = "usebio-board-twice"
    template = "Board {board_no} stands twice in the file; put all its lines into one <BOARD>."


class LineError(UsebioError):
    """A line that cannot be taken as it is."""


class LinePairError(LineError):
    """A line whose pair number cannot be read."""

    code = "usebio-line-pair"
    template = '{where}: "{given}" as its {side} pair is no pair number; write it like 5, 5NS or 5EW.'


class UnknownPairError(LineError):
    """A line of a pair that is not listed."""

    code = "usebio-unknown-pair"
    template = "{where}: no pair {pair} is in the list of pairs; correct the number or add the pair."


class WrongSideError(LineError):
    """A N-S pair sitting E-W, or the reverse, in an event with two winners."""

    code = "usebio-wrong-side"
    template = (
        "{where}: pair {pair} sits {side}, which it cannot with two winners; correct the line, or set WINNER_TYPE to 1."
    )


class LineContractError(LineError):
    """A contract that cannot be read; *reason* is the sentence of ``scoring``."""

    code = "usebio-line-contract"
    template = "{where}: {reason}"


class DeclarerError(LineError):
    """A declarer who is none of the four."""

    code = "usebio-line-declarer"
    template = '{where}: PLAYED_BY is "{given}"; write N, E, S or W.'


class LineTricksError(LineError):
    """A number of tricks that no deal has."""

    code = "usebio-line-tricks"
    template = "{where}: TRICKS is {given}; a deal has 13, so write 0 to 13."


class LineScoreError(LineError):
    """A score that cannot be read."""

    code = "usebio-line-score"
    template = '{where}: SCORE is "{given}"; write a whole number from the N-S side, or A6040 for an artificial score.'


class EncodingDoubt(Doubt):
    """Bytes that are not in the encoding they should be in."""

    code = "doubt-encoding"
    template = "The file is not UTF-8, so it was read as Windows-1252; look at the accented letters in the names."


class AdjustmentDoubt(Doubt):
    """A total that the file changes outside the boards."""

    code = "doubt-adjustment"
    template = (
        "Pair {pair}: the file adjusts its total by {given}, which belongs to no board; enter it if it still stands."
    )


class FigureDoubt(Doubt):
    """An official figure that cannot be read."""

    code = "doubt-figure"
    template = '{where}: {field} is "{given}", which is no number; it was left out.'


class OuterListDoubt(Doubt):
    """A list of pairs above sections that have lists of their own."""

    code = "doubt-outer-list"
    template = (
        "The file has a list of pairs for all its {parts} besides the list of each; it was passed over, with the "
        "figures in it."
    )


class OverallFiguresDoubt(Doubt):
    """Figures of all sessions together."""

    code = "doubt-overall-figures"
    template = (
        "The totals and places in the file are those after all {count} sessions; only the points of the lines were "
        "compared."
    )


class UnplayedPairDoubt(Doubt):
    """A pair in the list of several sections that played in none of them."""

    code = "doubt-unplayed-pair"
    template = "Pair {pair} is in the list of pairs but has no line in any section; it was left out."
