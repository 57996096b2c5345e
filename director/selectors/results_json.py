"""The results of an event in the JSON shape that other programs read."""

from director.models import Section
from director.selectors.words import players_by_pair
from director.sheets import BoardLine, BoardSheet, EventSheets, StandingRow
from scoring import Points, exact_text, find_method, percent_text, points_text


def results_json(section: Section, sheets: EventSheets) -> dict[str, object]:
    """Return *sheets* of *section* for programs: the shape of ``python -m scoring rank``, with event and names.

    Pairs have the number by which people call them, and with two winners their direction; ``page`` is the number in the
    address of the pair's card.  Totals are rounded as the method says, percentages to two decimals, points are exact.
    """
    event = section.session.event
    method = find_method(event.scoring)
    players = players_by_pair(section)
    return {
        "event": {
            "id": event.pk,
            "club": event.club.name,
            "name": event.name,
            "date": event.date.isoformat(),
            "winners": section.winners,
        },
        "method": method.key,
        "options": method.settings(event.scoring_options),
        "results_in": sheets.standings.results_in,
        "results_due": sheets.standings.results_due,
        "boards": [_board(section, board) for board in sheets.boards],
        "standings": [
            _standing(section, row, players.get(row.contestant, []), method.decimals)
            for group in sheets.standings.groups
            for row in group.rows
        ],
        "notes": list(sheets.standings.notes),
    }


def _standing(section: Section, row: StandingRow, players: list[str], decimals: int) -> dict[str, object]:
    return {
        "contestant": section.number(row.contestant),
        "direction": row.direction or None,
        "names": players,
        "total": None if row.total is None else points_text(row.total, decimals),
        "percent": None if row.percent is None else percent_text(row.percent),
        "place": row.place or None,
        "boards": row.boards,
        "page": row.contestant,
    }


def _board(section: Section, board: BoardSheet) -> dict[str, object]:
    return {"board": board.board_no, "top": _exact(board.top), "lines": [_line(section, line) for line in board.lines]}


def _line(section: Section, line: BoardLine) -> dict[str, object]:
    return {
        "ns": section.number(line.ns_no),
        "ew": section.number(line.ew_no),
        "contract": line.contract or None,
        "declarer": line.declarer or None,
        "tricks": line.tricks,
        "score": line.ns_score,
        "ns_points": _exact(line.ns_points),
        "ew_points": _exact(line.ew_points),
    }


def _exact(points: Points | None) -> str | None:
    return None if points is None else exact_text(points)
