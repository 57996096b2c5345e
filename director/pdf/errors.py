"""What can go wrong when printing, each as one sentence that says what to do.

::

    PrintingError
    ├── UnknownKindError     a kind of sheet that does not exist
    ├── UnknownPaperError    a paper other than A4 or Letter
    ├── NothingAskedError    no kind of sheet was asked for
    ├── MissingSheetsError   the session has nothing to fill this kind of sheet yet
    ├── UnfitSheetsError     such a sheet cannot work with what is played
    ├── UnreadableNumbersError  tables, rounds, boards or pairs typed as nobody can read them
    ├── NoSuchNumberError    a table, round, board or pair that there is not
    ├── NothingLeftError     nothing of a kind of sheet is among what was chosen
    ├── NothingPrintedError  only what changed is wanted, and nothing was printed before
    └── TooLongError         one sheet holds more lines than fit on a page
"""

from typing import ClassVar


class PrintingError(ValueError):
    """A request that cannot be printed; ``str()`` is the sentence, *code* and *params* are for translating it."""

    code: ClassVar[str] = "printing"
    template: ClassVar[str] = "{reason}"

    def __init__(self, **params: object) -> None:
        super().__init__(self.template.format(**params))
        self.params = params


class UnknownKindError(PrintingError):
    """Raised with *kind* (what was asked for) and *known* (the keys that exist)."""

    code = "unknown-kind"
    template = "There is no kind of sheet called “{kind}”; choose from {known}."


class UnknownPaperError(PrintingError):
    """Raised with *paper* (what was asked for)."""

    code = "unknown-paper"
    template = "“{paper}” is no paper this program prints on; choose a4 or letter."


class NothingAskedError(PrintingError):
    """Raised with *known* (the keys that exist)."""

    code = "nothing-asked"
    template = "Nothing was chosen to print; choose at least one of {known}."


class MissingSheetsError(PrintingError):
    """Raised with *label* (the kind's name) and *remedy* (what must be done first)."""

    code = "missing-sheets"
    template = "{label}: there is nothing to print yet; {remedy}."


class UnfitSheetsError(PrintingError):
    """Raised with *label* (the kind's name) and *reason* (a whole sentence, why it cannot work and what will)."""

    code = "unfit-sheets"
    template = "{label}: {reason}"


class UnreadableNumbersError(PrintingError):
    """Raised with *text* (the part that cannot be read) and *what* ("table")."""

    code = "unreadable-numbers"
    template = "“{text}” names no {what}. Type numbers as in 1-4, 7, or 3- for 3 and all after it."


class NoSuchNumberError(PrintingError):
    """Raised with *what* ("table"), *number* (that there is not) and *known* ("1 to 7")."""

    code = "no-such-number"
    template = "There is no {what} {number}; there is {what} {known}. Choose among these."


class NothingLeftError(PrintingError):
    """Raised with *label* (the kind's name)."""

    code = "nothing-left"
    template = "{label}: none is among what was chosen. Choose more, or print all."


class NothingPrintedError(PrintingError):
    """Raised without parameters."""

    code = "nothing-printed"
    template = "No cards of this section are known to be printed, so nothing can have changed. Print all of them."


class TooLongError(PrintingError):
    """Raised with *sheet* ("The traveller of board 7"), *lines* (how many it has), *most* (that fit) and *remedy*."""

    code = "too-long"
    template = "{sheet} has {lines} lines and a page holds {most}; {remedy}."
