"""The parts of a total: boards, rulings, carry-over, handicaps, penalties.

Each part is what the total changes by when that part alone is left out, in the order in which they
are applied; so the parts always make the total exactly.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import CARRY_OVER, Carried, Credit, most_carried
from scoring.display import exact_text, percent_text
from scoring.explain.formulas import Case, is_adjusted, is_special
from scoring.method import ScoringMethod
from scoring.model import Field, Points, Ranking, Standing
from scoring.ranking import Key, contestant_keys
from scoring.totals.adjusting import extras
from scoring.totals.players import IndividualField


@dataclass(frozen=True, slots=True)
class TotalPart:
    """A part of a total in *words*, with its *kind*.

    ``"boards"`` (of a player one for every partner), ``"sit-outs"``, ``"rulings"``, ``"scaling"``.
    """

    kind: str
    points: Points
    words: str


class Totals:
    """The parts of every total of a field."""

    def __init__(
        self, method: ScoringMethod, field: Field, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._method, self._field, self._awards = method, field, ranking.awards
        self._standings = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        if field.credits:
            without_credits = method.rank(replace(field, credits=()), settings)
        else:
            without_credits = ranking
        bare_field = _without_adjustments(field)
        bare = without_credits if bare_field is field else method.rank(bare_field, settings)
        self._uncredited, self._bare = _totals(without_credits), _totals(bare)
        self._columns = (
            _columns(bare, field) if method.has_columns else _imps_by_match(bare, settings)
        )
        self._beside = method.beside_boards
        if settings.get("round_gain_cap", "none") != "none":
            self._beside = (
                f"{self._beside} and by the limit of {settings['round_gain_cap']} won in a round"
            )
        self._made = _made_in_matches(bare) if bare.matches else _points_on_boards(bare, field)

    def parts(self, key: Key) -> tuple[TotalPart, ...]:
        """Return the parts of the total of *key* that change something."""
        points, count = self._made.get(key, (0, 0))
        boards = f"{count} board{'' if count == 1 else 's'}{self._columns.get(key, '')}"
        parts = [
            TotalPart("sit-outs", self._bare[key] - points, self._beside),
            TotalPart("rulings", self._uncredited[key] - self._bare[key], "by rulings on boards"),
            *self._credits(key),
        ]
        return TotalPart("boards", points, f"on {boards}"), *(part for part in parts if part.points)

    def _credits(self, key: Key) -> list[TotalPart]:
        every = (*self._field.credits, *self._awards)
        credits = [credit for credit in every if (credit.direction, credit.contestant) == key]
        by_points = sum((credit.amount for credit in credits if credit.unit != "%"), Fraction(0))
        by_percent = self._standings[key].total - self._uncredited[key] - by_points
        available = self._available(credits, by_percent)
        return [
            TotalPart(
                credit.kind,
                _amount(credit, available, self._field.most_carried),
                credit_words(credit),
            )
            for credit in credits
        ]

    def _available(self, credits: Sequence[Credit], by_percent: Fraction) -> Fraction:
        """Return the available points, if *credits* are percentages of them."""
        carried = self._field.most_carried
        shares = [credit for credit in credits if credit.unit == "%"]
        of_boards = sum(
            (credit.amount for credit in shares if credit.kind == CARRY_OVER), Fraction(0)
        )
        of_all = sum((credit.amount for credit in shares), Fraction(0)) - of_boards
        percents = of_boards + of_all * (1 + carried.percent / 100)
        if percents:
            return (100 * by_percent - of_all * carried.points) / percents
        return Fraction(0)


def _amount(credit: Credit, available: Points, carried: Carried) -> Points:
    """Return the points of *credit*, with *available* points and the maximum *carried*."""
    if credit.unit != "%":
        return credit.amount
    return (
        credit.amount
        * Fraction(available if credit.kind == CARRY_OVER else carried.added_to(available))
        / 100
    )


def credit_words(credit: Credit) -> str:
    """Return a credit as in a formula: its amount, share and reason."""
    percent = f" of {credit.amount_text}" if credit.unit == "%" else ""
    if not credit.out_of:
        most = ""
    else:
        most = f", at most {exact_text(credit.out_of)}{' %' if percent else ''}"
    return f"{credit.kind}{percent}{most}{f' ({credit.reason})' if credit.reason else ''}"


def total_formula(parts: tuple[TotalPart, ...], standing: Standing, came: str = "") -> str:
    """Return *parts* added up, with percentage and place.

    >>> seen = Standing(7, None, Fraction(10), None, place=3, is_tied=True, boards=4)
    >>> total_formula((TotalPart("boards", 12, "on 4 boards"), TotalPart("penalty", -2, "penalty (late)")), seen)
    '12 on 4 boards − 2 penalty (late) = 10, place 3='
    >>> total_formula((TotalPart("boards", 10, "on 4 boards"),), seen, "beaten in the semi-final by 4")
    '10 on 4 boards = 10; beaten in the semi-final by 4: place 3='
    """
    first, *others = parts
    terms = [f"{exact_text(first.points)} {first.words}"]
    for part in others:
        terms.append(
            f"{'+' if part.points >= 0 else '−'} {exact_text(max(part.points, -part.points))} {part.words}"
        )
    percent = "" if standing.percent is None else f", {percent_text(standing.percent)} %"
    why = f"; {came}: place" if came else ", place"
    return f"{' '.join(terms)} = {exact_text(standing.total)}{percent}{why} {standing.place_text}"


def _without_adjustments(field: Field) -> Field:
    """Return *field* without adjustments and credits."""
    if not any(line.adjustments for board in field.boards for line in board.lines):
        return field
    boards = tuple(
        replace(board, lines=tuple(line._replace(adjustments=()) for line in board.lines))
        for board in field.boards
    )
    return replace(field, boards=boards, credits=())


def _totals(ranking: Ranking) -> dict[Key, Fraction]:
    """Return every total without points for unplayed matches against withdrawn teams."""
    totals = defaultdict(
        Fraction, {(each.direction, each.contestant): each.total for each in ranking.standings}
    )
    for award in ranking.awards:
        totals[award.direction, award.contestant] -= award.amount
    return totals


def _points_on_boards(ranking: Ranking, field: Field) -> dict[Key, tuple[Points, int]]:
    """Return the points each contestant made on all boards, and on how many."""
    points_of: dict[Key, tuple[Points, int]] = {}
    for board in ranking.boards:
        for scored in board.lines:
            keys = contestant_keys(field, scored.line)
            for key, points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                so_far, boards = points_of.get(key, (0, 0))
                points_of[key] = (so_far + (points or 0), boards + (points is not None))
    return points_of


def _made_in_matches(ranking: Ranking) -> dict[Key, tuple[Points, int]]:
    """Return the points of each contestant's matches, and their number of boards."""
    points_of: dict[Key, tuple[Points, int]] = {}
    for match in ranking.matches:
        for team, score in ((match.home, match.home_score), (match.away, match.away_score)):
            so_far, boards = points_of.get((None, team), (0, 0))
            points_of[None, team] = (so_far + score, boards + match.boards)
    return points_of


