"""Everything this package raises.

::

    MovementError (a ValueError)
    ├── UnknownMovementError          no movement of that key
    ├── UnsupportedSizeError          too few or too many contestants for the movement
    ├── SizeMissingError              neither contestants nor tables were given
    ├── TablesAndPairsDisagreeError   both were given and do not belong together
    ├── TablesAndPlayersDisagreeError the same in a contest of single players
    ├── UnknownOptionError            the movement has no such option
    ├── UnknownChoiceError            the option has no such value
    ├── OptionTwiceError              one option with two values
    ├── NeedsOddPairsError            the value is for a half table, and there is none
    ├── NeedsEvenTablesError          the value is for an even number of tables
    ├── ChoiceDoesNotFitError         the value is for other numbers of tables
    ├── ChoicesContradictError        two values that exclude each other
    ├── NobodyToMeetError             somebody would sit out the whole session
    ├── RoundsOutOfRangeError         too few or too many rounds
    ├── BoardsPerSetOutOfRangeError   too few or too many boards a round
    ├── NoSuchRoundError              a round that the plan does not have
    ├── PlayersWantedError            a system of partners without a number of players
    ├── UnsupportedPlayersError       too few or too many players for it, or an odd number
    ├── SessionsOutOfRangeError       too few or too many sessions for it
    ├── WrongUnitError                a size in another unit than the contest has
    ├── BoardsWantedError             the boards wanted run backwards or below 1
    ├── TooLittleTimeError            not even one board fits the time
    ├── PaceError                     a board that takes no time
    ├── NoProgressiveSystemError      no progressive system of that key
    ├── UnreadableFileError           a file that cannot be opened, or is not JSON; more in ``files``
    ├── SeveralMovementsError         a file of several movements, and none chosen
    ├── NoSuchMovementError           a file of movements without the one chosen
    ├── FormatTooPoorError            a plan that a format cannot hold
    ├── SeveralFaultsError            more than one of these at once
    └── UnreadableShapeError          a file that is not what it should be; lists everything that is wrong with it
        └── UnreadablePlanError       a file that is not a plan

Each kind has a stable ``code`` and an English ``template`` with named parameters; ``str()`` of the error is the
finished sentence.  A program that translates looks the code up and fills in ``params`` itself.
"""

from collections.abc import Collection, Sequence
from typing import ClassVar

from movements.model import CALLED

SHOWN_PROBLEMS = 20


class MovementError(ValueError):
    """The common parent: one plain sentence about what was asked, what is possible and what to do.

    >>> error = UnknownOptionError(movement="Howell", option="even", known="none")
    >>> error.code, error.params["option"]
    ('unknown-option', 'even')
    """

    code: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **params: object) -> None:
        """Keep the named *params* of the template."""
        self.params = params
        super().__init__(self.template.format(**params))


class UnknownMovementError(MovementError):
    """No movement has this key or alias; the nearest names are offered."""

    code = "unknown-movement"
    template = 'There is no movement called "{key}"; did you mean {nearest}?'


class UnsupportedSizeError(MovementError):
    """The movement does not exist for this number of contestants; the nearest that work are offered."""

    code = "unsupported-size"
    template = "{movement} is not possible for {size} {unit}: it takes {sizes}; the nearest {nearest}."

    def __init__(
        self, *, movement: str, size: int, sizes: str, legal: Collection[int], called: str = CALLED["pairs"]
    ) -> None:
        """Name the nearest of the *legal* sizes, on both sides of *size* where there are any."""
        below = [legal_size for legal_size in legal if legal_size < size]
        above = [legal_size for legal_size in legal if legal_size > size]
        near = [max(below)] if below else []
        near += [min(above)] if above else []
        super().__init__(
            movement=movement,
            size=size,
            unit=called if size == 1 else f"{called}s",
            sizes=sizes,
            nearest=f"that work are {near[0]} and {near[1]}" if len(near) > 1 else f"number that works is {near[0]}",
        )


