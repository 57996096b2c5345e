"""Errors of files, doubts about them, and parts of them that aren't imported.

::

    ImportFileError             a file that cannot be taken as it is
    └── FaultyFileError         several faults at once, in ``faults``
    ExportError                 a file that cannot be made
    Doubt                       no error: the file is read, but a person should look
"""

from collections.abc import Iterable, Sequence
from typing import Self

from scoring.errors import ScoringError

MAX_FAULTS = 100
"""Faults of a file after which nothing more of it is read."""
_MAX_FAULTS_SHOWN = 10
_MAX_ALIKE = 3
"""Doubts of one reason that are said one by one."""
_MAX_VALUE_LENGTH = 200
"""Characters of one value in a sentence."""


class FileMessage:
    """A message about a file, with its *place* in it."""

    place: str = ""

    def set_place(self, place: str) -> Self:
        """Set the *place*, such as ``"Section B"``. Return the message."""
        self.place = place
        return self

    def _add_place(self, sentence: str) -> str:
        if self.place:
            return f"{self.place}: {sentence}"
        return sentence


class ImportFileError(FileMessage, ValueError):
    """A refused file. ``str`` is a sentence that says what is wrong, where, and what to do.

    >>> error = ImportFileError("other-root", "The file starts with <{root}>.", root="html")
    >>> str(error)
    'The file starts with <html>.'
    >>> error.code, error.params, error.faults == (error,)
    ('other-root', {'root': 'html'}, True)
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.params = code, _make_params_printable(params)
        super().__init__(text.format(**self.params))

    def __str__(self) -> str:
        return self._add_place(super().__str__())

    @property
    def faults(self) -> tuple["ImportFileError", ...]:
        """Everything that is wrong, each fault an error with its own code and sentence."""
        return (self,)


class FaultyFileError(ImportFileError):
    """Several faults. ``str`` has the first ten, ``faults`` all.

    >>> empty = ImportFileError("file-empty", "The file is empty.")
    >>> print(FaultyFileError([empty, ImportFileError("too-large", "It is over {limit}.", limit="1 MB")]))
    Nothing was imported. Correct 2 faults:
    The file is empty.
    It is over 1 MB.
    """

    def __init__(self, faults: Sequence[ImportFileError]) -> None:
        self._faults = tuple(faults)
        # At this number nothing more was read.
        self._at_least = "at least " if len(self._faults) >= MAX_FAULTS else ""
        count = f"{self._at_least}{len(self._faults)}"
        super().__init__(
            "several-faults", "Nothing was imported. Correct {count} faults:", count=count
        )

    def __str__(self) -> str:
        lines = [super().__str__(), *map(str, self._faults[:_MAX_FAULTS_SHOWN])]
        if len(self._faults) > _MAX_FAULTS_SHOWN:
            lines.append(f"… and {self._at_least}{len(self._faults) - _MAX_FAULTS_SHOWN} more.")
        return "\n".join(lines)

    @property
    def faults(self) -> tuple[ImportFileError, ...]:
        """Every fault, in the order of the file."""
        return self._faults


class FaultList(list[ImportFileError]):
    """The faults of a file that is being read. It ends the reading at the hundredth.

    A file with two million wrong lines would otherwise take a quarter of a minute to be refused.
    """

    def append(self, fault: ImportFileError) -> None:
        """Add *fault*.

        :raises FaultyFileError: if the list is full then
        """
        self.extend((fault,))

    def extend(self, faults: Iterable[ImportFileError]) -> None:
        """Add *faults*.

        :raises FaultyFileError: if the list is full then
        """
        for fault in faults:
            super().append(fault)
            if len(self) >= MAX_FAULTS:
                raise FaultyFileError(self)

    def __iadd__(self, faults: Iterable[ImportFileError]) -> Self:  # type: ignore[override,misc]
        self.extend(faults)
        return self


def raise_faults(faults: Sequence[ImportFileError]) -> None:
    """Raise one fault or all together, if any."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise FaultyFileError(faults)


