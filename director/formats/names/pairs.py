"""Parse a pasted list of pairs, one on a line."""

import csv
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import filterfalse

from director.formats.errors import ImportFileError, ProblemList, raise_problems
from director.formats.names.arranged import UNIT_SEPARATOR, arrange_list
from director.formats.names.person import has_name, is_placeholder, parse_person
from director.formats.names.tables.table import PAIRS
from director.formats.refusals import make_names_long_error, make_names_person_twice_error
from director.names import make_name_key

MAX_NAME_LENGTH = 100
_MAX_CSV_LINE = 10_000  # characters

_COLUMNS = (re.compile(r"\t"), re.compile(r";"))
_COMMA = re.compile(r",")
_BLANKS = re.compile(r"\s{2,}")
# Strongest first: the first that divides a line decides, and weaker ones are part of the names.
_SEPARATORS = (
    *_COLUMNS,
    re.compile(r"&|\+|\sand\s", re.IGNORECASE),
    re.compile(r"/"),
    re.compile(r"\s[-‐‑–—−]\s|[–—]"),
    _COMMA,
    _BLANKS,
)
_SEPARATOR_IN_NAME = re.compile(r"&|\+|\sand\s|/", re.IGNORECASE)
_ANY_SEPARATOR = re.compile(rf"{_SEPARATOR_IN_NAME.pattern}|,", re.IGNORECASE)
_SUFFIX = re.compile(
    r",\s*((?:jr|sr|ii|iii)\b\.?)(?=\s*(?:$|[\t;,&+/–—]|-\s|and\s))", re.IGNORECASE
)
_QUOTED = re.compile(r'(?:^|[\t;,]) *"')

_HYPHENED = r"N\s?[-–/]\s?S|E\s?[-–/]\s?W"
_BULLET = r"\s*(?:[-*•·]\s+)?"
_MARKS_AFTER_NUMBER = r"[\s.):;,\]–—-]*"
_LINE_STARTS = (
    re.compile(
        rf"{_BULLET}(?:(?:pair|no|nr)\b\.?\s*)?[(\[#]?(?:(?P<before>{_HYPHENED}|NS|EW)\s*)?"
        rf"(?P<number>0{{0,9}}[1-9][0-9]{{0,2}})(?:\s*(?P<after>{_HYPHENED}|NS|EW)\b|(?![^\W_])){_MARKS_AFTER_NUMBER}",
        re.IGNORECASE,
    ),
    re.compile(rf"{_BULLET}(?P<after>{_HYPHENED})\b{_MARKS_AFTER_NUMBER}", re.IGNORECASE),
    re.compile(_BULLET),
)
_NUMBER = re.compile(
    rf"{_BULLET}(?:(?:pair|no|nr)\b\.?\s*)?[(\[#]?(?P<given>[-–−+]?[0-9]+(?:\.[0-9]+)?)(?![^\W_])",
    re.IGNORECASE,
)
_PAIR_NUMBER = re.compile("0{0,9}[1-9][0-9]{0,2}")
_LETTER = re.compile(r"[^\W\d]")
_SIDES = {"NS": "N-S", "EW": "E-W", "": ""}
_NS_HEADINGS = frozenset({"n", "s", "ns", "north", "south"})
_EW_HEADINGS = frozenset({"e", "w", "ew", "east", "west"})
_HEADINGS = (
    _NS_HEADINGS
    | _EW_HEADINGS
    | {"pair", "pairs", "no", "nr", "number", "name", "names", "player", "players"}
)
_HEADINGS |= {"partner", "partners", "direction", "table", "list", "of", "sep"}


@dataclass(frozen=True, slots=True)
class NamedPair:
    """A pair of a list: line, number, direction and players.

    *direction* is ``"NS"``, ``"EW"`` or empty.
    """

    line_no: int
    number: int | None
    direction: str
    players: tuple[str, str]