class SizeMissingError(MovementError):
    """Neither the number of contestants nor the number of tables was given."""

    code = "size-missing"
    template = "Say how many {units} play {movement}."


class TablesAndPairsDisagreeError(MovementError):
    """Tables and pairs were both given and cannot both be right."""

    code = "tables-and-pairs-disagree"
    template = "{tables} tables seat {fewer} or {full} pairs, not {pairs}; leave one of the two numbers out."


class TablesAndPlayersDisagreeError(MovementError):
    """Tables and single players were both given and cannot both be right."""

    code = "tables-and-players-disagree"
    template = "{tables} tables seat {full} to {most} players, not {players}; leave one of the two numbers out."


class UnknownOptionError(MovementError):
    """The movement has no option of this name."""

    code = "unknown-option"
    template = '{movement} has no option "{option}"; its options are: {known}.'


class UnknownChoiceError(MovementError):
    """The option exists, but not with this value."""

    code = "unknown-choice"
    template = '{movement}: option {option} cannot be "{choice}"; choose {known}.'


class OptionTwiceError(MovementError):
    """One option was given two values."""

    code = "option-twice"
    template = "Option {option} is given twice, as {first} and as {second}; leave one of the two out."


class NeedsOddPairsError(MovementError):
    """An option about the empty seats of a half table was chosen, and there is no half table."""

    code = "needs-odd-pairs"
    template = (
        "{movement}: {option}={choice} is for an odd number of pairs; {size} fill {tables} tables, so leave it out."
    )


class NeedsEvenTablesError(MovementError):
    """An option about an even number of tables was chosen for an odd number."""

    code = "needs-even-tables"
    template = (
        "{movement}: {option}={choice} is for an even number of tables; {size} pairs make {tables}, so leave it out."
    )


class ChoiceDoesNotFitError(MovementError):
    """An option was given a value that works only for other numbers of tables; what works is offered."""

    code = "choice-does-not-fit"
    template = "{movement}: {option}={choice} takes {needed}, and {size} pairs make {tables} tables; choose {instead}."


class ChoicesContradictError(MovementError):
    """Two options were given values that exclude each other."""

    code = "choices-contradict"
    template = "{movement}: {option}={choice} does not go with {other}; choose {instead}."


class NobodyToMeetError(MovementError):
    """The choice would keep one pair without opponents for the whole session."""

    code = "nobody-to-meet"
    template = "{movement}: with {size} pairs and {option}={choice} pair {pair} would never play; choose {instead}."


class RoundsOutOfRangeError(MovementError):
    """The movement cannot be played for this number of rounds at this size."""

    code = "rounds-out-of-range"
    template = "{movement} for {size} {unit} takes {possible} rounds, not {rounds}: {why}."


class BoardsPerSetOutOfRangeError(MovementError):
    """A round of this many boards is not offered."""

    code = "boards-per-set-out-of-range"
    template = "{movement} is played with {fewest} to {most} boards a round, not {boards}."


class NoSuchRoundError(MovementError):
    """A round outside the plan was asked about."""

    code = "no-such-round"
    template = "{movement} has rounds 1 to {rounds}; there is no round {round_no}."


class PlayersWantedError(MovementError):
    """A system of partners needs the number of players, and nothing else."""

    code = "players-wanted"
    template = "Say how many players there are for {movement}, with --players."


class UnsupportedPlayersError(MovementError):
    """A system of partners does not exist for this number of players; the nearest that work are offered."""

    code = "unsupported-players"
    template = (
        "{movement} is not possible for {size} players: it takes {sizes}; the nearest numbers that work are {nearest}."
    )


class SessionsOutOfRangeError(MovementError):
    """A system of partners cannot last this number of sessions without repeating itself."""

    code = "sessions-out-of-range"
    template = "{movement} for {size} players lasts 1 to {most} sessions, not {sessions}."


