"""What can be wrong with any file that is read in or asked for, one class for each sentence.

::

    ImportFileError
    ├── FaultyFileError         several faults at once, in ``faults``
    ├── FileShapeError          it is not the kind of file that is asked for
    │   ├── EmptyFileError, TooLargeError, OtherFormatError, OtherRootError
    │   └── CutShortError, BrokenXmlError, StrayCharacterError, EncodingError, EntityError, FetchedEntityError,
    │       UnknownEntityError, OvergrownXmlError
    ├── UsebioError             see ``usebio.errors``
    ├── PbnError                see ``pbn.errors``
    └── NamesError              see ``names.errors``

    ExportError                 a file that cannot be made
    └── NoFormatError, HoldsEveryTableError, NoSeparatorError, NoTableError

    Doubt                       no error: the file is read, but a person should look

Each class carries a stable ``code`` and a ``template``; an error keeps the values in ``params``, so that a screen can
put the same sentence into another language.  ``str(error)`` is the sentence.
"""

from collections.abc import Sequence
from typing import ClassVar, Self

from scoring import ScoringError

_MOST_SHOWN = 10
_LONGEST = 200  # characters of one value


class Said:
    """Something that is said of a file, and of which *place* in it, where it has several."""

    place: str = ""

    def at(self, place: str) -> Self:
        """Return it as said of *place*: ``"Section B"``."""
        self.place = place
        return self

    def _placed(self, sentence: str) -> str:
        return f"{self.place}: {sentence}" if self.place else sentence


class ImportFileError(Said, ValueError):
    """A file that is refused; ``str`` gives one sentence that says what, where and what to do.

    >>> error = OtherRootError(root="html")
    >>> str(error)
    'The file is XML but begins with <html>, not with <USEBIO>; export the event as USEBIO.'
    >>> error.code, error.params, error.faults == (error,)
    ('xml-other-root', {'root': 'html'}, True)
    """

    code: ClassVar[str] = "import-file"
    template: ClassVar[str] = "{reason}"

    def __init__(self, **params: object) -> None:
        self.params = _shown(params)
        super().__init__(self.template.format(**self.params))

    def __str__(self) -> str:
        return self._placed(super().__str__())

    @property
    def faults(self) -> tuple["ImportFileError", ...]:
        """Everything that is wrong, each fault an error with its own code and sentence."""
        return (self,)


class FaultyFileError(ImportFileError):
    """Several faults; ``str`` gives a line to each of the first ten, ``faults`` holds them all.

    >>> print(FaultyFileError([EmptyFileError(), OtherRootError(root="html")]))
    There are 2 faults, so nothing was taken over:
    The file is empty; export it again and choose that file.
    The file is XML but begins with <html>, not with <USEBIO>; export the event as USEBIO.
    """

    code = "several-faults"
    template = "There are {count} faults, so nothing was taken over:"

    def __init__(self, faults: Sequence[ImportFileError]) -> None:
        self._faults = tuple(faults)
        super().__init__(count=len(self._faults))

    def __str__(self) -> str:
        lines = [super().__str__(), *map(str, self._faults[:_MOST_SHOWN])]
        if len(self._faults) > _MOST_SHOWN:
            lines.append(f"… and {len(self._faults) - _MOST_SHOWN} more.")
        return "\n".join(lines)

    @property
    def faults(self) -> tuple[ImportFileError, ...]:
        """Every fault, in the order of the file."""
        return self._faults


