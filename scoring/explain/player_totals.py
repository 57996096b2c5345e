"""Find the parts of a single player's total: boards by partner, rulings, credits and scaling.

Added up in their order, they make the total exactly.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from scoring.bridge.rulings import compute_most_carried
from scoring.explain.totals import TotalPart, credit_points, describe_credit, format_board_count
from scoring.model import Key, Points, Ranking, get_contestant_keys
from scoring.totals.adjusting import collect_extras
from scoring.totals.players import IndividualField

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
