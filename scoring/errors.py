"""What can be wrong with a score, a contract, an entry or a field, one class for each sentence.

::

    ScoringError
    ├── UnknownMethodError, UnknownOptionError, UnknownChoiceError, OtherGameError   what was asked for
    ├── BoardNumberError, SideError, TricksError                       a number or letter of the deal
    ├── ContractError
    │   └── UnreadableContractError, LevelError, DenominationError, DoublingError
    ├── EntryError
    │   ├── EmptyEntryError, UnreadableEntryError, UnknownGameError, EntryFieldsError
    │   ├── MissingResultError, UnreadableResultError, TooManyTricksError, TooManyDownError
    │   ├── ZeroScoreError, ImpossibleScoreError
    │   └── OneSidedArtificialError, UnreadableArtificialError, PercentageError
    ├── WhistEntryError
    │   └── TricksRangeError, TricksSumError
    ├── FieldError                                                     all faults of a field at once
    ├── FaultError
    │   └── WinnersError, BoardTwiceError, TwiceOnBoardError, OwnOpponentError, TwoResultsError,
    │       SectionMissingError, TwoSectionsError
    └── NoAverageShareError                                            a result the method has no points for

What can be wrong with a file is said in :mod:`scoring.exchange`, with a command line in :mod:`scoring.command_errors`.

Each class carries a stable ``code`` and a ``template``; an error keeps the values in ``params``, so that a screen can
put the same sentence into another language.  ``str(error)`` is the sentence.
"""

from collections.abc import Sequence
from typing import ClassVar


class ScoringError(ValueError):
    """Whatever scoring refuses; ``str`` gives one sentence that says what, where and what to do.

    >>> error = UnknownMethodError(key="butlr", known="matchpoints, average")
    >>> str(error)
    'There is no scoring method "butlr"; choose one of matchpoints, average.'
    >>> error.code, error.params["key"]
    ('unknown-method', 'butlr')
    """

    code: ClassVar[str] = "scoring"
    template: ClassVar[str] = "{reason}"

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.template.format(**params))


class UnknownMethodError(ScoringError):
    """No scoring method has this key."""

    code = "unknown-method"
    template = 'There is no scoring method "{key}"; choose one of {known}.'


class UnknownPresetError(ScoringError):
    """No preset has this key."""

    code = "unknown-preset"
    template = 'There is no preset "{key}"; choose one of {known}.'


class UnknownOptionError(ScoringError):
    """The method has no option of this name."""

    code = "unknown-option"
    template = 'Scoring by {method} has no option "{name}"; it has {known}.'


class UnknownChoiceError(ScoringError):
    """The option has no such choice."""

    code = "unknown-choice"
    template = 'Scoring by {method}: "{value}" is no choice for {name}; choose one of {known}.'


class OtherGameError(ScoringError):
    """The method is made for the scores of another game."""

    code = "other-game"
    template = "{name} is made for the scores of {games}, not for {game}; choose {known}."


class BoardNumberError(ScoringError):
    """A board number below 1."""

    code = "board-number"
    template = "There is no board {board_no}; boards are numbered from 1."


class SideError(ScoringError):
    """A seat or side that does not exist."""

    code = "side"
    template = '"{side}" is no seat; write N, E, S or W, or NS or EW for a side.'


class TricksError(ScoringError):
    """A number of tricks that no deal has."""

    code = "tricks"
    template = "{tricks} tricks cannot be; a deal has 13, so give 0 to 13."


class ContractError(ScoringError):
    """What cannot be a contract."""

    code = "contract"


class UnreadableContractError(ContractError):
    """Text in which no contract can be seen."""

    code = "contract-unreadable"
    template = '"{text}" is not a contract; write level, denomination and X or XX, as 4S or 3NTX.'


class LevelError(ContractError):
    """A level below 1 or above 7."""

    code = "contract-level"
    template = '"{text}": there is no bid of {level}; bids start at 1 and stop at 7.'


class DenominationError(ContractError):
    """A letter that is no denomination."""

    code = "contract-denomination"
    template = '"{text}": there is no denomination {denomination}; use C, D, H, S or NT.'


class DoublingError(ContractError):
    """More than a redouble."""

    code = "contract-doubling"
    template = '"{text}": a contract is doubled at most twice; use X or XX.'


class EntryError(ScoringError):
    """What cannot be read as the result of one line."""

    code = "entry"


class EmptyEntryError(EntryError):
    """Nothing was typed."""

    code = "entry-empty"
    template = "Nothing was typed; give a result such as 4S=, or NP for a board not played."


class UnreadableEntryError(EntryError):
    """Text in which no result can be seen."""

    code = "entry-unreadable"
    template = '"{text}" is not a result; type it like 4SS=, 3NTXE-2, PASS, +620, A6040 or NP.'


class UnknownGameError(EntryError):
    """A game whose entries have no form here."""

    code = "entry-game"
    template = 'There are no entries for the game "{game}"; choose bridge or whist.'


class EntryFieldsError(EntryError):
    """An entry put together with the wrong parts."""

    code = "entry-fields"
    template = "An entry of the kind {kind} holds {wanted} and nothing else."


class MissingResultError(EntryError):
    """A contract without its result."""

    code = "entry-result-missing"
    template = '"{text}": the result is missing; add = for just made, +1 for an overtrick, -1 for one down.'


