"""Parse a pasted list of players, one or several on a line."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import itemgetter

from director.formats.errors import ImportFileError, ProblemList, raise_problems
from director.formats.names.arranged import arrange_list
from director.formats.names.headings import TABLE, match_list_column
from director.formats.names.person import has_name, is_placeholder, parse_person
from director.formats.names.tables.rows import read_list_text
from director.formats.names.tables.table import PLAYERS, PLAYERS_OF_TEAMS
from director.formats.reading import strip_invisible
from director.formats.refusals import make_names_long_error, make_names_person_twice_error
from director.names import make_name_key

MAX_NAME_LENGTH, MAX_TEAM_LENGTH = 80, 60
_LINE_START = re.compile(
    r"\s*(?:[-*•·]\s+)?(?:(?:player|no|nr)\b\.?\s*)?(?:(?P<number>0{0,9}[1-9][0-9]{0,2})(?=[\s.):;,–-]|$)[\s.):;,–-]*)?",
    re.IGNORECASE,
)
MAX_LISTED_TEXTS = 10
_SIDE = r"(?:n\W?s|e\W?w)?"
_NUMBER_ALONE = re.compile(
    rf"\W*(?:(?:pair|player|team|no|nr)\b\W*)*{_SIDE}\W*\d+\W*{_SIDE}\W*", re.IGNORECASE
)
PARTNER_SEPARATOR = re.compile(r"\s*(?:&|\+|/|\sand\s)\s*", re.IGNORECASE)
"""Separators between two names on one line."""
_COLUMNS = re.compile(r"\s*[\t;]\s*")
_WORDS_BY_GROUP = {
    "A": {"a", "l", "f", "lady", "ladies", "w", "woman", "women", "female", "green"},
    "B": {"b", "g", "m", "gent", "gents", "gentleman", "gentlemen", "man", "men", "male", "white"},
}
_GROUP_BY_WORD = {word: group for group, words in _WORDS_BY_GROUP.items() for word in words}
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
    "guests",
    "attendees",
    "attending",
    "participants",
} | set(_GROUP_BY_WORD)


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player of a list: line, number, name and seat group."""

    line_no: int
    number: int | None
    name: str
    group: str | None
    team: str = ""


def read_players(
    text: str | bytes, *, has_partners: bool = True, team_noun: str = ""
) -> list[NamedPlayer]:
    """Return the players of a pasted list or an uploaded file.

    A line holds an optional number, a name, and an optional group after a tab, ``;`` or in brackets
    (``A``, ``B``, ``lady``, ``gentleman``, ``green``, ``white``).  Two names with ``&``, ``and`` or
    ``/`` between them are two players *has_partners*, else a fault; with partners, a name may
    occur twice.  Headings and empty lines are skipped (:func:`list_skipped_lines` returns them); a
    heading of one group is valid for the lines below it.  If *team_noun* is given, it is the word
    for a team: a line of several players is one, named before a colon
    (``Red Lions: Ada Ash & Bert Hazel``) or by its first player.  A table with headings is read by
    them, whatever its language (``arrange_list``).

    >>> read_players("12. Ada Ash (lady)")
    [NamedPlayer(line_no=1, number=12, name='Ada Ash', group='A', team='')]
    >>> [player.name for player in read_players("Ada Ash & Bert Hazel")]
    ['Ada Ash', 'Bert Hazel']

    :raises ImportFileError: if nobody knows what columns hold, see ``needs_column_answers``
    :raises ImportFileError: with every faulty line in ``faults``.
    """
    problems = ProblemList()
    players: list[NamedPlayer] = []
    group: str | None = None
    lines = _split_lines(arrange_list(text, PLAYERS_OF_TEAMS if team_noun else PLAYERS).text)
    if has_partners:
        lines = _divide_couples(lines)
    for line_no, line in enumerate(lines, start=1):
        if heading_words := _get_heading_words(line):
            heading_groups = {
                _GROUP_BY_WORD[word] for word in heading_words if word in _GROUP_BY_WORD
            }
            group = heading_groups.pop() if len(heading_groups) == 1 else group
        elif line:
            try:
                players += _parse_team_line(
                    line_no, line, group, team_noun, has_partners=has_partners
                )
            except ImportFileError as problem:
                problems.append(problem)
    problems += _list_repetitions(players, may_share_names=has_partners)
    raise_problems(problems)
    if not players:
        raise ImportFileError(
            "players-none",
            "The list has no names. Type one player per line, such as “Ada Ash” or “12 Ada Ash”.",
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
        if _get_heading_words(line) or (line and not _strip_number(line))
    ]


