"""Errors of files, doubts about them, and parts of them that aren't imported.

::

    ImportFileError             a file that cannot be taken as it is
    └── SeveralProblemsError         several problems at once, in ``problems``
    ExportError                 a file that cannot be made
    Doubt                       no error: the file is read, but a person should look
"""

from collections.abc import Iterable, Sequence
from typing import Self

from scoring.errors import ScoringError

MAX_PROBLEMS = 100
"""Problems of a file after which nothing more of it is read."""
MAX_PROBLEMS_SHOWN = 10
_MAX_DOUBTS_OF_REASON = 3
"""Doubts of one reason that are said one by one."""
_MAX_VALUE_LENGTH = 200
"""Characters of one value in a sentence."""


class FileMessage:
    """A message about a file, with its *location* in it."""

    location: str = ""

    def set_location(self, location: str) -> Self:
        """Set the *location*, such as ``"Section B"``. Return the message."""
        self.location = location
        return self

    def _format_with_location(self, sentence: str) -> str:
        if self.location:
            return f"{self.location}: {sentence}"
        return sentence


class ImportFileError(FileMessage, ValueError):
    """A refused file. ``str`` is a sentence that says what is wrong, where, and what to do.

    >>> error = ImportFileError("other-root", "The file starts with <{root}>.", root="html")
    >>> str(error)
    'The file starts with <html>.'
    >>> error.code, error.params, error.problems == (error,)
    ('other-root', {'root': 'html'}, True)
    """

    def __init__(self, code: str, text: str, /, **params: object) -> None:
        self.code, self.params = code, _make_params_printable(params)
        super().__init__(text.format(**self.params))

    def __str__(self) -> str:
        return self._format_with_location(super().__str__())

    @property
    def problems(self) -> tuple["ImportFileError", ...]:
        """Everything that is wrong, each problem an error with its own code and sentence."""
        return (self,)


class SeveralProblemsError(ImportFileError):
    """Several problems. ``str`` has ten sentences at most, ``problems`` all.

    >>> empty = ImportFileError("file-empty", "The file is empty.")
    >>> print(SeveralProblemsError([empty, ImportFileError("too-large", "It is over {limit}.", limit="1 MB")]))
    Nothing was imported. Correct 2 faults:
    The file is empty.
    It is over 1 MB.
    """

    def __init__(self, problems: Sequence[ImportFileError]) -> None:
        self._problems = tuple(problems)
        # At this number nothing more was read.
        self._count_prefix = "at least " if len(self._problems) >= MAX_PROBLEMS else ""
        count = f"{self._count_prefix}{len(self._problems)}"
        super().__init__(
            "several-faults", "Nothing was imported. Correct {count} faults:", count=count
        )

    def __str__(self) -> str:
        sentences = summarize_problems(self._problems, MAX_PROBLEMS_SHOWN)
        lines = [super().__str__(), *sentences[:MAX_PROBLEMS_SHOWN]]
        if len(sentences) > MAX_PROBLEMS_SHOWN:
            lines.append(f"… and {self._count_prefix}{len(sentences) - MAX_PROBLEMS_SHOWN} more.")
        return "\n".join(lines)

    @property
    def problems(self) -> tuple[ImportFileError, ...]:
        """Every problem, in the order of the file."""
        return self._problems


class ProblemList(list[ImportFileError]):
    """The problems of a file that is being read. It ends the reading at the hundredth.

    A file with two million wrong lines would otherwise take a quarter of a minute to be refused.
    """

    def append(self, problem: ImportFileError) -> None:
        """Add *problem*.

        :raises SeveralProblemsError: if the list is full then
        """
        self.extend((problem,))

    def extend(self, problems: Iterable[ImportFileError]) -> None:
        """Add *problems*.

        :raises SeveralProblemsError: if the list is full then
        """
        for problem in problems:
            super().append(problem)
            if len(self) >= MAX_PROBLEMS:
                raise SeveralProblemsError(self)

    def __iadd__(self, problems: Iterable[ImportFileError]) -> Self:  # type: ignore[override,misc]
        self.extend(problems)
        return self


