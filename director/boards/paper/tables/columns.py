"""The columns of the tables of an event with boards, and how each value is read.

A column says when it is shown: always, or only if a *fact* is true of the event, such as that it
has sections or is whist. ``files`` finds the facts and builds the tables. Two columns can have one
key (``ns_no`` as a number or as text); their facts exclude each other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from director.boards.paper.tables.labels import (
    parse_pair_number,
    parse_pair_section,
    parse_pair_side,
    parse_side_number,
)
from director.formats.figures import Kind, Value


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column and the function that reads its value. Without the fact *when* it is left out."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]
    when: str = ""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line with its *sheet*: the board or the card that it is on."""

    sheet: Any
    line: Any


_SEAT_SIDES = {"NS": "N-S", "EW": "E-W", "": ""}


# A *path* leads to an attribute of a row, or of a line with its sheet.


def _make_players_reader(path: str) -> Callable[[Any], Value]:
    """Return a function that reads the names of the players in the tuple at *path*."""
    get_names = attrgetter(path)
    return lambda source: " & ".join(get_names(source))


def _make_number_reader(path: str) -> Callable[[Any], Value]:
    """Return a function that reads the number in the label at *path*."""
    get_label = attrgetter(path)
    return lambda source: parse_side_number(get_label(source))


def _make_section_reader(path: str) -> Callable[[Any], Value]:
    """Return a function that reads the section in the label at *path*."""
    get_label = attrgetter(path)
    return lambda source: parse_pair_section(get_label(source))


def make_points_reader(index: int) -> Callable[[Any], Value]:
    """Return a function that reads the points on the board with *index* of a recap."""
    return lambda row: row.points[index]


def make_session_reader(index: int) -> Callable[[Any], Value]:
    """Return a function that reads the figure of the session with *index* of the standings."""
    return lambda row: row.sessions[index]


def make_tie_reader(title: str) -> Callable[[Any], Value]:
    """Return a function that reads the figure of the tie-break *title* in a row of standings."""
    return lambda row: dict(row.tie_breaks).get(title, "")


def _make_contestant_columns(path: str) -> tuple[FileColumn, ...]:
    """Return the columns that name a contestant, whose row is at *path*."""
    get_label = attrgetter(f"{path}label")
    return (
        FileColumn(
            "section", "Section", Kind.TEXT, _make_section_reader(f"{path}label"), when="sections"
        ),
        FileColumn("pair_no", "Pair", Kind.COUNT, _make_number_reader(f"{path}label")),
        FileColumn(
            "direction",
            "Direction",
            Kind.TEXT,
            lambda row: parse_pair_side(get_label(row)),
            when="two winners",
        ),
        FileColumn("names", "Names", Kind.TEXT, attrgetter(f"{path}names")),
    )


def _make_side_columns(key: str, title: str, path: str) -> tuple[FileColumn, FileColumn]:
    """Return the columns for a side of a line, whose label is at *path*: a number, or two."""
    return (
        FileColumn(key, title, Kind.COUNT, _make_number_reader(path), when="sides"),
        FileColumn(key, title, Kind.TEXT, _make_number_reader(path), when="by seat"),
    )


def _get_partner_number(row: FileLine) -> Value:
    partner = row.line.partner
    if partner:
        return parse_pair_number(partner)
    return None


def _make_result_columns(whist_title: str) -> tuple[FileColumn, ...]:
    """Return the columns of a result. Tricks at whist are titled *whist_title*."""
    return (
        FileColumn(
            "contract", "Contract", Kind.TEXT, attrgetter("line.contract"), when="contracts"
        ),
        FileColumn("declarer", "By", Kind.TEXT, attrgetter("line.declarer"), when="contracts"),
        FileColumn("tricks", "Tricks", Kind.COUNT, attrgetter("line.tricks"), when="contracts"),
        FileColumn("honours", "Honours", Kind.TEXT, attrgetter("line.honours"), when="auction"),
        FileColumn("ruling", "Ruling", Kind.TEXT, attrgetter("line.contract"), when="ruled whist"),
        FileColumn("tricks", whist_title, Kind.POINTS, attrgetter("line.tricks"), when="whist"),
    )


