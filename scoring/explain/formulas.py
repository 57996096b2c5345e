"""Formulas of the points on a line, for each method.

Each formula ends in ``= points``.  Figures come from the definitions of ``plain.points``, so that
an explanation does not repeat what it explains.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.display import exact_text
from scoring.explain import old
from scoring.method import ScoringMethod
from scoring.model import Board, Field, Line, Points
from scoring.plain import points as by_definition
from scoring.plain.rubbers import hand_points
from scoring.totals.adjusting import signed_text

Options: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """A side of a line with everything its points depend on.

    *deal* is what the scores of both sides make together: 13 where they are tricks, 0 for points.
    """

    field: Field
    board: Board
    line: Line
    side: str
    points: Points
    top: Points | None
    options: Options
    deal: int = 0

    @property
    def others(self) -> list[Line]:
        """The lines this one is compared with."""
        if self.field.contest == "teams":
            return [line for line in self.tables if line is not self.line and line.is_scored]
        return by_definition.compared_lines(self.board, self.line)

    @property
    def tables(self) -> list[Line]:
        """The lines of the two who meet on this one: in a match of teams, its two tables."""
        couple = {self.line.ns, self.line.ew}
        return [line for line in self.board.lines if {line.ns, line.ew} == couple]

    def parts(self, line: Line) -> list[tuple[int, Points]]:
        """Return the scores of *line* seen from this side, with their weights."""
        mine = by_definition.parts(line, self.side)
        if self.side == "EW":
            return [(self.deal + score, weight) for score, weight in mine]
        return mine


def formula(method: ScoringMethod, case: Case) -> str:
    """Return the formula of the points of *case*, ending in ``= points``."""
    if case.field.contest == "teams" and any(line.artificial is not None for line in case.tables):
        return f"artificial score = {exact_text(case.points)}"
    if case.line.artificial is not None:
        return _artificial(method, case)
    if case.field.contest == "teams" and any(
        line.assigned is not None for line in (case.line, *case.others)
    ):
        return f"each result by its weight in the ruling = {exact_text(case.points)}"
    return (method.formula or by_the_rule)(case)


def of_old(said: old.Formula) -> Callable[[Case], str]:
    """Return the formula of an old system that uses bare scores of a direction."""

    def formula_of(case: Case) -> str:
        scores = [case.parts(line)[0][0] for line in (case.line, *case.others)]
        return f"{said(case.line, case.side, scores, case.options)} = {_end(case)}"

    return formula_of


def score_text(parts: Sequence[tuple[int, Points]]) -> str:
    """Return the score of a side: ``"420"``, or ``"60 % of 420 and 40 % of -50"``.

    >>> score_text([(420, Fraction(3, 5)), (-50, Fraction(2, 5))])
    '60 % of 420 and 40 % of -50'
    """
    if len(parts) == 1:
        return str(parts[0][0])
    return " and ".join(f"{exact_text(100 * weight)} % of {score}" for score, weight in parts)


def _artificial(method: ScoringMethod, case: Case) -> str:
    given = case.line.artificial
    if given is None:
        return by_the_rule(case)
    if case.top is None and "average_plus" not in case.options:
        return _artificial_average(method, case)
    share, is_own = (given.ns, given.ns_own) if case.side == "NS" else (given.ew, given.ew_own)
    if share is None:
        return by_the_rule(case)
    fixed, text = _fixed_share(case, share)
    if is_own and case.points != fixed:
        return f"own average, {_better(share)} than {text} = {_end(case)}"
    return f"{text} = {_end(case)}"


def _fixed_share(case: Case, share: Fraction) -> tuple[Fraction, str]:
    """Return the value of an artificial score of *share* per cent, and its formula."""
    if case.top is not None:
        return share * case.top / 100, f"{exact_text(share)} % of the top of {exact_text(case.top)}"
    plus = int(case.options["average_plus"])
    text, results = f"average plus {plus} × ({exact_text(share)} − 50) ÷ 10", 1
    if case.options.get("divisor") == "none":
        results = sum(1 for line in case.board.lines if by_definition.has_score(line))
        text = f"{text} × {results} results"
    return (share - 50) / 10 * plus * results, text


def _artificial_average(method: ScoringMethod, case: Case) -> str:
    """Return the board's average if an artificial score can mean nothing else."""
    if method.artificial == "nothing":
        return f"the average of the direction, nothing above or below it = {_end(case)}"
    if method.artificial == "direction":
        results = sum(
            line.score is not None and line.group == case.line.group for line in case.board.lines
        )
        return f"average of the direction {exact_text(case.points * results)} ÷ {results} = {_end(case)}"
    parts = [part for line in case.board.lines for part in by_definition.parts(line, "NS")]
    scores = sum((weight for _, weight in parts), Fraction(0))
    summed = sum((score * weight for score, weight in parts), Fraction(0)) * (
        1 if case.side == "NS" else -1
    )
    text = f"{_rest(case)}average of the scores {_signed_number(summed)} ÷ {exact_text(scores)}"
    return f"{text} = {_end(case)}"


