"""The results of an event in the JSON shape that other programs read."""

from director.boards.results.read.scored import Scored
from director.boards.results.read.versions import EXTRA
from director.boards.results.read.why import line_explained, total_explained
from director.boards.words import players_by_pair
from director.models import Section
from director.sheets import BoardLine, BoardSheet, EventSheets, StandingRow
from scoring import Points, exact_text, explanation_to_json, find_method, percent_text, points_text


def results_json(scored: Scored, sheets: EventSheets, *, explain: bool = False) -> dict[str, object]:
    """Return *sheets* of a section for programs: the shape of ``python -m scoring rank``, with event and names.

    Pairs have the number by which people call them, and with two winners their direction; ``page`` is the number in the
    address of the pair's card.  Totals are rounded as the method says, percentages to two decimals, points are exact.
    With *explain* each line has ``ns_why`` and ``ew_why`` and each standing ``why``: the explanation of its figure as
    ``python -m scoring explain`` gives it, ``null`` where there is no figure.
    """
    section = scored.section
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
            "provisional_until": event.corrections_until.isoformat() if event.corrections_until else None,
            "is_final": event.is_final,
        },
        "method": method.key,
        "options": method.settings(event.scoring_options),
        "results_in": sheets.standings.results_in,
        "results_due": sheets.standings.results_due,
        "boards": [_board(scored, board, explain) for board in sheets.boards],
        "standings": [
            _standing(section, row, players.get(row.contestant, []), method.decimals)
            | (_total_why(scored, row) if explain else {})
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
        **{name: text for name in ("penalties", *EXTRA) if (text := getattr(row, name))},
        **_gross(row, decimals),
        "total": None if row.total is None else points_text(row.total, decimals),
        "percent": None if row.percent is None else percent_text(row.percent),
        "place": row.place or None,
        "boards": row.boards,
        "page": row.contestant,
    }


def _gross(row: StandingRow, decimals: int) -> dict[str, str]:
    """Return what the contestant has without handicaps, where there are any."""
    percent = {"gross_percent": percent_text(row.gross_percent)} if row.gross_percent is not None else {}
    return {} if row.gross is None else {"gross_total": points_text(row.gross, decimals), **percent}


def _board(scored: Scored, board: BoardSheet, explain: bool) -> dict[str, object]:
    lines = [
        _line(scored.section, line) | (_line_why(scored, board.board_no, line) if explain else {})
        for line in board.lines
    ]
    return {"board": board.board_no, "top": _exact(board.top), "lines": lines}


def _line(section: Section, line: BoardLine) -> dict[str, object]:
    return {
        "ns": section.number(line.ns_no),
        "ew": section.number(line.ew_no),
        "contract": line.contract or None,
        "declarer": line.declarer or None,
        "tricks": _whole(line.tricks),
        "score": _whole(line.ns_score),
        **({"group": line.group} if line.group else {}),
        **({"settled": line.settled} if line.settled else {}),
        "ns_points": _exact(line.ns_points),
        "ew_points": _exact(line.ew_points),
    }


def _line_why(scored: Scored, board_no: int, line: BoardLine) -> dict[str, object]:
    explained = [line_explained(scored, (board_no, line.ns_no, line.ew_no), side) for side in ("NS", "EW")]
    ns, ew = (explanation_to_json(explanation) if explanation else None for explanation in explained)
    return {"ns_why": ns, "ew_why": ew}


def _total_why(scored: Scored, row: StandingRow) -> dict[str, object]:
    return {"why": explanation_to_json(total_explained(scored, row.contestant)) if row.place else None}


def _whole(figure: Points | None) -> int | str | None:
    """Return a figure that is a whole number as one, any other as exact text."""
    return None if figure is None else int(figure) if figure == int(figure) else exact_text(figure)


def _exact(points: Points | None) -> str | None:
    return None if points is None else exact_text(points)
