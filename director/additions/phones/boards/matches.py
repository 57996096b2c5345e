"""The result of a match of teams on the phone of one of its tables, and what a team says about it.

A phone shows nothing of the other table before both tables have entered all boards.
"""

from collections.abc import Collection, Iterator
from fractions import Fraction

from django.db import transaction

from director.additions.phones.boards.entry import (
    CREATED,
    ROUND_FIGURE,
    call_director,
    read_submitted_number,
    refuse_closed,
)
from director.additions.phones.boards.state import fetch_table_play, format_reported_result
from director.additions.phones.boards.table import SIDES, ScheduleRow, TablePlay
from director.boards.contests import get_contest_record
from director.boards.movement.lines.section_lines import (
    SectionLine,
    fetch_section_lines,
    get_match_of_sides,
)
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.hooks import MATCHES, MatchSheet
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import VICTORY_POINTS
from director.core.base.versions import increment_event_version
from director.core.night.journal import lock_event
from director.core.night.phone_entries import find_previous_answer, store_phone_entry
from director.core.night.table_api import Json, PhoneAnswer, PhoneEntry
from director.errors import DeskError
from director.models import Access, TableWord
from director.models.ruling import Unit
from director.sheets import MINUS, Points
from scoring.display import format_for_note
from scoring.errors import ScoringError
from scoring.model import MatchResult

_IMPS, _VPS = "IMPs", "VPs"
_REPORTED_UNITS = {Unit.IMPS: _IMPS, Unit.VICTORY_POINTS: _VPS}


def read_table_match(table: TablePlay, round_no: int, *, is_revealed: bool) -> Json | None:
    """Return the match that *table* played in *round_no*, its N-S team first. None without one.

    While a result is missing, it has only a sentence that says so. Unless *is_revealed*, the match
    is ``hidden``: without its score and boards, which show what the other table entered.
    """
    row = table.row_by_round.get(round_no)
    scoring_field = fetch_scoring_field(table.section)
    has_teams = get_contest_record(table.section).has_halves and scoring_field.has_matches
    if row is None or not has_teams:
        return None
    lines = _list_match_lines(table, row)
    waiting_reason = _explain_waiting(table, row, lines)
    if waiting_reason:
        return _make_waiting_payload(round_no, waiting_reason)
    # The director's result counts only while boards are missing.
    reported_result = row.reported if any(line.is_reported for line in lines) else None
    home, away = (scoring_field.get_field_number(table.section, team) for team in (row.ns, row.ew))
    try:
        match = MATCHES.answers.find_match(SessionResults(scoring_field), home, away, round_no)
    except ScoringError:
        return None
    if match is None or match.score == (None, None):
        return None
    # Every phone of the table shows the director's result anyway.
    is_hidden = reported_result is None and not is_revealed
    boards: list[Json] = []
    figures: list[Json] = []
    if not is_hidden:
        figures = list(_serialize_figures(match, reported_result))
        if reported_result is None and table.settings.others != "never":
            boards = list(_serialize_boards(row, lines, match))
    return {
        "round": round_no,
        "waits": "",
        "hidden": is_hidden,
        "teams": [f"{team.label} {team.names}".strip() for team in (match.home, match.away)],
        "labels": [match.home.label, match.away.label],
        "unit": match.board_unit if match.unit != _IMPS else _IMPS,
        "figures": figures,
        "reported": format_reported_result(row) if reported_result else "",
        "boards": boards,
        "notes": [*match.notes],
        # Nobody confirms a result that isn't shown.
        "mark": match.version if _can_take_confirmations(table) and not is_hidden else "",
        "said": _serialize_statements(match),
    }


def _make_waiting_payload(round_no: int, reason: str) -> Json:
    return {
        "round": round_no,
        "waits": reason,
        "hidden": False,
        "teams": [],
        "labels": [],
        "unit": "",
        "figures": [],
        "reported": "",
        "boards": [],
        "notes": [],
        "mark": "",
        "said": {},
    }


def _list_match_lines(table: TablePlay, row: ScheduleRow) -> list[SectionLine]:
    """Return the lines at both tables of the match to which *row* belongs."""
    plan = table.plan
    match = get_match_of_sides(plan, row.round_no, row.ns, row.ew)
    lines = []
    for line in fetch_section_lines(table.section, plan).all:
        is_of_match = get_match_of_sides(plan, line.round_no, line.ns, line.ew) == match
        # In a match of three, the two tables of a board may be in two rounds.
        is_of_same_board = {line.ns, line.ew} == {row.ns, row.ew} and line.board_no in row.boards
        if (is_of_match or is_of_same_board) and not line.is_extra:
            lines.append(line)
    return lines


def _explain_waiting(table: TablePlay, row: ScheduleRow, lines: Collection[SectionLine]) -> str:
    """Return why the result of the match isn't shown yet, or ""."""
    missing_count = sum(not line.is_entered for line in lines)
    if missing_count:
        return f"It appears here after the last board of both tables. Results missing: {missing_count}."
    if any(map(table.needs_confirmation, row.line_keys)):
        return "It appears here once both sides have confirmed all boards of this table."
    return ""


