"""Standings as they are stored and compared: versions, places for seasons, and what a correction changed.

Two versions are compared fact by fact to explain why standings changed. A fact has a stable key
and a list of texts: its title, its value and, for a line, its score.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from director.boards.movement.lines.dependent_scores import fetch_field_group_by_line
from director.boards.movement.lines.matches import DECISION_DESCRIPTIONS
from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sitters import Presence
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.event import EventResults, load_session_sheets
from director.boards.scoring.standings.rows import make_standing_groups
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import get_exact_unit
from director.core.base.standings_versions import (
    EVENT_FACTS_KEY,
    RankChange,
    ScoreChange,
    StandingsSnapshot,
    mark_unfinished,
)
from director.core.base.tags.cards import format_points
from director.core.club.outcomes import EventOutcome, RankedEntrant
from director.models import Event, Section
from director.models.event import Strata
from director.pdf.words import format_points_column
from director.sheets import StandingGroup, StandingRow
from scoring.display import format_percent
from scoring.errors import ScoringError
from scoring.model import format_match_result
from scoring.registry import get_method

EXTRA_FIELDS = ("came", "carry_over", "handicap", "stratum", "stratum_places")
"""Attributes of a row that are stored only if they have a value."""


def make_standings_snapshot(results: EventResults) -> StandingsSnapshot:
    """Return the standings of *results* and everything they depend on."""
    sessions = {
        str(session_results.scoring_field.session.number): _collect_session_facts(session_results)
        for session_results in results.sessions
    }
    return StandingsSnapshot(
        collect_standings_facts(results),
        sessions | {EVENT_FACTS_KEY: _collect_scoring_facts(results.first_session)},
    )


def _collect_session_facts(session_results: SessionResults) -> dict[str, list[str]]:
    """Return the results, penalties, matches and names of a session. (Costs no query.)

    A line has its score as a third text, since it may have been typed as a score without contract
    before.
    """
    scoring_field = session_results.scoring_field
    label = scoring_field.get_label
    facts: dict[str, list[str]] = {}
    for line in sorted(session_results.lines.all, key=_get_line_order):
        if line.text:
            title = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
            score = f"{line.ns_score:+d}" if line.ns_score else line.text
            facts[_join_key("line", *get_line_key(line))] = [title, line.text, score]
    for (board_no, ns, ew), letter in fetch_field_group_by_line(scoring_field).items():
        title = f"Cards of board {board_no}, {label(ns)} against {label(ew)}"
        facts[_join_key("cards", board_no, ns, ew)] = [title, letter]
    for penalty in session_results.penalties:
        section_note = f" of section {penalty.letter}" if penalty.letter else ""
        kind = "Penalty" if penalty.amount > 0 else "Award"
        title = f"{kind} of {label(penalty.pair_no)}, ruling {penalty.number}{section_note}"
        facts[_join_key("penalty", penalty.letter, penalty.number, penalty.pair_no)] = [
            title,
            penalty.text,
        ]
    for section in session_results.knockouts:
        for match in session_results.get_section_lines(section).stored_matches.values():
            if match.winner is None:
                continue
            home, away, winner = (
                label(scoring_field.get_field_number(section, number))
                for number in (match.home, match.away, match.winner)
            )
            title = _format_match_title(home, away, match.round_no)
            key = _join_key("match", section.letter, match.round_no, match.home, match.away)
            facts[key] = [title, f"{winner} goes through {DECISION_DESCRIPTIONS[match.how]}"]
    return (
        facts
        | _collect_reported_facts(session_results)
        | _collect_void_facts(session_results)
        | _collect_extras_facts(session_results)
        | _collect_name_facts(session_results)
    )


def _collect_reported_facts(session_results: SessionResults) -> dict[str, list[str]]:
    """Return the matches of a session that were entered as a result without boards."""
    facts: dict[str, list[str]] = {}
    for match in session_results.scored.field.matches:
        if match.reported_result:
            title = _format_match_title(match.home, match.away, match.round_no)
            key = _join_key("reported", match.round_no or 0, match.home, match.away)
            facts[key] = [title, format_match_result(match.reported_result)]
    return facts


def _collect_void_facts(session_results: SessionResults) -> dict[str, list[str]]:
    """Return the void matches of a session."""
    label = session_results.scoring_field.get_label
    facts: dict[str, list[str]] = {}
    for (round_no, home, away), match in session_results.lines.stored_matches.items():
        if match.is_void:
            title = _format_match_title(label(home), label(away), round_no)
            facts[_join_key("void", round_no, home, away)] = [title, "void"]
    return facts


def _format_match_title(home: object, away: object, round_no: int | None) -> str:
    title = f"Match of {home} and {away}"
    return f"{title}, round {round_no}" if round_no else title


def _collect_extras_facts(session_results: SessionResults) -> dict[str, list[str]]:
    """Return the handicaps, strata and carry-overs of a session."""
    extras = session_results.extras
    label = session_results.scoring_field.get_label
    facts: dict[str, list[str]] = {}
    if extras.carry_over_of:
        facts["carry-over"] = ["Maximum carry-over", extras.max_carry_over_text]
    for pair_no in extras.extras_by_pair:
        name = label(pair_no)
        facts[_join_key("handicap", pair_no)] = [
            f"Handicap of {name}",
            extras.format_handicap_amount(pair_no),
        ]
        carry_over = extras.format_carry_over_amount(pair_no)
        facts[_join_key("carry-over", pair_no)] = [f"Carry-over of {name}", carry_over]
        facts[_join_key("stratum", pair_no)] = [f"Stratum of {name}", extras.get_stratum(pair_no)]
    return facts


def _collect_name_facts(session_results: SessionResults) -> dict[str, list[str]]:
    return {
        _join_key("pair", pair_no): [
            f"Pair {session_results.scoring_field.get_label(pair_no)}",
            names,
        ]
        for pair_no, names in session_results.name_by_number.items()
        if names
    }


def _get_line_order(line: SectionLine) -> tuple[int, ...]:
    return (line.round_no or 0, line.table_no or 0, *get_line_key(line))


def _join_key(*parts: object) -> str:
    return " ".join(map(str, parts))


def _collect_scoring_facts(session_results: SessionResults) -> dict[str, list[str]]:
    """Return how an event is scored and ranked. (Costs no query.)"""
    scoring_record = session_results.scoring_field.scoring_record
    method = get_method(scoring_record.scoring)
    options = method.complete_settings(scoring_record.scoring_options)
    facts = {"Scoring": method.name}
    facts |= {f"Scoring, {name.replace('_', ' ')}": value for name, value in options.items()}
    facts |= session_results.scoring_field.ranking_field.settings_by_title
    return {title: [title, str(value)] for title, value in facts.items()}


def collect_standings_facts(results: EventResults) -> list[dict[str, Any]]:
    """Return the standings of *results* as text, by group. Empty if they can't be scored.

    Standings after all sessions come first. If there are several, those of each session follow.
    """
    try:
        groups = [(group.title, group.rows) for group in results.standings.groups]
        if results.has_several_sessions:
            for session_results in results.sessions:
                # Not the name of a stage: lists tell those of sessions by this word.
                session = f"Session {session_results.scoring_field.session.number}"
                for group in session_results.standings.groups:
                    title = ", ".join(filter(None, (session, group.title)))
                    groups.append((title, group.rows))
    except ScoringError:
        return []
    facts = [{"title": title, "rows": _format_rows(rows)} for title, rows in groups]
    return facts if results.is_complete else mark_unfinished(facts)


def _format_rows(rows: Sequence[StandingRow]) -> list[dict[str, str]]:
    # Totals get the same decimals in the whole column, hence not row by row.
    totals = format_points_column([row.total for row in rows])
    texts = []
    for row, total in zip(rows, totals, strict=True):
        extras = {name: getattr(row, name) for name in EXTRA_FIELDS}
        texts.append(
            {
                "place": row.place,
                "pair": row.label,
                "names": row.names,
                "penalties": row.penalties,
                **{name: text for name, text in extras.items() if text},
                "total": total,
                "percent": "" if row.percent is None else format_percent(row.percent),
            }
        )
    return texts


def compute_event_outcome(event: Event) -> EventOutcome:
    """Return the places of everybody with a result, after all sessions of *event*."""
    results = EventResults(event)
    try:
        groups = _get_standing_groups(results)
    except ScoringError as error:
        return EventOutcome(
            (), is_complete=False, missing_reason=f"There are no standings. {error}"
        )
    entrants = []
    for group in groups:
        for row in group.rows:
            if row.place and row.boards:
                entrants.append(_make_ranked_entrant(results, row, group.title))
    no_standings_reason = "" if entrants else "There are no standings yet."
    first_section = results.first_session.scoring_field.sections[0]
    plan = first_section.plan
    return EventOutcome(
        entrants=tuple(entrants),
        is_complete=results.is_complete,
        unit=_get_total_unit(results),
        nameless_count=sum(not entrant.people for entrant in entrants),
        missing_reason=no_standings_reason,
        boards_per_round=plan.boards_per_set if plan else 0,
        strata_are_apart=first_section.strata == Strata.APART,
    )


def _get_total_unit(results: EventResults) -> str:
    """Return the unit of the totals: the last stage's unit."""
    begun_sessions = [
        session_results for session_results in results.sessions if session_results.results_in
    ] or [results.first_session]
    scoring_record = begun_sessions[-1].scoring_field.scoring_record
    return get_exact_unit(scoring_record)