def _imps_by_match(ranking: Ranking, settings: Mapping[str, str]) -> dict[Key, str]:
    """Return each team's IMPs by match, with their victory points."""
    if settings.get("victory_points", "none") == "none":
        return {}
    said: dict[Key, list[str]] = {}
    for match in ranking.matches:
        home = (match.home, match.away, match.home_points, match.home_score)
        away = (match.away, match.home, match.away_points, match.away_score)
        for team, rival, imps, score in (home, away):
            boards = f"{match.boards} board{'' if match.boards == 1 else 's'}"
            brought = "so far, not finished" if match.is_unfinished else f"gave {exact_text(score)}"
            words = f"{exact_text(imps)} IMPs on {boards} against {rival} {brought}"
            said.setdefault((None, team), []).append(words)
    return {key: f" ({'; '.join(matches)})" for key, matches in said.items()}


def _columns(ranking: Ranking, field: Field) -> dict[Key, str]:
    """Return each contestant's columns of excess scoring in words."""
    columns: dict[Key, list[Points]] = {}
    for scored in (scored for board in ranking.boards for scored in board.lines):
        keys = contestant_keys(field, scored.line)
        for key, points in zip(keys, (scored.ns_points or 0, scored.ew_points or 0), strict=True):
            score = scored.line.score
            entries = (0, 0, 0, points) if score is None else _entries(points, abs(score))
            columns[key] = [
                so_far + entry
                for so_far, entry in zip(columns.get(key, (0,) * 4), entries, strict=True)
            ]
    return {key: f" ({_columns_text(sums)})" for key, sums in columns.items()}


def _entries(points: Points, won: int) -> tuple[Points, Points, Points, Points]:
    if points > 0:
        return (points, 0, won - points, 0)
    return (0, -points, 0, 0)


def _columns_text(sums: Sequence[Points]) -> str:
    plus, minus, excess, averages = map(exact_text, sums)
    text = f"PLUS {plus}, MINUS {minus}, EXCESS {excess}"
    if averages == "0":
        return text
    return f"{text}; averages {averages}"


# Which rule a figure follows: what it says in a few words, and where it stands.

_PENALTY_LAW = "[LAWS2017] Law 90"
_SMALL_GROUPS = {"special": "[WHITEBOOK] 4.2.3.3", "acbl": "[ACBLSCORE]"}