def _serialize_boards(
    row: ScheduleRow, lines: Collection[SectionLine], match: MatchSheet
) -> Iterator[Json]:
    """Yield the boards of the match that count, each with the results of both tables."""
    text_by_line = {(line.board_no, line.ns, line.ew): line.text for line in lines}
    for board in match.boards:
        if board.home_points is None or board.away_points is None:
            continue
        yield {
            "board": board.board_no,
            "here": text_by_line.get((board.board_no, row.ns, row.ew), ""),
            "other": text_by_line.get((board.board_no, row.ew, row.ns), ""),
            "points": _format_team_points((board.home_points, board.away_points)),
        }


def _serialize_figures(match: MatchSheet, reported_result: MatchResult | None) -> Iterator[Json]:
    """Yield the figures of both teams in IMPs, victory points or other points."""
    unit = match.unit
    is_in_vps = unit == VICTORY_POINTS
    if reported_result:
        yield _serialize_figure(
            _REPORTED_UNITS.get(Unit(reported_result.unit), "points"),
            reported_result.home,
            reported_result.away,
        )
        if not is_in_vps or reported_result.unit == Unit.VICTORY_POINTS:
            return
    elif is_in_vps or unit == _IMPS:
        # IMPs are shown as won by both sides, as in the list of boards.
        home_imps = sum((Fraction(board.home_points or 0) for board in match.boards), Fraction())
        away_imps = sum((Fraction(board.away_points or 0) for board in match.boards), Fraction())
        yield _serialize_figure(_IMPS, home_imps, away_imps)
    if unit != _IMPS:
        yield _serialize_figure(_VPS if is_in_vps else unit, *match.score)


def _can_take_confirmations(table: TablePlay) -> bool:
    """Return whether the teams at *table* can say now if the result is right."""
    event = table.section.session.event
    return event.can_take_entries and not event.removed_at and table.settings.entry != "paper"


def _serialize_statements(match: MatchSheet) -> Json:
    """Return what both teams said about the result, by side."""
    return {
        side: {
            "right": team.statement.is_right,
            "current": team.statement.is_current,
            "words": team.statement.sentence,
        }
        for side, team in zip(SIDES, (match.home, match.away), strict=True)
        if team.statement
    }


def _serialize_figure(unit: str, home: Points, away: Points) -> Json:
    return {"unit": unit, "points": _format_team_points((home, away))}


def _format_team_points(figures: tuple[Points, Points]) -> list[str]:
    return [format_for_note(Fraction(figure or 0)).replace("-", MINUS) for figure in figures]


# Store what a team says about the result of its match: that it is right, or that it isn't.


def receive_match_confirmation(access: Access, phone_entry: PhoneEntry) -> PhoneAnswer:
    """Store whether a side at *access*'s table confirms the result of its match.

    If it doesn't, the director is called. No result changes, so it isn't in the history.

    :raises DeskError: if the match has no result here, or another one than the phone showed
    """
    with transaction.atomic():
        lock_event(access.session.event)
        # The phone sends an entry again until it gets an answer.
        if previous_answer := find_previous_answer(access, phone_entry):
            return previous_answer
        table = fetch_table_play(access)
        refuse_closed(table)
        round_no = read_submitted_number(phone_entry.data, "round", *ROUND_FIGURE)
        is_right = phone_entry.data.get("right")
        if phone_entry.side not in SIDES or not isinstance(is_right, bool):
            raise DeskError(
                "no-match-word-sent",
                "Say for which side, ns or ew, and whether the result is right, true or false.",
            )
        row = table.row_by_round.get(round_no)
        match = read_table_match(table, round_no, is_revealed=True)
        if row is None or match is None or match["waits"]:
            raise DeskError(
                "no-match-to-confirm",
                "Round {round_no} has no complete match here to confirm.",
                round_no=round_no,
            )
        if phone_entry.data.get("mark") != match["mark"]:
            raise DeskError(
                "match-changed",
                "The result of the match has changed, so nothing was saved. Check it and try again.",
            )
        if not is_right:
            _report_wrong_match(access, match, SIDES.index(phone_entry.side))
        payload: Json = {
            "stored": True,
            "round": round_no,
            "side": phone_entry.side,
            "right": is_right,
        }
        answer = PhoneAnswer(CREATED, payload)
        store_phone_entry(
            access,
            phone_entry,
            kind=TableWord.Kind.MATCH,
            answer=answer,
            round_no=round_no,
            ns=row.ns,
            ew=row.ew,
            text=match["mark"],
            is_dispute=not is_right,
        )
        increment_event_version(access.session.event_id, by_table=True)
        return answer


def _report_wrong_match(access: Access, match: Json, team_index: int) -> None:
    """Call the director about *match*. *team_index* is 0 for its N-S team here, 1 for the other."""
    if access.section is None:
        return
    home, away = match["labels"]
    team = match["labels"][team_index]
    reason = f"Match {home} against {away}, round {match['round']}: team {team} says the result isn’t right"
    call_director(access.section, access.table_no or 0, reason)
