"""Find the parts of a total: boards, rulings, carry-over, handicaps, penalties.

A part is what it adds to the total, in the order in which parts are applied. So the parts always add
up to the total. For that the field is ranked twice more: *uncredited* totals are without credits,
*bare* totals without credits and adjustments.

The parts of a single player's total are boards by partner, rulings, credits and scaling. Added up in
their order, they make the total exactly.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.bridge.rulings import (
    CARRY_OVER,
    CarryOverLimit,
    Credit,
    LineState,
    compute_carry_over_limit,
)
from scoring.display import format_count, format_figure, format_percent
from scoring.method import ScoringMethod
from scoring.model import (
    ContestantKey,
    Field,
    Points,
    Ranking,
    Standing,
    TeamMatch,
    get_line_contestants,
)
from scoring.totals.players import IndividualField
from scoring.totals.ranking import collect_extras_by_contestant, count_session_boards

FEWER_BOARDS_DESCRIPTION = "scaled to the boards of those who played most"


@dataclass(frozen=True, slots=True)
class TotalPart:
    """A part of a total."""

    kind: str  # "boards", "sit-outs", "rulings", "scaling", or the kind of a credit
    points: Points
    description: str
    partner: int = 0  # of the boards of a player, those with this partner; otherwise 0


class FieldTotalParts:
    """The parts of every total of a field."""

    def __init__(
        self, method: ScoringMethod, field: Field, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._field = field
        self._awards = ranking.awards
        self._standing_by_contestant = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        uncredited_ranking = ranking
        if field.credits:
            uncredited_ranking = method.rank(replace(field, credits=()), settings)
        unadjusted_ranking = uncredited_ranking
        unadjusted_field = _make_unadjusted_field(field)
        if unadjusted_field is not field:
            unadjusted_ranking = method.rank(unadjusted_field, settings)
        self._uncredited_total_by_contestant = _collect_total_by_contestant(uncredited_ranking)
        self._unadjusted_total_by_contestant = _collect_total_by_contestant(unadjusted_ranking)
        if method.has_columns:
            self._details_by_contestant = _describe_columns_by_contestant(unadjusted_ranking, field)
        else:
            self._details_by_contestant = _describe_matches_by_contestant(
                unadjusted_ranking, settings
            )
        self._ruling_description = "by rulings on boards"
        if field.has_match_credits:
            self._ruling_description = "by rulings on matches"
        self._missed_boards = None
        self._extra_points_reason = method.extra_points_reason
        if settings.get("sit_outs", "").startswith("scaled"):
            self._missed_boards = _MissedBoards(unadjusted_ranking, unadjusted_field, settings)
        self._round_limit = settings.get("round_gain_cap", "none")
        if unadjusted_ranking.matches:
            self._points_by_contestant = _collect_match_points_by_contestant(unadjusted_ranking)
        else:
            self._points_by_contestant = _collect_board_points_by_contestant(
                unadjusted_ranking, field
            )

    def list_parts(self, key: ContestantKey) -> tuple[TotalPart, ...]:
        """Return the boards of *key*, and the other parts of its total that aren't 0."""
        points, board_count = self._points_by_contestant.get(key, (0, 0))
        boards_text = (
            f"{format_count(board_count, 'board')}{self._details_by_contestant.get(key, '')}"
        )
        unadjusted_total = self._unadjusted_total_by_contestant[key]
        ruling_points = self._uncredited_total_by_contestant[key] - unadjusted_total
        parts = [
            TotalPart("sit-outs", unadjusted_total - points, self._describe_extra_points(key)),
            TotalPart("rulings", ruling_points, self._ruling_description),
            *self._make_credit_parts(key),
        ]
        return TotalPart("boards", points, f"on {boards_text}"), *(
            part for part in parts if part.points
        )

    def _describe_extra_points(self, key: ContestantKey) -> str:
        """Return what the points of *key* that are neither of boards nor by rulings are for."""
        description = self._extra_points_reason
        if self._missed_boards is not None:
            description = self._missed_boards.describe(key) or description
        if self._round_limit != "none":
            description += f" and by the limit of {self._round_limit} won in a round"
        return description

    def _make_credit_parts(self, key: ContestantKey) -> list[TotalPart]:
        credits = [
            credit
            for credit in (*self._field.credits, *self._awards)
            if (credit.direction, credit.contestant) == key
        ]
        point_credits = sum(
            (credit.amount for credit in credits if credit.unit != "%"), Fraction(0)
        )
        percent_credits = (
            self._standing_by_contestant[key].total
            - self._uncredited_total_by_contestant[key]
            - point_credits
        )
        available_points = self._compute_available_points(credits, percent_credits)
        parts = []
        for credit in credits:
            points = compute_credit_points(credit, available_points, self._field.max_carry_over)
            parts.append(TotalPart(credit.kind, points, describe_credit(credit)))
        return parts

    def _compute_available_points(
        self, credits: Sequence[Credit], percent_credits: Fraction
    ) -> Fraction:
        """Return the points available on boards, of which *credits* are percentages.

        They are found from the sum of the credits, *percent_credits*. A carry-over is a share of the
        boards, any other credit a share of the boards with the most that can be carried over.
        """
        carry_over_limit = self._field.max_carry_over
        carry_over_percent = Fraction(0)
        other_percent = Fraction(0)
        for credit in credits:
            if credit.unit == "%":
                if credit.kind == CARRY_OVER:
                    carry_over_percent += credit.amount
                else:
                    other_percent += credit.amount
        total_percent = carry_over_percent + other_percent * (1 + carry_over_limit.percent / 100)
        if total_percent:
            return (100 * percent_credits - other_percent * carry_over_limit.points) / total_percent
        return Fraction(0)