class WrongUnitError(MovementError):
    """The size was given in another unit than the contest of the movement has."""

    code = "wrong-unit"
    template = "{movement} is for {contest}, not {given}; say how many with {wanted}."


class BoardsWantedError(MovementError):
    """The range of boards asked for is empty or below 1."""

    code = "boards-wanted"
    template = (
        "Boards wanted must run from a smaller to a larger number, 1 or more, such as 24-28; {low}-{high} does not."
    )


class TooLittleTimeError(MovementError):
    """There is no time for a single round."""

    code = "too-little-time"
    template = "{minutes} minutes are too few for one board, which takes {pace}; allow more time."


class PaceError(MovementError):
    """The minutes a board takes are not above 0, or beyond reason."""

    code = "pace"
    template = "A board cannot take {pace} minutes; give more than 0 and at most {longest}, such as 7.5."


class NoProgressiveSystemError(MovementError):
    """No progressive system has this key or alias; the nearest are named."""

    code = "unknown-progressive"
    template = (
        'There is no progressive system called "{key}"; did you mean {nearest}? '
        '"list --contest progressive" names all there are.'
    )


class UnreadableFileError(MovementError):
    """A file that cannot be opened, or is not JSON."""

    code = "unreadable-file"
    template = "{file} cannot be read: {reason}."


class SeveralMovementsError(MovementError):
    """A file holds several movements and none of them was chosen; ``titles`` are all, in their order."""

    code = "several-movements"
    template = "The file holds {count} movements: {listing}. Choose one by its number or its title."

    def __init__(self, *, titles: Sequence[str]) -> None:
        """Keep the *titles*; the sentence names the first twenty."""
        self.titles = tuple(titles)
        super().__init__(count=len(titles), listing=_numbered(titles))


class NoSuchMovementError(MovementError):
    """A file holds no movement of the number or title that was chosen, or several; ``titles`` are all it holds."""

    code = "no-such-movement"
    template = 'No single movement of the file is meant by "{wanted}"; it holds {listing}.'

    def __init__(self, *, titles: Sequence[str], wanted: object) -> None:
        """Keep the *titles*; the sentence names the first twenty."""
        self.titles = tuple(titles)
        super().__init__(wanted=str(wanted)[:40], listing=_numbered(titles))


def _numbered(titles: Sequence[str]) -> str:
    shown = [f"{number}. {title[:60]}" for number, title in enumerate(titles[:SHOWN_PROBLEMS], start=1)]
    more = [f"and {len(titles) - SHOWN_PROBLEMS} more"] if len(titles) > SHOWN_PROBLEMS else []
    return "; ".join([*shown, *more])


class FormatTooPoorError(MovementError):
    """A plan was to be written in a format that cannot tell something it says."""

    code = "format-too-poor"
    template = "{movement} cannot be written as {form}, which has no way to tell {lost}; write it as JSON or CSV."


class SeveralFaultsError(MovementError):
    """More than one thing is wrong with a request; ``errors`` holds each, and the text is all their sentences."""

    code = "several-faults"
    template = "{sentences}"

    def __init__(self, *, errors: tuple[MovementError, ...]) -> None:
        """Keep every error, in the order of what was asked."""
        self.errors = errors
        super().__init__(sentences=" ".join(str(error) for error in errors))


class UnreadableShapeError(MovementError):
    """A file or object that is not what it should be; ``problems`` lists everything that is wrong with it."""

    def __init__(self, *, problems: tuple[str, ...]) -> None:
        """Keep every problem, one phrase each; the sentence names the first twenty."""
        self.problems = problems
        shown = problems[:SHOWN_PROBLEMS]
        if len(problems) > SHOWN_PROBLEMS:
            shown = (*shown, f"and {len(problems) - SHOWN_PROBLEMS} more")
        super().__init__(problems=problems, listing="; ".join(shown))


class UnreadablePlanError(UnreadableShapeError):
    """A file or object that is not a plan."""

    code = "unreadable-plan"
    template = "This is not a plan: {listing}."
