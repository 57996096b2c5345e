"""The formula behind the points of one side of a line, with the numbers of its board, for each method.

Each formula ends in ``= points``.  Figures come from the definitions of ``plain_points``, so that an explanation does
not repeat what it explains.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from scoring import plain_points as by_definition
from scoring.display import exact_text
from scoring.explain_old import OLD_FORMULAS, old_formula
from scoring.model import Board, Field, Line, Points

Options: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One side of one line, with all that its points depend on; *top* is that of the board."""

    field: Field
    board: Board
    line: Line
    side: str
    points: Points
    top: Points | None
    options: Options

    @property
    def others(self) -> list[Line]:
        """The lines this one is compared with."""
        if self.field.contest == "teams":
            return [line for line in self.tables if line is not self.line and line.is_scored]
        return by_definition.compared(self.board, self.line)

    @property
    def tables(self) -> list[Line]:
        """The lines of the two who meet on this one: in a match of teams, its two tables."""
        couple = {self.line.ns, self.line.ew}
        return [line for line in self.board.lines if {line.ns, line.ew} == couple]

    def parts(self, line: Line) -> list[tuple[int, Points]]:
        """Return the scores of *line* seen from this side, with their weights."""
        return by_definition.parts(line, self.side)


def formula(method_key: str, case: Case) -> str:
    """Return the formula of the points of *case*, ending in ``= points``; a plain one for methods without their own."""
    if case.field.contest == "teams" and any(line.artificial is not None for line in case.tables):
        return f"artificial score = {exact_text(case.points)}"
    if case.line.artificial is not None:
        return _artificial(case)
    if any(line.assigned is not None for line in (case.line, *case.others)):
        return f"each result by its weight in the ruling = {exact_text(case.points)}"
    if method_key in OLD_FORMULAS:
        scores = [case.parts(line)[0][0] for line in (case.line, *case.others)]
        return old_formula(method_key, case.line, case.side, scores, case.options, case.points)
    return _FORMULAS.get(method_key, _plain)(case)


def score_text(parts: Sequence[tuple[int, Points]]) -> str:
    """Return what a side scored: ``"420"``, or ``"60 % of 420 and 40 % of -50"``.

    >>> score_text([(420, Fraction(3, 5)), (-50, Fraction(2, 5))])
    '60 % of 420 and 40 % of -50'
    """
    if len(parts) == 1:
        return str(parts[0][0])
    return " and ".join(f"{exact_text(100 * weight)} % of {score}" for score, weight in parts)


def _artificial(case: Case) -> str:
    given = case.line.artificial
    if given is None:
        return _plain(case)
    share, is_own = (given.ns, given.ns_own) if case.side == "NS" else (given.ew, given.ew_own)
    points = exact_text(case.points)
    if case.top is None:
        fixed = f"artificial score of {exact_text(share)} %"
        return f"{fixed}, or the own average if it is {_better(share)} = {points}" if is_own else f"{fixed} = {points}"
    whole = f"{exact_text(share)} % of the top of {exact_text(case.top)}"
    if is_own and case.points != share * case.top / 100:
        return f"own average, {_better(share)} than {whole} = {points}"
    return f"{whole} = {points}"


def _better(share: Fraction) -> str:
    return "higher" if share > 50 else "lower"


def _plain(case: Case) -> str:
    return f"by the rule of the method = {exact_text(case.points)}"


def _matchpoints(case: Case) -> str:
    return _counted(case, is_ascherman=False)


def _ascherman(case: Case) -> str:
    return _counted(case, is_ascherman=True)


def _counted(case: Case, is_ascherman: bool) -> str:
    """Return beaten and tied results, what the formula of the method makes of them, and the points at 1 a result."""
    mine = case.parts(case.line)[0][0]
    theirs = [case.parts(other)[0][0] for other in case.others]
    beaten, tied = sum(score < mine for score in theirs), theirs.count(mine)
    bare, results = 2 * beaten + tied, len(theirs) + 1
    text = f"2 × {beaten} beaten + {tied} tied = {bare}"
    expected = _expected(case, is_ascherman)
    if is_special(case):
        return f"{text}; (60 + 5 × ({bare} − {results - 1})) % of the top of {exact_text(case.top or 0)} = {_end(case)}"
    minus = "" if is_ascherman else " − 1"
    full = Fraction((bare + 1) * expected, results) - (0 if is_ascherman else 1)
    if results != expected or is_ascherman:
        text = f"{text}; ({bare} + 1) × {expected} ÷ {results}{minus} = {exact_text(full)}"
    return f"{text}; half of it = {_end(case)}" if case.options["per_beaten"] == "1" else text