class _MissedBoards:
    """Why contestants have fewer boards than others, where totals are scaled for it."""

    def __init__(self, ranking: Ranking, field: Field, settings: Mapping[str, str]) -> None:
        tallies = ranking.tallies
        self._tally_by_key = {(tally.direction, tally.contestant): tally for tally in tallies}
        self._most_lines_by_direction: dict[str | None, int] = defaultdict(int)
        for tally in tallies:
            most_lines = max(self._most_lines_by_direction[tally.direction], tally.line_count)
            self._most_lines_by_direction[tally.direction] = most_lines
        if settings["sit_outs"] == "scaled-to-session":
            session_boards = count_session_boards(tallies, field.winner_count)
            for direction in self._most_lines_by_direction:
                self._most_lines_by_direction[direction] = session_boards
        self._not_played_count_by_key: dict[ContestantKey, int] = defaultdict(int)
        for board in field.boards:
            for line in board.ruled_lines:
                contestants = get_line_contestants(field, line)
                for key, side in zip(contestants, ("NS", "EW"), strict=True):
                    if line.state is LineState.NOT_PLAYED or not line.is_due_for(side):
                        self._not_played_count_by_key[key] += 1

    def describe(self, key: ContestantKey) -> str:
        """Return which boards *key* has missed, such as "for boards not played", or ""."""
        tally = self._tally_by_key.get(key)
        if tally is None:
            return ""
        not_played_count = self._not_played_count_by_key[key]
        reasons = []
        if tally.line_count < self._most_lines_by_direction[tally.direction]:
            reasons.append("sat out")
        if not_played_count:
            reasons.append("not played")
        if tally.line_count - tally.board_count > not_played_count:
            reasons.append("without a result")
        return f"for boards {' or '.join(reasons)}" if reasons else ""


def compute_credit_points(
    credit: Credit, available_points: Points, carry_over_limit: CarryOverLimit
) -> Points:
    """Return the points of *credit*, with *available_points* and the maximum *carry_over_limit*."""
    if credit.unit != "%":
        return credit.amount
    base_points = available_points
    if credit.kind != CARRY_OVER:
        base_points = carry_over_limit.compute_available(available_points)
    return credit.amount * Fraction(base_points) / 100


def describe_credit(credit: Credit) -> str:
    """Return the words of a credit in a formula: its kind, share, maximum and reason."""
    description = credit.kind_label
    is_percent = credit.unit == "%"
    if is_percent:
        description += f" of {credit.amount_text}"
    if credit.max_amount:
        description += f", at most {format_figure(credit.max_amount)}"
        if is_percent:
            description += " %"
    if credit.reason:
        description += f" ({credit.reason})"
    return description


