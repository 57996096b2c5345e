"""The results of an event in the JSON shape that other programs read.

:func:`serialize_results` describes the whole shape; each helper below makes one object of it. The names
of the fields are public (``docs/programs.md``). Figures are those of the sheets; nothing is
calculated here.
"""

from collections.abc import Sequence

from director.boards.contests import CONTESTS
from director.boards.movement.sections import ScoringField
from director.boards.movement.sitters import Sitter
from director.boards.scoring.deals import BoardDeal
from director.boards.scoring.explanation import explain_line, explain_total
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.standings.versions import EXTRA_FIELDS
from director.models import Event
from director.sheets import BoardLine, BoardSheet, StandingRow, Standings
from scoring.display import format_exact, format_percent, format_rounded
from scoring.explain.figures import make_explanation_json
from scoring.model import Points, make_lists_json
from scoring.registry import get_method


def serialize_results(
    results: EventResults, *, has_explanations: bool = False
) -> dict[str, object]:
    """Return *results* in the shape of ``python -m scoring rank``, with event and names.

    **Contestants.** A pair has the number by which people call it, and its direction if there are
    two winners. ``lists`` of a line names the directions if a pair sat in another than its own.
    ``page`` is the number in the address of the scorecard. ``names`` are the starters, and
    ``substitutes`` those who came later, each with the ``rounds`` they played (``to`` is ``null``
    until the last round).

    **Players of a line.** Lines of single players name who sat ``n``, ``e``, ``s`` and ``w``, or
    the partners ``ns`` and ``ew`` if the movement has no round in which they sat so. Lines of teams
    name under ``players`` who sat ``n``, ``e``, ``s`` and ``w``, as far as known, and the
    ``visitors`` among them; if the movement seats players one by one, also their numbers.

    **Figures.** Totals are rounded as the method says, percentages to two decimals, points are
    exact. With *has_explanations* each line has ``ns_why`` and ``ew_why``, and each standing ``why``: the
    explanation of the figure, or ``null`` without figure.

    **Knock-outs.** ``came`` says how far a team came. ``knockouts`` has every bracket: its rounds
    with their matches, each with both teams, the winner and, unless the score decided
    it, the reason as ``decided``. Unknown teams are ``null``.

    **Matches.** ``matches`` has every match by round: both contestants, its ``state`` (``due``,
    ``being played``, ``played``, ``walk-over``, ``postponed``, ``not played`` after a withdrawal,
    ``void``), its ``score`` as people say it, or ``null``, and how it was ``entered``: by
    ``boards``, as a ``result`` or ``both``, or ``null``. Lines of a void match are ``void``, with
    or without a result.

    **Deals.** Once every table has played a board, it has its ``deal`` as PBN writes it. If they
    are known, it also has its tricks, ``makeable`` (20 figures from 0 to d, of N, S, E and W by no
    trumps, spades, hearts, diamonds and clubs) and ``par`` from N-S. If sections played other
    cards, it has the ``deals`` of each. A board of whist has its ``trump`` once it is known, as
    ``"K♣"`` or ``"no trumps"``.

    **Sections and sessions.** If there are several sections, pairs and lines name theirs. If there
    are several sessions, boards name theirs, ``standings`` are those after all sessions, and
    ``sessions`` has the standings of each. ``method`` and ``options`` are those of the first stage.
    Each session names its own, which another stage may have, with its date and the name of its
    ``stage`` (``null`` in the first).
    """
    event = results.event
    method = get_method(event.scoring)
    boards = []
    for session_results in results.sessions:
        session = (
            {"session": session_results.scoring_field.session.number}
            if results.has_several_sessions
            else {}
        )
        boards += [
            session | _serialize_board(session_results, board, has_explanations)
            for board in session_results.boards
        ]
    # A total of several sessions has no single explanation.
    explain_totals = has_explanations and not results.has_several_sessions
    payload: dict[str, object] = {
        "event": _serialize_event(event, results.first_session.scoring_field.winners),
        "method": method.key,
        "options": method.complete_settings(
            results.first_session.scoring_field.ranking_field.scoring_options
        ),
        "results_in": results.standings.results_in,
        "results_due": results.standings.results_due,
        "boards": boards,
        "standings": _serialize_standings(results, results.standings, explain_totals),
        "notes": list(results.standings.notes),
    }
    payload |= MATCHES.answers.serialize_matches(results)
    if results.has_several_sessions:
        payload["sessions"] = [
            {
                **_serialize_session(session_results.scoring_field),
                "standings": _serialize_standings(
                    results, session_results.standings, has_explanations, session_results
                ),
                "notes": list(session_results.standings.notes),
            }
            for session_results in results.sessions
        ]
    return payload


