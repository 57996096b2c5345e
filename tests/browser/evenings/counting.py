"""What everybody has at the end of an evening, by rules of one line each that know nothing of the program's own."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Report:
    """What one table told of one round: its sides, who won, and the figures of each side."""

    round_no: int
    sides: tuple[tuple[str, ...], ...]
    won: int
    points: tuple[int, ...] = ()
    beside: tuple[tuple[int, ...], ...] = ()  # set-backs, or games won and lost


def _score_seeger_fabian(report: Report, side: int) -> int:
    won, lost = report.beside[side]
    others = sum(theirs[1] for theirs in report.beside) - lost
    return report.points[side] + 50 * (won - lost) + {4: 30, 3: 40}[len(report.sides)] * others


BROUGHT: dict[str, Callable[[Report, int], int]] = {
    "games": lambda report, side: int(report.won == side),
    "points": lambda report, side: report.points[side],
    "tricks": lambda report, side: report.points[side],
    "beetle": lambda report, side: report.points[side],
    "bierlachs": lambda report, side: -report.points[side],
    "signed-lists": lambda report, side: report.points[side],
    "plus-and-minus": lambda report, side: report.points[side] - sum(report.beside[side]),
    "seeger-fabian": _score_seeger_fabian,
}
"""What a side's game brings each of its players, by the way to count."""


@dataclass(frozen=True)
class PlayerSum:
    """What one player has."""

    total: Fraction


def count_sums(
    method: str, reports: Iterable[Report], rested: dict[str, int], sit_out: str
) -> dict[str, PlayerSum]:
    """Return by player what all *reports* bring, with what each round *rested* is worth."""
    brought: dict[str, list[int]] = defaultdict(list)
    for report in reports:
        for side, players in enumerate(report.sides):
            for player in players:
                brought[player].append(BROUGHT[method](report, side))
    return {
        player: PlayerSum(
            Fraction(sum(own)) + _credit_sit_outs(sit_out, own, rested.get(player, 0))
        )
        for player, own in brought.items()
    }


def _credit_sit_outs(sit_out: str, own: list[int], rounds: int) -> Fraction:
    if sit_out == "average":
        return Fraction(sum(own), len(own)) * rounds
    return Fraction(0) if sit_out == "nothing" else Fraction(sit_out) * rounds


def find_place(player: str, totals: dict[str, PlayerSum], beside: Iterable[str]) -> str:
    """Return the place of *player* among those who stand *beside* him in one list, himself included."""
    merits = [totals[other].total for other in beside]
    merit = totals[player].total
    return f"{1 + sum(other > merit for other in merits)}{'=' if merits.count(merit) > 1 else ''}"


def format_total(total: Fraction) -> str:
    """Return a total as a tally has it: ``7½``, ``−3``."""
    whole, rest = divmod(abs(total), 1)
    part = "" if not rest else "½" if rest == Fraction(1, 2) else f"{' ' if whole else ''}{rest}"
    return f"{'−' if total < 0 else ''}{whole if whole or not rest else ''}{part}"
