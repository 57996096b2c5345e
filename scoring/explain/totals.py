"""Find the parts of a total: boards, rulings, carry-over, handicaps, penalties.

A part is the difference of the total when this part alone is left out, in the order in which parts
are applied. So the parts always add up to the total. The field is ranked again without credits and
without adjustments: *uncredited* totals are those of the first ranking, *bare* totals those of the
second.

The parts of a single player's total are boards by partner, rulings, credits and scaling. Added up in
their order, they make the total exactly.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import CARRY_OVER, CarryOverLimit, Credit, compute_most_carried
from scoring.display import exact_text, percent_text
from scoring.method import ScoringMethod
from scoring.model import Field, Key, Points, Ranking, Standing, get_contestant_keys
from scoring.totals.players import IndividualField
from scoring.totals.ranking import collect_extras


@dataclass(frozen=True, slots=True)
class TotalPart:
    """A part of a total in *words*.

    Its *kind* is ``"boards"`` (of a player one for every *partner*), ``"sit-outs"``, ``"rulings"``,
    ``"scaling"``, or that of a credit. *partner* is 0 for every other part.
    """

    kind: str
    points: Points
    words: str
    partner: int = 0


class Totals:
    """The parts of every total of a field."""

    def __init__(
        self, method: ScoringMethod, field: Field, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._field = field
        self._awards = ranking.awards
        self._standings = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        uncredited = ranking
        if field.credits:
            uncredited = method.rank(replace(field, credits=()), settings)
        bare = uncredited
        bare_field = _without_adjustments(field)
        if bare_field is not field:
            bare = method.rank(bare_field, settings)
        self._uncredited_totals = _collect_totals(uncredited)
        self._bare_totals = _collect_totals(bare)
        if method.has_columns:
            self._details = _describe_columns(bare, field)
        else:
            self._details = _describe_points_by_match(bare, settings)
        self._ruling_words = "by rulings on boards"
        if field.has_match_credits:
            self._ruling_words = "by rulings on matches"
        self._sit_out_words = method.extra_points_reason
        round_limit = settings.get("round_gain_cap", "none")
        if round_limit != "none":
            self._sit_out_words += f" and by the limit of {round_limit} won in a round"
        if bare.matches:
            self._points = _collect_match_points(bare)
        else:
            self._points = _collect_board_points(bare, field)

    def parts(self, key: Key) -> tuple[TotalPart, ...]:
        """Return the boards of *key*, and the other parts of its total that aren't 0."""
        points, count = self._points.get(key, (0, 0))
        boards = f"{format_board_count(count)}{self._details.get(key, '')}"
        bare_total = self._bare_totals[key]
        by_rulings = self._uncredited_totals[key] - bare_total
        parts = [
            TotalPart("sit-outs", bare_total - points, self._sit_out_words),
            TotalPart("rulings", by_rulings, self._ruling_words),
            *self._make_credit_parts(key),
        ]
        return TotalPart("boards", points, f"on {boards}"), *(part for part in parts if part.points)

    def _make_credit_parts(self, key: Key) -> list[TotalPart]:
        credits = [
            credit
            for credit in (*self._field.credits, *self._awards)
            if (credit.direction, credit.contestant) == key
        ]
        in_points = sum((credit.amount for credit in credits if credit.unit != "%"), Fraction(0))
        in_percent = self._standings[key].total - self._uncredited_totals[key] - in_points
        available = self._compute_available_points(credits, in_percent)
        parts = []
        for credit in credits:
            points = credit_points(credit, available, self._field.max_carry_over)
            parts.append(TotalPart(credit.kind, points, describe_credit(credit)))
        return parts

    def _compute_available_points(
        self, credits: Sequence[Credit], in_percent: Fraction
    ) -> Fraction:
        """Return the points available on boards, of which *credits* are percentages.

        They are found from the sum of the credits, *in_percent*. A carry-over is a share of the
        boards, any other credit a share of the boards with the most that can be carried over.
        """
        carried = self._field.max_carry_over
        carry_over = Fraction(0)
        other_points = Fraction(0)
        for credit in credits:
            if credit.unit == "%":
                if credit.kind == CARRY_OVER:
                    carry_over += credit.amount
                else:
                    other_points += credit.amount
        percents = carry_over + other_points * (1 + carried.percent / 100)
        if percents:
            return (100 * in_percent - other_points * carried.points) / percents
        return Fraction(0)


def credit_points(credit: Credit, available: Points, carried: CarryOverLimit) -> Points:
    """Return the points of *credit*, with *available* points and the maximum *carried*."""
    if credit.unit != "%":
        return credit.amount
    full_points = available
    if credit.kind != CARRY_OVER:
        full_points = carried.compute_available(available)
    return credit.amount * Fraction(full_points) / 100


