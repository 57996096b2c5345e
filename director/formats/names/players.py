"""Parse a pasted list of players, one or several on a line."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import itemgetter

from director.formats.errors import FaultList, ImportFileError, raise_faults
from director.formats.names.person import has_name, is_placeholder, read_person
from director.formats.reading import read_names_file, strip_invisible
from director.formats.refusals import make_names_long_error, make_names_person_twice_error
from director.names import make_name_key

MAX_NAME_LENGTH, MAX_TEAM_LENGTH = 80, 60
_LEAD = re.compile(
    r"\s*(?:[-*•·]\s+)?(?:(?:player|no|nr)\b\.?\s*)?(?:(?P<number>0{0,9}[1-9][0-9]{0,2})(?=[\s.):;,–-]|$)[\s.):;,–-]*)?",
    re.IGNORECASE,
)
MAX_NAMED = 10
_SIDE = r"(?:n\W?s|e\W?w)?"
_NUMBER_ALONE = re.compile(
    rf"\W*(?:(?:pair|player|team|no|nr)\b\W*)*{_SIDE}\W*\d+\W*{_SIDE}\W*", re.IGNORECASE
)
PARTNERS = re.compile(r"\s*(?:&|\+|/|\sand\s)\s*", re.IGNORECASE)
"""Separators between two names on one line."""
_COLUMNS = re.compile(r"\s*[\t;]\s*")
_GROUPS = {
    "A": {"a", "l", "f", "lady", "ladies", "w", "woman", "women", "female", "green"},
    "B": {"b", "g", "m", "gent", "gents", "gentleman", "gentlemen", "man", "men", "male", "white"},
}
_GROUP_OF = {word: group for group, words in _GROUPS.items() for word in words}
_IN_BRACKETS = re.compile(r"\s*[(\[]\s*([A-Za-z]+)\s*[)\]]\s*$")
_HEADINGS = {
    "name",
    "names",
    "player",
    "players",
    "number",
    "no",
    "nr",
    "group",
    "seat",
    "list",
    "of",
} | set(_GROUP_OF)


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player of a list: line, number, name and seat group."""

    line_no: int
    number: int | None
    name: str
    group: str | None
    team: str = ""


def read_players(
    text: str | bytes, *, with_partners: bool = True, with_teams: str = ""
) -> list[NamedPlayer]:
    """Return the players of a pasted list or an uploaded file.

    A line holds an optional number, a name, and an optional group after a tab, ``;`` or in brackets
    (``A``, ``B``, ``lady``, ``gentleman``, ``green``, ``white``).  Two names with ``&``, ``and`` or
    ``/`` between them are two players *with_partners*, else a fault; with partners, a name may
    occur twice.  Headings and empty lines are skipped (:func:`list_skipped_lines` returns them); a
    heading of one group is valid for the lines below it.  If *with_teams* is given, it is the word
    for a team: a line of several players is one, named before a colon
    (``Red Lions: Ada Ash & Bert Hazel``) or by its first player.

    >>> read_players("12. Ada Ash (lady)")
    [NamedPlayer(line_no=1, number=12, name='Ada Ash', group='A', team='')]
    >>> [player.name for player in read_players("Ada Ash & Bert Hazel")]
    ['Ada Ash', 'Bert Hazel']

    :raises ImportFileError: with every faulty line in ``faults``.
    """
    faults = FaultList()
    players: list[NamedPlayer] = []
    group: str | None = None
    for line_no, line in enumerate(_split_lines(text), start=1):
        if heading_words := _find_heading_words(line):
            heading_groups = {_GROUP_OF[word] for word in heading_words if word in _GROUP_OF}
            group = heading_groups.pop() if len(heading_groups) == 1 else group
        elif line:
            try:
                players += _read_team(line_no, line, group, with_teams, with_partners=with_partners)
            except ImportFileError as fault:
                faults.append(fault)
    faults += _find_repetitions(players, may_share_names=with_partners)
    raise_faults(faults)
    if not players:
        raise ImportFileError(
            "players-none",
            'The list has no names. Type one player per line, such as "Ada Ash" or "12 Ada Ash".',
        )
    return players


def list_skipped_lines(text: str | bytes) -> list[str]:
    """Return the lines of a list that name nobody.

    >>> list_skipped_lines("Ladies\\n1 Ada Ash\\n2\\nW")
    ['Ladies', '2']
    """
    return [
        line
        for line in _split_lines(text)
        if _find_heading_words(line) or (line and not _strip_number(line))
    ]


def _split_lines(text: str | bytes) -> list[str]:
    lines = (read_names_file(text) if isinstance(text, bytes) else text).splitlines()
    normal = (
        unicodedata.normalize("NFC", line).replace("\N{NO-BREAK SPACE}", " ") for line in lines
    )
    return [line.replace('"', "").strip(" ,;\t") for line in normal]


def _find_heading_words(line: str) -> list[str]:
    """Return the words of a heading, or an empty list for another line."""
    line_words = re.findall(r"[^\W\d_]+", line.casefold())
    is_heading = len(line) > 1 and set(line_words) <= _HEADINGS and not any(map(str.isdigit, line))
    if is_heading:
        return line_words
    return []


def _strip_number(line: str) -> str:
    """Return the text after the number of a line."""
    lead = _LEAD.match(line)
    if lead:
        return line[lead.end() :]
    return line


