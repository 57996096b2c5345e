"""The results of an event in the JSON shape that other programs read."""

from collections.abc import Sequence

from director.boards.contests import CONTESTS
from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.sitters import Sitter
from director.boards.scoring.brackets import brackets
from director.boards.scoring.deals.read import Hand
from director.boards.scoring.explanation import line_explained, total_explained
from director.boards.scoring.matches.bracket import Bracket, BracketMatch
from director.boards.scoring.scored import Scored
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.standings.versions import EXTRA
from director.sheets import BoardLine, BoardSheet, StandingRow, Standings
from scoring import (
    Points,
    exact_text,
    explanation_to_json,
    find_method,
    lists_to_json,
    percent_text,
    points_text,
)


def results_json(results: EventResults, *, explain: bool = False) -> dict[str, object]:
    """Return *results* in the shape of ``python -m scoring rank``, with event and names.

    Pairs have the number by which people call them, and with two winners their direction; ``lists``
    of a line say it where a pair did not sit as it is called.  ``names`` are those who began, and
    ``substitutes`` who came later, each with the ``rounds`` they played (``to`` is ``null`` for the
    last).

    Lines of single players name those who sat ``n``, ``e``, ``s`` and ``w``, or, where no round of
    the movement had them, the partners ``ns`` and ``ew``.  Lines of teams name under ``players``
    who sat ``n``, ``e``, ``s`` and ``w``, as far as it is known, and the ``visitors`` among them,
    and where a movement seats their players one by one their numbers too.  ``page`` is the number
    in the address of the card.  Totals are rounded as the method says, percentages to two decimals,
    points are exact.  With *explain* each line has ``ns_why`` and ``ew_why`` and each standing
    ``why``: the explanation of its figure as ``python -m scoring explain`` gives it, ``null`` where
    there is no figure.

    Of a knock-out ``came`` says how far a team came, and ``knockouts`` holds every bracket: its
    rounds with their matches, each with both teams, the winner and what ``decided`` it where the
    score did not, ``null`` while unknown.

    A board has its ``deal`` as PBN writes it, what is ``makeable`` (20 figures from 0 to d, of N,
    S, E and W by no trumps, spades, hearts, diamonds and clubs) and ``par`` from N-S, once every
    table has played it and where they are known; where sections played other cards, ``deals`` of
    each.

    A board of whist names its ``trump`` once it is known, as ``"K♣"`` or ``"no trumps"``.

    Of several sections pairs and lines name theirs; of several sessions boards name theirs,
    ``standings`` are those after all, and ``sessions`` holds the standings of each.
    """
    event, first = results.event, results.first
    method = find_method(event.scoring)
    answer: dict[str, object] = {
        "event": {
            "id": event.pk,
            "club": event.club.name,
            "name": event.name,
            "date": event.date.isoformat(),
            "contest": event.contest,
            "winners": first.scoring_field.winners,
            "provisional_until": event.period_end.isoformat() if event.period_end else None,
            "is_final": event.is_final,
        },
        "method": method.key,
        "options": method.settings(event.scoring_options),
        "results_in": results.standings.results_in,
        "results_due": results.standings.results_due,
        "boards": [
            ({"session": sheets.scoring_field.session.number} if results.has_several else {})
            | _board(sheets, board, explain)
            for sheets in results.sessions
            for board in sheets.boards
        ],
        "standings": _standings(results, results.standings, explain and not results.has_several),
        "notes": list(results.standings.notes),
    }
    knockouts = [
        bracket_to_json(bracket) for sheets in results.sessions for bracket in brackets(sheets)
    ]
    if knockouts:
        answer["knockouts"] = knockouts
    if results.has_several:
        answer["sessions"] = [
            {
                "session": sheets.scoring_field.session.number,
                "standings": _standings(results, sheets.standings, explain, sheets),
                "notes": list(sheets.standings.notes),
            }
            for sheets in results.sessions
        ]
    return answer