def _serialize_event(event: Event, winners: int) -> dict[str, object]:
    """Return the event and whether its results may still be corrected."""
    until = event.corrections_until
    return {
        "id": event.pk,
        "club": event.club.name,
        "name": event.name,
        "date": event.date.isoformat(),
        "contest": event.contest,
        "winners": winners,
        "provisional_until": until.isoformat() if until else None,
        "is_final": event.is_final,
    }


def _serialize_session(scoring_field: ScoringField) -> dict[str, object]:
    """Return the number, stage, date and scoring of a session."""
    session = scoring_field.session
    scoring_record = session.scoring_record
    method = get_method(scoring_record.scoring)
    return {
        "session": session.number,
        "stage": session.stage.name if session.stage else None,
        "date": session.day.isoformat(),
        "method": method.key,
        "options": method.complete_settings(scoring_field.ranking_field.scoring_options),
    }


def _serialize_standings(
    results: EventResults,
    standings: Standings,
    has_explanations: bool,
    session_results: SessionResults | None = None,
) -> list[dict[str, object]]:
    """Return the rows of *standings*. Without *session_results* each row is explained by its own session."""
    rows = []
    for group in standings.groups:
        for row in group.rows:
            row_sheets = (
                session_results or results.find_session(row.session_no) or results.first_session
            )
            decimals = get_method(row_sheets.scoring_field.scoring_record.scoring).decimals
            standing = _serialize_standing(row_sheets, row, decimals)
            if has_explanations:
                standing |= _serialize_total_explanation(row_sheets.scored, row)
            rows.append(standing)
    return rows


def _serialize_standing(
    session_results: SessionResults, row: StandingRow, decimals: int
) -> dict[str, object]:
    scoring_field = session_results.scoring_field
    section, number_in_section = scoring_field.get_section_and_number(row.contestant)
    payload: dict[str, object] = {"contestant": section.get_printed_number(number_in_section)}
    if scoring_field.has_several_sections:
        payload["section"] = scoring_field.get_letter(row.contestant)
    # The direction is a part of a pair's label even if both directions are ranked together.
    payload["direction"] = section.get_direction(number_in_section) or None
    payload["names"] = session_results.starters_by_number.get(row.contestant, [])
    payload |= _serialize_substitutes(session_results, row.contestant)
    for name in ("penalties", *EXTRA_FIELDS):
        text = getattr(row, name)
        if text:
            payload[name] = text
    payload |= _serialize_gross(row, decimals)
    # A contestant without a scored board has neither.
    total = None if row.total is None else format_rounded(row.total, decimals)
    percent = None if row.percent is None else format_percent(row.percent)
    payload |= {
        "total": total,
        "percent": percent,
        "place": row.place or None,
        "boards": row.boards,
        "page": row.contestant,
    }
    tie_breaks = [{"name": title, "figure": figure} for title, figure in row.tie_breaks if figure]
    if tie_breaks:
        payload["tie_breaks"] = tie_breaks
    if row.sessions:
        payload["sessions"] = [_format_exact(figure) for figure in row.sessions]
    return payload


def _serialize_substitutes(session_results: SessionResults, contestant: int) -> dict[str, object]:
    entry_names = session_results.entry_names_by_number.get(contestant)
    if entry_names is None or not entry_names.substitutes:
        return {}
    substitutes = []
    for substitute in entry_names.substitutes:
        rounds = [
            {"from": first_round, "to": last_round} for first_round, last_round in substitute.rounds
        ]
        substitutes.append({"name": substitute.sitter.name, "rounds": rounds})
    return {"substitutes": substitutes}


def _get_number(scoring_field: ScoringField, pair_no: int) -> int:
    """Return the number by which people call a pair within its section."""
    section, number_in_section = scoring_field.get_section_and_number(pair_no)
    return section.get_printed_number(number_in_section)


def _get_direction(scoring_field: ScoringField, pair_no: int) -> str:
    """Return the direction in a pair's label, or ""."""
    section, number_in_section = scoring_field.get_section_and_number(pair_no)
    return section.get_direction(number_in_section)


def _serialize_gross(row: StandingRow, decimals: int) -> dict[str, str]:
    """Return the figures without handicap. Empty if the row has none."""
    if row.gross is None:
        return {}
    figures = {"gross_total": format_rounded(row.gross, decimals)}
    if row.gross_percent is not None:
        figures["gross_percent"] = format_percent(row.gross_percent)
    return figures


def _serialize_board(
    session_results: SessionResults, board: BoardSheet, has_explanations: bool
) -> dict[str, object]:
    scored = session_results.scored
    lines = []
    for line in board.lines:
        sitters = session_results.sitters_by_line.get(line.key, ())
        payload = _serialize_line(scored.scoring_field, line) | _serialize_sitters(sitters)
        if has_explanations:
            payload |= _serialize_line_explanations(scored, line)
        lines.append(payload)
    trump = {"trump": board.trump} if board.trump else {}
    return {
        "board": board.board_no,
        "top": _format_exact(board.top),
        **trump,
        **_serialize_hands(session_results, board.board_no),
        "lines": lines,
    }


