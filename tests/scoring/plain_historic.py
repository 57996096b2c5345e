"""Second, deliberately plain routes to the systems of 1900 and 1926: pair by pair, deal by deal, nothing shared."""

from fractions import Fraction

from scoring import Field, Line


def held(field: Field, key: tuple[str | None, int]) -> list[tuple[Line, str, list[Line]]]:
    """Each line of a contestant with its side and everybody who held the same cards, itself included."""
    direction, number = key
    found = []
    for board in field.boards:
        for line in board.lines:
            for side, holder in (("NS", line.ns), ("EW", line.ew)):
                if holder == number and direction in (None, side):
                    same = [other for other in board.lines if other.score is not None and other.group == line.group]
                    found.append((line, side, same))
    return found


def contestants(field: Field) -> set[tuple[str | None, int]]:
    lines = [line for board in field.boards for line in board.lines]
    if field.winners == 1:
        return {(None, number) for line in lines for number in (line.ns, line.ew)}
    return {("NS", line.ns) for line in lines} | {("EW", line.ew) for line in lines}


def own(line: Line, side: str) -> int:
    return line.score if side == "NS" else -line.score


def loss(line: Line, side: str, same: list[Line]) -> Fraction:
    return Fraction(max(own(other, side) for other in same) - own(line, side))


def gain(line: Line, side: str, same: list[Line]) -> Fraction:
    return Fraction(own(line, side) - min(own(other, side) for other in same))


def equated_gain(line: Line, side: str, same: list[Line]) -> Fraction:
    sums = {each: sum(gain(other, each, same) for other in same) for each in ("NS", "EW")}
    return gain(line, side, same) + (max(sums.values()) - sums[side]) / len(same)


def match_points(line: Line, side: str, same: list[Line]) -> Fraction:
    average = Fraction(sum(own(other, side) for other in same), len(same))
    down = average.numerator // average.denominator
    fraction = average - down
    if fraction <= Fraction(1, 3):
        average = Fraction(down)
    elif fraction >= Fraction(2, 3):
        average = Fraction(down + 1)
    else:
        average = down + Fraction(1, 2)
    mine = own(line, side)
    return Fraction(2 if mine > average else 1 if mine == average else 0)


def totals(field: Field, points, fixed=None) -> dict[tuple[str | None, int], Fraction]:
    """Points of every contestant over all boards; where it has no score, the average of the board or *fixed*."""
    found = {}
    for key in contestants(field):
        total = Fraction(0)
        for board in field.boards:
            alone = Field(field.winners, (board,))
            mine = [points(*each) for each in held(alone, key) if each[0].score is not None]
            total += mine[0] if mine else _average(alone, key[0], points, fixed)
        found[key] = total
    return found


def _average(field: Field, direction: str | None, points, fixed) -> Fraction:
    made = [
        points(*each)
        for key in contestants(field)
        if key[0] == direction
        for each in held(field, key)
        if each[0].score is not None
    ]
    if not made:
        return Fraction(0)
    return Fraction(sum(made), len(made)) if fixed is None else fixed