def rule_of_line(method: ScoringMethod, case: Case) -> tuple[str, str]:
    """Return the rule behind the points of *case* and its source.

    An artificial or assigned score follows the law of rulings, a very small group of a fouled board
    its own rule; that of boards with fewer results is named where it was used.
    """
    given = case.line.artificial
    if case.line.moved is not None and (given is None or method.artificial != "direction"):
        return f"{method.name}: points moved by a ruling", f"[LAWS2017] Law 12; {method.source}"
    if given is not None and method.artificial in ("direction", "nothing"):
        return f"{method.name}: the average instead of a result", method.source
    if given is not None:
        is_own = given.ns_own if case.side == "NS" else given.ew_own
        law = "12C2(c)" if is_own else "12C2"
        return f"{method.name}: artificial score instead of a result", f"[LAWS2017] Law {law}"
    if case.line.assigned is not None:
        return (
            f"{method.name}: assigned score, each result by its weight",
            f"[LAWS2017] Law 12C1; {method.source}",
        )
    if "small_groups" in case.options and case.line.score is not None and is_special(case):
        return f"{method.name}: a group too small to be compared", _SMALL_GROUPS[
            case.options["small_groups"]
        ]
    source = method.source
    if "neuberg" in case.options and not is_adjusted(case):
        source = source.partition("; ")[0]
    return f"{method.name}: {method.rule}", source


def rule_of_total(method: ScoringMethod, *, is_penalised: bool) -> tuple[str, str]:
    """Return the rule of a total and its source."""
    source = f"{method.source}; {_PENALTY_LAW}" if is_penalised else method.source
    return f"{method.name}: {method.rule}", source


# The parts of a single player's total: what the lines of each partnership brought, rulings,
# credits, and scaling.
#
# Added up in their order they make the total exactly.

FEWER_BOARDS = "scaled to the boards of those who played most"


class PlayerTotals:
    """The parts of every total of *individual*.

    *settings* are those of the method; losses are scaled to the most boards.
    """

    def __init__(
        self, individual: IndividualField, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._individual, self._ranking = individual, ranking
        self._is_scaled = settings.get("count") == "losses"
        self._standings = {(seen.direction, seen.contestant): seen for seen in ranking.standings}
        self._with: dict[Key, dict[int, list[Points]]] = defaultdict(lambda: defaultdict(list))
        self._available: dict[Key, Points] = defaultdict(int)
        self._read()

    def parts(self, key: Key) -> tuple[TotalPart, ...]:
        """Return the parts of the total of the player *key*: partners first."""
        together = [
            TotalPart(
                "boards", sum(points, Fraction(0)), f"on {_boards(len(points))} with {partner}"
            )
            for partner, points in sorted(self._with[key].items())
            if points
        ] or [TotalPart("boards", 0, "on 0 boards")]
        ruled = TotalPart("rulings", self._ruled(key), "by rulings on boards")
        beside = [part for part in (ruled, *self._credits(key)) if part.points]
        unscaled = sum((Fraction(part.points) for part in (*together, *beside)), Fraction(0))
        scaled = self._standings[key].total - unscaled if self._is_scaled else 0
        return (
            *together,
            *beside,
            *((TotalPart("scaling", scaled, FEWER_BOARDS),) if scaled else ()),
        )

    def _read(self) -> None:
        """Collect the points of every line for its players, by partner."""
        individual = self._individual
        for board in self._ranking.boards:
            for scored in board.lines:
                keys = contestant_keys(individual.field, scored.line)
                for (direction, number), points in zip(
                    keys, (scored.ns_points, scored.ew_points), strict=True
                ):
                    if points is not None:
                        self._add(direction, individual.partners[number], points, board.top or 0)

    def _add(
        self, direction: str | None, partners: tuple[int, int], points: Points, top: Points
    ) -> None:
        for player, partner in (partners, partners[::-1]):
            self._with[direction, player][partner].append(points)
            self._available[direction, player] += top

    def _ruled(self, key: Key) -> Fraction:
        """Return the adjustments of lines for both players of the side."""
        direction, player = key
        return sum(
            (
                Fraction(extra.points)
                for (ranked_in, number), extra in extras(
                    self._individual.field, self._ranking.boards
                ).items()
                if ranked_in == direction and player in self._individual.partners[number]
            ),
            Fraction(0),
        )

    def _credits(self, key: Key) -> list[TotalPart]:
        own = (
            credit
            for credit in self._individual.credits
            if (credit.direction, credit.contestant) == key
        )
        return [
            TotalPart(credit.kind, self._amount(key, credit), credit_words(credit))
            for credit in own
        ]

    def _amount(self, key: Key, credit: Credit) -> Fraction:
        return Fraction(
            _amount(credit, self._available[key], most_carried(self._individual.credits))
        )


def _boards(count: int) -> str:
    return f"{count} board{'' if count == 1 else 's'}"
