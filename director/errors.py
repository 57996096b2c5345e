"""What the desk refuses, each with a sentence: what, where and what to do.

::

    DeskError
    ├── NoPlanError             a step that needs a movement comes before it is chosen
    ├── PersonTwiceError        one person in two pairs
    ├── NotMeetingError         pairs that do not meet on this board, or a table that does not meet in this round
    ├── ChangedMeanwhileError   somebody else entered this line in the meantime
    ├── RulingError             a ruling that is not whole, or cannot be withdrawn
    ├── FinalError              a change to results that are final
    ├── PartyError              an act at a progressive party that makes no sense now
    ├── TwoReportsError         a table of a party that told something else meanwhile
    ├── ShutPhoneError          a phone at a table that the director does not let in
    ├── PrintingError           sheets that cannot be printed
    │   └── TooLongError        one of more lines than fit on a page
    ├── BackupError             a backup that cannot be written, or is none
    └── AlreadyHereError        a file that was read in before

What is said lies in the module ``sentences`` of each room; a raise names the sentence and gives its
parameters.
"""


class Sentence:
    """What is said for one reason: a *template* with named parameters.

    Its *code* stays the same for ever; it is the name that the sentence has in its class, unless
    another one is given.
    """

    __slots__ = ("code", "template")

    def __init__(self, template: str, *, code: str = "") -> None:
        self.template = template
        self.code = code

    def __set_name__(self, owner: type, name: str) -> None:
        self.code = self.code or name.lower().replace("_", "-")

    def says(self, **params: object) -> str:
        """Return the sentence about *params*."""
        return self.template.format(**params)


class Phrase(Sentence):
    """A part of a sentence, which is given to it as a parameter."""


AS_SAID = Sentence("{text}", code="as-said")
"""What a form, a disk or a pure package has said already."""


class DeskError(ValueError):
    """A request the desk refuses.

    ``str()`` is one sentence for the director.
    """

    def __init__(self, sentence: Sentence, /, **params: object) -> None:
        self.code, self.params = sentence.code, params
        super().__init__(sentence.says(**params))


class NoPlanError(DeskError):
    """No movement is chosen yet."""


class PersonTwiceError(DeskError):
    """One person in two pairs."""


class NotMeetingError(DeskError):
    """The line is not in the plan."""


class ChangedMeanwhileError(DeskError):
    """Somebody else changed this line since it was shown.

    *current* is the stored result.
    """


class RulingError(DeskError):
    """An incomplete ruling.

    *field* is the part of its form that it is about.
    """

    def __init__(self, sentence: Sentence, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(sentence, **params)


class FinalError(DeskError):
    """Results that are final do not change."""


class PartyError(DeskError):
    """A step of a party that isn't possible now.

    *field* is the part of its form that it is about.
    """

    def __init__(self, sentence: Sentence, /, *, field: str = "", **params: object) -> None:
        self.field = field
        super().__init__(sentence, **params)


class TwoReportsError(PartyError):
    """A table has sent something else since the page was made.

    ``theirs`` is the stored entry, ``yours`` what was sent.
    """


class ShutPhoneError(DeskError):
    """A phone at a table that the director does not let in."""


class PrintingError(DeskError):
    """A request that cannot be printed."""


class TooLongError(PrintingError):
    """One sheet holds more lines than fit on a page."""


class BackupError(DeskError):
    """A backup cannot be written, or a file is no backup."""


class AlreadyHereError(DeskError):
    """The event was imported before.

    *event* is the one that is here.
    """
