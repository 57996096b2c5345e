"""Standings as they are stored and compared: versions, places for seasons, and what a correction changed.

Two versions are compared fact by fact to explain why standings changed. A fact has a stable key
and a list of texts: its title, its value and, for a line, its score.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from director.boards.movement.lines.dependent_scores import fetch_field_groups
from director.boards.movement.lines.progress import HOW
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sitters import Presence
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.event import EventResults, load_session_sheets
from director.boards.scoring.standings.rows import make_standing_groups
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import get_exact_unit
from director.core.base.standings_versions import FigureChange, PlaceChange
from director.core.base.tags.cards import format_points
from director.event_kinds import OF_EVENT, EventOutcome, RankedEntrant, StandingsSnapshot
from director.models import Event, Section
from director.models.event import Finals, RankingScope
from director.pdf.words import format_points_column
from director.sheets import StandingGroup, StandingRow
from scoring.display import percent_text
from scoring.errors import ScoringError
from scoring.model import match_result_text
from scoring.registry import find_method

EXTRA = ("came", "carry_over", "handicap", "stratum", "stratum_places")
"""Attributes of a row that are stored only if they have a value."""


def make_standings_snapshot(results: EventResults) -> StandingsSnapshot:
    """Return the standings of *results* and everything they depend on."""
    sessions = {
        str(sheets.scoring_field.session.number): _collect_session_facts(sheets)
        for sheets in results.sessions
    }
    return StandingsSnapshot(
        collect_standings_facts(results),
        sessions | {OF_EVENT: _collect_scoring_facts(results.first)},
    )


def _collect_session_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the results, penalties, matches and names of a session. (Costs no query.)

    A line has its score as a third text, since it may have been typed as a score without contract
    before.
    """
    scoring_field = sheets.scoring_field
    label = scoring_field.label
    facts: dict[str, list[str]] = {}
    for line in sorted(sheets.lines.all, key=_get_line_order):
        if line.text:
            title = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
            score = f"{line.ns_score:+d}" if line.ns_score else line.text
            facts[_join_key("line", *get_line_key(line))] = [title, line.text, score]
    for (board_no, ns, ew), letter in fetch_field_groups(scoring_field).items():
        title = f"Cards of board {board_no}, {label(ns)} against {label(ew)}"
        facts[_join_key("cards", board_no, ns, ew)] = [title, letter]
    for penalty in sheets.penalties:
        of_section = f" of section {penalty.letter}" if penalty.letter else ""
        kind = "Penalty" if penalty.amount > 0 else "Award"
        title = f"{kind} of {label(penalty.pair_no)}, ruling {penalty.number}{of_section}"
        facts[_join_key("penalty", penalty.letter, penalty.number, penalty.pair_no)] = [
            title,
            penalty.text,
        ]
    for section in sheets.knockouts:
        for match in sheets.lines_of(section).stored_matches.values():
            if match.winner is None:
                continue
            home, away, winner = (
                label(scoring_field.pair(section, number))
                for number in (match.home, match.away, match.winner)
            )
            title = _format_match_title(home, away, match.round_no)
            key = _join_key("match", section.letter, match.round_no, match.home, match.away)
            facts[key] = [title, f"{winner} goes through {HOW[match.how]}"]
    return (
        facts
        | _collect_reported_facts(sheets)
        | _collect_void_facts(sheets)
        | _collect_extras_facts(sheets)
        | _collect_name_facts(sheets)
    )


def _collect_reported_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the matches of a session that were entered as a result without boards."""
    facts: dict[str, list[str]] = {}
    for match in sheets.scored.field.matches:
        if match.reported:
            title = _format_match_title(match.home, match.away, match.round_no)
            key = _join_key("reported", match.round_no or 0, match.home, match.away)
            facts[key] = [title, match_result_text(match.reported)]
    return facts


def _collect_void_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the void matches of a session."""
    label = sheets.scoring_field.label
    facts: dict[str, list[str]] = {}
    for (round_no, home, away), match in sheets.lines.stored_matches.items():
        if match.is_void:
            title = _format_match_title(label(home), label(away), round_no)
            facts[_join_key("void", round_no, home, away)] = [title, "void"]
    return facts