class ExportError(ValueError):
    """A file that can't be made. ``str`` says what there is.

    >>> str(ExportError("export-table", 'Unknown table "{table}".', table="clubs"))
    'Unknown table "clubs".'
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.params = code, params
        super().__init__(text.format(**params))


class Doubt(FileMessage):
    """Something to check in an imported file. ``str`` is the sentence."""

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.text, self.params = code, text, _make_params_printable(params)

    def __str__(self) -> str:
        return self._add_place(self.text.format(**self.params))


def summarize_doubts(doubts: Iterable[Doubt]) -> list[str]:
    """Return the sentences of *doubts*. Many of one reason are the first and a count.

    >>> doubts = [Doubt("part", "Part {part} can’t be read.", part=f"T{number}") for number in range(5)]
    >>> summarize_doubts(doubts)
    ['Part T0 can’t be read. The same is true of 4 others.']
    """
    by_reason: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        by_reason.setdefault(doubt.code, []).append(doubt)
    sentences: list[str] = []
    for alike in by_reason.values():
        if len(alike) <= _MAX_ALIKE:
            sentences += map(str, alike)
        else:
            sentences.append(f"{alike[0]} The same is true of {len(alike) - 1} others.")
    return sentences


def _make_params_printable(params: dict[str, object]) -> dict[str, object]:
    """Return *params* shortened and with visible characters for a sentence."""
    return {name: _make_value_visible(value) for name, value in params.items()}


def _make_value_visible(value: object) -> object:
    if isinstance(value, ScoringError):
        # Only the values in its sentence are shortened, not the sentence.
        return value.text.format(**_make_params_printable(value.params))
    if isinstance(value, ImportFileError):
        return str(value)
    if isinstance(value, str):
        return format_for_sentence(value)
    return value


def format_for_sentence(text: str) -> str:
    """Return *text* of a file for a sentence, shortened and visible.

    >>> format_for_sentence("Ada\\x07\\nAsh")
    'Ada\N{REPLACEMENT CHARACTER} Ash'
    """
    shortened = f"{text[:_MAX_VALUE_LENGTH]}…" if len(text) > _MAX_VALUE_LENGTH else text
    if shortened.isprintable():
        return shortened
    return "".join(map(_replace_invisible_sign, shortened))


def _replace_invisible_sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    if sign.isspace():
        return " "
    return "\N{REPLACEMENT CHARACTER}"


_MAX_NAMES = 8
_MAX_EXAMPLE = 30
_MAX_KNOWN = 1_000
"""Different names that are counted. A hostile file may have millions."""


class IgnoredParts:
    """Counts the parts that a reader has no use for.

    >>> left_out = IgnoredParts()
    >>> for fee in ("5.00", "4.00"):
    ...     left_out.count_part("Fee", fee)
    >>> left_out.count_part("Weather", "fine")
    >>> left_out.names
    '“Fee” (2 times, such as “5.00”), “Weather” (“fine”)'
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, str] = {}

    def count_part(self, name: str, example: str = "", times: int = 1) -> None:
        """Count a part called *name*. The first *example* of its values is kept."""
        if name in self._counts or len(self._counts) < _MAX_KNOWN:
            self._counts[name] = self._counts.get(name, 0) + times
            if example and name not in self._examples:
                self._examples[name] = example

    @property
    def names(self) -> str:
        """All names in words, or "" if nothing was left out."""
        names = [self._describe(name) for name in list(self._counts)[:_MAX_NAMES]]
        others = len(self._counts) - len(names)
        return ", ".join(names) + (f" and {others} more" if others else "")

    def make_doubts(self, what: str) -> list[Doubt]:
        """Return a doubt that names the parts, or nothing if none was left out.

        *what* is the word for the parts, such as "Columns".
        """
        if not self._counts:
            return []
        return [Doubt("doubt-left-out", "{what} left out: {names}.", what=what, names=self.names)]

    def _describe(self, name: str) -> str:
        count, example = self._counts[name], self._examples.get(name, "")
        shown = f"“{example[:_MAX_EXAMPLE]}{'…' if len(example) > _MAX_EXAMPLE else ''}”"
        parts = []
        if count > 1:
            parts.append(f"{count} times")
        if example:
            parts.append(f"such as {shown}" if count > 1 else shown)
        return f"“{name}”" + (f" ({', '.join(parts)})" if parts else "")