def describe_credit(credit: Credit) -> str:
    """Return the words of a credit in a formula: its kind, share, maximum and reason."""
    words = credit.kind_word
    is_share = credit.unit == "%"
    if is_share:
        words += f" of {credit.amount_text}"
    if credit.out_of:
        words += f", at most {exact_text(credit.out_of)}"
        if is_share:
            words += " %"
    if credit.reason:
        words += f" ({credit.reason})"
    return words


def make_total_formula(
    parts: tuple[TotalPart, ...], standing: Standing, knockout_text: str = ""
) -> str:
    """Return the sum of *parts* in words, with percentage, place and *knockout_text*, if any.

    >>> standing = Standing(7, None, Fraction(10), None, place=3, is_tied=True, boards=4)
    >>> make_total_formula((TotalPart("boards", 12, "on 4 boards"), TotalPart("penalty", -2, "penalty (late)")), standing)
    '12 on 4 boards − 2 penalty (late) = 10, place 3='
    >>> make_total_formula((TotalPart("boards", 10, "on 4 boards"),), standing, "beaten in the semi-final by 4")
    '10 on 4 boards = 10; beaten in the semi-final by 4: place 3='
    """
    first, *later_parts = parts
    terms = [f"{exact_text(first.points)} {first.words}"]
    for part in later_parts:
        sign = "+" if part.points >= 0 else "−"
        terms.append(f"{sign} {exact_text(max(part.points, -part.points))} {part.words}")
    total = exact_text(standing.total)
    if standing.percent is not None:
        total += f", {percent_text(standing.percent)} %"
    place = f"place {standing.place_text}"
    place = f"; {knockout_text}: {place}" if knockout_text else f", {place}"
    return f"{' '.join(terms)} = {total}{place}"


def format_board_count(count: int) -> str:
    """Return the number of boards: ``"1 board"``."""
    if count == 1:
        return "1 board"
    return f"{count} boards"


def _without_adjustments(field: Field) -> Field:
    """Return *field* without adjustments and credits, or itself if it has no adjustments.

    Credits of a match change its score, as adjustments of lines do.
    """
    has_adjustments = any(line.adjustments for board in field.boards for line in board.lines)
    if not has_adjustments and not field.has_match_credits:
        return field
    boards = []
    for board in field.boards:
        lines = tuple(line._replace(adjustments=()) for line in board.lines)
        boards.append(replace(board, lines=lines))
    matches = [replace(match, credits=()) for match in field.matches]
    return replace(field, boards=tuple(boards), credits=(), matches=tuple(matches))


def _collect_totals(ranking: Ranking) -> dict[Key, Fraction]:
    """Return every total without points for unplayed matches against withdrawn teams."""
    totals: dict[Key, Fraction] = defaultdict(Fraction)
    for standing in ranking.standings:
        totals[standing.direction, standing.contestant] = standing.total
    for award in ranking.awards:
        totals[award.direction, award.contestant] -= award.amount
    return totals


def _collect_board_points(ranking: Ranking, field: Field) -> dict[Key, tuple[Points, int]]:
    """Return the points of each contestant on all boards, and the number of its boards."""
    points_by_key: dict[Key, tuple[Points, int]] = {}
    for board in ranking.boards:
        for scored in board.lines:
            ns_key, ew_key = get_contestant_keys(field, scored.line)
            for key, points in ((ns_key, scored.ns_points), (ew_key, scored.ew_points)):
                # A contestant without points is listed too, with 0 boards.
                total, boards = points_by_key.get(key, (0, 0))
                if points is not None:
                    total += points
                    boards += 1
                points_by_key[key] = (total, boards)
    return points_by_key


def _collect_match_points(ranking: Ranking) -> dict[Key, tuple[Points, int]]:
    """Return the points of each team's matches, and the number of their boards."""
    points_by_key: dict[Key, tuple[Points, int]] = {}
    for match in ranking.matches:
        for team, score in zip(match.teams, match.score, strict=True):
            total, boards = points_by_key.get((None, team), (0, 0))
            points_by_key[None, team] = (total + score, boards + match.boards)
    return points_by_key


def _describe_points_by_match(ranking: Ranking, settings: Mapping[str, str]) -> dict[Key, str]:
    """Return each contestant's IMPs or percentages by match, with their victory points."""
    if settings.get("victory_points", "none") == "none":
        return {}
    texts: dict[Key, list[str]] = {}
    for match in ranking.matches:
        for side in map(match.seen_from, match.teams):
            points = _describe_points(side.points[0], side.tops[0] if side.tops else None)
            outcome = f"gave {exact_text(side.score[0])}"
            if side.is_unfinished:
                outcome = "so far, not finished"
            boards = format_board_count(side.boards)
            text = f"{points} on {boards} against {side.away} {outcome}"
            texts.setdefault((None, side.home), []).append(text)
    return {key: f" ({'; '.join(match_texts)})" for key, match_texts in texts.items()}


