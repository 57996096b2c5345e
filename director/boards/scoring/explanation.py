"""Why a figure is what it is: asked for by the figure's key, answered in a line or two beside it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.boards.movement.lines.page_input import line_key
from director.boards.movement.lines.readings import entry_from_reading
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.scoring.matches.sheets import MatchSheet
from director.boards.scoring.scored import Scored, field_scored, individual_field, line_of
from director.core.base.grids.sheet import Reason, Why
from director.sheets import BoardSheet, PairCard, Points, StandingGroup
from scoring import (
    Explanation,
    auction_difference,
    check_players,
    check_ranking,
    contract_difference,
    exact_text,
    find_method,
    percent_text,
)

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_BOOK = re.compile(r"\[LAWS2017\] |[;,] \[(?!LAWS2017)[A-Z0-9]+\](?: pp?\. [0-9, -]+[0-9])?")
"""The books that a formula is from, but for the numbers of laws: visitors have no list of them."""
_TOTAL = re.compile(r"total-(\d{1,8})")


def why_standings(scored: Scored, group: StandingGroup, asked: str) -> Why:
    """Return why the total of one contestant of *group* is what it is; ``"total-7"`` asks for pair 7."""
    keys = tuple(f"total-{row.contestant}" if row.place else "" for row in group.rows)
    if asked not in keys or not (match := _TOTAL.fullmatch(asked)):
        return Why(keys)
    explanation = total_explained(scored, int(match[1]))
    percent = group.rows[keys.index(asked)].percent
    available = scored.field.most_carried.added_to(sum(board.top or 0 for board in explanation.boards))
    return Why(keys, asked, (_reason("", explanation, available, percent),))


def why_board(scored: Scored, board: BoardSheet, asked: str) -> Why:
    """Return why both sides of one line of *board* have their points; ``"7-4-11"`` asks for that line of board 7."""
    lines = {(board.board_no, line.ns_no, line.ew_no): ("NS", "EW") for line in board.lines}
    return _why_lines(scored, lines, asked)


def why_card(scored: Scored, card: PairCard, asked: str) -> Why:
    """Return why the pair of *card* has its points on one line; from both sides at once, where it is there twice."""
    lines: dict[Key, tuple[str, ...]] = {}
    is_first = []
    for line in card.lines:
        both = line.own_no, line.opponents_no
        key = (line.board_no, *(both if line.direction == "NS" else both[::-1]))
        is_first.append(key not in lines)
        lines[key] = (*lines.get(key, ()), line.direction)
    why = _why_lines(scored, lines, asked)
    keys = iter(why.keys)
    return replace(why, keys=tuple(next(keys) if first else "" for first in is_first))


def why_match(scored: Scored, match: MatchSheet, asked: str) -> Why:
    """Return why both teams of a match have their points on one of its boards, as either table compares the two."""
    lines = {
        (board.board_no, line.ns_no, line.ew_no): ("NS", "EW")
        for board in match.boards
        if (line := board.open_room or board.closed_room)
    }
    return _why_lines(scored, lines, asked)


def line_explained(scored: Scored, line: Key, side: str) -> Explanation | None:
    """Return why *side* of *line* has its points, ``None`` where it has none."""
    if not _has_points(scored, line, (side,)):
        return None
    board_no, ns, ew = line
    scoring_field, pair_no = scored.scoring_field, ns if side == "NS" else ew
    method = find_method(scoring_field.event.scoring)
    return scored.explainer.line(
        board_no=board_no,
        contestant=scoring_field.number(pair_no),
        side=side,
        direction=scoring_field.direction(pair_no) or None,
        scored=scored.points[line] if method.has_large_teams or method.many_tables else None,
    )


def total_explained(scored: Scored, pair_no: int) -> Explanation:
    """Return why a ranked pair has its total."""
    scoring_field = scored.scoring_field
    return scored.explainer.total(
        contestant=scoring_field.number(pair_no), direction=scoring_field.direction(pair_no) or None
    )


def _why_lines(scored: Scored, lines: Mapping[Key, tuple[str, ...]], asked: str) -> Why:
    """Return why the sides of one of *lines* have their points, of each those that are asked about."""
    keys = tuple(line_key(*line) if _has_points(scored, line, sides) else "" for line, sides in lines.items())
    if not asked or asked not in keys:
        return Why(keys)
    line, sides = list(lines.items())[keys.index(asked)]
    explained = [(side, line_explained(scored, line, side)) for side in sides]
    titles = SIDE_NAMES if len(sides) > 1 else {}
    tops = {"NS": scored.top(line[0], line[1]), "EW": scored.top(line[0], line[2])}
    reasons = tuple(
        _reason(titles.get(side, ""), explanation, tops[side]) for side, explanation in explained if explanation
    )
    settled = scored.settled.get(line)
    return Why(keys, asked, (Reason("", "", settled), *reasons) if settled else reasons)


def _has_points(scored: Scored, line: Key, sides: tuple[str, ...]) -> bool:
    """Return whether one of *sides* has points on *line*; a board may not have been due for the other."""
    if line not in scored.points:
        return False
    of_side = {"NS": scored.points[line].ns_points, "EW": scored.points[line].ew_points}
    return any(of_side[side] is not None for side in sides)


def _reason(title: str, explanation: Explanation, available: Points, percent: Fraction | None = None) -> Reason:
    """Return *explanation* without what the row beside it says already.

    *available* is the most that the points can be; *percent* is that of a total, whose penalties may count otherwise.
    """
    return Reason(
        title,
        explanation.comparison if explanation.others else "",
        _BOOK.sub("", explanation.calculation),
        explanation.by_board,
        _share(explanation.points, available, percent),
    )


def _share(points: Points, available: Points, percent: Fraction | None = None) -> str:
    """Return how *points* make a percentage, of other than *available* points where they do not make *percent* of it.

    >>> _share(10, 12), _share(21, 40, Fraction(35)), _share(0, 12), _share(3, None)
    ('10 of 12 = 83.33%', '21 of 60 = 35.00%', '0 of 12 = 0.00%', '')

    A percentage that is the mean of others stands alone.

    >>> _share(10, 12, Fraction(70))
    '70.00%'
    """
    if points is None or not (available or percent):
        return ""
    of = Fraction(available or 0)
    if percent is not None and percent * of != 100 * points:
        of = Fraction(100 * points) / percent if percent else Fraction(0)
        if not of or of.denominator > 1:
            return f"{percent_text(percent)}%"
    return f"{exact_text(points)} of {exact_text(of)} = {percent_text(Fraction(100 * points) / of)}%"


# Every figure of a session computed a second time, by another route.


def field_differences(scoring_field: ScoringField) -> list[str]:
    """Return a sentence for every figure on which two routes differ; an empty list is what should come out.

    What was entered is read again and compared with what was read when it was stored; scores are counted again, those
    of contracts trick by trick besides; points, totals,
    percentages and places go by the plain route of ``scoring``.

    :raises ScoringError: if the results cannot be scored
    """
    scored = field_scored(scoring_field)
    event = scoring_field.event
    if CONTESTS[event.contest].changes_partners:
        ranked = check_players(event.scoring, individual_field(scoring_field, scored.field), event.scoring_options)
    else:
        ranked = check_ranking(event.scoring, scored.field, event.scoring_options)
    return [*_score_differences(scored), *ranked]


def _score_differences(scored: Scored) -> Iterator[str]:
    label, game = scored.scoring_field.label, scored.scoring_field.event.game
    for line in scored.lines.all:
        if line_of(line) not in scored.entered:
            continue
        entered = read_line_entry(line.text, game=game)
        stored, read = line.ns_score, entered.ns_score(line.board_no)
        where = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
        yield from (f"{where}: {difference}" for difference in _contract_differences(entered, line.board_no))
        if line.reading and entry_from_reading(line.reading) != entered:
            yield f"{where}: {line.text} is saved as another result than it says."
        if stored != read:
            yield f"{where}: {line.text} is saved as {_text(stored)} but scores {_text(read)}."


def _contract_differences(entered: LineEntry, board_no: int) -> Iterator[str]:
    """Yield a sentence for every contract on a line, also in parts of a ruling, that two routes score otherwise."""
    for entry in entered.entries():
        score = entry.ns_score(board_no)
        if entry.contract and entry.declarer and entry.tricks is not None and score is not None:
            played = (score, entry.contract, entry.declarer, entry.tricks)
            if entry.schedule:
                yield from auction_difference(*played, schedule=entry.schedule, ns_honours=entry.ns_honours)
            else:
                yield from contract_difference(*played, board_no)


def _text(score: int | None) -> str:
    return "no score" if score is None else str(score)