def _expected(case: Case, is_ascherman: bool) -> int:
    size = Fraction(case.top or 0) / int(case.options["per_beaten"])
    return int(size) if is_ascherman else int(size) + 1


def is_special(case: Case) -> bool:
    """Return whether the group of the line is so small that it has percentages of its own."""
    groups = {line.group for line in case.board.lines if by_definition.has_score(line)}
    results, expected = len(case.others) + 1, _expected(case, "neuberg" not in case.options)
    return case.options["small_groups"] == "special" and len(groups) > 1 and results <= 3 and 3 * results <= expected


def is_adjusted(case: Case) -> bool:
    """Return whether the matchpoints of the line were brought to a board with more results."""
    return case.line.is_scored and len(case.others) + 1 != _expected(case, is_ascherman=False)


def _end(case: Case) -> str:
    return exact_text(case.points)


def _cross_imps(case: Case) -> str:
    return _summed_imps(case, case.options["divisor"])


def _total_imps(case: Case) -> str:
    return _summed_imps(case, "none")


def _summed_imps(case: Case, divisor: str) -> str:
    mine = case.parts(case.line)[0][0]
    won = [by_definition.imps(Fraction(mine - case.parts(other)[0][0])) for other in case.others]
    terms = " ".join(f"{'+' if imps >= 0 else '−'} {abs(imps)}" for imps in sorted(won, reverse=True))
    text = f"{terms.removeprefix('+ ') or '0'} = {sum(won)}"
    by = {"comparisons": len(won), "results": len(won) + 1, "none": 1}[divisor]
    return f"{text}; {sum(won)} ÷ {by} {divisor} = {_end(case)}" if by > 1 else text


def _butler(case: Case) -> str:
    mine = case.parts(case.line)[0][0]
    scores = [part for line in (case.line, *case.others) for part in case.parts(line)]
    datum = by_definition.datum(scores, case.options)
    difference = exact_text(mine - datum)
    kind = {"mean": "mean", "median": "median", "trimmed": "mean without best and worst"}[case.options["datum"]]
    return f"datum {exact_text(datum)} ({kind}); {mine} − {_signed(datum)} = {difference}, in IMPs = {_end(case)}"


def _aggregate(case: Case) -> str:
    return f"the score itself = {_end(case)}"


def _average(case: Case) -> str:
    return f"own score less the average of the direction = {_end(case)}"


def _signed(number: Points) -> str:
    return f"({exact_text(number)})" if number < 0 else exact_text(number)


def _other_table(case: Case) -> tuple[int, int]:
    """Return the score of the team on this line and that of its opponents with the same cards at the other table."""
    return case.parts(case.line)[0][0], case.parts(case.others[0])[0][0]


def _team_imps(case: Case) -> str:
    mine, theirs = _other_table(case)
    return f"{mine} here − {_signed(theirs)} at the other table = {mine - theirs}, in IMPs = {_end(case)}"


def _team_board(case: Case) -> str:
    mine, theirs = _other_table(case)
    what = "better than" if mine > theirs else "worse than" if mine < theirs else "equal to"
    return f"{mine} here, {what} {theirs} at the other table = {_end(case)}"


_FORMULAS: dict[str, Callable[[Case], str]] = {
    "matchpoints": _matchpoints,
    "ascherman": _ascherman,
    "cross-imps": _cross_imps,
    "total-imps": _total_imps,
    "butler": _butler,
    "aggregate": _aggregate,
    "average": _average,
    "team-imps": _team_imps,
    "board-a-match": _team_board,
    "patton": _team_board,
}
