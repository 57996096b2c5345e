"""Parse a pasted list of teams: name, colon, players."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import filterfalse, groupby, takewhile

from director.formats.errors import ImportFileError, ProblemList, raise_problems
from director.formats.names.arranged import arrange_list
from director.formats.names.person import has_name, is_placeholder, parse_person
from director.formats.names.players import MAX_NAME_LENGTH
from director.formats.names.tables.table import TEAMS
from director.formats.reading import strip_invisible
from director.formats.refusals import make_names_long_error, make_names_person_twice_error
from director.names import make_name_key
from movements.option import format_count

_TEAMS_FEW = (
    "teams-few",
    "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Add players.",
)

_TEAMS_MANY = (
    "teams-many",
    "Line {line_no}: {team} has {players}, but a team needs {least} to {most}. Remove players.",
)

MIN_MEMBERS, MAX_MEMBERS = 4, 8
_LINE_START = re.compile(
    r"\s*(?:[-*•·]\s+)?(?:(?:team|no|nr)\b\.?\s*(?=\d))?(?:(?P<number>0{0,9}[1-9][0-9]{0,2})(?=[\s.):;,–-]|$)[\s.):;,–-]*)?",
    re.IGNORECASE,
)
# Strongest first: the first that divides the players decides.
_SEPARATORS = (
    re.compile(r"[\t;]"),
    re.compile(r"&|\+|/|\sand\s", re.IGNORECASE),
    re.compile(r","),
    re.compile(r"\s[-–—]\s"),
)
_CAPTAIN_BEHIND = re.compile(r"\s*[(\[]\s*(?:c|capt\.?|captain)\s*[)\]]\s*$", re.IGNORECASE)
_CAPTAIN_IN_FRONT = re.compile(r"^\s*(?:capt\.?|captain)\s*[:.]?\s+", re.IGNORECASE)
_HEADINGS = {
    "team",
    "teams",
    "name",
    "names",
    "player",
    "players",
    "no",
    "nr",
    "number",
    "list",
    "of",
    "captain",
}


@dataclass(frozen=True, slots=True)
class NamedTeam:
    """A team of a list: line, number, name, players and captain.

    *captain_no* is the number of a player, counted from 1, or 0 if none is marked.
    """

    line_no: int
    number: int | None
    name: str
    players: tuple[str, ...]
    captain_no: int = 0

    @property
    def label(self) -> str:
        """How a sentence names it."""
        return self.name or (f"team {self.number}" if self.number else "the team")


def read_teams(
    text: str | bytes, min_players: int = MIN_MEMBERS, max_players: int = MAX_MEMBERS
) -> list[NamedTeam]:
    """Return the teams of a pasted list or an uploaded file.

    A line holds the name of the team before a colon, if it has one, and its players, *min_players* to
    *max_players*, with commas, ``;``, tabs, ``&`` or ``/`` between them; it may begin with a number.  The
    captain is marked with ``(captain)`` or ``(c)``, or named behind ``captain``.  A name alone is a
    team whose players stand below it, or are not known yet.  A table with headings is read by
    them, whatever its language (``arrange_list``).

    >>> (team,) = read_teams("2. Red Lions: Ada Ash, Bert Birch (c), Cid Cole, Dee Dunn")
    >>> team.number, team.name, team.players, team.captain_no
    (2, 'Red Lions', ('Ada Ash', 'Bert Birch', 'Cid Cole', 'Dee Dunn'), 2)

    :raises ImportFileError: if nobody knows what columns hold, see ``needs_column_answers``
    :raises ImportFileError: with every faulty line in ``faults``.
    """
    text = arrange_list(text, TEAMS).text
    problems = ProblemList()
    teams: list[NamedTeam] = []
    for line_no, line in _join_team_lines(text, range(min_players, max_players + 1)):
        try:
            teams += _parse_team_line(line_no, line, range(min_players, max_players + 1))
        except ImportFileError as problem:
            problems.append(problem)
    problems += _list_repetitions(teams)
    raise_problems(problems)
    if not teams:
        raise ImportFileError(
            "teams-none",
            'The list has no teams. Type one team per line, such as "Red Lions: Ada Ash, Bert '
            'Birch, Cid Cole, Dee Dunn".',
        )
    return teams


def _join_team_lines(text: str, sizes: range) -> Iterator[tuple[int, str]]:
    """Yield each team of *text* as one line, with its line number.

    The players may be in the line of the team, or in lines of their own: below a colon, or as many
    as a team has up to an empty line.
    """
    line_blocks = [
        list(block)
        for is_filled, block in groupby(_clean_lines(text), key=lambda line: bool(line[1]))
        if is_filled
    ]
    for lines in line_blocks:
        while lines:
            line_no, line = lines.pop(0)
            number, text_after_number = _split_leading_number(line)
            if not text_after_number or not _is_name(text_after_number):
                yield line_no, line
                continue
            lines_below = [
                below_text
                for _no, below_text in takewhile(
                    lambda each: _is_name(each[1], is_plain=True), lines
                )
            ]
            if (
                not lines_below
                and lines
                and ":" not in lines[0][1]
                and not _split_leading_number(lines[0][1])[0]
            ):
                lines_below = [lines[0][1]]
            elif not (
                line.endswith(":")
                or ((number or len(line_blocks) > 1) and len(lines_below) in sizes)
            ):
                lines_below = []
            del lines[: len(lines_below)]
            yield line_no, f"{line.rstrip(': ')}: {'; '.join(lines_below)}"


def _clean_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of *text* with their numbers, tidied and without headings."""
    for line_no, raw in enumerate(text.splitlines(), start=1):
        normal = unicodedata.normalize("NFC", raw).replace("\N{NO-BREAK SPACE}", " ")
        line = normal.replace('"', "").strip(" ,;\t")
        if not line or not set(re.findall(r"[^\W_]+", line.casefold())) <= _HEADINGS:
            yield line_no, line