def raise_faults(faults: Sequence[ImportFileError]) -> None:
    """Raise the one fault, or all of them together; return if there is none."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise FaultyFileError(faults)


class FileShapeError(ImportFileError):
    """Not the kind of file that is asked for."""


class EmptyFileError(FileShapeError):
    """Nothing but blanks in it."""

    code = "file-empty"
    template = "The file is empty; export it again and choose that file."


class TooLargeError(FileShapeError):
    """Above the limit, which is checked while reading."""

    code = "file-too-large"
    template = "The file is larger than {limit}, far more than one session needs; choose another file."


class OtherFormatError(FileShapeError):
    """Recognisably something else, such as a workbook."""

    code = "file-other-format"
    template = "The file looks like {looks_like}, not like {wanted}; {advice}."


class OtherRootError(FileShapeError):
    """XML of another kind."""

    code = "xml-other-root"
    template = "The file is XML but begins with <{root}>, not with <USEBIO>; export the event as USEBIO."


class CutShortError(FileShapeError):
    """XML that ends before its root is closed."""

    code = "xml-cut-short"
    template = "The file stops in the middle, near line {line}; it was cut short on its way, so export it again."


class BrokenXmlError(FileShapeError):
    """XML that breaks a rule of XML."""

    code = "xml-broken"
    template = "Line {line}, column {column} is not XML ({reason}); correct that line or export the event again."


class StrayCharacterError(FileShapeError):
    """A bare ``&`` or a control character."""

    code = "xml-stray-character"
    template = (
        "Line {line}, column {column} holds a character that XML does not allow there; write & as &amp; and < as &lt;, "
        "or export the event again."
    )


class EncodingError(FileShapeError):
    """An encoding that is unknown or untrue."""

    code = "xml-encoding"
    template = 'The first line says that the file is written in "{encoding}", which it is not; save it as UTF-8.'


class EntityError(FileShapeError):
    """A declared entity: a billion laughs begin so."""

    code = "xml-entity"
    template = (
        'The file declares an entity "{name}", which can be a trap and which USEBIO never needs; '
        "take the <!ENTITY …> lines out or export the event again."
    )


class FetchedEntityError(FileShapeError):
    """An entity that points outside the file."""

    code = "xml-fetched-entity"
    template = (
        'The file wants "{address}" fetched as its entity "{name}"; nothing was fetched, '
        "so take the <!ENTITY …> lines out or export the event again."
    )


class UnknownEntityError(FileShapeError):
    """An entity without a declaration, as ``&eacute;``."""

    code = "xml-unknown-entity"
    template = (
        "Line {line}, column {column} has a name between & and ; that XML does not know; write the letter itself."
    )


class OvergrownXmlError(FileShapeError):
    """Far more elements, or far deeper ones, than a session has."""

    code = "xml-overgrown"
    template = "The file has {what}, which no session has; choose another file."


class ExportError(ValueError):
    """A file that cannot be made; ``str`` gives one sentence that says what there is.

    >>> str(NoTableError(table="clubs", known="standings, boards"))
    'There is no table "clubs"; choose one of standings, boards.'
    """

    code: ClassVar[str] = "export"
    template: ClassVar[str]

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.template.format(**params))


class NoFormatError(ExportError):
    """No format has this key."""

    code = "export-format"
    template = 'There is no export format "{form}" here; choose one of {known}.'


class HoldsEveryTableError(ExportError):
    """A single table of a format that holds all."""

    code = "export-every-table"
    template = "A file of the format {form} holds every table; a single table is a csv file."


class NoSeparatorError(ExportError):
    """No separator has this key."""

    code = "export-separator"
    template = 'There is no separator "{separator}" here; choose one of {known}.'


class NoTableError(ExportError):
    """The event has no table of this name."""

    code = "export-table"
    template = 'There is no table "{table}"; choose one of {known}.'


class Doubt(Said):
    """Something a person should look at, although the file is read; ``str`` gives the sentence."""

    code: ClassVar[str] = "doubt"
    template: ClassVar[str] = "{reason}"

    def __init__(self, **params: object) -> None:
        self.params = _shown(params)

    def __str__(self) -> str:
        return self._placed(self.template.format(**self.params))


def _shown(params: dict[str, object]) -> dict[str, object]:
    """Return *params* fit for a sentence: what a file holds by mistake must neither fill the screen nor hide on it."""
    return {name: _value_shown(value) for name, value in params.items()}


def _value_shown(value: object) -> object:
    if isinstance(value, ScoringError):  # a sentence of its own, which stays whole however long what it quotes is
        return value.template.format(**_shown(value.params))
    if isinstance(value, ImportFileError):
        return str(value)
    return shown_text(value) if isinstance(value, str) else value


def shown_text(text: str) -> str:
    """Return *text* of a file as a sentence quotes it: cut where it is long, and every sign to be seen.

    >>> shown_text("Ada\\x07\\nAsh")
    'Ada\N{REPLACEMENT CHARACTER} Ash'
    """
    short = f"{text[:_LONGEST]}…" if len(text) > _LONGEST else text
    return short if short.isprintable() else "".join(map(_sign_shown, short))


def _sign_shown(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"
