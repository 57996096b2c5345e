"""Divide a large field into sections with a winner each, if one ranking would be uneven.

In a large field with one winner most pairs never meet, and few rounds can't compare them evenly.
Smaller sections can, if each is ranked by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from movements.advice.advise import MIN_FAIR_QF, Advice, advise
from movements.advice.facts import NO_LIMITS, Limits
from movements.balance import compute_quality, round_quality
from movements.model import Movement, TableRound
from movements.registry import make_plan

MAX_PAIRS_OF_SECTION = 26
"""Pairs of 13 tables, the most that one ranking compares well in an evening."""

MAX_SECTIONS = 4
NUMBER_NAMES = {2: "Two", 3: "Three", 4: "Four"}


@dataclass(frozen=True, slots=True)
class SectionsAdvice:
    """Sections that each play a movement of their own and have their own winner."""

    sizes: tuple[int, ...]  # the pairs of each section
    sections: tuple[Advice, ...]  # the movement of each section
    sections_qf: Fraction  # the fairness of the least even section
    # The best fairness of one ranking of all sections: with their movements, or with a movement
    # for the whole field.
    single_ranking_qf: Fraction

    @property
    def text(self) -> str:
        """Return the advice with its figures.

        >>> from movements.advice.advise import advise
        >>> print(find_fairer_sections(advise(40, one_winner=True)).text.partition(",")[0])
        Two sections of 20 pairs
        """
        first = self.sections[0]
        sizes = " and ".join(str(size) for size in dict.fromkeys(self.sizes))
        name = first.name.partition(",")[0]
        everyone = "both" if len(self.sizes) == 2 else "all"
        return (
            f"{NUMBER_NAMES[len(self.sizes)]} sections of {sizes} pairs, each with its own winner and boards, "
            f"are fairer: {round_quality(self.sections_qf):g} of 100 ({name} {first.rounds} × {first.boards_per_set}). "
            f"One ranking of {everyone} would have at most {round_quality(self.single_ranking_qf):g}."
        )


def find_fairer_sections(
    suggestions: Sequence[Advice],
    *,
    minutes: int | None = None,
    boards: tuple[int, int] | None = None,
    stationary: int = 0,
    limits: Limits = NO_LIMITS,
) -> SectionsAdvice | None:
    """Return sections that are fairer than the best of *suggestions* with one winner, or None.

    *suggestions* is a result of :func:`movements.advice.advise.advise`. The wishes are those it was asked with.
    Sections are no advice if one ranking is fair, or if there aren't boards for each.

    >>> from movements.advice.advise import advise
    >>> find_fairer_sections(advise(40, one_winner=True)).sizes
    (20, 20)
    """
    one_winner = next((advice for advice in suggestions if advice.winners == 1), None)
    if one_winner is None or (one_winner.qf or 0) >= MIN_FAIR_QF:
        return None
    sizes = compute_section_sizes(one_winner.pairs)
    if not sizes or (limits.copies is not None and limits.copies < len(sizes)):
        return None
    best_by_size: dict[int, Advice] = {}
    for size in dict.fromkeys(sizes):
        # The seats that must be kept can be given out in any of the sections.
        section_suggestions = advise(
            size,
            minutes=minutes,
            boards=boards,
            one_winner=True,
            stationary=ceil(stationary / len(sizes)),
            limits=replace(limits, copies=1),
        )
        best_by_size[size] = section_suggestions[0]
    sections = tuple(best_by_size[size] for size in sizes)
    sections_qf = min(advice.qf or Fraction(0) for advice in sections)
    if any(advice.winners != 1 for advice in sections) or sections_qf < MIN_FAIR_QF:
        return None
    # Switches found for the whole field compare the sections better than those of each section.
    single_ranking_qf = max(
        compute_quality(_join_sections(sections)) or Fraction(0),
        *(advice.qf or Fraction(0) for advice in suggestions if advice.winners == 1),
    )
    return SectionsAdvice(sizes, sections, sections_qf, single_ranking_qf)


def compute_section_sizes(pairs: int) -> tuple[int, ...]:
    """Return sections of nearly equal size with full tables, or nothing for too few or many pairs.

    >>> compute_section_sizes(40), compute_section_sizes(45), compute_section_sizes(26)
    ((20, 20), (24, 21), ())
    """
    count = ceil(pairs / MAX_PAIRS_OF_SECTION)
    if not 2 <= count <= MAX_SECTIONS:
        return ()
    tables = ceil(pairs / 2)
    fewest_tables, larger_sections = divmod(tables, count)
    sizes = [2 * fewest_tables] * count
    for index in range(larger_sections):
        sizes[index] += 2
    # The half table is in the last section.
    sizes[-1] -= pairs % 2
    return tuple(sizes)


def _join_sections(sections: Sequence[Advice]) -> Movement:
    """Return the plans of all sections as one, in which they play the same boards."""
    plans = [
        make_plan(
            advice.plan_key,
            pairs=advice.pairs,
            rounds=advice.rounds,
            boards_per_set=1,
            options=dict(advice.options),
        )
        for advice in sections
    ]
    rows: list[TableRound] = []
    for number, plan in enumerate(plans):
        # Pairs of a section keep apart from the others by their numbers.
        first = number * (MAX_PAIRS_OF_SECTION + 2)
        for row in plan.rows:
            rows.append(replace(row, ns=row.ns + first, ew=row.ew + first))
    return replace(plans[0], rows=tuple(rows), sit_outs=(), guarantees=())