def _serialize_hands(session_results: SessionResults, board_no: int) -> dict[str, object]:
    """Return the deal of a board that everybody may see, or one deal for each section."""
    hands = {}
    for section in session_results.scoring_field.sections:
        hand = session_results.visible_hands_by_key.get((section.pk, board_no))
        if hand:
            hands[section.letter] = hand
    is_in_all_sections = len(hands) == len(session_results.scoring_field.sections)
    if len(set(hands.values())) == 1 and is_in_all_sections:
        return _serialize_hand(next(iter(hands.values())))
    if hands:
        return {
            "deals": [{"section": letter} | _serialize_hand(hand) for letter, hand in hands.items()]
        }
    return {}


def _serialize_hand(hand: BoardDeal) -> dict[str, object]:
    payload: dict[str, object] = {"deal": str(hand.cards)}
    par = hand.par
    if par:
        payload |= {"makeable": str(hand.makeable), "par": par.score}
    return payload


def _serialize_line(scoring_field: ScoringField, line: BoardLine) -> dict[str, object]:
    # With one winner a pair has no direction of its own, and its list is that of its seats.
    lists = (
        _get_direction(scoring_field, line.ns.number) or "NS",
        _get_direction(scoring_field, line.ew.number) or "EW",
    )
    payload: dict[str, object] = {}
    if scoring_field.has_several_sections:
        payload["section"] = scoring_field.get_letter(line.ns.number)
    payload |= _serialize_sides(scoring_field, line)
    payload |= make_lists_json(lists)
    payload |= {
        "contract": line.contract or None,
        "declarer": line.declarer or None,
        "tricks": _serialize_figure(line.tricks),
    }
    payload |= _without_empty({"honours": line.honours, "lead": line.lead})
    payload["score"] = _serialize_figure(line.score)
    payload |= _without_empty(
        {"group": line.group, "settled": line.settlement_reason, "made": line.covered}
    )
    if line.off_schedule:
        payload["off_schedule"] = True
    if line.is_void:
        payload["void"] = True
    payload["ns_points"] = _format_exact(line.ns.points)
    payload["ew_points"] = _format_exact(line.ew.points)
    return payload


def _without_empty(fields: dict[str, str]) -> dict[str, str]:
    """Return *fields* without those that are empty."""
    return {name: text for name, text in fields.items() if text}


def _serialize_sitters(sitters: Sequence[Sitter | None]) -> dict[str, object]:
    """Return the names of team players by seat, and which of them are visitors."""
    # Without known sitters the sequence is empty, hence not strict.
    players = {seat: sitter.name for seat, sitter in zip("nesw", sitters, strict=False) if sitter}
    visitors = [sitter.name for sitter in sitters if sitter and sitter.is_visitor]
    payload: dict[str, object] = {}
    if players:
        payload["players"] = players
    if visitors:
        payload["visitors"] = visitors
    return payload


def _serialize_sides(scoring_field: ScoringField, line: BoardLine) -> dict[str, object]:
    """Return who met: two numbers, or players by seat, or partners.

    For teams whose movement seats each player it returns both: the numbers of the teams, and of the
    player in each seat.
    """
    # Only lines of such teams and of single players have seats, hence not strict.
    seats: dict[str, object] = {
        seat: _get_number(scoring_field, player)
        for seat, player in zip("nesw", line.seats, strict=False)
    }
    if seats and CONTESTS[scoring_field.event.contest].has_changing_partners:
        return seats
    sides: dict[str, object] = {}
    for key, side in (("ns", line.ns), ("ew", line.ew)):
        members = scoring_field.list_members(side.number)
        numbers = [_get_number(scoring_field, member) for member in members]
        sides[key] = numbers if len(numbers) > 1 else numbers[0]
    return seats | sides


def _serialize_line_explanations(scored: ScoredSession, line: BoardLine) -> dict[str, object]:
    payload: dict[str, object] = {}
    for field, side in (("ns_why", "NS"), ("ew_why", "EW")):
        explanation = explain_line(scored, line.key, side)
        payload[field] = make_explanation_json(explanation) if explanation else None
    return payload


def _serialize_total_explanation(scored: ScoredSession, row: StandingRow) -> dict[str, object]:
    if not row.place:
        return {"why": None}
    return {"why": make_explanation_json(explain_total(scored, row.contestant))}


def _serialize_figure(figure: Points | None) -> int | str | None:
    """Return a whole figure as a number, any other as exact text."""
    if figure is None:
        return None
    if figure == int(figure):
        return int(figure)
    return format_exact(figure)


def _format_exact(points: Points | None) -> str | None:
    if points is None:
        return None
    return format_exact(points)