def _get_standing_groups(results: EventResults) -> tuple[StandingGroup, ...]:
    """Return the groups of the standings. For one session it spares heading and notes."""
    if results.has_several_sessions:
        return results.standings.groups
    session_results = results.first_session
    return make_standing_groups(
        session_results.scoring_field, session_results.ranking_field, session_results.rows
    )


def _make_ranked_entrant(results: EventResults, row: StandingRow, group: str) -> RankedEntrant:
    entries = [
        sheets.entry_names_by_number[number]
        for sheets, number in results.list_session_seats(row)
        if number in sheets.entry_names_by_number
    ]
    starter_by_person: dict[int, str] = {}
    name_by_person: dict[int, str] = {}
    for index, entry in enumerate(entries):
        for presence in entry.presences:
            person = presence.sitter
            name_by_person[person.person_id] = person.name
            is_first_session = index == 0
            if is_first_session and _is_starter(
                presence, has_substitutes=bool(entry.replaced_players)
            ):
                starter_by_person[person.person_id] = person.name
    name = entries[0].name if entries else ""
    return RankedEntrant(
        name=name,
        people=tuple((starter_by_person | name_by_person).items()),
        starter_count=len(starter_by_person),
        group=group,
        rank=int(row.place.rstrip("=")),
        total=Fraction(row.total or 0),
        percent=row.percent,
        stratum=row.stratum,
    )