def _rest(case: Case) -> str:
    """Return the number from which E-W tricks are subtracted, if tricks are added up."""
    if case.options.get("unit") == "tricks" and case.side == "EW":
        return "13 + "
    return ""


def _better(share: Fraction) -> str:
    if share > 50:
        return "higher"
    return "lower"


def by_the_rule(case: Case) -> str:
    """Return the bare points."""
    return f"by the rule of the method = {exact_text(case.points)}"


def rubbers(case: Case) -> str:
    """Return the points of the contract and the bonus of a rubber that it ends."""
    if not case.line.contract:
        return f"the score, above the line = {exact_text(case.points)}"
    own = hand_points(case.line.contract)[0] * (1 if case.side == "NS" else -1)
    bonus = case.points - own
    said = f"{case.line.contract} is {exact_text(own)} at auction"
    return f"{said}{f', {signed_text(bonus)} for the rubber,' if bonus else ''} = {exact_text(case.points)}"


def matchpoints(case: Case) -> str:
    """Return the results beaten and tied, with Neuberg's conversion."""
    return _beaten_text(case, is_ascherman=False)


def ascherman(case: Case) -> str:
    """Return the results beaten and tied, and the formula's value."""
    return _beaten_text(case, is_ascherman=True)


def _beaten_text(case: Case, is_ascherman: bool) -> str:
    """Return results beaten and tied, the formula's value, and the points."""
    bare, text = _comparison_points(case)
    results, got, expected = (
        len(case.others) + 1,
        exact_text(bare),
        _expected_results(case, is_ascherman),
    )
    text = f"{text} = {got}"
    if is_special(case):
        return f"{text}; (60 + 5 × ({got} − {results - 1})) % of the top of {exact_text(case.top or 0)} = {_end(case)}"
    full = bare
    if results != expected or is_ascherman:
        full, how = _of_full_board(case, bare, expected, is_ascherman=is_ascherman)
        text = f"{text}; {how} = {exact_text(full)}"
    if case.options["per_beaten"] == "1":
        full = Fraction(full) / 2
        text = f"{text}; half of it = {exact_text(full)}"
    if case.options.get("keep", "exact") != "exact":
        text = f"{text}; rounded to a {case.options['keep']} = {_end(case)}"
    return text


def _of_full_board(
    case: Case, bare: Points, expected: int, *, is_ascherman: bool
) -> tuple[Points, str]:
    """Return *bare* points scaled to *expected* results, and how."""
    results, got, formula = (
        len(case.others) + 1,
        exact_text(bare),
        case.options.get("neuberg", "yes"),
    )
    if formula == "half":
        return (
            bare + expected - results,
            f"{got} + {expected - results} for results that are missing",
        )
    if (
        formula == "factor"
        and results > 1
        and all(line.is_scored or not line.has_result for line in case.board.lines)
    ):
        return Fraction(
            bare * (expected - 1), results - 1
        ), f"{got} × {expected - 1} ÷ {results - 1}"
    full = Fraction((bare + 1) * expected, results) - (0 if is_ascherman else 1)
    return full, f"({got} + 1) × {expected} ÷ {results}{'' if is_ascherman else ' − 1'}"


def _comparison_points(case: Case) -> tuple[Points, str]:
    """Return 2 for each result beaten and 1 for each tie, and how."""
    theirs = [part for other in case.others for part in case.parts(other)]
    mine, bare, texts = case.parts(case.line), Fraction(0), list[str]()
    for score, weight in mine:
        beaten = sum((of_other for other, of_other in theirs if other < score), Fraction(0))
        tied = sum((of_other for other, of_other in theirs if other == score), Fraction(0))
        bare += weight * (2 * beaten + tied)
        counted = (
            f"2 × {exact_text(beaten)} beaten" if beaten else "",
            f"{exact_text(tied)} tied" if tied else "",
        )
        text = " + ".join(filter(None, counted)) or "nothing beaten or tied"
        texts.append(text if len(mine) == 1 else f"{exact_text(weight)} × ({text})")
    return bare, " + ".join(texts)


def _expected_results(case: Case, is_ascherman: bool) -> int:
    size = Fraction(case.top or 0) / int(case.options["per_beaten"])
    if is_ascherman:
        return int(size)
    return int(size) + 1


def is_special(case: Case) -> bool:
    """Return whether the group of the line is so small that it has percentages of its own."""
    groups = [line.group for line in case.board.lines if by_definition.has_score(line)]
    results, expected = len(case.others) + 1, _expected_results(case, "neuberg" not in case.options)
    rule = case.options["small_groups"]
    if rule == "compared" or len(set(groups)) < 2 or results > 3:
        return False
    if rule == "special":
        return 3 * results <= expected
    return results < 3 or any(
        groups.count(group) >= 3 for group in groups if group != case.line.group
    )