def bracket_to_json(bracket: Bracket) -> dict[str, object]:
    """Return *bracket* for programs, with teams as people call them."""
    return {
        "section": bracket.heading.section or None,
        "rounds": [
            {"title": drawn.title, "matches": [_match(match) for match in drawn.matches]}
            for drawn in bracket.rounds
        ],
        "winner": bracket.winner.label if bracket.winner else None,
    }


def _match(match: BracketMatch) -> dict[str, object]:
    upper, lower = (side.label if side else None for side in match.sides)
    winner = next((side.label for side in match.sides if side and side.is_winner), None)
    scores = [side.score if side else "" for side in match.sides]
    return {
        "upper": upper,
        "lower": lower,
        "scores": scores if any(scores) else None,
        "winner": winner,
        "bye": match.is_bye,
        "decided": match.decided or None,
    }


def _standings(
    results: EventResults, standings: Standings, explain: bool, sheets: SessionSheets | None = None
) -> list[dict[str, object]]:
    """Return the rows of *standings*, of *sheets* or of the whole event."""
    decimals = find_method(results.event.scoring).decimals
    answer = []
    for group in standings.groups:
        for row in group.rows:
            own = sheets or results.session(row.session_no) or results.first
            answer.append(
                _standing(own, row, decimals) | (_total_why(own.scored, row) if explain else {})
            )
    return answer


def _standing(sheets: SessionSheets, row: StandingRow, decimals: int) -> dict[str, object]:
    scoring_field = sheets.scoring_field
    section, own = scoring_field.place(row.contestant)
    return {
        "contestant": section.number(own),
        **({"section": scoring_field.letter(row.contestant)} if scoring_field.is_divided else {}),
        "direction": section.direction(own)
        or None,  # part of what it is called, whoever it is ranked with
        "names": sheets.players.get(row.contestant, []),
        **_substitutes(sheets, row.contestant),
        **{name: text for name in ("penalties", *EXTRA) if (text := getattr(row, name))},
        **_gross(row, decimals),
        "total": None if row.total is None else points_text(row.total, decimals),
        "percent": None if row.percent is None else percent_text(row.percent),
        "place": row.place or None,
        "boards": row.boards,
        "page": row.contestant,
        **({"sessions": [_exact(figure) for figure in row.sessions]} if row.sessions else {}),
    }


def _substitutes(sheets: SessionSheets, contestant: int) -> dict[str, object]:
    """Return the substitutes and their rounds."""
    entered = sheets.entered.get(contestant)
    later = []
    for each in entered.substitutes if entered else ():
        later.append(
            {
                "name": each.sitter.name,
                "rounds": [{"from": first, "to": last} for first, last in each.rounds],
            }
        )
    if later:
        return {"substitutes": later}
    return {}


def _number(scoring_field: ScoringField, pair_no: int) -> int:
    """Return the number by which people call a pair within its section."""
    section, own = scoring_field.place(pair_no)
    return section.number(own)


def _direction(scoring_field: ScoringField, pair_no: int) -> str:
    """Return the direction in a pair's label, or ""."""
    section, own = scoring_field.place(pair_no)
    return section.direction(own)


def _gross(row: StandingRow, decimals: int) -> dict[str, str]:
    """Return the figures without handicap, if there is one."""
    if row.gross_percent is not None:
        percent = {"gross_percent": percent_text(row.gross_percent)}
    else:
        percent = {}
    if row.gross is None:
        return {}
    return {"gross_total": points_text(row.gross, decimals), **percent}


def _board(sheets: SessionSheets, board: BoardSheet, explain: bool) -> dict[str, object]:
    scored = sheets.scored
    lines = [
        _line(scored.scoring_field, line)
        | _sitters(sheets.sitters.get((board.board_no, line.ns_no, line.ew_no), ()))
        | (_line_why(scored, board.board_no, line) if explain else {})
        for line in board.lines
    ]
    trump = {"trump": board.trump} if board.trump else {}
    return {
        "board": board.board_no,
        "top": _exact(board.top),
        **trump,
        **_hands(sheets, board.board_no),
        "lines": lines,
    }


