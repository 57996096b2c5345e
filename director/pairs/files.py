"""The tables of an event of pairs, as columns and rows of bare values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from string import ascii_uppercase
from typing import Any

from director.files.formats import EventTables
from director.files.grid import Column, Kind, TableData, Value
from director.sheets import BoardSheet, EventSheets, PairCard, Recap, StandingRow, Standings


@dataclass(frozen=True, slots=True)
class _Field:
    """A column and where its value is found; *when* names the fact without which the column is left out."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]
    when: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line together with the board or card it stands on."""

    sheet: Any
    line: Any


_SIDES = {"NS": "N-S", "EW": "E-W", "": ""}


def pair_number(label: str) -> int:
    """Return the number by which people call a pair; with two winners a N-S and an E-W pair share it.

    >>> pair_number("12"), pair_number("B5 E-W")
    (12, 5)
    """
    return int(label.split(maxsplit=1)[0].lstrip(ascii_uppercase))


def pair_section(label: str) -> str:
    """Return the letter of a pair's section, ``""`` where there is only one.

    >>> pair_section("12"), pair_section("B5 E-W")
    ('', 'B')
    """
    return label[: -len(label.lstrip(ascii_uppercase))]


def pair_side(label: str) -> str:
    """Return the direction that is part of what people call a pair, ``""`` where none is.

    A list of several sections, or after several sessions, may rank pairs of both directions together, and of those that
    share a number nothing else tells which is which.

    >>> pair_side("12"), pair_side("B5 E-W")
    ('', 'E-W')
    """
    return label.partition(" ")[2]


def standings_table(standings: Standings) -> TableData:
    """Return one row for each contestant, group after group.

    With two winners both groups stand in one table, told apart by the column *Direction*: one list can be sorted and
    filtered as a whole, and each group still has its own places.
    """
    rows = [row for group in standings.groups for row in group.rows]
    is_percent = any(row.percent is not None for row in rows)
    after = [
        _Field(f"session_{at + 1}", title, Kind.PERCENT if is_percent else Kind.POINTS, _session_at(at))
        for at, title in enumerate(standings.sessions)
    ]
    fields = (*_STANDING_FIELDS[:-2], *after, *_STANDING_FIELDS[-2:])
    facts = _winners(rows) | {name for name in _WHEN_GIVEN if any(getattr(row, name) not in ("", None) for row in rows)}
    facts -= {"gross"} if "gross_percent" in facts else set()
    return _table("Standings", fields, rows, facts)


def boards_table(boards: Iterable[BoardSheet]) -> TableData:
    """Return one row for each line of each board; at whist the tricks of N-S stand in place of contract and score.

    A column tells the groups of fouled boards apart where there are any, another what was made where an award counts.
    """
    sheets = tuple(boards)
    lines = [_Line(sheet, line) for sheet in sheets for line in sheet.lines]
    facts = _game(sheets, lines) | ({"fouled"} if any(entry.line.group for entry in lines) else set())
    facts |= {name for name in ("covered", "off_schedule") if any(getattr(entry.line, name) for entry in lines)}
    facts |= _divided(entry.line.ns for entry in lines) | _sessions(sheets)
    named = 1 + ("sessions" in facts)
    return _table("Boards", _BOARD_FIELDS, lines, facts, block_columns=named, fixed_columns=named)


def pairs_table(cards: Iterable[PairCard]) -> TableData:
    """Return every pair's card, one after the other, one row for each board of a pair.

    One flat table rather than a sheet a pair: a filter on the first column shows any one card, and eighty pairs stay
    one sheet.  A night read in from elsewhere knows no rounds, and has no such column.
    """
    sheets = tuple(cards)
    lines = [_Line(card, line) for card in sheets for line in card.lines]
    facts = _game(sheets, lines) | _winners(card.standing for card in sheets) | _sessions(sheets)
    if any(entry.line.round_no is not None for entry in lines):
        facts |= {"rounds"}
    named = _names_columns(facts)
    return _table("Pair cards", _CARD_FIELDS, lines, facts, block_columns=named, fixed_columns=named)


def recap_table(recap: Recap) -> TableData:
    """Return the whole field: contestants down, the points of each board across, then total, percent and place."""
    facts = _winners(row.standing for row in recap.rows)
    facts |= {"sessions"} if len({row.standing.session_no for row in recap.rows}) > 1 else set()
    across = [
        _Field(f"board_{board_no}", str(board_no), Kind.POINTS, _points_at(index))
        for index, board_no in enumerate(recap.boards)
    ]
    fields = (*_RECAP_NAMES, *across, *_RECAP_TOTALS)
    return _table("Recap", fields, recap.rows, facts, fixed_columns=_names_columns(facts))


def event_table(standings: Standings) -> TableData:
    """Return what the other tables belong to: club, event, date, movement, scoring, and how complete it is."""
    heading = standings.heading
    facts: tuple[tuple[str, Value], ...] = (
        ("Club", heading.club),
        ("Event", heading.event),
        ("Date", heading.date),
        ("Session", heading.session),
        ("Section", heading.section),
        ("Movement", heading.movement),
        ("Movement fingerprint", heading.fingerprint),
        ("Scoring", standings.method),
        ("Results in", _progress(standings)),
        *(("Note", note) for note in standings.notes),
    )
    columns = (Column("item", "Item", Kind.TEXT), Column("value", "Value", Kind.TEXT))
    return TableData("Event", columns, tuple(fact for fact in facts if fact[1]))


def _number_of(path: str) -> Callable[[Any], Value]:
    """Return what reads the number of the pair whose label is found at *path*."""
    label = attrgetter(path)
    return lambda source: pair_number(label(source))


def _section_of(path: str) -> Callable[[Any], Value]:
    """Return what reads the section of the pair whose label is found at *path*."""
    label = attrgetter(path)
    return lambda source: pair_section(label(source))


def _contestant_fields(path: str) -> tuple[_Field, ...]:
    """Return the columns that name a contestant, whose ``StandingRow`` is found at *path* (empty, or with a dot)."""
    label = attrgetter(f"{path}label")
    return (
        _Field("section", "Section", Kind.TEXT, _section_of(f"{path}label"), when="sections"),
        _Field("pair_no", "Pair", Kind.COUNT, _number_of(f"{path}label")),
        _Field("direction", "Direction", Kind.TEXT, lambda row: pair_side(label(row)), when="two winners"),
        _Field("names", "Names", Kind.TEXT, attrgetter(f"{path}names")),
    )


def _result_fields(whist_tricks: str) -> tuple[_Field, ...]:
    """Return the columns of a result; at whist there is none but tricks, and what was ruled if anything was."""
    return (
        _Field("contract", "Contract", Kind.TEXT, attrgetter("line.contract"), when="bridge"),
        _Field("declarer", "By", Kind.TEXT, attrgetter("line.declarer"), when="bridge"),
        _Field("tricks", "Tricks", Kind.COUNT, attrgetter("line.tricks"), when="bridge"),
        _Field("ruling", "Ruling", Kind.TEXT, attrgetter("line.contract"), when="ruled whist"),
        _Field("tricks", whist_tricks, Kind.POINTS, attrgetter("line.tricks"), when="whist"),
    )


_WHEN_GIVEN = ("penalties", "carry_over", "handicap", "gross", "gross_percent", "stratum", "stratum_places")
_STANDING_FIELDS = (
    _Field("place", "Place", Kind.PLACE, attrgetter("place")),
    *_contestant_fields(""),
    _Field("boards", "Boards", Kind.COUNT, attrgetter("boards")),
    _Field("stratum", "Stratum", Kind.TEXT, attrgetter("stratum"), when="stratum"),
    _Field("stratum_places", "In strata", Kind.TEXT, attrgetter("stratum_places"), when="stratum_places"),
    _Field("penalties", "Penalty", Kind.TEXT, attrgetter("penalties"), when="penalties"),
    _Field("carry_over", "Carry-over", Kind.TEXT, attrgetter("carry_over"), when="carry_over"),
    _Field("gross", "Gross", Kind.POINTS, attrgetter("gross"), when="gross"),
    _Field("gross_percent", "Gross percent", Kind.PERCENT, attrgetter("gross_percent"), when="gross_percent"),
    _Field("handicap", "Handicap", Kind.TEXT, attrgetter("handicap"), when="handicap"),
    _Field("total", "Total", Kind.POINTS, attrgetter("total")),
    _Field("percent", "Percent", Kind.PERCENT, attrgetter("percent")),
)
_SESSION = _Field("session", "Session", Kind.TEXT, attrgetter("sheet.heading.session"), when="sessions")
_BOARD_FIELDS = (
    _SESSION,
    _Field("board_no", "Board", Kind.COUNT, attrgetter("sheet.board_no")),
    _Field("dealer", "Dealer", Kind.TEXT, attrgetter("sheet.dealer")),
    _Field("vulnerability", "Vulnerable", Kind.TEXT, attrgetter("sheet.vulnerability"), when="bridge"),
    _Field("top", "Top", Kind.POINTS, attrgetter("sheet.top")),
    _Field("section", "Section", Kind.TEXT, _section_of("line.ns"), when="sections"),
    _Field("ns_no", "N-S", Kind.COUNT, _number_of("line.ns")),
    _Field("ns_names", "N-S names", Kind.TEXT, attrgetter("line.ns_names")),
    _Field("ew_no", "E-W", Kind.COUNT, _number_of("line.ew")),
    _Field("ew_names", "E-W names", Kind.TEXT, attrgetter("line.ew_names")),
    _Field("group", "Cards", Kind.TEXT, attrgetter("line.group"), when="fouled"),
    *_result_fields("N-S tricks"),
    _Field("covered", "Made", Kind.TEXT, attrgetter("line.covered"), when="covered"),
    _Field("off_schedule", "By the movement", Kind.TEXT, attrgetter("line.off_schedule"), when="off_schedule"),
    _Field("ns_score", "N-S score", Kind.SCORE, attrgetter("line.ns_score"), when="bridge"),
    _Field("ns_points", "N-S points", Kind.POINTS, attrgetter("line.ns_points")),
    _Field("ew_points", "E-W points", Kind.POINTS, attrgetter("line.ew_points")),
    _Field("ns_percent", "N-S percent", Kind.PERCENT, attrgetter("line.ns_percent")),
)
_CARD_FIELDS = (
    _SESSION,
    *_contestant_fields("sheet.standing."),
    _Field("round_no", "Round", Kind.COUNT, attrgetter("line.round_no"), when="rounds"),
    _Field("board_no", "Board", Kind.COUNT, attrgetter("line.board_no")),
    _Field("sat", "Sat", Kind.TEXT, lambda entry: _SIDES[entry.line.direction]),
    _Field("opponents_no", "Opponents", Kind.COUNT, _number_of("line.opponents")),
    _Field("opponent_names", "Opponents' names", Kind.TEXT, attrgetter("line.opponent_names")),
    *_result_fields("Tricks"),
    _Field("score", "Score", Kind.SCORE, attrgetter("line.score"), when="bridge"),
    _Field("points", "Points", Kind.POINTS, attrgetter("line.points")),
    _Field("percent", "Percent", Kind.PERCENT, attrgetter("line.percent")),
)
_RECAP_NAMES = (
    _Field("session", "Session", Kind.COUNT, attrgetter("standing.session_no"), when="sessions"),
    *_contestant_fields("standing."),
)
_RECAP_TOTALS = (
    _Field("total", "Total", Kind.POINTS, attrgetter("standing.total")),
    _Field("percent", "Percent", Kind.PERCENT, attrgetter("standing.percent")),
    _Field("place", "Place", Kind.PLACE, attrgetter("standing.place")),
)


def _points_at(index: int) -> Callable[[Any], Value]:
    return lambda row: row.points[index]


def _names_columns(facts: frozenset[str]) -> int:
    """Return how many columns name a contestant."""
    return 2 + len(facts & {"two winners", "sections", "sessions"})


def _session_at(index: int) -> Callable[[Any], Value]:
    return lambda row: row.sessions[index]


def _winners(rows: Iterable[StandingRow]) -> frozenset[str]:
    listed = list(rows)
    two = frozenset({"two winners"}) if any(pair_side(row.label) for row in listed) else frozenset()
    return two | _divided(row.label for row in listed)


def _divided(labels: Iterable[str]) -> frozenset[str]:
    return frozenset({"sections"}) if any(map(pair_section, labels)) else frozenset()


def _sessions(sheets: Iterable[BoardSheet] | Iterable[PairCard]) -> frozenset[str]:
    return frozenset({"sessions"}) if len({sheet.heading.session for sheet in sheets}) > 1 else frozenset()


def _game(sheets: Iterable[BoardSheet] | Iterable[PairCard], lines: Iterable[_Line]) -> frozenset[str]:
    if all(sheet.heading.game != "whist" for sheet in sheets):
        return frozenset({"bridge"})
    return frozenset({"whist", "ruled whist"} if any(map(_is_ruled, lines)) else {"whist"})


def _is_ruled(entry: _Line) -> bool:
    """Return whether a line of whist has anything but tricks."""
    return bool(entry.line.contract or getattr(entry.line, "group", ""))


def _progress(standings: Standings) -> str:
    return f"{standings.results_in} of {standings.results_due}" if standings.results_due else str(standings.results_in)


def _table(
    title: str,
    fields: Iterable[_Field],
    sources: Iterable[Any],
    facts: frozenset[str],
    *,
    block_columns: int = 0,
    fixed_columns: int = 0,
) -> TableData:
    shown = [field for field in fields if not field.when or field.when in facts]
    columns = tuple(Column(field.key, field.title, field.kind) for field in shown)
    rows = tuple(tuple(field.value(source) for field in shown) for source in sources)
    return TableData(title, columns, rows, block_columns, fixed_columns)


NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_NUMBERS = ("pair_no", "ns_no", "ew_no", "opponents_no")  # opponents are of the same section


def as_called(table: TableData, *, is_mixed: bool = False) -> TableData:
    """Return *table* as a page shows it: a pair's section and number in one column, as people call it.

    Where it *is_mixed*, of pairs of both directions that share numbers, their direction stands there too.
    """
    keys = [column.key for column in table.columns]
    joined = [keys.index(key) for key in ("section", "direction") if key in keys and (key == "section" or is_mixed)]
    if not joined:
        return table
    numbers = [index for index, key in enumerate(keys) if key in _NUMBERS]
    columns = [_unbroken(column) if i in numbers else column for i, column in enumerate(table.columns)]
    rows = [
        tuple(
            _called(value, dict(zip(keys, row, strict=True)), is_mixed=is_mixed) if i in numbers else value
            for i, value in enumerate(row)
            if i not in joined
        )
        for row in table.rows
    ]
    left = [column for i, column in enumerate(columns) if i not in joined]
    block, fixed = (
        columns - sum(at < columns for at in joined) for columns in (table.block_columns, table.fixed_columns)
    )
    return TableData(table.title, tuple(left), tuple(rows), block, fixed)


def _called(number: Value, row: dict[str, Value], *, is_mixed: bool) -> str:
    """Return what people call the pair of *number* in *row*."""
    side = row.get("direction") if is_mixed else ""
    return f"{row.get('section', '')}{number} {side}".strip().replace("-", NO_BREAK_HYPHEN)


def _unbroken(column: Column) -> Column:
    """Return the column of a number as one of letters and numbers, whose title (N-S) is not broken in two."""
    return replace(column, kind=Kind.TEXT, title=column.title.replace("-", NO_BREAK_HYPHEN))


EVENT_TABLES: dict[str, Callable[[EventSheets], TableData]] = {
    "standings": lambda sheets: standings_table(sheets.standings),
    "boards": lambda sheets: boards_table(sheets.boards),
    "pair-cards": lambda sheets: pairs_table(sheets.pairs),
    "recap": lambda sheets: recap_table(sheets.recap),
    "event": lambda sheets: event_table(sheets.standings),
}
"""What makes each table of an event, by its ``table_name``; one alone asks *sheets* for no more than it shows."""


def pairs_files(sheets: EventSheets) -> EventTables:
    """Return everything of an event that can be taken away."""
    makers: dict[str, Callable[[], TableData]] = {name: partial(make, sheets) for name, make in EVENT_TABLES.items()}
    return EventTables(makers, sheets.standings.heading)