def _split_lines(text: str | bytes) -> list[str]:
    lines = read_list_text(text).splitlines()
    normal = (
        unicodedata.normalize("NFC", line).replace("\N{NO-BREAK SPACE}", " ") for line in lines
    )
    return [line.replace('"', "").strip(" ,;\t") for line in normal]


def _get_heading_words(line: str) -> list[str]:
    """Return the words of a heading, or an empty list for another line."""
    line_words = re.findall(r"[^\W\d_]+", line.casefold())
    heading_words = set(line_words) - {"guest"} if "list" in line_words else set(line_words)
    is_heading = len(line) > 1 and heading_words <= _HEADINGS and not any(map(str.isdigit, line))
    if is_heading or _is_table_heading(line):
        return line_words
    return []


def _is_table_heading(line: str) -> bool:
    """Return whether *line* heads those at a table, as ``Tisch 2`` does."""
    match = re.fullmatch(r"(?P<word>[^\W\d_]+)\W*[0-9]{1,3}\W*", line)
    return match is not None and match_list_column(match["word"]).field == TABLE


def _strip_number(line: str) -> str:
    """Return the text after the number of a line."""
    line_start = _LINE_START.match(line)
    if line_start:
        return line[line_start.end() :]
    return line


def _parse_team_line(
    line_no: int, line: str, group: str | None, team_noun: str, *, has_partners: bool
) -> list[NamedPlayer]:
    name, colon, players_text = line.partition(":") if team_noun else ("", "", line)
    is_named = bool(colon and _strip_number(name) and players_text.strip())
    players = _parse_player_line(line_no, players_text if is_named else line, group, has_partners)
    if not (team_noun and (is_named or len(players) > 1)):
        return players
    team = strip_invisible(_strip_number(name)) if is_named else f"{players[0].name}’s {team_noun}"
    return [replace(player, team=team[:MAX_TEAM_LENGTH]) for player in players]


_GUESTS = re.compile(
    r"(?:[-*•·]\s+)?(?P<count>[2-9]) (?:guests|gäste|gasten|invités|invitados|gæster|gjester|gäster|hosté)",
    re.IGNORECASE,
)
_PLUS = re.compile(
    r"\s*\(?\s*(?:\+\s*(?P<count>[1-4])(?:\s+\w+)?|(?:plus|with|w/)\s+(?:a\s+|one\s+|1\s+)?guest)\s*\)?$",
    re.IGNORECASE,
)
"""Whoever brings somebody, as in ``Ada Ash +1``."""


def _name_guests(line: str) -> str:
    """Return *line* with a place for each guest whom somebody brings.

    >>> _name_guests("Ada Ash +1"), _name_guests("2 guests")
    ('Ada Ash & Guest of Ada Ash', 'Guest & Guest')
    """
    if guests := _GUESTS.fullmatch(line):
        return " & ".join(["Guest"] * int(guests["count"]))
    match = _PLUS.search(line)
    if match is None or not has_name(line[: match.start()]):
        return line
    name = line[: match.start()]
    guest = f" & Guest of {_strip_number(name)}"
    return name + guest * int(match["count"] or 1)


def _parse_player_line(
    line_no: int, line: str, group: str | None, has_partners: bool
) -> list[NamedPlayer]:
    if has_partners:
        line = _name_guests(line)
    line_start = _LINE_START.match(line)
    number = int(line_start["number"]) if line_start and line_start["number"] else None
    text_after_number = _strip_number(line)
    if number is not None and not text_after_number:
        return []  # A number alone is an empty place in the list.
    columns = [part for part in _COLUMNS.split(text_after_number) if part]
    if len(columns) == 1 and "," in text_after_number:
        names_text, _comma, last_cell = text_after_number.rpartition(",")
        columns = (
            [names_text, last_cell.strip()]
            if last_cell.strip().casefold() in _GROUP_BY_WORD
            else columns
        )
    if len(columns) > 1 and columns[-1].casefold() in _GROUP_BY_WORD:
        group = _GROUP_BY_WORD[columns.pop().casefold()]
    names = [name for part in columns for name in PARTNER_SEPARATOR.split(part) if name]
    if not names or not all(map(has_name, names)):
        raise ImportFileError(
            "players-no-name",
            "Line {line_no}: “{given}” isn’t a name. Type the name, after the number if there is "
            "one.",
            line_no=line_no,
            given=line[:40],
        )
    if not has_partners and len(names := _divide_at_commas(names)) > 1:
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
    is_one_person = len(names) == 1 and names[0][:1].islower()  # "van den Berg, Jan Willem"
    if (
        len(names) == 1
        and not is_one_person
        and all(len(part.split()) > 1 for part in names[0].split(","))
    ):
        return [part.strip() for part in names[0].split(",")]
    return names