def _hands(sheets: SessionSheets, board_no: int) -> dict[str, object]:
    """Return the deal of a board that everybody may see, or one for each section."""
    own = {
        section.letter: sheets.visible_hands.get((section.pk, board_no))
        for section in sheets.scoring_field.sections
    }
    known = {letter: hand for letter, hand in own.items() if hand}
    if len(set(known.values())) == 1 and len(known) == len(own):
        return _hand(next(iter(known.values())))
    if known:
        return {"deals": [{"section": letter} | _hand(hand) for letter, hand in known.items()]}
    return {}


def _hand(hand: Hand) -> dict[str, object]:
    reached = hand.par
    tricks = {"makeable": str(hand.makeable), "par": reached.score} if reached else {}
    return {"deal": str(hand.cards), **tricks}


def _line(scoring_field: ScoringField, line: BoardLine) -> dict[str, object]:
    return {
        **({"section": scoring_field.letter(line.ns_no)} if scoring_field.is_divided else {}),
        **_sides(scoring_field, line),
        **lists_to_json(
            (
                _direction(scoring_field, line.ns_no) or "NS",
                _direction(scoring_field, line.ew_no) or "EW",
            )
        ),
        "contract": line.contract or None,
        "declarer": line.declarer or None,
        "tricks": _exact_figure(line.tricks),
        **({"honours": line.honours} if line.honours else {}),
        **({"lead": line.lead} if line.lead else {}),
        "score": _exact_figure(line.ns_score),
        **({"group": line.group} if line.group else {}),
        **({"settled": line.settled} if line.settled else {}),
        **({"made": line.covered} if line.covered else {}),
        **({"off_schedule": True} if line.off_schedule else {}),
        "ns_points": _exact(line.ns_points),
        "ew_points": _exact(line.ew_points),
    }


def _sitters(four: Sequence[Sitter | None]) -> dict[str, object]:
    """Return the names of team players by seat, and which of them are visitors."""
    players = {seat: sitter.name for seat, sitter in zip("nesw", four, strict=False) if sitter}
    visitors = [sitter.name for sitter in four if sitter and sitter.is_visitor]
    return ({"players": players} if players else {}) | ({"visitors": visitors} if visitors else {})


def _sides(scoring_field: ScoringField, line: BoardLine) -> dict[str, object]:
    """Return who met: two numbers, or players by seat, or partners.

    Of teams whose players a movement seats one by one both: the teams, and who of them held the
    cards of each seat.
    """
    seats: dict[str, object] = {
        seat: _number(scoring_field, player)
        for seat, player in zip("nesw", line.seats, strict=False)
    }
    if seats and CONTESTS[scoring_field.event.contest].changes_partners:
        return seats
    sides = {"ns": line.ns_no, "ew": line.ew_no}
    members = {
        side: [_number(scoring_field, player) for player in scoring_field.members(no)]
        for side, no in sides.items()
    }
    return seats | {
        side: players if len(players) > 1 else players[0] for side, players in members.items()
    }


def _line_why(scored: Scored, board_no: int, line: BoardLine) -> dict[str, object]:
    explained = [
        line_explained(scored, (board_no, line.ns_no, line.ew_no), side) for side in ("NS", "EW")
    ]
    ns, ew = (
        explanation_to_json(explanation) if explanation else None for explanation in explained
    )
    return {"ns_why": ns, "ew_why": ew}


def _total_why(scored: Scored, row: StandingRow) -> dict[str, object]:
    return {
        "why": explanation_to_json(total_explained(scored, row.contestant)) if row.place else None
    }


def _exact_figure(figure: Points | None) -> int | str | None:
    """Return a figure that is a whole number as one, any other as exact text."""
    if figure is None:
        return None
    if figure == int(figure):
        return int(figure)
    return exact_text(figure)


def _exact(points: Points | None) -> str | None:
    if points is None:
        return None
    return exact_text(points)
