"""The lines of a session, for programs that enter results of its tables."""

from typing import Any

from director.boards.movement.lines.section_lines import SectionLine, fetch_lines_by_section
from director.models import PlanRow, Session

SeatKey = tuple[int | None, ...]
"""A section, round, table, and the numbers of both sides."""


def list_table_lines(session: Session) -> list[dict[str, Any]]:
    """Return every line that the tables of *session* have to play, with its result so far.

    Contestants have the numbers by which tables enter results. Where partners change, a line also
    has the players by seat. A constant number of queries.
    """
    sections = {section.pk: section.letter for section in session.sections.order_by("letter")}
    seats = _fetch_players_by_seat(session)
    lines = []
    for section_id, section_lines in fetch_lines_by_section(sections).items():
        for line in sorted(section_lines, key=_get_line_order):
            players = seats.get((section_id, line.round_no, line.table_no, line.ns, line.ew), {})
            lines.append(_serialize_line(sections[section_id], line) | players)
    return lines


def _get_line_order(line: SectionLine) -> tuple[int, ...]:
    return (line.round_no or 0, line.table_no or 0, line.board_no, line.ns)


def _serialize_line(letter: str, line: SectionLine) -> dict[str, Any]:
    return {
        "section": letter,
        "round": line.round_no,
        "table": line.table_no,
        "board": line.board_no,
        "ns": line.ns,
        "ew": line.ew,
        "is_entered": line.is_entered,
        "result": line.text or None,
        "score": line.ns_score,
        **({"is_void": True} if line.is_void else {}),
    }


def _fetch_players_by_seat(session: Session) -> dict[SeatKey, dict[str, int]]:
    """Return the players by seat of each row of the movement where partners change. One query."""
    rows = PlanRow.objects.filter(
        plan__section__session=session, plan__in_force=True, players__isnull=False
    ).order_by()
    columns = ("plan__section_id", "round_no", "table_no", "ns", "ew", "players")
    seats: dict[SeatKey, dict[str, int]] = {}
    for *key, players in rows.values_list(*columns):
        seats[tuple(key)] = dict(zip("nesw", players, strict=True))
    return seats