def _format_match_title(home: object, away: object, round_no: int | None) -> str:
    title = f"Match of {home} and {away}"
    return f"{title}, round {round_no}" if round_no else title


def _collect_extras_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the handicaps, strata and carry-overs of a session."""
    extras = sheets.extras
    label = sheets.scoring_field.label
    facts: dict[str, list[str]] = {}
    if extras.carry_over_of:
        facts["carry-over"] = ["Maximum carry-over", extras.max_carry_over_text]
    for pair_no in extras.pairs:
        name = label(pair_no)
        facts[_join_key("handicap", pair_no)] = [
            f"Handicap of {name}",
            extras.format_handicap_amount(pair_no),
        ]
        carry_over = extras.format_carry_over_amount(pair_no)
        facts[_join_key("carry-over", pair_no)] = [f"Carry-over of {name}", carry_over]
        facts[_join_key("stratum", pair_no)] = [f"Stratum of {name}", extras.stratum(pair_no)]
    return facts


def _collect_name_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    return {
        _join_key("pair", pair_no): [f"Pair {sheets.scoring_field.label(pair_no)}", names]
        for pair_no, names in sheets.names.items()
        if names
    }


def _get_line_order(line: SectionLine) -> tuple[int, ...]:
    return (line.round_no or 0, line.table_no or 0, *get_line_key(line))


def _join_key(*parts: object) -> str:
    return " ".join(map(str, parts))


def _collect_scoring_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return how an event is scored and ranked. (Costs no query.)"""
    event = sheets.scoring_field.event
    scoring_record = sheets.scoring_field.scoring_record
    method = find_method(scoring_record.scoring)
    options = method.settings(scoring_record.scoring_options)
    facts = {"Scoring": method.name}
    facts |= {f"Scoring, {name.replace('_', ' ')}": value for name, value in options.items()}
    facts["Places"] = RankingScope(event.places).label
    if event.finals != Finals.BY_PLACES:
        facts["Sections of the last session"] = Finals(event.finals).label
    return {title: [title, str(value)] for title, value in facts.items()}


def collect_standings_facts(results: EventResults) -> list[dict[str, object]]:
    """Return the standings of *results* as text, by group. Empty if they can't be scored.

    Standings after all sessions come first. If there are several, those of each session follow.
    """
    try:
        groups = [(group.title, group.rows) for group in results.standings.groups]
        if results.has_several_sessions:
            for sheets in results.sessions:
                # Not the name of a stage: lists tell those of sessions by this word.
                session = f"Session {sheets.scoring_field.session.number}"
                for group in sheets.standings.groups:
                    title = ", ".join(filter(None, (session, group.title)))
                    groups.append((title, group.rows))
    except ScoringError:
        return []
    return [{"title": title, "rows": _format_rows(rows)} for title, rows in groups]


def _format_rows(rows: Sequence[StandingRow]) -> list[dict[str, str]]:
    # Totals get the same decimals in the whole column, hence not row by row.
    totals = format_points_column([row.total for row in rows])
    texts = []
    for row, total in zip(rows, totals, strict=True):
        extras = {name: getattr(row, name) for name in EXTRA}
        texts.append(
            {
                "place": row.place,
                "pair": row.label,
                "names": row.names,
                "penalties": row.penalties,
                **{name: text for name, text in extras.items() if text},
                "total": total,
                "percent": "" if row.percent is None else percent_text(row.percent),
            }
        )
    return texts


def compute_event_outcome(event: Event) -> EventOutcome:
    """Return the places of everybody with a result, after all sessions of *event*."""
    results = EventResults(event)
    try:
        groups = _get_standing_groups(results)
    except ScoringError as error:
        return EventOutcome((), is_complete=False, why_not=f"There are no standings. {error}")
    entrants = []
    for group in groups:
        for row in group.rows:
            if row.place and row.boards:
                entrants.append(_make_ranked_entrant(results, row, group.title))
    why_not = "" if entrants else "There are no standings yet."
    return EventOutcome(
        entrants=tuple(entrants),
        is_complete=results.is_complete,
        unit=_get_total_unit(results),
        nameless=sum(not entrant.people for entrant in entrants),
        why_not=why_not,
    )