class UnreadableResultError(EntryError):
    """A contract whose result is garbled."""

    code = "entry-result-unreadable"
    template = '"{text}": "{result}" is no result; end with = for just made, +1 for an overtrick, -1 for one down.'


class TooManyTricksError(EntryError):
    """More overtricks than tricks are left."""

    code = "entry-too-many-tricks"
    template = '"{text}": {contract} with {over} more makes {tricks} tricks; a deal has 13.'


class TooManyDownError(EntryError):
    """Down more than the contract has tricks."""

    code = "entry-too-many-down"
    template = '"{text}": {contract} needs {needed} tricks, so it cannot be {down} down; {needed} is the most.'


class FewTricksError(EntryError):
    """A contract with a small number behind it: all the tricks, or those over or under?"""

    code = "entry-few-tricks"
    template = '"{text}" could mean {tricks} ({as_tricks}) or {difference} ({as_difference}); type the one you mean.'


class TwoDeclarersError(EntryError):
    """A declarer before the contract and one behind it."""

    code = "entry-two-declarers"
    template = '"{text}" names {first} and {second} as declarer; name one, as in 4S{second}= or {second}4S=.'


class ZeroScoreError(EntryError):
    """A score of nought, which may mean two things."""

    code = "entry-zero"
    template = '"{text}" could mean two things; type PASS for a board passed out or NP for a board not played.'


class ImpossibleScoreError(EntryError):
    """A score that no contract gives on this board."""

    code = "entry-impossible-score"
    template = "Board {board_no}: no contract gives N-S {score} with {vulnerable} vulnerable; {nearest}."


class OneSidedArtificialError(EntryError):
    """An artificial score that names one side only."""

    code = "entry-artificial-one-side"
    template = (
        '"{text}": an artificial score gives both sides, N-S first, as A6040 or A60/40 (A60/NP where the board was not '
        "due for one); only A50 stands alone."
    )


class UnreadableArtificialError(EntryError):
    """An artificial score that cannot be read."""

    code = "entry-artificial-unreadable"
    template = '"{text}" is no artificial score; write A6040, A50 or A33.3/66.7, N-S first.'


class PercentageError(EntryError):
    """A percentage that is no share of a top."""

    code = "entry-percentage"
    template = "{percent}% cannot be an artificial score; give 0 to 100 with at most two decimals."


class WhistEntryError(EntryError):
    """What cannot be the result of a deal at whist."""

    code = "whist-entry"
    template = '"{text}" is not a result at whist; type the tricks N-S made, 0 to 13, or both sides as 7-6.'


class TricksRangeError(WhistEntryError):
    """More than 13 tricks for a side."""

    code = "whist-tricks-range"
    template = '"{text}": {tricks} tricks for {side} cannot be; a deal has 13.'


class TricksSumError(WhistEntryError):
    """Both sides given, but not 13 tricks together."""

    code = "whist-tricks-sum"
    template = "N-S {ns} tricks and E-W {ew} tricks make {total}; a deal has 13."


class FieldError(ScoringError):
    """A field that cannot be scored; ``faults`` holds every reason, each an error with its own code.

    >>> str(FieldError([TwiceOnBoardError(board_no=7, contestant="N-S 3"), BoardTwiceError(board_no=9)]))
    '2 faults. Board 7: N-S 3 has two lines; keep one. Board 9 is listed twice; put its lines together.'
    """

    code = "field"
    template = "{heading}{sentences}"

    def __init__(self, faults: Sequence[ScoringError]) -> None:
        self.faults = tuple(faults)
        heading = f"{len(faults)} faults. " if len(faults) > 1 else ""
        super().__init__(heading=heading, sentences=" ".join(str(fault) for fault in faults))


class FaultError(ScoringError):
    """One thing wrong with a field."""

    code = "field-fault"


class WinnersError(FaultError):
    """A number of winners other than one and two."""

    code = "field-winners"
    template = "A field has 1 or 2 winners, not {winners}."


class BoardTwiceError(FaultError):
    """The same board number on two boards."""

    code = "field-board-twice"
    template = "Board {board_no} is listed twice; put its lines together."


class TwiceOnBoardError(FaultError):
    """A contestant with more than one line on a board."""

    code = "field-twice-on-board"
    template = "Board {board_no}: {contestant} has two lines; keep one."


class OwnOpponentError(FaultError):
    """A contestant who plays against itself."""

    code = "field-own-opponent"
    template = "Board {board_no}: {contestant} plays against itself; correct one of the two numbers."


class TwoResultsError(FaultError):
    """A line with a score and an artificial score."""

    code = "field-two-results"
    template = "Board {board_no}: N-S {ns} against E-W {ew} has a score and an artificial score; keep one."


class SectionMissingError(FaultError):
    """A line without a section where other lines name one."""

    code = "field-section-missing"
    template = "{where} names no section, and other lines do; name it there too."


class TwoSectionsError(FaultError):
    """A contestant with lines in two sections."""

    code = "field-two-sections"
    template = (
        "{contestant} plays in section {first} and on board {board_no} in section {other}; correct one of them, or "
        "number the contestants of the sections apart."
    )


class NoAverageShareError(ScoringError):
    """An artificial score other than the average itself."""

    code = "average-artificial"
    template = (
        "Board {board_no}: {artificial} has no meaning where scores are compared with their average; "
        "give A50, the average, or no result."
    )