def _read_team(
    line_no: int, line: str, group: str | None, with_teams: str, *, with_partners: bool
) -> list[NamedPlayer]:
    name, colon, rest = line.partition(":") if with_teams else ("", "", line)
    is_named = bool(colon and _strip_number(name) and rest.strip())
    players = _read_player_line(line_no, rest if is_named else line, group, with_partners)
    if not (with_teams and (is_named or len(players) > 1)):
        return players
    team = strip_invisible(_strip_number(name)) if is_named else f"{players[0].name}’s {with_teams}"
    return [replace(player, team=team[:MAX_TEAM_LENGTH]) for player in players]


def _read_player_line(
    line_no: int, line: str, group: str | None, with_partners: bool
) -> list[NamedPlayer]:
    lead = _LEAD.match(line)
    number = int(lead["number"]) if lead and lead["number"] else None
    text_after_number = _strip_number(line)
    if number is not None and not text_after_number:
        return []  # A number alone is an empty place in the list.
    columns = [part for part in _COLUMNS.split(text_after_number) if part]
    if len(columns) == 1 and "," in text_after_number:
        names_text, _comma, last_cell = text_after_number.rpartition(",")
        columns = (
            [names_text, last_cell.strip()]
            if last_cell.strip().casefold() in _GROUP_OF
            else columns
        )
    if len(columns) > 1 and columns[-1].casefold() in _GROUP_OF:
        group = _GROUP_OF[columns.pop().casefold()]
    names = [name for part in columns for name in PARTNERS.split(part) if name]
    if not names or not all(map(has_name, names)):
        raise ImportFileError(
            "players-no-name",
            'Line {line_no}: "{given}" isn’t a name. Type the name, after the number if there is '
            "one.",
            line_no=line_no,
            given=line[:40],
        )
    if not with_partners and len(names := _divide_at_commas(names)) > 1:
        raise ImportFileError(
            "players-two-names",
            "Line {line_no} has {count} names ({given}). Type one player per line.",
            line_no=line_no,
            count=len(names),
            given=", ".join(names),
        )
    return [
        _make_named_player(line_no, number if len(names) == 1 else None, name, group)
        for name in names
    ]


def _divide_at_commas(names: list[str]) -> list[str]:
    """Return *names* divided at commas, unless ``Ash, Ada`` is one person."""
    is_one = len(names) == 1 and names[0][:1].islower()  # "van den Berg, Jan Willem"
    if (
        len(names) == 1
        and not is_one
        and all(len(part.split()) > 1 for part in names[0].split(","))
    ):
        return [part.strip() for part in names[0].split(",")]
    return names


def _make_named_player(
    line_no: int, number: int | None, name: str, group: str | None
) -> NamedPlayer:
    in_brackets = _IN_BRACKETS.search(name)
    if in_brackets and in_brackets[1].casefold() in _GROUP_OF:
        group, name = _GROUP_OF[in_brackets[1].casefold()], name[: in_brackets.start()]
    name = read_person(name).label or strip_invisible(name)
    if len(name) > MAX_NAME_LENGTH:
        raise make_names_long_error(
            line_no=line_no,
            length=len(name),
            given=name[:30],
            limit=MAX_NAME_LENGTH,
        )
    return NamedPlayer(line_no, number, name, group)


def _find_repetitions(
    players: list[NamedPlayer], *, may_share_names: bool
) -> list[ImportFileError]:
    """Return the faults of numbers or names that occur twice."""
    faults = FaultList()
    people: dict[str, int] = {}
    numbers: dict[int, int] = {}
    for player in players:
        first_line_no = people.setdefault(make_name_key(player.name), player.line_no)
        is_person_twice = first_line_no != player.line_no and not is_placeholder(player.name)
        if is_person_twice and not may_share_names:
            faults.append(
                make_names_person_twice_error(
                    line_no=player.line_no,
                    name=player.name,
                    first_line_no=first_line_no,
                )
            )
        if player.number in numbers:
            first_line_no = numbers[player.number]
            faults.append(
                ImportFileError(
                    "players-number-twice",
                    "Line {line_no}: number {number} is already in line {first_line_no}. Use a different "
                    "number.",
                    line_no=player.line_no,
                    number=player.number,
                    first_line_no=first_line_no,
                )
            )
        if player.number is not None:
            numbers.setdefault(player.number, player.line_no)
    return faults


def describe_numbers_without_names(source: str | bytes) -> str:
    """Return a sentence about numbers without a name, or "".

    >>> describe_numbers_without_names("1 Ada Ash\\n2\\n7 N-S")
    ' No name beside 2, 7 N-S: skipped.'
    """
    lines = (read_names_file(source) if isinstance(source, bytes) else source).splitlines()
    lines_without_name = [line.strip(" ,;\t") for line in lines if _NUMBER_ALONE.fullmatch(line)]
    if lines_without_name:
        return f" No name beside {join_first_texts(lines_without_name)}: skipped."
    return ""


def describe_removed_people(
    before: Iterable[tuple[int, str]], after: Iterable[tuple[int, str]]
) -> str:
    """Return a sentence about people in the list *before* but not *after*, or "".

    >>> describe_removed_people([(1, "Ada Ash"), (2, "Bert Birch")], [(1, "Ada Ash")])
    ' No longer in the list: Bert Birch.'
    """
    missing_names = [name for _person, name in sorted(set(before) - set(after), key=itemgetter(1))]
    if missing_names:
        return f" No longer in the list: {join_first_texts(missing_names)}."
    return ""


def join_first_texts(texts: list[str]) -> str:
    """Return *texts* in a row, the first of many.

    >>> join_first_texts([str(number) for number in range(13)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more'
    """
    more_text = f" and {len(texts) - MAX_NAMED} more" if len(texts) > MAX_NAMED else ""
    return f"{', '.join(texts[:MAX_NAMED])}{more_text}"
