"""Errors of the desk, each with a sentence that says what is wrong, where, and what to do.

::

    DeskError
    ├── NoPlanError             a step that needs a movement comes before it is chosen
    ├── PersonTwiceError        one person in two pairs
    ├── NotMeetingError         pairs that don't meet on this board, or a table that doesn't play in this round
    ├── ChangedMeanwhileError   somebody else changed this line or match since
    ├── RulingError             a ruling that is incomplete, or can't be withdrawn
    ├── FinalError              a change to results that are final
    ├── PartyError              a step of a progressive party that isn't possible now
    │   └── TwoReportsError     a table of a party that sent something else in the meantime
    ├── BlockedPhoneError       a phone at a table that the director doesn't allow
    ├── PrintingError           sheets that can't be printed
    │   └── TooLongError        a sheet with more lines than fit on a page
    ├── BackupError             a backup that can’t be written, or a file that isn’t a backup or that of an event
    └── DuplicateImportError        a file that was imported before

A raise says what programs and tests know the refusal by, its *code*, which never changes, and its *text*
with named parameters, a literal that a translation can collect::

    raise DeskError("board-not-here", "Section {section} has no board {board}.", section="A", board=9)

What several modules refuse is a function in a module ``refusals`` beside them.
"""

from typing import Self


class DeskError(ValueError):
    """A request that the desk refuses. ``str()`` is one sentence for the director.

    >>> error = DeskError("no-board", "Section {section} has no board {board}.", section="A", board=9)
    >>> str(error), error.code, error.params["board"]
    ('Section A has no board 9.', 'no-board', 9)
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.params = code, params
        super().__init__(text.format(**params))

    @classmethod
    def from_message(cls, message: object, **params: object) -> Self:
        """Return a refusal whose words come from elsewhere: a form, a disk or a pure package."""
        return cls("as-said", "{text}", text=message, **params)


class NoPlanError(DeskError):
    """No movement is chosen yet."""


class PersonTwiceError(DeskError):
    """One person in two pairs."""


class NotMeetingError(DeskError):
    """The line is not in the plan."""


class ChangedMeanwhileError(DeskError):
    """Somebody else changed this line or match since it was shown."""


class UnlikelyResultError(DeskError):
    """A possible result that is saved only after a question."""


class RulingError(DeskError):
    """An incomplete ruling. *field* is the box of its form that has the error."""

    def __init__(self, code: str, text: str, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(code, text, **params)


class FinalError(DeskError):
    """A change to results that are final."""


class PartyError(DeskError):
    """A step of a party that isn't possible now. *field* is the box of its form with the error."""

    def __init__(self, code: str, text: str, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(code, text, **params)


class TwoReportsError(PartyError):
    """A table has sent something else since the page was made.

    The parameter *theirs* is the stored entry, *yours* the one that was sent now.
    """


class BlockedPhoneError(DeskError):
    """A phone at a table that the director doesn't allow."""


class PrintingError(DeskError):
    """A request that can't be printed."""


class TooLongError(PrintingError):
    """One sheet has more lines than fit on a page."""


class BackupError(DeskError):
    """A backup can’t be written, or a file isn’t a backup or the file of an event."""


class DuplicateImportError(DeskError):
    """The event was imported before. *event* is the existing one."""
