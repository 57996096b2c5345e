"""Real files in which points were moved by hand, with the totals, percentages and places that follow."""

from fractions import Fraction
from xml.etree import ElementTree

from scoring.display import format_percent, format_rounded
from scoring.registry import rank_field
from tests.scoring.printed import usebio

HABITS = {"club-cross-imp-9-pairs": ("cross-imps", {}, "CROSS_IMP_POINTS")}
MATCHPOINTS = ("matchpoints", {"board_points": "bare"}, "MATCH_POINTS")


def move_points(name, moves, penalties=()) -> bytes:
    """Return the file *name* after a director moved points.

    *moves* are tuples of board, N-S and E-W number, and what N-S and E-W get more; *penalties* of
    direction (``None`` with one winner), number and what is taken off the total.
    """
    method, options, unit = HABITS.get(name, MATCHPOINTS)
    root = usebio.read_root(name)
    ranking = rank_field(method, usebio.read_field(name), options)
    gains = {}
    winners = usebio.read_field(name).winner_count
    for board_no, ns, ew, more_ns, more_ew in moves:
        line = _find_line(root, board_no, ns, ew)
        for side, number, more in (("NS", ns, more_ns), ("EW", ew, more_ew)):
            element = line.find(f"{side}_{unit}")
            element.text = _format_points(Fraction(element.text) + Fraction(more))
            key = (side if winners == 2 else None, number)
            gains[key] = gains.get(key, 0) + Fraction(more)
    _write_totals(root, ranking, gains, penalties)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def _find_line(root, board_no, ns, ew):
    for board in root.iter("BOARD"):
        if board.findtext("BOARD_NUMBER") == str(board_no):
            for line in board.iter("TRAVELLER_LINE"):
                numbers = tuple(
                    int(line.findtext(f"{side}_PAIR_NUMBER").rstrip("NSEW"))
                    for side in ("NS", "EW")
                )
                if numbers == (ns, ew):
                    return line
    raise LookupError(f"board {board_no}, {ns} against {ew}")


def _write_totals(root, ranking, gains, penalties):
    lost = {(direction, number): Fraction(amount) for direction, number, amount in penalties}
    most = {}
    for standing in ranking.standings:
        most[standing.direction] = max(most.get(standing.direction, 0), standing.board_count)
    figures = {}
    for standing in ranking.standings:
        key = standing.direction, standing.contestant
        scale = (
            1
            if standing.percent is None
            else Fraction(most[standing.direction], standing.board_count)
        )
        total = standing.total + gains.get(key, 0) * scale - lost.get(key, 0)
        percent = None if standing.percent is None else total * standing.percent / standing.total
        figures[key] = total, percent
    for pair in root.iter("PAIR"):
        text = pair.findtext("PAIR_NUMBER")
        direction = text.lstrip("0123456789") if None not in most else None
        key = direction, int(text.rstrip("NSEW"))
        total, percent = figures[key]
        merit = [of for who, (of, _) in figures.items() if who[0] == key[0]]
        if percent is not None:
            merit = [of for who, (_, of) in figures.items() if who[0] == key[0]]
        own = total if percent is None else percent
        pair.find("TOTAL_SCORE").text = format_rounded(total)
        if percent is not None and pair.find("PERCENTAGE") is not None:
            pair.find("PERCENTAGE").text = format_percent(percent)
        pair.find("PLACE").text = str(1 + sum(other > own for other in merit))


def _format_points(points):
    return str(int(points)) if points.denominator == 1 else format_rounded(points)