# Columns of the standings that are left out if all their values are empty.
OPTIONAL_STANDING_KEYS = (
    "came",
    "matches",
    "won",
    "drawn",
    "lost",
    "imps",
    "match_percent",
    "penalties",
    "carry_over",
    "handicap",
    "gross",
    "gross_percent",
    "stratum",
    "stratum_places",
)
STANDING_COLUMNS = (
    FileColumn("place", "Place", Kind.PLACE, attrgetter("place")),
    *_make_contestant_columns(""),
    FileColumn("came", "How far", Kind.TEXT, attrgetter("came"), when="came"),
    FileColumn("boards", "Boards", Kind.COUNT, attrgetter("boards")),
    FileColumn("matches", "Matches", Kind.COUNT, attrgetter("matches"), when="matches"),
    FileColumn("won", "Won", Kind.COUNT, attrgetter("won"), when="won"),
    FileColumn("drawn", "Drawn", Kind.COUNT, attrgetter("drawn"), when="drawn"),
    FileColumn("lost", "Lost", Kind.COUNT, attrgetter("lost"), when="lost"),
    FileColumn("imps", "IMPs", Kind.POINTS, attrgetter("imps"), when="imps"),
    FileColumn(
        "match_percent",
        "Match percent",
        Kind.PERCENT,
        attrgetter("match_percent"),
        when="match_percent",
    ),
    FileColumn("stratum", "Stratum", Kind.TEXT, attrgetter("stratum"), when="stratum"),
    FileColumn(
        "stratum_places",
        "In strata",
        Kind.TEXT,
        attrgetter("stratum_places"),
        when="stratum_places",
    ),
    FileColumn("penalties", "Penalty", Kind.TEXT, attrgetter("penalties"), when="penalties"),
    FileColumn("carry_over", "Carry-over", Kind.TEXT, attrgetter("carry_over"), when="carry_over"),
    FileColumn("gross", "Gross", Kind.POINTS, attrgetter("gross"), when="gross"),
    FileColumn(
        "gross_percent",
        "Gross percent",
        Kind.PERCENT,
        attrgetter("gross_percent"),
        when="gross_percent",
    ),
    FileColumn("handicap", "Handicap", Kind.TEXT, attrgetter("handicap"), when="handicap"),
    FileColumn("total", "Total", Kind.POINTS, attrgetter("total")),
    FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("percent")),
)
_SESSION_COLUMN = FileColumn(
    "session", "Session", Kind.TEXT, attrgetter("sheet.heading.session"), when="sessions"
)
_OFF_SCHEDULE_COLUMN = FileColumn(
    "off_schedule",
    "By the movement",
    Kind.TEXT,
    attrgetter("line.off_schedule"),
    when="off_schedule",
)


def _format_vulnerability(row: Any) -> str:
    """Return who is vulnerable. Programs that read files take *None* for a missing value."""
    vulnerability = str(row.sheet.vulnerability)
    return "Neither" if vulnerability == "None" else vulnerability