def _get_total_unit(results: EventResults) -> str:
    """Return the unit of the totals: the last stage's unit."""
    begun = [sheets for sheets in results.sessions if sheets.results_in] or [results.first]
    scoring_record = begun[-1].scoring_field.scoring_record
    return get_exact_unit(scoring_record)


def _get_standing_groups(results: EventResults) -> tuple[StandingGroup, ...]:
    """Return the groups of the standings. For one session it spares heading and notes."""
    if results.has_several_sessions:
        return results.standings.groups
    sheets = results.first
    return make_standing_groups(sheets.scoring_field, sheets.rows)


def _make_ranked_entrant(results: EventResults, row: StandingRow, group: str) -> RankedEntrant:
    entries = [
        sheets.entered[number]
        for sheets, number in results.list_seats(row)
        if number in sheets.entered
    ]
    starters: dict[int, str] = {}
    everybody: dict[int, str] = {}
    for index, entry in enumerate(entries):
        for presence in entry.presences:
            person = presence.sitter
            everybody[person.person_id] = person.name
            is_first_session = index == 0
            if is_first_session and _is_starter(
                presence, has_substitutes=bool(entry.earlier_players)
            ):
                starters[person.person_id] = person.name
    name = entries[0].name if entries else ""
    return RankedEntrant(
        name=name,
        people=tuple((starters | everybody).items()),
        starters=len(starters),
        group=group,
        place=int(row.place.rstrip("=")),
        total=Fraction(row.total or 0),
        percent=row.percent,
    )


def _is_starter(presence: Presence, *, has_substitutes: bool) -> bool:
    if has_substitutes:
        return presence.has(1)
    return True


MAX_NAMED = 8
"""Contestants that one message can name. After more corrections it names nobody."""
Rows = Mapping[int, StandingRow]
"""Rows of the standings by contestant."""


def load_standing_rows(section: Section) -> Rows:
    """Return the standings of the session of *section* as stored now, empty if there are none."""
    return _index_rows(load_session_sheets(section))


def _index_rows(sheets: SessionSheets) -> Rows:
    try:
        return {row.contestant: row for row in sheets.rows}
    except ScoringError:
        return {}


def list_place_changes(
    sheets: SessionSheets, section: Section, sides: Iterable[int], rows_before: Rows
) -> list[PlaceChange]:
    """Return the changes of place of *sides*' contestants from *rows_before* to *sheets*.

    A side is the number of a pair, partnership or team in *section*. Whoever has no place before or
    after the correction, or the same place and figures, is left out.
    """
    if not rows_before:
        return []
    scoring_field = sheets.scoring_field
    contestants: dict[int, None] = {}
    for side in sides:
        for member in scoring_field.members(scoring_field.pair(section, side)):
            contestants[member] = None
    if len(contestants) > MAX_NAMED:
        return []
    rows_after = _index_rows(sheets)
    changes = []
    for contestant in contestants:
        before, after = rows_before.get(contestant), rows_after.get(contestant)
        if before and after and before.place and after.place:
            change = _make_place_change(before, after)
            if change.is_any:
                changes.append(change)
    return changes


def _make_place_change(before: StandingRow, after: StandingRow) -> PlaceChange:
    figures = []
    if before.imps is not None and after.imps is not None:
        figures.append(FigureChange(" IMPs", format_points(before.imps), format_points(after.imps)))
        figures.append(
            FigureChange(" VPs", format_points(before.total, 2), format_points(after.total, 2))
        )
    elif before.percent is not None and after.percent is not None:
        figures.append(FigureChange("%", percent_text(before.percent), percent_text(after.percent)))
    else:
        figures.append(FigureChange("", format_points(before.total), format_points(after.total)))
    return PlaceChange(after.names or after.label, tuple(figures), before.place, after.place)