def _divide_couples(lines: list[str]) -> list[str]:
    """Return *lines* with & between two people whom a comma divides.

    A comma follows a surname in all lines if any line proves it by a word alone at one of its sides.

    >>> _divide_couples(["Ada Ash, Bert Birch"]), _divide_couples(["Ash Elm, Ada May", "Birch, Bert"])
    (['Ada Ash & Bert Birch'], ['Ash Elm, Ada May', 'Birch, Bert'])
    """
    divided = [line.split(",") for line in lines if "," in line]
    words = [[len(part.split()) for part in parts] for parts in divided]
    are_couples = all(len(counts) == 2 and min(counts) > 1 for counts in words)
    are_whole = not any("&" in line or line[:1].islower() or ":" in line for line in lines)
    if divided and are_couples and are_whole:
        return [" & ".join(part.strip() for part in line.split(",")) for line in lines]
    return lines


def _make_named_player(
    line_no: int, number: int | None, name: str, group: str | None
) -> NamedPlayer:
    group_match = _IN_BRACKETS.search(name)
    if group_match and group_match[1].casefold() in _GROUP_BY_WORD:
        group, name = _GROUP_BY_WORD[group_match[1].casefold()], name[: group_match.start()]
    name = parse_person(name).label or strip_invisible(name)
    if len(name) > MAX_NAME_LENGTH:
        raise make_names_long_error(
            line_no=line_no,
            length=len(name),
            given=name[:30],
            limit=MAX_NAME_LENGTH,
        )
    return NamedPlayer(line_no, number, name, group)


def _list_repetitions(
    players: list[NamedPlayer], *, may_share_names: bool
) -> list[ImportFileError]:
    """Return the faults of numbers or names that occur twice."""
    problems = ProblemList()
    line_by_person: dict[str, int] = {}
    line_by_number: dict[int, int] = {}
    for player in players:
        first_line_no = line_by_person.setdefault(make_name_key(player.name), player.line_no)
        is_person_twice = first_line_no != player.line_no and not is_placeholder(player.name)
        if is_person_twice and not may_share_names:
            problems.append(
                make_names_person_twice_error(
                    line_no=player.line_no,
                    name=player.name,
                    first_line_no=first_line_no,
                )
            )
        if player.number in line_by_number:
            first_line_no = line_by_number[player.number]
            problems.append(
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
            line_by_number.setdefault(player.number, player.line_no)
    return problems


def describe_numbers_without_names(source: str | bytes) -> str:
    """Return a sentence about numbers without a name, or "".

    >>> describe_numbers_without_names("1 Ada Ash\\n2\\n7 N-S")
    ' No name beside 2, 7 N-S: skipped.'
    """
    lines = read_list_text(source).splitlines()
    lines_without_name = [line.strip(" ,;\t") for line in lines if _NUMBER_ALONE.fullmatch(line)]
    if lines_without_name:
        return f" No name beside {join_first_texts(lines_without_name)}: skipped."
    return ""


def describe_removed_people(
    previous_people: Iterable[tuple[int, str]], current_people: Iterable[tuple[int, str]]
) -> str:
    """Return a sentence about people in the list *previous_people* but not *current_people*, or "".

    >>> describe_removed_people([(1, "Ada Ash"), (2, "Bert Birch")], [(1, "Ada Ash")])
    ' No longer in the list: Bert Birch.'
    """
    missing_names = [
        name
        for _person, name in sorted(set(previous_people) - set(current_people), key=itemgetter(1))
    ]
    if missing_names:
        return f" No longer in the list: {join_first_texts(missing_names)}."
    return ""


def join_first_texts(texts: list[str]) -> str:
    """Return *texts* in a row, the first of many.

    >>> join_first_texts([str(number) for number in range(13)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more'
    """
    more_text = (
        f" and {len(texts) - MAX_LISTED_TEXTS} more" if len(texts) > MAX_LISTED_TEXTS else ""
    )
    return f"{', '.join(texts[:MAX_LISTED_TEXTS])}{more_text}"