def read_pairs(text: str | bytes) -> list[NamedPair]:
    """Return the pairs of a pasted list or an uploaded file.

    A line holds two names with a tab, ``;``, ``&``, ``and``, ``/``, a dash between blanks or a
    comma between them; it may begin with a number and a direction (``1.``, ``2)``, ``3 N-S``).
    A table with headings is read by them, whatever its language (``arrange_list``).
    With a stronger separator a comma follows a surname: ``Ash, Ada; Hazel, Bert``.  Headings and
    empty lines are skipped; a heading of one direction (``East-West``) is valid for the lines below.

    >>> read_pairs("1. Ada Ash & Bert Hazel")
    [NamedPair(line_no=1, number=1, direction='', players=('Ada Ash', 'Bert Hazel'))]

    :raises ImportFileError: if nobody knows what columns hold, see ``needs_column_answers``
    :raises ImportFileError: with every faulty line in ``faults``.
    """
    text = arrange_list(text, PAIRS).text
    problems = ProblemList()
    pairs: list[NamedPair] = []
    direction = ""
    for line_no, raw in _iter_raw_lines(text):
        line = _clean_line(raw)
        if _is_heading(line):
            direction = _parse_heading_direction(line, direction)
            continue
        try:
            pairs += _parse_pair_line(line_no, line, direction)
        except ImportFileError as problem:
            problems.append(problem)
    problems += _list_repetitions(pairs)
    raise_problems(problems)
    if not pairs:
        raise ImportFileError(
            "names-none",
            "The list has no pairs. Type one pair per line, such as “Ada Ash & Bert Hazel”.",
        )
    return pairs


def _iter_raw_lines(text: str) -> Iterator[tuple[int, str]]:
    for line_no, line in enumerate(text.splitlines(), start=1):
        # A table of four is two pairs.
        for part in line.split(UNIT_SEPARATOR):
            yield line_no, part


def _clean_line(raw: str) -> str:
    """Return a line with quoted CSV as tabs and without invisible characters."""
    text = unicodedata.normalize("NFC", raw).replace("\N{NO-BREAK SPACE}", " ")
    text = "".join(sign for sign in text if sign == "\t" or sign.isprintable() or sign.isspace())
    text = text.strip(" ")
    if _QUOTED.search(text) and len(text) <= _MAX_CSV_LINE:
        for delimiter in "\t;,":
            fields = next(csv.reader([text], delimiter=delimiter, skipinitialspace=True))
            if len(fields) > 1:
                return "\t".join(fields)
    return text


def _is_heading(line: str) -> bool:
    line_words = _collect_words(line)
    return (
        bool(line_words) and line_words <= _HEADINGS and not set(line) & set("&+")
    )  # "N. North & S. West" are people


def _parse_heading_direction(line: str, previous_direction: str) -> str:
    line_words = _collect_words(line)
    ns_words, ew_words = line_words & _NS_HEADINGS, line_words & _EW_HEADINGS
    if any(map(str.isdigit, line)) or not (
        ns_words or ew_words
    ):  # "7 N-S" is an empty place, not a heading
        return previous_direction
    if ns_words and ew_words:
        return ""
    if ns_words:
        return "NS"
    return "EW"