def make_total_formula(
    parts: tuple[TotalPart, ...], standing: Standing, knockout_text: str = ""
) -> str:
    """Return the sum of *parts* in words, with percentage, place and *knockout_text*, if any.

    >>> standing = Standing(7, None, Fraction(10), None, rank=3, is_tied=True, board_count=4)
    >>> make_total_formula((TotalPart("boards", 12, "on 4 boards"), TotalPart("penalty", -2, "penalty (late)")), standing)
    '12 on 4 boards − 2 penalty (late) = 10, place 3='
    >>> make_total_formula((TotalPart("boards", 10, "on 4 boards"),), standing, "beaten in the semi-final by 4")
    '10 on 4 boards = 10; beaten in the semi-final by 4: place 3='
    """
    first, *later_parts = parts
    terms = [f"{format_figure(first.points)} {first.description}"]
    for part in later_parts:
        sign = "+" if part.points >= 0 else "−"
        terms.append(f"{sign} {format_figure(max(part.points, -part.points))} {part.description}")
    total = format_figure(standing.total)
    if standing.percent is not None:
        total += f", {format_percent(standing.percent)} %"
    rank_description = f"place {standing.rank_text}"
    rank_description = (
        f"; {knockout_text}: {rank_description}" if knockout_text else f", {rank_description}"
    )
    return f"{' '.join(terms)} = {total}{rank_description}"


def _make_unadjusted_field(field: Field) -> Field:
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


def _collect_total_by_contestant(ranking: Ranking) -> dict[ContestantKey, Fraction]:
    """Return every total without points for unplayed matches against withdrawn teams."""
    totals: dict[ContestantKey, Fraction] = defaultdict(Fraction)
    for standing in ranking.standings:
        totals[standing.direction, standing.contestant] = standing.total
    for award in ranking.awards:
        totals[award.direction, award.contestant] -= award.amount
    return totals


def _collect_board_points_by_contestant(
    ranking: Ranking, field: Field
) -> dict[ContestantKey, tuple[Points, int]]:
    """Return the points of each contestant on all boards, and the number of its boards."""
    points_by_key: dict[ContestantKey, tuple[Points, int]] = {}
    for board in ranking.boards:
        for scored in board.lines:
            ns_key, ew_key = get_line_contestants(field, scored.line)
            for key, points in ((ns_key, scored.ns_points), (ew_key, scored.ew_points)):
                # A contestant without points is listed too, with 0 boards.
                total, boards = points_by_key.get(key, (0, 0))
                if points is not None:
                    total += points
                    boards += 1
                points_by_key[key] = (total, boards)
    return points_by_key


def _collect_match_points_by_contestant(
    ranking: Ranking,
) -> dict[ContestantKey, tuple[Points, int]]:
    """Return the points of each team's matches, and the number of their boards."""
    points_by_key: dict[ContestantKey, tuple[Points, int]] = {}
    for match in ranking.matches:
        for team, score in zip(match.teams, match.score, strict=True):
            total, boards = points_by_key.get((None, team), (0, 0))
            points_by_key[None, team] = (total + score, boards + match.board_count)
    return points_by_key


def _describe_matches_by_contestant(
    ranking: Ranking, settings: Mapping[str, str]
) -> dict[ContestantKey, str]:
    """Return each contestant's IMPs or percentages by match, with their victory points."""
    if settings.get("victory_points", "none") == "none":
        return {}
    texts_by_contestant: dict[ContestantKey, list[str]] = {}
    for match in ranking.matches:
        for side in map(match.view_from_team, match.teams):
            points = _describe_match_points(side)
            outcome = f"gave {format_figure(side.score[0])}"
            if side.is_unfinished:
                outcome = "so far, not finished"
            boards = format_count(side.board_count, "board")
            text = f"{points} on {boards} against {side.away} {outcome}"
            texts_by_contestant.setdefault((None, side.home), []).append(text)
    return {key: f" ({'; '.join(match_texts)})" for key, match_texts in texts_by_contestant.items()}


def _describe_match_points(match: TeamMatch) -> str:
    """Return the home team's points: IMPs, or matchpoints as a percentage of their top.

    A match that was reported in IMPs has the reported IMPs of both sides.
    """
    if match.reported_unit == "imp" and match.imps_won:
        return f"{' : '.join(map(format_figure, match.imps_won))} IMPs"
    if match.tops is None:
        return f"{format_figure(match.points[0])} IMPs"
    top, _opponent_top = match.tops
    if not top:
        return "no percentage"
    return f"{format_percent(100 * Fraction(match.points[0]) / top)} %"


def _describe_columns_by_contestant(ranking: Ranking, field: Field) -> dict[ContestantKey, str]:
    """Return each contestant's columns of excess scoring in words."""
    columns_by_contestant: dict[ContestantKey, _ExcessColumns] = defaultdict(_ExcessColumns)
    for board in ranking.boards:
        for scored in board.lines:
            ns_key, ew_key = get_line_contestants(field, scored.line)
            columns_by_contestant[ns_key].add_points(scored.ns_points or 0, scored.line.score)
            columns_by_contestant[ew_key].add_points(scored.ew_points or 0, scored.line.score)
    return {
        key: f" ({contestant_columns.text})"
        for key, contestant_columns in columns_by_contestant.items()
    }


