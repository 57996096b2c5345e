"""Why a figure is what it is: asked for by the figure's key, answered in a line or two beside it."""

import re

from director.boards.results.read.scored import Scored
from director.boards.scores.read.typed import line_key
from director.boards.sitting import Key
from director.desk.grids.why import Reason, Why
from director.sheets import BoardSheet, PairCard, StandingGroup
from scoring import Explanation

SIDE_NAMES = {"NS": "N-S", "EW": "E-W"}
_LINE = re.compile(r"(\d{1,4})-(\d{1,8})-(\d{1,8})")
_TOTAL = re.compile(r"total-(\d{1,8})")


def why_standings(scored: Scored, group: StandingGroup, asked: str) -> Why:
    """Return why the total of one contestant of *group* is what it is; ``"total-7"`` asks for pair 7."""
    keys = tuple(f"total-{row.contestant}" if row.place else "" for row in group.rows)
    if asked not in keys or not (match := _TOTAL.fullmatch(asked)):
        return Why(keys)
    return Why(keys, asked, (_reason("", total_explained(scored, int(match[1]))),))


def why_board(scored: Scored, board: BoardSheet, asked: str) -> Why:
    """Return why both sides of one line of *board* have their points; ``"7-4-11"`` asks for that line of board 7."""
    lines = [(board.board_no, line.ns_no, line.ew_no) for line in board.lines]
    return _why_lines(scored, lines, asked, ("NS", "EW"))


def why_card(scored: Scored, card: PairCard, asked: str) -> Why:
    """Return why the pair of *card* has its points on one line."""
    own = card.standing.contestant
    lines = [
        (line.board_no, *((own, line.opponents_no) if line.direction == "NS" else (line.opponents_no, own)))
        for line in card.lines
    ]
    match = _LINE.fullmatch(asked)
    return _why_lines(scored, lines, asked, ("NS",) if match and int(match[2]) == own else ("EW",))


def line_explained(scored: Scored, line: Key, side: str) -> Explanation | None:
    """Return why *side* of *line* has its points, ``None`` where it has none."""
    if not _has_points(scored, line, (side,)):
        return None
    board_no, ns, ew = line
    number = scored.sitting.number(ns if side == "NS" else ew)
    return scored.explainer.line(board_no=board_no, contestant=number, side=side)


def total_explained(scored: Scored, pair_no: int) -> Explanation:
    """Return why a ranked pair has its total."""
    sitting = scored.sitting
    return scored.explainer.total(contestant=sitting.number(pair_no), direction=sitting.direction(pair_no) or None)


def _why_lines(scored: Scored, lines: list[Key], asked: str, sides: tuple[str, ...]) -> Why:
    has_points = [_has_points(scored, line, sides) for line in lines]
    keys = tuple(line_key(*line) if has else "" for line, has in zip(lines, has_points, strict=True))
    if not asked or asked not in keys:
        return Why(keys)
    line = lines[keys.index(asked)]
    explained = [(side, line_explained(scored, line, side)) for side in sides]
    titles = SIDE_NAMES if len(sides) > 1 else {}
    reasons = tuple(_reason(titles.get(side, ""), explanation) for side, explanation in explained if explanation)
    settled = scored.settled.get(line)
    return Why(keys, asked, (Reason("", "", settled), *reasons) if settled else reasons)


def _has_points(scored: Scored, line: Key, sides: tuple[str, ...]) -> bool:
    """Return whether one of *sides* has points on *line*; a board may not have been due for the other."""
    if line not in scored.points:
        return False
    of_side = {"NS": scored.points[line].ns_points, "EW": scored.points[line].ew_points}
    return any(of_side[side] is not None for side in sides)


def _reason(title: str, explanation: Explanation) -> Reason:
    """Return *explanation* without what the row beside it says already."""
    compared, _line, formula = explanation.text.removeprefix(f"{explanation.what}: ").partition("\n")
    return Reason(title, compared if explanation.others else "", formula)
