"""What one more set of boards, a few more minutes or one more pair would give.

The list holds to what the director has. A :class:`Gain` is the first movement of the list with a
little more, if it gains more than it costs: with a second set 40 pairs play a web in which nobody
shares boards.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from movements.advice.advise import Advice
from movements.advice.facts import DEFAULT_COPIES, MAX_COPIES
from movements.advice.picks import (
    MIN_POINTS_FAIRER,
    FigureDifference,
    format_name_and_shape,
    iter_differences,
)
from movements.model import join_with_and

MORE_MINUTES = 5
"""Minutes that a club can usually add to an evening."""

MIN_WEIGHT_GAINED = 2
"""Weight of the differences, gains less costs, from which a movement is worth a line."""

MAX_DIFFERENCES = 2
"""Gains, and costs, that the line names, the largest first."""

EXPECTED_COSTS = {
    "set": {"copies"},
    "minutes": {"minutes", "rounds"},
    "pair": {"opponents", "stationary", "minutes", "rounds"},
}
"""Differences that go without saying, by what is added."""

AdviseAgain = Callable[[int, int | None, int | None], Sequence[Advice]]
"""The list for a number of pairs, the minutes and the copies of the boards, all else as asked."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The first movement of the list if the director had a little more.

    >>> from movements.advice.advise import advise
    >>> from movements.advice.facts import Limits
    >>> second = advise(52, limits=Limits(copies=2))[0]
    >>> Gain("set", second, pairs=52, minutes=None, copies=2, differences="no shared boards").text
    'With a second set of the boards: Web Mitchell 13 × 2, no shared boards.'
    """

    kind: str  # what is added: "set", "minutes" or "pair"
    advice: Advice
    pairs: int  # the number of pairs, with the one that is added
    minutes: int | None  # the time with the minutes that are added
    copies: int | None  # the copies of each board, with the set that is added
    differences: str  # "20 pairs keep their tables (6 more) and no shared boards"

    @property
    def lead(self) -> str:
        """Return what is added: "With one more set of the boards"."""
        leads = {
            "set": f"With {'a second' if self.copies == 2 else 'one more'} set of the boards",
            "minutes": f"With {MORE_MINUTES} more minutes",
            "pair": "With one more pair",
        }
        return leads[self.kind]

    @property
    def text(self) -> str:
        """Return the gain as one sentence, for a page without buttons."""
        return f"{self.lead}: {format_name_and_shape(self.advice)}, {self.differences}."


def list_gains(
    suggestions: Sequence[Advice],
    advise_again: AdviseAgain,
    *,
    minutes: int | None = None,
    copies: int | None = None,
) -> tuple[Gain, ...]:
    """Return what the director would gain with a little more, compared with the first suggestion.

    *suggestions* is a result of :func:`movements.advice.advise.advise` for these *minutes* and
    *copies* of the boards. *advise_again* returns the list for others.

    >>> from movements.advice.advise import advise
    >>> from movements.advice.facts import Limits
    >>> def advise_again(pairs, minutes, copies):
    ...     return advise(pairs, minutes=minutes, limits=Limits(copies=copies))
    >>> [gain.text for gain in list_gains(advise(52), advise_again)]
    ['With a second set of the boards: Web Mitchell 13 × 2, no shared boards (26 of 26 tables now).']

    With one winner the fairest movement of the longer list has a line too.
    """
    if not suggestions:
        return ()
    first = suggestions[0]
    gains: list[Gain] = []
    for kind, pairs, more_minutes, more_copies in _iter_additions(first, minutes, copies):
        more_suggestions = advise_again(pairs, more_minutes, more_copies)
        candidates = [more_suggestions[0]]
        fairest = _find_fairest_with_set(more_suggestions, suggestions) if kind == "set" else None
        if fairest and fairest != candidates[0]:
            candidates.append(fairest)
        for advice in candidates:
            if not _uses_addition(kind, advice, first=first, minutes=minutes):
                continue
            differences = [
                difference
                for difference in iter_differences(advice, first)
                if difference.figure not in EXPECTED_COSTS[kind]
            ]
            if advice != fairest and _sum_weights(differences) < MIN_WEIGHT_GAINED:
                continue
            gains.append(
                Gain(
                    kind,
                    advice,
                    pairs=pairs,
                    minutes=more_minutes,
                    copies=more_copies,
                    differences=_join_differences(
                        differences,
                        advice,
                        first,
                        leading_figure="fairness" if advice == fairest else "",
                    ),
                )
            )
    return tuple(gains)


def _find_fairest_with_set(
    more_suggestions: Sequence[Advice], suggestions: Sequence[Advice]
) -> Advice | None:
    """Return the fairest movement with one more set, if it is clearly fairer than all without it.

    Only one ranking needs it: with two winners pairs are compared within their direction.
    """
    if suggestions[0].winners != 1:
        return None
    fairest = max(more_suggestions, key=lambda advice: advice.qf or 0)
    best_fairness = max(advice.qf or Fraction(0) for advice in suggestions)
    is_fairer = (fairest.qf or 0) - best_fairness >= MIN_POINTS_FAIRER
    return fairest if fairest.winners == 1 and is_fairer else None


def has_additions(
    suggestions: Sequence[Advice], *, minutes: int | None = None, copies: int | None = None
) -> bool:
    """Return whether :func:`list_gains` has anything to try for *suggestions*.

    >>> from movements.advice.advise import advise
    >>> has_additions(advise(52)), has_additions(advise(8))
    (True, False)
    """
    return any(
        True for first in suggestions[:1] for _addition in _iter_additions(first, minutes, copies)
    )


def _iter_additions(
    first: Advice, minutes: int | None, copies: int | None
) -> Iterator[tuple[str, int, int | None, int | None]]:
    """Yield each addition that can change the list: its kind, then pairs, minutes and copies."""
    # With one set, more help nobody if no tables share it and every pair plays all of it.
    is_played_by_all = first.boards_in_play == first.rounds * first.boards_per_set
    if first.has_shared_boards or first.copies > 1 or not is_played_by_all:
        more_copies = max(copies or DEFAULT_COPIES, first.copies) + 1
        if more_copies <= MAX_COPIES:
            yield "set", first.pairs, minutes, more_copies
    if minutes is not None:
        yield "minutes", first.pairs, minutes + MORE_MINUTES, copies
    if first.sit_outs and first.pairs % 2:
        yield "pair", first.pairs + 1, minutes, copies


def _uses_addition(kind: str, advice: Advice, *, first: Advice, minutes: int | None) -> bool:
    if kind == "set":
        return advice.copies > first.copies
    if kind == "minutes":
        return minutes is not None and first.minutes <= minutes < advice.minutes
    return advice.sit_outs < first.sit_outs


def _sum_weights(differences: Sequence[FigureDifference]) -> Fraction:
    return sum(
        (
            difference.weight if difference.is_gain else -difference.weight
            for difference in differences
        ),
        start=Fraction(0),
    )


def _join_differences(
    differences: Sequence[FigureDifference], advice: Advice, first: Advice, *, leading_figure: str
) -> str:
    """Return the largest gains, that of *leading_figure* first, and after a "but" the largest costs."""
    gains: list[str] = []
    costs: list[str] = []
    for difference in sorted(
        differences, key=lambda each: (each.figure != leading_figure, -each.weight)
    ):
        text = _describe_difference(difference, advice, first)
        (gains if difference.is_gain else costs).append(text)
    parts = [
        join_with_and(texts)
        for texts in (gains[:MAX_DIFFERENCES], costs[:MAX_DIFFERENCES])
        if texts
    ]
    return ", but ".join(parts)


def _describe_difference(difference: FigureDifference, advice: Advice, first: Advice) -> str:
    """Return a difference with the figures that matter to a director with more boards or pairs."""
    boards = advice.rounds * advice.boards_per_set
    if difference.figure == "sharing" and difference.is_gain:
        return f"no shared boards ({first.sharing_tables} of {first.tables} tables now)"
    if difference.figure == "stationary" and difference.is_gain:
        more_pairs = advice.stationary - first.stationary
        return f"{advice.stationary} pairs keep their tables ({more_pairs} more)"
    if difference.figure == "boards in play" and advice.boards_in_play == boards:
        return f"everybody plays the same {boards} boards ({first.boards_in_play} in play now)"
    if difference.figure == "sit-outs" and not advice.sit_outs:
        return "nobody sits out"
    return difference.text