@dataclass(slots=True)
class _ExcessColumns:
    """The sums of the columns PLUS, MINUS and EXCESS, and of averages."""

    plus: Points = 0
    minus: Points = 0
    excess: Points = 0
    average_points: Points = 0

    def add_points(self, points: Points, score: int | None) -> None:
        """Add the *points* of a line. Without a *score* they are an average."""
        if score is None:
            self.average_points += points
        elif points > 0:
            self.plus += points
            self.excess += abs(score) - points
        else:
            self.minus -= points

    @property
    def text(self) -> str:
        """The columns in words."""
        text = f"PLUS {format_figure(self.plus)}, MINUS {format_figure(self.minus)}, "
        text += f"EXCESS {format_figure(self.excess)}"
        if self.average_points:
            text += f"; averages {format_figure(self.average_points)}"
        return text


class PlayerTotalParts:
    """The parts of all players' totals in *individual*.

    If the *settings* count losses, totals are scaled to the most boards.
    """

    def __init__(
        self, individual: IndividualField, settings: Mapping[str, str], ranking: Ranking
    ) -> None:
        self._individual = individual
        self._ranking = ranking
        self._is_scaled = settings.get("count") == "losses"
        self._standing_by_player = {
            (standing.direction, standing.contestant): standing for standing in ranking.standings
        }
        self._points_by_partner: dict[ContestantKey, dict[int, list[Points]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._available_points_by_player: dict[ContestantKey, Points] = defaultdict(int)
        self._collect_points()

    def list_parts(self, key: ContestantKey) -> tuple[TotalPart, ...]:
        """Return the parts of the total of the player *key*, with the boards by partner first."""
        parts = []
        for partner, points in sorted(self._points_by_partner[key].items()):
            description = f"on {format_count(len(points), 'board')} with {partner}"
            parts.append(TotalPart("boards", sum(points, Fraction(0)), description, partner))
        if not parts:
            parts.append(TotalPart("boards", 0, "on 0 boards"))
        ruling_part = TotalPart("rulings", self._sum_ruling_points(key), "by rulings on boards")
        parts += [part for part in (ruling_part, *self._make_credit_parts(key)) if part.points]
        # Losses grow with every board, so they are scaled to be compared.
        if self._is_scaled:
            unscaled_total = sum((Fraction(part.points) for part in parts), Fraction(0))
            scaling_points = self._standing_by_player[key].total - unscaled_total
            if scaling_points:
                parts.append(TotalPart("scaling", scaling_points, FEWER_BOARDS_DESCRIPTION))
        return tuple(parts)

    def _collect_points(self) -> None:
        """Collect the points of every line for both players of a side."""
        players_by_number = self._individual.partners_by_partnership
        for board in self._ranking.boards:
            for scored in board.lines:
                ns_key, ew_key = get_line_contestants(self._individual.field, scored.line)
                for (direction, number), points in (
                    (ns_key, scored.ns_points),
                    (ew_key, scored.ew_points),
                ):
                    if points is not None:
                        players = players_by_number[number]
                        self._add_points(direction, players, points, board.top or 0)

    def _add_points(
        self, direction: str | None, players: tuple[int, int], points: Points, top: Points
    ) -> None:
        for player, partner in (players, players[::-1]):
            self._points_by_partner[direction, player][partner].append(points)
            self._available_points_by_player[direction, player] += top

    def _sum_ruling_points(self, key: ContestantKey) -> Fraction:
        """Return the adjustments of lines, which count for both players of a side."""
        direction, player = key
        total = Fraction(0)
        extras_by_key = collect_extras_by_contestant(self._individual.field, self._ranking.boards)
        for (extra_direction, number), extra in extras_by_key.items():
            if (
                extra_direction == direction
                and player in self._individual.partners_by_partnership[number]
            ):
                total += Fraction(extra.points)
        return total

    def _make_credit_parts(self, key: ContestantKey) -> list[TotalPart]:
        credits = self._individual.credits
        parts = []
        for credit in credits:
            if (credit.direction, credit.contestant) == key:
                available_points = self._available_points_by_player[key]
                points = Fraction(
                    compute_credit_points(
                        credit, available_points, compute_carry_over_limit(credits)
                    )
                )
                parts.append(TotalPart(credit.kind, points, describe_credit(credit)))
        return parts