def is_adjusted(case: Case) -> bool:
    """Return whether the matchpoints of the line were brought to a board with more results."""
    return case.line.is_scored and len(case.others) + 1 != _expected_results(
        case, is_ascherman=False
    )


def _end(case: Case) -> str:
    return exact_text(case.points)


def cross_imps(case: Case) -> str:
    """Return the IMPs against every other result, and the divisor of their sum."""
    divisor = case.options["divisor"]
    won = [_imps_against(case, other) for other in case.others]
    terms = " ".join(
        f"{'+' if imps >= 0 else '−'} {exact_text(max(imps, -imps))}"
        for imps in sorted(won, reverse=True)
    )
    total = exact_text(sum(won))
    text = f"{terms.removeprefix('+ ') or '0'} = {total}"
    if divisor == "neuberg":
        full = max(
            by_definition.full_board(_compared_boards(case), case.field.winners, case.options), 2
        )
        return f"{text}; {total} ÷ {len(won) + 1} × {full} ÷ {full - 1} = {_end(case)}"
    by = {"comparisons": len(won), "results": len(won) + 1, "none": 1}[divisor]
    if by > 1:
        return f"{text}; {total} ÷ {by} {divisor} = {_end(case)}"
    return text


def _compared_boards(case: Case) -> list[Board]:
    """Return the boards whose results show how many a full one has."""
    if case.options.get("compare") != "section" or not case.line.section:
        return list(case.field.boards)
    of_section = (
        replace(
            board, lines=tuple(line for line in board.lines if line.section == case.line.section)
        )
        for board in case.field.boards
    )
    return [board for board in of_section if board.lines]


def _imps_against(case: Case, other: Line) -> Points:
    """Return the IMPs of the line against *other*, weighted."""
    cap = case.options.get("imp_cap", "none")
    most = 24 if cap == "none" else int(cap)
    return sum(
        weight * of_other * max(-most, min(most, by_definition.imps(Fraction(score - rival))))
        for score, weight in case.parts(case.line)
        for rival, of_other in case.parts(other)
    )


_DATUMS = {
    "mean": "mean",
    "median": "median",
    "trimmed": "mean without best and worst",
    "middle-5": "mean of the middle 5 %",
}


def butler(case: Case) -> str:
    """Return the datum and the difference of the score to it."""
    if not case.others:
        return f"no other result to compare = {_end(case)}"
    mine = case.parts(case.line)
    scores = []
    for line in (case.line, *case.others):
        scores.extend(case.parts(line))
    datum = by_definition.datum(scores, case.options)
    text = f"datum {exact_text(datum)} ({_DATUMS[case.options['datum']]})"
    if len(mine) > 1:
        terms = (
            f"{exact_text(weight)} × {_signed_number(by_definition.imps(score - datum))}"
            for score, weight in mine
        )
        return f"{text}; {' + '.join(terms)} IMPs = {_end(case)}"
    score = mine[0][0]
    return f"{text}; {score} − {_signed_number(datum)} = {exact_text(score - datum)}, in IMPs = {_end(case)}"


def aggregate(case: Case) -> str:
    """Return the score itself, or the parts of a ruling by their weights."""
    parts = case.parts(case.line)
    if len(parts) == 1:
        return f"the score itself = {_end(case)}"
    terms = (f"{exact_text(weight)} × {_signed_number(score)}" for score, weight in parts)
    return f"{'' if case.deal else _rest(case)}{' + '.join(terms)} = {_end(case)}"


def average(case: Case) -> str:
    """Return the own score less the average of the direction."""
    scores = [case.parts(line)[0][0] for line in (case.line, *case.others)]
    taken, exact = scores[0] - case.points, Fraction(sum(scores), len(scores))
    as_whole = "" if taken == exact else f", taken as {exact_text(taken)}"
    average = f"average {_signed_number(sum(scores))} ÷ {len(scores)}{as_whole}"
    return f"own {scores[0]} − {average} = {_end(case)}"


def _signed_number(number: Points) -> str:
    if number < 0:
        return f"({exact_text(number)})"
    return exact_text(number)


def _other_table(case: Case) -> tuple[int, int]:
    """Return the team's score, and the opponents' at the other table."""
    return case.parts(case.line)[0][0], case.parts(case.others[0])[0][0]


def team_imps(case: Case) -> str:
    """Return the difference of the two tables in IMPs."""
    mine, theirs = _other_table(case)
    return f"{mine} here − {_signed_number(theirs)} at the other table = {mine - theirs}, in IMPs = {_end(case)}"


def team_board(case: Case) -> str:
    """Return which of the two tables was better."""
    mine, theirs = _other_table(case)
    if mine > theirs:
        what = "better than"
    elif mine < theirs:
        what = "worse than"
    else:
        what = "equal to"
    return f"{mine} here, {what} {theirs} at the other table = {_end(case)}"