def raise_problems(problems: Sequence[ImportFileError]) -> None:
    """Raise one problem or all together, if any."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise SeveralProblemsError(problems)


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
        return self._format_with_location(self.text.format(**self.params))


def summarize_doubts(doubts: Iterable[Doubt]) -> list[str]:
    """Return the sentences of *doubts*. Many of one reason are the first and a count.

    >>> doubts = [Doubt("part", "Part {part} can’t be read.", part=f"T{number}") for number in range(5)]
    >>> summarize_doubts(doubts)
    ['Part T0 can’t be read. The same is true of 4 others.']
    """
    doubts_by_reason: dict[str, list[Doubt]] = {}
    for doubt in doubts:
        doubts_by_reason.setdefault(doubt.code, []).append(doubt)
    sentences: list[str] = []
    for similar_doubts in doubts_by_reason.values():
        if len(similar_doubts) <= _MAX_DOUBTS_OF_REASON:
            sentences += map(str, similar_doubts)
        else:
            sentences.append(
                f"{similar_doubts[0]} The same is true of {len(similar_doubts) - 1} others."
            )
    return sentences


def summarize_problems(problems: Sequence[ImportFileError], most: int) -> list[str]:
    """Return the sentences of *problems*, each one if they are *most* or fewer.

    A file with more has one cause again and again, so the first three of a reason and a count say more.

    >>> problems = [ImportFileError("board-number", "Line {no}: no board.", no=number) for number in range(5)]
    >>> summarize_problems(problems, 4)[2:]
    ['Line 2: no board.', 'The same is true of 2 others.']
    """
    if len(problems) <= most:
        return list(map(str, problems))
    problems_by_reason: dict[str, list[ImportFileError]] = {}
    for problem in problems:
        problems_by_reason.setdefault(problem.code, []).append(problem)
    sentences: list[str] = []
    for similar_problems in problems_by_reason.values():
        sentences += map(str, similar_problems[:_MAX_DOUBTS_OF_REASON])
        if (others := len(similar_problems) - _MAX_DOUBTS_OF_REASON) > 0:
            sentences.append(f"The same is true of {others} others.")
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
_MAX_EXAMPLE_LENGTH = 30
_MAX_COUNTED_NAMES = 1_000
"""Different names that are counted. A hostile file may have millions."""


class IgnoredParts:
    """Counts the parts that a reader has no use for.

    >>> left_out = IgnoredParts()
    >>> for fee in ("5.00", "4.00"):
    ...     left_out.add_part("Fee", fee)
    >>> left_out.add_part("Weather", "fine")
    >>> left_out.names_text
    '“Fee” (2 times, such as “5.00”), “Weather” (“fine”)'
    """

    def __init__(self) -> None:
        self._count_by_name: dict[str, int] = {}
        self._example_by_name: dict[str, str] = {}

    def add_part(self, name: str, example: str = "", times: int = 1) -> None:
        """Count a part called *name*. The first *example* of its values is kept."""
        if name in self._count_by_name or len(self._count_by_name) < _MAX_COUNTED_NAMES:
            self._count_by_name[name] = self._count_by_name.get(name, 0) + times
            if example and name not in self._example_by_name:
                self._example_by_name[name] = example

    @property
    def names_text(self) -> str:
        """All names in words, or "" if nothing was left out."""
        names = [self._describe(name) for name in list(self._count_by_name)[:_MAX_NAMES]]
        others = len(self._count_by_name) - len(names)
        return ", ".join(names) + (f" and {others} more" if others else "")

    def make_doubts(self, noun: str) -> list[Doubt]:
        """Return a doubt that names the parts, or nothing if none was left out.

        *noun* is the word for the parts, such as "Columns".
        """
        if not self._count_by_name:
            return []
        return [
            Doubt("doubt-left-out", "{what} left out: {names}.", what=noun, names=self.names_text)
        ]

    def _describe(self, name: str) -> str:
        count, example = self._count_by_name[name], self._example_by_name.get(name, "")
        shown = (
            f"“{example[:_MAX_EXAMPLE_LENGTH]}{'…' if len(example) > _MAX_EXAMPLE_LENGTH else ''}”"
        )
        parts = []
        if count > 1:
            parts.append(f"{count} times")
        if example:
            parts.append(f"such as {shown}" if count > 1 else shown)
        return f"“{name}”" + (f" ({', '.join(parts)})" if parts else "")