def _split_leading_number(line: str) -> tuple[int | None, str]:
    """Return the number that *line* begins with, if it does, and the rest."""
    match = _LINE_START.match(line)
    return (
        int(match["number"]) if match and match["number"] else None,
        line[match.end() :] if match else line,
    )


def _is_name(line: str, *, is_plain: bool = False) -> bool:
    """Return whether *line* is a name only."""
    number, text_after_number = _split_leading_number(line)
    name_text = text_after_number if is_plain else text_after_number.rstrip(": ")
    return (
        ":" not in name_text and len(_split_players(name_text)) == 1 and not (is_plain and number)
    )


def _parse_team_line(line_no: int, line: str, sizes: range) -> list[NamedTeam]:
    number, text_after_number = _split_leading_number(line)
    if not text_after_number:
        return []  # A number alone is an empty place in the list.
    name_text, colon, players_text = text_after_number.partition(":")
    name, players_part = (
        (strip_invisible(name_text), players_text) if colon else ("", text_after_number)
    )
    if len(name) > MAX_NAME_LENGTH:
        raise ImportFileError(
            "teams-long",
            "Line {line_no}: a team name with {length} letters (“{given}…”) is too long. Shorten "
            "it to {limit}.",
            line_no=line_no,
            length=len(name),
            given=name[:30],
            limit=MAX_NAME_LENGTH,
        )
    parts = _split_players(players_part)
    captains = [
        part for part in parts if _CAPTAIN_BEHIND.search(part) or _CAPTAIN_IN_FRONT.match(part)
    ]
    player_names = [_parse_player_name(part) for part in parts if not _CAPTAIN_IN_FRONT.match(part)]
    team = NamedTeam(line_no, number, name, tuple(player_names))
    _check_team(team, sizes)
    if not captains:
        return [team]
    if len(captains) > 1:
        raise ImportFileError(
            "teams-captains",
            "Line {line_no}: {team} has {count} captains. Mark one.",
            line_no=line_no,
            team=team.label,
            count=len(captains),
        )
    return [replace(team, captain_no=_get_captain_no(team, _parse_player_name(captains[0])))]


def _split_players(text: str) -> list[str]:
    separator = next((pattern for pattern in _SEPARATORS if pattern.search(text)), _SEPARATORS[0])
    return [part.strip() for part in separator.split(text) if has_name(part)]


def _parse_player_name(part: str) -> str:
    """Return the name in *part* without the captain's mark, surname last."""
    name = _CAPTAIN_IN_FRONT.sub("", _CAPTAIN_BEHIND.sub("", part))
    return parse_person(name).label or strip_invisible(name)


def _check_team(team: NamedTeam, sizes: range) -> None:
    count = len(team.players)
    limits = {
        "players": format_count(count, "player"),
        "least": sizes[0],
        "most": sizes[-1],
    }
    if count not in sizes and (count or not team.name):
        raise ImportFileError(
            *(_TEAMS_FEW if count < sizes[0] else _TEAMS_MANY),
            line_no=team.line_no,
            team=team.label,
            **limits,
        )
    for index, name in enumerate(team.players):
        if len(name) > MAX_NAME_LENGTH:
            raise make_names_long_error(
                line_no=team.line_no,
                length=len(name),
                given=name[:30],
                limit=MAX_NAME_LENGTH,
            )
        is_twice = make_name_key(name) in map(make_name_key, team.players[:index])
        if is_twice and not is_placeholder(name):
            raise ImportFileError(
                "teams-member-again",
                "Line {line_no} has {name} twice. List each player once.",
                line_no=team.line_no,
                name=name,
            )


def _get_captain_no(team: NamedTeam, name: str) -> int:
    """Return which player of *team* is called *name*."""
    for player_no, player in enumerate(team.players, start=1):
        if make_name_key(player) == make_name_key(name):
            return player_no
    raise ImportFileError(
        "teams-captain",
        "Line {line_no}: the captain {name} isn’t in {team}. Choose one of its players.",
        line_no=team.line_no,
        name=name,
        team=team.label,
    )


def _list_repetitions(teams: list[NamedTeam]) -> list[ImportFileError]:
    """Return the faults of people, names or numbers that occur twice."""
    problems = ProblemList()
    line_by_person: dict[str, int] = {}
    line_by_name: dict[str, int] = {}
    line_by_number: dict[int, int] = {}
    for team in teams:
        line_no = team.line_no
        for player in filterfalse(is_placeholder, team.players):
            if (
                first_line_no := line_by_person.setdefault(make_name_key(player), line_no)
            ) != line_no:
                problems.append(
                    make_names_person_twice_error(
                        line_no=line_no,
                        name=player,
                        first_line_no=first_line_no,
                    )
                )
        if (
            team.name
            and (first_line_no := line_by_name.setdefault(make_name_key(team.name), line_no))
            != line_no
        ):
            problems.append(
                ImportFileError(
                    "teams-name-twice",
                    "Line {line_no}: {team} is already the team in line {first_line_no}. Rename one.",
                    line_no=line_no,
                    team=team.name,
                    first_line_no=first_line_no,
                )
            )
        if (
            team.number is not None
            and (first_line_no := line_by_number.setdefault(team.number, line_no)) != line_no
        ):
            problems.append(
                ImportFileError(
                    "teams-number-twice",
                    "Line {line_no}: team {number} is already in line {first_line_no}. Use a different "
                    "number.",
                    line_no=line_no,
                    number=team.number,
                    first_line_no=first_line_no,
                )
            )
    return problems