BOARD_COLUMNS = (
    _SESSION_COLUMN,
    FileColumn("board_no", "Board", Kind.COUNT, attrgetter("sheet.board_no")),
    FileColumn("dealer", "Dealer", Kind.TEXT, attrgetter("sheet.dealer")),
    FileColumn("vulnerability", "Vulnerable", Kind.TEXT, _format_vulnerability, when="bridge"),
    FileColumn("trump", "Trump", Kind.TEXT, attrgetter("sheet.trump"), when="trump"),
    FileColumn("top", "Top", Kind.POINTS, attrgetter("sheet.top")),
    FileColumn("section", "Section", Kind.TEXT, _make_section_reader("line.ns"), when="sections"),
    FileColumn("round_no", "Round", Kind.COUNT, attrgetter("line.round_no"), when="team rounds"),
    *_make_side_columns("ns_no", "N-S", "line.ns"),
    FileColumn("ns_names", "N-S names", Kind.TEXT, attrgetter("line.ns_names")),
    *_make_side_columns("ew_no", "E-W", "line.ew"),
    FileColumn("ew_names", "E-W names", Kind.TEXT, attrgetter("line.ew_names")),
    FileColumn(
        "ns_players",
        "N-S players",
        Kind.TEXT,
        _make_players_reader("line.ns_players"),
        when="line-ups",
    ),
    FileColumn(
        "ew_players",
        "E-W players",
        Kind.TEXT,
        _make_players_reader("line.ew_players"),
        when="line-ups",
    ),
    FileColumn("group", "Cards", Kind.TEXT, attrgetter("line.group"), when="fouled"),
    *_make_result_columns("N-S tricks"),
    FileColumn("lead", "Lead", Kind.TEXT, attrgetter("line.lead"), when="lead"),
    FileColumn("covered", "Made", Kind.TEXT, attrgetter("line.covered"), when="covered"),
    _OFF_SCHEDULE_COLUMN,
    FileColumn("ns_score", "N-S score", Kind.SCORE, attrgetter("line.ns_score"), when="contracts"),
    FileColumn("to_par", "To par", Kind.SCORE, attrgetter("line.to_par"), when="par"),
    FileColumn("ns_points", "N-S points", Kind.POINTS, attrgetter("line.ns_points")),
    FileColumn("ew_points", "E-W points", Kind.POINTS, attrgetter("line.ew_points")),
    FileColumn("ns_percent", "N-S percent", Kind.PERCENT, attrgetter("line.ns_percent")),
)
CARD_COLUMNS = (
    _SESSION_COLUMN,
    *_make_contestant_columns("sheet.standing."),
    FileColumn("round_no", "Round", Kind.COUNT, attrgetter("line.round_no"), when="rounds"),
    FileColumn("board_no", "Board", Kind.COUNT, attrgetter("line.board_no")),
    FileColumn(
        "sat", "Sat", Kind.TEXT, lambda row: row.line.seat or _SEAT_SIDES[row.line.direction]
    ),
    FileColumn("partner_no", "Partner", Kind.COUNT, _get_partner_number, when="players"),
    FileColumn(
        "partner_name", "Partner's name", Kind.TEXT, attrgetter("line.partner_name"), when="players"
    ),
    *_make_side_columns("opponents_no", "Opponents", "line.opponents"),
    FileColumn("opponent_names", "Opponents' names", Kind.TEXT, attrgetter("line.opponent_names")),
    FileColumn(
        "own_players",
        "Players",
        Kind.TEXT,
        _make_players_reader("line.own_players"),
        when="line-ups",
    ),
    FileColumn(
        "opponent_players",
        "Opponents' players",
        Kind.TEXT,
        _make_players_reader("line.opponent_players"),
        when="line-ups",
    ),
    *_make_result_columns("Tricks"),
    _OFF_SCHEDULE_COLUMN,
    FileColumn("score", "Score", Kind.SCORE, attrgetter("line.score"), when="contracts"),
    FileColumn("to_par", "To par", Kind.SCORE, attrgetter("line.to_par"), when="par"),
    FileColumn("points", "Points", Kind.POINTS, attrgetter("line.points")),
    FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("line.percent")),
)
RECAP_NAME_COLUMNS = (
    FileColumn(
        "session", "Session", Kind.COUNT, attrgetter("standing.session_no"), when="sessions"
    ),
    *_make_contestant_columns("standing."),
)
RECAP_TOTAL_COLUMNS = (
    FileColumn("total", "Total", Kind.POINTS, attrgetter("standing.total")),
    FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("standing.percent")),
    FileColumn("place", "Place", Kind.PLACE, attrgetter("standing.place")),
)