def _is_starter(presence: Presence, *, has_substitutes: bool) -> bool:
    if has_substitutes:
        return presence.is_in_round(1)
    return True


MAX_NAMED = 8
"""Contestants that one message can name. After more corrections it names nobody."""


def load_results_before(section: Section) -> SessionResults | None:
    """Return the scored results of the session of *section* as stored now, or None if they can't be."""
    session_results = load_session_sheets(section)
    try:
        # Scored now, so that only what changes after it is scored again.
        _scored = session_results.scored
    except ScoringError:
        return None
    return session_results


def _make_rows(
    session_results: SessionResults, contestants: Collection[int]
) -> Mapping[int, StandingRow]:
    """Return the rows of *contestants* in the standings, empty if there are none."""
    try:
        return {row.contestant: row for row in session_results.list_rows(contestants)}
    except ScoringError:
        return {}


def list_rank_changes(
    session_results: SessionResults,
    section: Section,
    sides: Iterable[int],
    results_before: SessionResults | None,
) -> list[RankChange]:
    """Return the changes of place of *sides*' contestants from *results_before* to *session_results*.

    A side is the number of a pair, partnership or team in *section*. Whoever has no place before or
    after the correction, or the same place and figures, is left out.
    """
    if results_before is None:
        return []
    scoring_field = session_results.scoring_field
    contestants: dict[int, None] = {}
    for side in sides:
        for member in scoring_field.list_members(scoring_field.get_field_number(section, side)):
            contestants[member] = None
    if len(contestants) > MAX_NAMED:
        return []
    rows_before = _make_rows(results_before, contestants)
    rows_after = _make_rows(session_results, contestants)
    changes = []
    for contestant in contestants:
        previous_row, new_row = rows_before.get(contestant), rows_after.get(contestant)
        if previous_row and new_row and previous_row.place and new_row.place:
            change = _make_rank_change(previous_row, new_row)
            if change.has_difference:
                changes.append(change)
    return changes


def _make_rank_change(previous_row: StandingRow, new_row: StandingRow) -> RankChange:
    figures = []
    if previous_row.imps is not None and new_row.imps is not None:
        figures.append(
            ScoreChange(" IMPs", format_points(previous_row.imps), format_points(new_row.imps))
        )
        figures.append(
            ScoreChange(
                " VPs", format_points(previous_row.total, 2), format_points(new_row.total, 2)
            )
        )
    elif previous_row.percent is not None and new_row.percent is not None:
        figures.append(
            ScoreChange("%", format_percent(previous_row.percent), format_percent(new_row.percent))
        )
    else:
        figures.append(
            ScoreChange("", format_points(previous_row.total), format_points(new_row.total))
        )
    return RankChange(
        new_row.names or new_row.label, tuple(figures), previous_row.place, new_row.place
    )
