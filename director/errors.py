"""What a director can get wrong at the desk, each with a sentence that says what, where and what to do.

::

    DeskError
    ├── PlanFixedError          the movement cannot change: results are in
    ├── TooManyNamesError       more named pairs than the new movement holds
    ├── NoPlanError             a step that needs a movement comes before it is chosen
    ├── PairNumberError         a pair number the section does not have
    ├── PersonTwiceError        one person in two pairs
    ├── SameNameError           a name that several people of the club carry
    ├── BoardOutsidePlanError   a board the section does not play
    ├── NotMeetingError         pairs that do not meet on this board, or a table that does not meet in this round
    ├── ChangedMeanwhileError   somebody else entered this line in the meantime
    ├── EnteredError            what was typed for a line, beyond the forms of ``scoring``
    ├── RulingError             a ruling that is not whole, or cannot be withdrawn
    ├── FinalError              a change to results that are final
    ├── PeriodError             a correction period that makes no sense now
    ├── ClockError              a clock key that makes no sense now
    ├── PartyError              an act at a progressive party that makes no sense now
    ├── TwoReportsError         a table of a party that told something else meanwhile
    ├── ShutPhoneError          a phone at a table that the director does not let in
    ├── BackupError             a backup that cannot be written, or is none
    ├── AlreadyHereError        a file that was read in before
    └── ScoringNotHereError     a file whose scoring has no method here

What is said lies in the module ``sentences`` of each room; a raise names the sentence and gives its parameters.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said for one reason: a *code* that stays, and a *template* with named parameters."""

    code: str
    template: str

    def says(self, **params: object) -> str:
        """Return the sentence about *params*."""
        return self.template.format(**params)


class Phrase(Sentence):
    """A part of a sentence, which is given to it as a parameter."""


AS_SAID = Sentence("as-said", "{text}")
"""What a form, a disk or a pure package has said already."""


class DeskError(ValueError):
    """A request the desk refuses; ``str()`` is one sentence for the director."""

    def __init__(self, sentence: Sentence, /, **params: object) -> None:
        self.code, self.params = sentence.code, params
        super().__init__(sentence.says(**params))


class PlanFixedError(DeskError):
    """The movement cannot change because results are in."""


class TooManyNamesError(DeskError):
    """The new movement has fewer places than pairs that are already named."""


class NoPlanError(DeskError):
    """No movement is chosen yet."""


class PairNumberError(DeskError):
    """A pair number that the section does not have."""


class PersonTwiceError(DeskError):
    """One person in two pairs."""


class SameNameError(DeskError):
    """Several people carry this name."""


class BoardOutsidePlanError(DeskError):
    """A board the section does not play."""


class NotMeetingError(DeskError):
    """The line is not in the plan."""


class ChangedMeanwhileError(DeskError):
    """Somebody else changed this line since it was shown; *current* is the stored result."""


class EnteredError(DeskError):
    """An assigned score or a reason that cannot be read."""


class RulingError(DeskError):
    """A ruling that is not whole; *field* is the part of its form that it is about."""

    def __init__(self, sentence: Sentence, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(sentence, **params)


class FinalError(DeskError):
    """Results that are final do not change."""


class PeriodError(DeskError):
    """A correction period that cannot be set, ended or opened now."""


class ClockError(DeskError):
    """A clock key that makes no sense now."""


class PartyError(DeskError):
    """An act at a progressive party that makes no sense now; *field* is the part of its form that it is about."""

    def __init__(self, sentence: Sentence, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(sentence, **params)


class TwoReportsError(PartyError):
    """A table has told something else since the page was made; ``theirs`` is what stands, ``yours`` what was sent."""


class ShutPhoneError(DeskError):
    """A phone at a table that the director does not let in."""


class BackupError(DeskError):
    """A backup cannot be written, or a file is no backup."""


class AlreadyHereError(DeskError):
    """The same event was read in before; *event* is the one that is here."""


class ScoringNotHereError(DeskError):
    """A file whose scoring has no method here."""
