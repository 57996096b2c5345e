"""The parts of a single player's total: what the lines of each partnership brought, rulings, credits, and scaling.

Added up in their order they make the total exactly.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from scoring.bridge.rulings import Credit
from scoring.explain.totals import Part, credit_words
from scoring.model import Points, Ranking
from scoring.ranking import Key, contestant_keys
from scoring.totals.adjusting import extras
from scoring.totals.players import IndividualField

FEWER_BOARDS = "scaled to the boards of those who played most"


class PlayerTotals:
    """The parts of every total of *individual*, which was ranked as *ranking* by the lines of its own field.

    *settings* are those of the method; losses are scaled to the most boards.
    """

    def __init__(self, individual: IndividualField, settings: Mapping[str, str], ranking: Ranking) -> None:
        self._individual, self._ranking = individual, ranking
        self._is_scaled = settings.get("count") == "losses"
        self._standings = {(seen.direction, seen.contestant): seen for seen in ranking.standings}
        self._with: dict[Key, dict[int, list[Points]]] = defaultdict(lambda: defaultdict(list))
        self._available: dict[Key, Points] = defaultdict(int)
        self._read()

    def parts(self, key: Key) -> tuple[Part, ...]:
        """Return the parts of the total of the player *key*: a part for every partner, then what is not nothing."""
        together = [
            Part("boards", sum(points, Fraction(0)), f"on {_boards(len(points))} with {partner}")
            for partner, points in sorted(self._with[key].items())
            if points
        ] or [Part("boards", 0, "on 0 boards")]
        ruled = Part("rulings", self._ruled(key), "by rulings on boards")
        beside = [part for part in (ruled, *self._credits(key)) if part.points]
        unscaled = sum((Fraction(part.points) for part in (*together, *beside)), Fraction(0))
        scaled = self._standings[key].total - unscaled if self._is_scaled else 0
        return (*together, *beside, *((Part("scaling", scaled, FEWER_BOARDS),) if scaled else ()))

    def _read(self) -> None:
        """Gather what each side of every line brought its two players, by partner."""
        individual = self._individual
        for board in self._ranking.boards:
            for scored in board.lines:
                keys = contestant_keys(individual.field, scored.line)
                for (direction, number), points in zip(keys, (scored.ns_points, scored.ew_points), strict=True):
                    if points is not None:
                        self._add(direction, individual.partners[number], points, board.top or 0)

    def _add(self, direction: str | None, partners: tuple[int, int], points: Points, top: Points) -> None:
        for player, partner in (partners, partners[::-1]):
            self._with[direction, player][partner].append(points)
            self._available[direction, player] += top

    def _ruled(self, key: Key) -> Fraction:
        """Return what rulings on lines change for both players of the side they were given to."""
        direction, player = key
        return sum(
            (
                Fraction(extra.points)
                for (ranked_in, number), extra in extras(self._individual.field, self._ranking.boards).items()
                if ranked_in == direction and player in self._individual.partners[number]
            ),
            Fraction(0),
        )

    def _credits(self, key: Key) -> list[Part]:
        own = (credit for credit in self._individual.credits if (credit.direction, credit.contestant) == key)
        return [Part(credit.kind, self._amount(key, credit), credit_words(credit)) for credit in own]

    def _amount(self, key: Key, credit: Credit) -> Fraction:
        return Fraction(credit.amount) * (Fraction(self._available[key]) / 100 if credit.unit == "%" else 1)


def _boards(count: int) -> str:
    return f"{count} board{'' if count == 1 else 's'}"