def _describe_points(points: Points, top: Points | None) -> str:
    """Return the points of a match: IMPs, or matchpoints as a percentage of their *top*."""
    if top is None:
        return f"{exact_text(points)} IMPs"
    if not top:
        return "no percentage"
    return f"{percent_text(100 * Fraction(points) / top)} %"


def _describe_columns(ranking: Ranking, field: Field) -> dict[Key, str]:
    """Return each contestant's columns of excess scoring in words."""
    columns: dict[Key, _ExcessColumns] = defaultdict(_ExcessColumns)
    for board in ranking.boards:
        for scored in board.lines:
            ns_key, ew_key = get_contestant_keys(field, scored.line)
            columns[ns_key].add(scored.ns_points or 0, scored.line.score)
            columns[ew_key].add(scored.ew_points or 0, scored.line.score)
    return {key: f" ({contestant_columns.text})" for key, contestant_columns in columns.items()}


@dataclass(slots=True)
class _ExcessColumns:
    """The sums of the columns PLUS, MINUS and EXCESS, and of averages."""

    plus: Points = 0
    minus: Points = 0
    excess: Points = 0
    averages: Points = 0

    def add(self, points: Points, score: int | None) -> None:
        """Add the *points* of a line. Without a *score* they are an average."""
        if score is None:
            self.averages += points
        elif points > 0:
            self.plus += points
            self.excess += abs(score) - points
        else:
            self.minus -= points

    @property
    def text(self) -> str:
        """The columns in words."""
        text = f"PLUS {exact_text(self.plus)}, MINUS {exact_text(self.minus)}, "
        text += f"EXCESS {exact_text(self.excess)}"
        if self.averages:
            text += f"; averages {exact_text(self.averages)}"
        return text


FEWER_BOARDS = "scaled to the boards of those who played most"


class PlayerTotals:
    """The parts of the totals of all players of *individual*.

    If the *settings* count losses, totals are scaled to the most boards.
    """

    def __init__(
        self, individual: IndividualField, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._individual = individual
        self._ranking = ranking
        self._is_scaled = settings.get("count") == "losses"
        self._standings = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        self._points_by_partner: dict[Key, dict[int, list[Points]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._available_points: dict[Key, Points] = defaultdict(int)
        self._read_lines()

    def parts(self, key: Key) -> tuple[TotalPart, ...]:
        """Return the parts of the total of the player *key*, with the boards by partner first."""
        parts = []
        for partner, points in sorted(self._points_by_partner[key].items()):
            words = f"on {format_board_count(len(points))} with {partner}"
            parts.append(TotalPart("boards", sum(points, Fraction(0)), words, partner))
        if not parts:
            parts.append(TotalPart("boards", 0, "on 0 boards"))
        rulings = TotalPart("rulings", self._sum_ruling_points(key), "by rulings on boards")
        parts += [part for part in (rulings, *self._make_credit_parts(key)) if part.points]
        # Losses grow with every board, so they are scaled to be compared.
        if self._is_scaled:
            unscaled = sum((Fraction(part.points) for part in parts), Fraction(0))
            scaling = self._standings[key].total - unscaled
            if scaling:
                parts.append(TotalPart("scaling", scaling, FEWER_BOARDS))
        return tuple(parts)

    def _read_lines(self) -> None:
        """Collect the points of every line for both players of a side."""
        partners_by_number = self._individual.partners
        for board in self._ranking.boards:
            for scored in board.lines:
                ns_key, ew_key = get_contestant_keys(self._individual.field, scored.line)
                for (direction, number), points in (
                    (ns_key, scored.ns_points),
                    (ew_key, scored.ew_points),
                ):
                    if points is not None:
                        partners = partners_by_number[number]
                        self._add_points(direction, partners, points, board.top or 0)

    def _add_points(
        self, direction: str | None, partners: tuple[int, int], points: Points, top: Points
    ) -> None:
        for player, partner in (partners, partners[::-1]):
            self._points_by_partner[direction, player][partner].append(points)
            self._available_points[direction, player] += top

    def _sum_ruling_points(self, key: Key) -> Fraction:
        """Return the adjustments of lines, which count for both players of a side."""
        direction, player = key
        total = Fraction(0)
        extras_by_key = collect_extras(self._individual.field, self._ranking.boards)
        for (extra_direction, number), extra in extras_by_key.items():
            if extra_direction == direction and player in self._individual.partners[number]:
                total += Fraction(extra.points)
        return total

    def _make_credit_parts(self, key: Key) -> list[TotalPart]:
        credits = self._individual.credits
        parts = []
        for credit in credits:
            if (credit.direction, credit.contestant) == key:
                available = self._available_points[key]
                points = Fraction(credit_points(credit, available, compute_most_carried(credits)))
                parts.append(TotalPart(credit.kind, points, describe_credit(credit)))
        return parts
