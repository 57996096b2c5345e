"""Parse the rows of PBN's score tables and standings, and the values of its tags."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal

from director.additions.imports.formats.source.flat import (
    FlatPair,
    Label,
    parse_label,
    parse_partner_seats,
)
from director.additions.imports.formats.source.matches import MatchInFile
from director.additions.imports.formats.source.model import NO_FIGURES, SourcePlayer
from director.additions.imports.formats.source.results import is_nothing, parse_number, parse_points
from director.formats.reading import strip_invisible
from scoring.bridge.entries import parse_entry

_SIDE_SUFFIXES = ("ns", "ew")  # of column names
_FIRST_SEATS = {"ns": "north", "ew": "east"}
# "Ash-Birch": one hyphen without blanks, and no other separator of names.
_HYPHENED = re.compile(r"[^-;&/]*[^-;&/ ]-[^-;&/ ][^-;&/]*")
SIDE_AND_FIGURE = re.compile(r"(NS|EW)\s*\^?([+-]?[0-9]+(?:[.,][0-9]+)?)")
# "Para-5" in both seats of a side is pair 5.
_NUMBER_IN_LABEL = re.compile(r"\D{0,20}?([0-9]{1,5})")
_SIT_OUT = re.compile("bye|sit-?out", re.IGNORECASE)
_MIN_HYPHENED = 4
# The first of these columns is the total.
_TOTALS = (
    "totalmp",
    "totalimp",
    "totalscore",
    "totalscoremp",
    "totalscoreimp",
    "totalscorevp",
    "mp",
    "imp",
)
_SESSION_COLUMNS = {
    "sessionscoremp": "totalscoremp",
    "sessionscoreimp": "totalscoreimp",
    "sessionpercentage": "totalpercentage",
    "sessionrank": "rank",
    "nrboardssession": "nrboards",
}
"""Columns of one session, each with that of all sessions so far."""
_PLAYER_COLUMNS = ("playerid_north", "playerid_east", "playerid_south", "playerid_west")
"""Columns of single players, as in the files of Magic Contest."""
_LABEL_COLUMNS = ("pairid", "teamid", "playerid")
_NAME_COLUMNS = ("names", "roster", "name")
MATCH_COLUMNS = ("teamid_home", "teamid_away")
# "1,20,6|2,5,5|200,25,11": the IMPs of two segments, and of the match as segment 200.
_SEGMENT = re.compile(r"(?P<number>[0-9]+),(?P<home>-?[0-9.]+),(?P<away>-?[0-9.]+)")
_MATCH_SEGMENT = 200


def is_sit_out(row: Mapping[str, str]) -> bool:
    """Return whether a pair had no opponents, as Magic Contest writes it in the place of the score."""
    return any(_SIT_OUT.fullmatch(row.get(column, "")) for column in ("score_ns", "score_ew"))


def list_pair_ids(row: Mapping[str, str]) -> list[str]:
    return [row.get(f"pairid_{side}", "") for side in _SIDE_SUFFIXES]


def read_listed_pair(row: Mapping[str, str], *, is_own_file: bool) -> FlatPair | None:
    """Return the pair in a row of standings, or None."""
    label = parse_label(_get_first(row, _LABEL_COLUMNS))
    if label is None:
        return None
    row = _choose_session_figures(row)
    total = next((row[column] for column in _TOTALS if column in row), "")
    rank = parse_number(row.get("rank", "").strip("="))
    names = _split_all_names(_get_first(row, _NAME_COLUMNS), is_own_file=is_own_file)
    numbers = [_clean_member_number(row.get(column, "")) for column in ("memberid1", "memberid2")]
    if len(names) == 1:
        numbers = [_clean_member_number(row.get("memberid", "")) or numbers[0]]
    # A team has more players than numbers.
    numbers += [""] * len(names)
    players = tuple(
        SourcePlayer(name, number, "") for name, number in zip(names, numbers, strict=False) if name
    )
    percent_text = row.get("totalpercentage", row.get("percentage", ""))
    return FlatPair(
        label,
        players,
        total=parse_points(total),
        percent=parse_points(percent_text),
        rank=rank,
        board_count=parse_number(row.get("nrboards", "")),
        name=strip_invisible(row.get("teamname", "")),
    )


def has_earlier_sessions(row: Mapping[str, str]) -> bool:
    """Return whether the totals of a row of standings count boards of other sessions, too."""
    session_count = parse_number(row.get("nrboardssession", ""))
    board_count = parse_number(row.get("nrboards", ""))
    return bool(session_count and board_count and session_count < board_count)


def _choose_session_figures(row: Mapping[str, str]) -> Mapping[str, str]:
    """Return *row* with the figures of its session in place of those of all sessions.

    >>> row = {"totalscoremp": "9", "sessionscoremp": "4", "nrboards": "6", "nrboardssession": "3"}
    >>> _choose_session_figures(row)["totalscoremp"]
    '4'
    """
    if not has_earlier_sessions(row):
        return row
    return {**row, **{total: row[own] for own, total in _SESSION_COLUMNS.items() if own in row}}


def _get_first(row: Mapping[str, str], columns: Iterable[str]) -> str:
    """Return the first filled cell of *columns*."""
    return next((row[column] for column in columns if not is_nothing(row.get(column, ""))), "")


def _clean_member_number(text: str) -> str:
    return "" if is_nothing(text) or text.strip() == "0" else strip_invisible(text)


def read_player_numbers(row: Mapping[str, str]) -> tuple[int, ...]:
    """Return the numbers of the single players N, E, S and W in a row, or ()."""
    numbers = tuple(parse_number(row.get(column, "")) or 0 for column in _PLAYER_COLUMNS)
    if all(numbers):
        return numbers
    return parse_partner_seats(row.get("pairid_ns", ""), row.get("pairid_ew", ""))


def read_match(row: Mapping[str, str]) -> MatchInFile | None:
    """Return the match of two teams in a row of a score table, or None without one."""
    first, second = (parse_label(row[column]) for column in MATCH_COLUMNS)
    if first is None or second is None:
        return None
    segments = {
        int(segment["number"]): (parse_points(segment["home"]), parse_points(segment["away"]))
        for segment in _SEGMENT.finditer(row.get("matchdetails", ""))
    }
    result = segments.get(_MATCH_SEGMENT, NO_FIGURES)
    if result == NO_FIGURES and segments:
        homes, aways = zip(*segments.values(), strict=True)
        result = sum(filter(None, homes), Decimal(0)), sum(filter(None, aways), Decimal(0))
    return MatchInFile(
        parse_number(row.get("round", "")) or 0,
        first.number,
        second.number,
        result=result,
        scores=(parse_points(row.get("vp_home", "")), parse_points(row.get("vp_away", ""))),
    )


def read_ns_score(row: Mapping[str, str]) -> str:
    """Return the N-S score of a row, or "" if it has none or an awarded one."""
    ns, ew = row.get("score_ns", ""), row.get("score_ew", "")
    if not is_nothing(ns):
        if ns.startswith("^"):
            return ""
        return ns
    if is_nothing(ew) or ew.startswith("^"):
        return ""
    if ew.startswith("-"):
        return ew.lstrip("-+")
    return f"-{ew.lstrip('+')}"


def parse_score_tag(value: str) -> str:
    """Return the N-S score in the *value* of a Score tag: ``NS 420``, ``EW -50`` or a figure."""
    if match := SIDE_AND_FIGURE.match(value.strip()):
        side, figure = match.groups()
        if side == "NS":
            return figure
        return read_ns_score({"score_ew": figure})
    return value


def read_side_points(row: Mapping[str, str], side: str) -> Decimal | None:
    """Return the points of a side. Those of single players stand with its first player."""
    names = (side, _FIRST_SEATS[side])
    cells = (
        parse_points(row.get(f"{unit}_{name}", "")) for unit in ("mp", "imp") for name in names
    )
    return next((points for points in cells if points is not None), None)


def format_artificial(ns_percent: str, ew_percent: str) -> str:
    """Return the artificial score of two percentages, or averages if there is no such score."""
    ns_share = _format_share(ns_percent)
    ew_share = _format_share(ew_percent)
    if not ns_share and not ew_share:
        return "A5050"
    # A side without a share gets NP. An entry that begins with NP has no A.
    text = f"A{ns_share or 'NP'}/{ew_share or 'NP'}".replace("ANP", "NP")
    with suppress(ValueError):
        if artificial := parse_entry(text).artificial:
            return str(artificial)
    return "A5050"


def _format_share(percent_text: str) -> str:
    percent = parse_points(percent_text)
    return "" if percent is None else f"{percent.normalize():f}"


def has_hyphenated_names(rows: Sequence[Mapping[str, str]]) -> bool:
    """Return whether all names of a table are two surnames with a hyphen, as ``Ash-Birch``.

    Fewer than four such cells could also be double surnames.
    """
    cells = [row.get(f"names_{side}", "") for row in rows for side in _SIDE_SUFFIXES]
    named_cells = [cell for cell in cells if not is_nothing(cell)]
    return len(named_cells) >= _MIN_HYPHENED and all(
        _HYPHENED.fullmatch(cell) for cell in named_cells
    )


def split_names(text: str, *, is_own_file: bool) -> tuple[str, str]:
    """Return the two names of a pair."""
    first_name, second_name = (*_split_all_names(text, is_own_file=is_own_file), "", "")[:2]
    return first_name, second_name


def _split_all_names(text: str, *, is_own_file: bool) -> tuple[str, ...]:
    """Return the names of a contestant.

    They are separated by ``;``, or in files of other programs also by ``&``, ``-`` or ``/``.
    """
    if is_nothing(text):
        return ()
    separators = (";",) if is_own_file else (";", " & ", " - ", " / ")
    parts = next((text.split(separator) for separator in separators if separator in text), [text])
    return tuple(map(parse_name, parts))


def parse_name(text: str) -> str:
    """Return a name with the first name first.

    This program writes a blank before a comma that is part of the name.

    >>> parse_name("van den Berg, Ada"), parse_name("Smith , John"), parse_name("?")
    ('Ada van den Berg', 'Smith, John', '')
    """
    if " ," in text:
        return strip_invisible(text).replace(" ,", ",")
    family, comma, first = strip_invisible(text).partition(",")
    if not family.strip("?- "):
        return ""
    if comma and first.strip():
        return f"{first.strip()} {family.strip()}"
    return strip_invisible(text)


def find_seats_label(names: Iterable[str]) -> Label | None:
    """Return the label that both seats of a side have instead of names, or None."""
    first_seat, second_seat = names
    match = _NUMBER_IN_LABEL.fullmatch(first_seat)
    if first_seat == second_seat and match:
        return parse_label(match[1])
    return None