def _collect_words(line: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", line.lower()))


def _parse_pair_line(line_no: int, line: str, direction: str) -> list[NamedPair]:
    """Return the pair of a line, or an empty list if the line has no names."""
    line_start = next(match for pattern in _LINE_STARTS if (match := pattern.match(line)))
    start_parts = line_start.groupdict()
    names_text = _SUFFIX.sub(r" \1", line[line_start.end() :]).rstrip(" \t,;")
    if not names_text:
        return []
    if not has_name(names_text):
        raise ImportFileError(
            "names-no-letters",
            "Line {line_no}: “{given}” isn’t a name. Type both partners with & between them.",
            line_no=line_no,
            given=line,
        )
    _check_pair_number(line_no, line)
    names = _split_names(line_no, names_text)
    if re.match(r"[0-9]+\s", names[0]):
        number_text = _LETTER.split(line, maxsplit=1)[0].strip()
        raise _make_names_no_pair_number_error(
            line_no=line_no,
            given=number_text or names[0].split()[0],
        )
    for name in names:
        if len(name) > MAX_NAME_LENGTH:
            raise make_names_long_error(
                line_no=line_no,
                length=len(name),
                given=name[:30],
                limit=MAX_NAME_LENGTH,
            )
    is_twice = make_name_key(names[0]) == make_name_key(names[1])
    if is_twice and not is_placeholder(names[0]):
        raise ImportFileError(
            "names-own-partner",
            "Line {line_no} has {name} as both partners. Type the other partner’s name.",
            line_no=line_no,
            name=names[0],
        )
    number = int(start_parts["number"]) if start_parts.get("number") else None
    direction_text = start_parts.get("before") or start_parts.get("after")
    return [
        NamedPair(
            line_no,
            number,
            "".join(filter(str.isalpha, direction_text)).upper() if direction_text else direction,
            names,
        )
    ]


def _check_pair_number(line_no: int, line: str) -> None:
    if (number := _NUMBER.match(line)) and not _PAIR_NUMBER.fullmatch(number["given"]):
        raise _make_names_no_pair_number_error(line_no=line_no, given=number["given"])


def _split_names(line_no: int, text: str) -> tuple[str, str]:
    """Return the two names in *text*, which has at least one letter."""
    for separator in _SEPARATORS:
        parts = [part.strip() for part in separator.split(text) if has_name(part)]
        if len(parts) == 1:
            text = parts[0]
            continue
        if (
            separator in (_COMMA, _BLANKS)
            and len(parts) == 2
            and any(len(part.split()) == 1 for part in parts)
        ):
            break  # "Ash, Ada" is one person
        return _make_two_names(line_no, parts, separator in _COLUMNS)
    raise ImportFileError(
        "names-one",
        "Line {line_no} has only one name (“{given}”). Type both partners with & between them.",
        line_no=line_no,
        given=text,
    )


def _make_two_names(line_no: int, parts: list[str], are_columns: bool) -> tuple[str, str]:
    """Return *parts* as two names, with surnames last."""
    parts_with_comma = [part for part in parts if "," in part]
    surname_count = len(parts_with_comma) if are_columns else 2 * bool(parts_with_comma)
    surname_first_count = sum(map(_is_surname_first, parts_with_comma))
    if (
        len(parts) == 2
        and surname_first_count == len(parts_with_comma) == surname_count
        and not any(map(_SEPARATOR_IN_NAME.search, parts))
    ):
        return _clean_name(parts[0]), _clean_name(parts[1])
    names = [
        name.strip() for part in parts for name in _ANY_SEPARATOR.split(part) if has_name(name)
    ]
    if len(names) == 2:
        return _clean_name(names[0]), _clean_name(names[1])
    raise ImportFileError(
        "names-many",
        "Line {line_no} has {count} names ({given}). Type two, with & between them.",
        line_no=line_no,
        count=len(names),
        given=", ".join(names),
    )


def _is_surname_first(name: str) -> bool:
    """Return whether *name* is one person, ``Ash, Ada``."""
    pieces = [piece.split() for piece in name.split(",")]
    return len(pieces) == 2 and all(pieces) and (min(map(len, pieces)) == 1 or name[0].islower())


def _clean_name(name: str) -> str:
    """Return the name with the surname last and the number behind it."""
    text = " ".join(name.split()).strip(" :–—-")
    return parse_person(text).label or text


def _list_repetitions(pairs: list[NamedPair]) -> list[ImportFileError]:
    """Return the faults of people or pair numbers that occur twice."""
    problems = ProblemList()
    line_by_person: dict[str, int] = {}
    line_by_number: dict[tuple[int, str], int] = {}
    for pair in pairs:
        for name in filterfalse(is_placeholder, pair.players):
            first_line_no = line_by_person.setdefault(make_name_key(name), pair.line_no)
            if first_line_no != pair.line_no:
                problems.append(
                    make_names_person_twice_error(
                        line_no=pair.line_no,
                        name=name,
                        first_line_no=first_line_no,
                    )
                )
        if pair.number is not None:
            first_line_no = line_by_number.setdefault((pair.number, pair.direction), pair.line_no)
            if first_line_no != pair.line_no:
                pair_text = f"{pair.number} {_SIDES[pair.direction]}".strip()
                problems.append(
                    ImportFileError(
                        "names-number-twice",
                        "Line {line_no}: pair {pair} is already in line {first_line_no}. Use a different "
                        "number.",
                        line_no=pair.line_no,
                        pair=pair_text,
                        first_line_no=first_line_no,
                    )
                )
    return problems


def _make_names_no_pair_number_error(*, line_no: object, given: object) -> ImportFileError:
    return ImportFileError(
        "names-no-pair-number",
        "Line {line_no}: {given} isn’t a pair number. Use 1 to 999, or leave it out.",
        line_no=line_no,
        given=given,
    )
