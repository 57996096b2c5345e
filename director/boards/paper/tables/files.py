"""The tables of an event with boards, as columns and rows of bare values."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from director.boards.paper.tables.labels import pair_called, pair_number, pair_section, pair_side
from director.formats.figures import Column, Kind, TableData, Value
from director.formats.formats import EventTables
from director.sheets import BoardSheet, EventSheets, PairCard, Recap, StandingRow, Standings


@dataclass(frozen=True, slots=True)
class _FileColumn:
    """A column and its value. *when* is the fact without which it is left out."""

    key: str
    title: str
    kind: Kind
    value: Callable[[Any], Value]
    when: str = ""


@dataclass(frozen=True, slots=True)
class _FileLine:
    """One line together with the board or card it is on."""

    sheet: Any
    line: Any


_SIDES = {"NS": "N-S", "EW": "E-W", "": ""}


def standings_table(standings: Standings) -> TableData:
    """Return one row for each contestant, group after group.

    With two winners both groups are in one table, told apart by the column *Direction*: one list
    can be sorted and filtered as a whole, and each group still has its own places.
    """
    rows = [row for group in standings.groups for row in group.rows]
    is_percent = any(row.percent is not None for row in rows)
    after = [
        _FileColumn(
            f"session_{at + 1}", title, Kind.PERCENT if is_percent else Kind.POINTS, _session_at(at)
        )
        for at, title in enumerate(standings.sessions)
    ]
    fields = (*_STANDING_FIELDS[:-2], *after, *_STANDING_FIELDS[-2:])
    facts = _winners(rows) | {
        name for name in _WHEN_GIVEN if any(getattr(row, name) not in ("", None) for row in rows)
    }
    if "gross_percent" in facts:
        facts -= {"gross"}
    return _table("Standings", fields, rows, facts, called=standings.heading.called)


def boards_table(boards: Iterable[BoardSheet]) -> TableData:
    """Return a row for each line of each board.

    A column tells the groups of fouled boards apart where there are any, another what was made
    where an award counts.
    """
    sheets = tuple(boards)
    lines = [_FileLine(sheet, line) for sheet in sheets for line in sheet.lines]
    facts = _game(sheets, lines) | (
        {"fouled"} if any(entry.line.group for entry in lines) else set()
    )
    facts |= {
        name
        for name in ("covered", "off_schedule", "lead")
        if any(getattr(entry.line, name) for entry in lines)
    }
    if any(entry.line.ns_players or entry.line.ew_players for entry in lines):
        facts |= {"line-ups"}
    facts |= (
        _section_facts(entry.line.ns for entry in lines)
        | _sessions(sheets)
        | _side_facts(sheets)
        | _par(lines)
    )
    if any(sheet.trump for sheet in sheets):
        facts |= {"trump"}
    named = 1 + ("sessions" in facts)
    return _table("Boards", _BOARD_FIELDS, lines, facts, block_columns=named, fixed_columns=named)


def pairs_table(cards: Iterable[PairCard]) -> TableData:
    """Return the card of every contestant, a row for each board.

    One flat table rather than a sheet a pair: a filter on the first column shows any one card, and
    eighty pairs stay one sheet.  A night read in from elsewhere knows no rounds, and has no such
    column.
    """
    sheets = tuple(cards)
    lines = [_FileLine(card, line) for card in sheets for line in card.lines]
    facts = (
        _game(sheets, lines)
        | _winners(card.standing for card in sheets)
        | _sessions(sheets)
        | _side_facts(sheets)
    )
    if any(entry.line.round_no is not None for entry in lines):
        facts |= {"rounds"}
    if any(entry.line.off_schedule for entry in lines):
        facts |= {"off_schedule"}
    if any(entry.line.own_players or entry.line.opponent_players for entry in lines):
        facts |= {"line-ups"}
    facts |= _par(lines)
    named = _names_columns(facts)
    called = sheets[0].heading.called if sheets else "pair"
    title = f"{called.capitalize()} cards"
    return _table(
        title, _CARD_FIELDS, lines, facts, block_columns=named, fixed_columns=named, called=called
    )


def recap_table(recap: Recap) -> TableData:
    """Return the recap: contestants down, boards across, then totals."""
    facts = _winners(row.standing for row in recap.rows)
    if len({row.standing.session_no for row in recap.rows}) > 1:
        facts |= {"sessions"}
    across = [
        _FileColumn(f"board_{board_no}", str(board_no), Kind.POINTS, _points_at(index))
        for index, board_no in enumerate(recap.boards)
    ]
    fields = (*_RECAP_NAMES, *across, *_RECAP_TOTALS)
    named = _names_columns(facts)
    return _table(
        "Recap", fields, recap.rows, facts, fixed_columns=named, called=recap.heading.called
    )


def event_table(standings: Standings) -> TableData:
    """Return what the tables belong to: club, event, date, movement and scoring."""
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


def _players(path: str) -> Callable[[Any], Value]:
    """Return what reads who of a team sat there."""
    names = attrgetter(path)
    return lambda source: " & ".join(names(source))


def _number_of(path: str) -> Callable[[Any], Value]:
    """Return what reads what the side is called whose label is found at *path*."""
    label = attrgetter(path)
    return lambda source: pair_called(label(source))


def _section_of(path: str) -> Callable[[Any], Value]:
    """Return what reads the section of the pair whose label is found at *path*."""
    label = attrgetter(path)
    return lambda source: pair_section(label(source))


def _contestant_fields(path: str) -> tuple[_FileColumn, ...]:
    """Return the columns for a contestant, whose row is at *path*."""
    label = attrgetter(f"{path}label")
    return (
        _FileColumn("section", "Section", Kind.TEXT, _section_of(f"{path}label"), when="sections"),
        _FileColumn("pair_no", "Pair", Kind.COUNT, _number_of(f"{path}label")),
        _FileColumn(
            "direction",
            "Direction",
            Kind.TEXT,
            lambda row: pair_side(label(row)),
            when="two winners",
        ),
        _FileColumn("names", "Names", Kind.TEXT, attrgetter(f"{path}names")),
    )


def _side_fields(key: str, title: str, path: str) -> tuple[_FileColumn, _FileColumn]:
    """Return the column for a side of a line, whose label is at *path*."""
    return (
        _FileColumn(key, title, Kind.COUNT, _number_of(path), when="sides"),
        _FileColumn(key, title, Kind.TEXT, _number_of(path), when="by seat"),
    )


def _partner_number(entry: _FileLine) -> Value:
    partner = entry.line.partner
    if partner:
        return pair_number(partner)
    return None


def _result_fields(whist_tricks: str) -> tuple[_FileColumn, ...]:
    """Return the columns of a result."""
    return (
        _FileColumn(
            "contract", "Contract", Kind.TEXT, attrgetter("line.contract"), when="contracts"
        ),
        _FileColumn("declarer", "By", Kind.TEXT, attrgetter("line.declarer"), when="contracts"),
        _FileColumn("tricks", "Tricks", Kind.COUNT, attrgetter("line.tricks"), when="contracts"),
        _FileColumn("honours", "Honours", Kind.TEXT, attrgetter("line.honours"), when="auction"),
        _FileColumn("ruling", "Ruling", Kind.TEXT, attrgetter("line.contract"), when="ruled whist"),
        _FileColumn("tricks", whist_tricks, Kind.POINTS, attrgetter("line.tricks"), when="whist"),
    )


_WHEN_GIVEN = (
    *("came", "matches", "imps"),
    "penalties",
    "carry_over",
    "handicap",
    "gross",
    "gross_percent",
    "stratum",
    "stratum_places",
)
_STANDING_FIELDS = (
    _FileColumn("place", "Place", Kind.PLACE, attrgetter("place")),
    *_contestant_fields(""),
    _FileColumn("came", "How far", Kind.TEXT, attrgetter("came"), when="came"),
    _FileColumn("boards", "Boards", Kind.COUNT, attrgetter("boards")),
    _FileColumn("matches", "Matches", Kind.COUNT, attrgetter("matches"), when="matches"),
    _FileColumn("imps", "IMPs", Kind.POINTS, attrgetter("imps"), when="imps"),
    _FileColumn("stratum", "Stratum", Kind.TEXT, attrgetter("stratum"), when="stratum"),
    _FileColumn(
        "stratum_places",
        "In strata",
        Kind.TEXT,
        attrgetter("stratum_places"),
        when="stratum_places",
    ),
    _FileColumn("penalties", "Penalty", Kind.TEXT, attrgetter("penalties"), when="penalties"),
    _FileColumn("carry_over", "Carry-over", Kind.TEXT, attrgetter("carry_over"), when="carry_over"),
    _FileColumn("gross", "Gross", Kind.POINTS, attrgetter("gross"), when="gross"),
    _FileColumn(
        "gross_percent",
        "Gross percent",
        Kind.PERCENT,
        attrgetter("gross_percent"),
        when="gross_percent",
    ),
    _FileColumn("handicap", "Handicap", Kind.TEXT, attrgetter("handicap"), when="handicap"),
    _FileColumn("total", "Total", Kind.POINTS, attrgetter("total")),
    _FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("percent")),
)
_SESSION = _FileColumn(
    "session", "Session", Kind.TEXT, attrgetter("sheet.heading.session"), when="sessions"
)
_OFF_SCHEDULE = _FileColumn(
    "off_schedule",
    "By the movement",
    Kind.TEXT,
    attrgetter("line.off_schedule"),
    when="off_schedule",
)
_BOARD_FIELDS = (
    _SESSION,
    _FileColumn("board_no", "Board", Kind.COUNT, attrgetter("sheet.board_no")),
    _FileColumn("dealer", "Dealer", Kind.TEXT, attrgetter("sheet.dealer")),
    _FileColumn(
        "vulnerability", "Vulnerable", Kind.TEXT, attrgetter("sheet.vulnerability"), when="bridge"
    ),
    _FileColumn("trump", "Trump", Kind.TEXT, attrgetter("sheet.trump"), when="trump"),
    _FileColumn("top", "Top", Kind.POINTS, attrgetter("sheet.top")),
    _FileColumn("section", "Section", Kind.TEXT, _section_of("line.ns"), when="sections"),
    *_side_fields("ns_no", "N-S", "line.ns"),
    _FileColumn("ns_names", "N-S names", Kind.TEXT, attrgetter("line.ns_names")),
    *_side_fields("ew_no", "E-W", "line.ew"),
    _FileColumn("ew_names", "E-W names", Kind.TEXT, attrgetter("line.ew_names")),
    _FileColumn(
        "ns_players", "N-S players", Kind.TEXT, _players("line.ns_players"), when="line-ups"
    ),
    _FileColumn(
        "ew_players", "E-W players", Kind.TEXT, _players("line.ew_players"), when="line-ups"
    ),
    _FileColumn("group", "Cards", Kind.TEXT, attrgetter("line.group"), when="fouled"),
    *_result_fields("N-S tricks"),
    _FileColumn("lead", "Lead", Kind.TEXT, attrgetter("line.lead"), when="lead"),
    _FileColumn("covered", "Made", Kind.TEXT, attrgetter("line.covered"), when="covered"),
    _OFF_SCHEDULE,
    _FileColumn("ns_score", "N-S score", Kind.SCORE, attrgetter("line.ns_score"), when="contracts"),
    _FileColumn("to_par", "To par", Kind.SCORE, attrgetter("line.to_par"), when="par"),
    _FileColumn("ns_points", "N-S points", Kind.POINTS, attrgetter("line.ns_points")),
    _FileColumn("ew_points", "E-W points", Kind.POINTS, attrgetter("line.ew_points")),
    _FileColumn("ns_percent", "N-S percent", Kind.PERCENT, attrgetter("line.ns_percent")),
)
_CARD_FIELDS = (
    _SESSION,
    *_contestant_fields("sheet.standing."),
    _FileColumn("round_no", "Round", Kind.COUNT, attrgetter("line.round_no"), when="rounds"),
    _FileColumn("board_no", "Board", Kind.COUNT, attrgetter("line.board_no")),
    _FileColumn(
        "sat", "Sat", Kind.TEXT, lambda entry: entry.line.seat or _SIDES[entry.line.direction]
    ),
    _FileColumn("partner_no", "Partner", Kind.COUNT, _partner_number, when="players"),
    _FileColumn(
        "partner_name", "Partner's name", Kind.TEXT, attrgetter("line.partner_name"), when="players"
    ),
    *_side_fields("opponents_no", "Opponents", "line.opponents"),
    _FileColumn("opponent_names", "Opponents' names", Kind.TEXT, attrgetter("line.opponent_names")),
    _FileColumn("own_players", "Players", Kind.TEXT, _players("line.own_players"), when="line-ups"),
    _FileColumn(
        "opponent_players",
        "Opponents' players",
        Kind.TEXT,
        _players("line.opponent_players"),
        when="line-ups",
    ),
    *_result_fields("Tricks"),
    _OFF_SCHEDULE,
    _FileColumn("score", "Score", Kind.SCORE, attrgetter("line.score"), when="contracts"),
    _FileColumn("to_par", "To par", Kind.SCORE, attrgetter("line.to_par"), when="par"),
    _FileColumn("points", "Points", Kind.POINTS, attrgetter("line.points")),
    _FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("line.percent")),
)
_RECAP_NAMES = (
    _FileColumn(
        "session", "Session", Kind.COUNT, attrgetter("standing.session_no"), when="sessions"
    ),
    *_contestant_fields("standing."),
)
_RECAP_TOTALS = (
    _FileColumn("total", "Total", Kind.POINTS, attrgetter("standing.total")),
    _FileColumn("percent", "Percent", Kind.PERCENT, attrgetter("standing.percent")),
    _FileColumn("place", "Place", Kind.PLACE, attrgetter("standing.place")),
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
    return two | _section_facts(row.label for row in listed)


def _section_facts(labels: Iterable[str]) -> frozenset[str]:
    if any(map(pair_section, labels)):
        return frozenset({"sections"})
    return frozenset()


def _sessions(sheets: Iterable[BoardSheet] | Iterable[PairCard]) -> frozenset[str]:
    if len({sheet.heading.session for sheet in sheets}) > 1:
        return frozenset({"sessions"})
    return frozenset()


def _side_facts(sheets: Iterable[BoardSheet] | Iterable[PairCard]) -> frozenset[str]:
    """Return the facts about sides: numbers or players."""
    headings = [sheet.heading for sheet in sheets]
    alone = {"players"} if any(heading.ranks_players for heading in headings) else set()
    return frozenset(
        alone | {"by seat" if any(heading.is_of_players for heading in headings) else "sides"}
    )


def _par(lines: Iterable[_FileLine]) -> frozenset[str]:
    """Return whether par is known of any line."""
    return frozenset({"par"} if any(entry.line.to_par is not None for entry in lines) else ())


def _game(
    sheets: Iterable[BoardSheet] | Iterable[PairCard], lines: Iterable[_FileLine]
) -> frozenset[str]:
    games = {sheet.heading.game for sheet in sheets}
    if "whist" not in games:
        return frozenset({"contracts", "auction" if games == {"auction"} else "bridge"})
    return frozenset({"whist", "ruled whist"} if any(map(_is_ruled, lines)) else {"whist"})


def _is_ruled(entry: _FileLine) -> bool:
    """Return whether a line of whist has anything to say but tricks."""
    line = entry.line
    return bool(
        line.contract
        or line.off_schedule
        or getattr(line, "group", "")
        or getattr(line, "covered", "")
    )


def _progress(standings: Standings) -> str:
    if standings.results_due:
        return f"{standings.results_in} of {standings.results_due}"
    return str(standings.results_in)


def _table(
    title: str,
    fields: Iterable[_FileColumn],
    sources: Iterable[Any],
    facts: frozenset[str],
    *,
    block_columns: int = 0,
    fixed_columns: int = 0,
    called: str = "pair",
) -> TableData:
    shown = [field for field in fields if not field.when or field.when in facts]
    titles = {"pair_no": called.capitalize()}
    columns = tuple(
        Column(field.key, titles.get(field.key, field.title), field.kind) for field in shown
    )
    rows = tuple(tuple(field.value(source) for field in shown) for source in sources)
    return TableData(title, columns, rows, block_columns, fixed_columns)


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
    makers: dict[str, Callable[[], TableData]] = {
        name: partial(make, sheets) for name, make in EVENT_TABLES.items()
    }
    return EventTables(makers, sheets.standings.heading)
