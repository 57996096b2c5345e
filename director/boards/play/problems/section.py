"""A section as the laws look at it: what was due, what was made, in which order, and what was given."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from director.boards.contests import CONTESTS
from director.boards.movement.lines.fouled import section_groups
from director.boards.movement.lines.read import section_plan
from director.boards.movement.scoring_field import Key
from director.boards.scoring.units import has_own_average
from director.models import Plan, Section
from director.models.award import AwardKind
from scoring import irregularities

_UNKNOWN_ROUND = 999
"""Where a line without a round comes in the order of play: last."""
_MAY_BE_MISSING = 5
"""One line of so many of a board may be missing for another reason than that nobody has entered it yet."""

Faults = Mapping[tuple[int, int], tuple[irregularities.SideFault, irregularities.SideFault]]
"""How far each side of a line is at fault, by its N-S and E-W pair."""

_Couple = tuple[int, frozenset[int]]
"""A board and two pairs, whichever way round they sit."""


class _Stored(NamedTuple):
    board_no: int
    ns: int
    ew: int
    round_no: int | None
    table_no: int | None
    text: str
    entered_at: datetime
    standing__kind: str | None
    standing__text: str | None


@dataclass(frozen=True, slots=True)
class SectionCheck:
    """A section with its plan, as the laws look at it."""

    plan: Plan
    known: irregularities.PlayedLines


def section_night(
    section: Section, absences: Iterable[irregularities.Absence] = (), plan: Plan | None = None
) -> SectionCheck | None:
    """Return *section* with pairs that were not there, ``None`` before a movement is chosen.

    The laws are looked at for pairs only: of a team two halves play a board, and partners of single
    players change.

    Three queries whatever the size, two where the *plan* in force is passed.
    """
    plan = plan or section_plan(section)
    if plan is None or not CONTESTS[plan.contest].is_side:
        return None
    due, stored = _due(plan), _stored_results(section)
    done, awarded = _done(section, stored), _awards_without_play(stored)
    pairs = {pair for line in due for pair in (line.ns, line.ew)}
    pairs |= {pair for line in stored for pair in (line.ns, line.ew)}
    begun, over = _rounds(due, done, awarded)
    event = section.session.event
    known = irregularities.PlayedLines(
        due=due,
        done=done,
        awarded=awarded,
        rounds_over=over,
        awaited=_awaited_lines(
            [line for line in due if line.round_no <= begun],
            {*map(_couple, done), *map(_couple, awarded)},
        ),
        absences=tuple(absences),
        winners=section.winners,
        has_own_average=has_own_average(event),
        rates_small_groups=event.scoring_options.get("small_groups", "compared") != "compared",
        names={pair: pair_name(section, pair) for pair in pairs},
    )
    return SectionCheck(plan, known)


def _due(plan: Plan) -> tuple[irregularities.DueLine, ...]:
    """Return what *plan* makes due, in order of play.

    One query.
    """
    rows = plan.rows.order_by("round_no", "table_no").values_list(
        "round_no", "table_no", "ns", "ew", "boards"
    )
    return tuple(
        irregularities.DueLine(board_no, ns, ew, round_no, table_no)
        for round_no, table_no, ns, ew, boards in rows
        for board_no in boards
    )


def _stored_results(section: Section) -> list[_Stored]:
    """Return what is in, in order of play.

    One query.
    """
    stored = [_Stored(*row) for row in section.results.counted().values_list(*_Stored._fields)]
    return sorted(
        stored, key=lambda line: (line.round_no or _UNKNOWN_ROUND, line.entered_at, line.board_no)
    )


def _done(section: Section, stored: Iterable[_Stored]) -> tuple[irregularities.DoneLine, ...]:
    """Return what was made at the tables."""
    groups = section_groups(section)
    return tuple(
        irregularities.DoneLine(
            line.board_no,
            line.ns,
            line.ew,
            line.round_no or 0,
            line.table_no or 0,
            is_void=line.standing__kind in (AwardKind.VOID, AwardKind.NOT_PLAYED),
            group=groups.get((line.board_no, line.ns, line.ew), ""),
        )
        for line in stored
        if line.text
    )


def _awards_without_play(stored: Iterable[_Stored]) -> tuple[irregularities.Awarded, ...]:
    """Return what was given where nothing was made."""
    return tuple(
        irregularities.Awarded(line.board_no, line.ns, line.ew, line.standing__text or "")
        for line in stored
        if line.standing__kind and not line.text
    )


def pair_name(section: Section, pair_no: int) -> str:
    """Return what sentences call a pair: ``"5 N-S"``, or ``"pair 5"`` where all are in one list."""
    label = section.label(pair_no)
    if section.winners == 2:
        return label
    return f"pair {label}"


def _rounds(
    due: Sequence[irregularities.DueLine],
    done: Sequence[irregularities.DoneLine],
    awarded: Sequence[irregularities.Awarded],
) -> tuple[int, int]:
    """Return up to which round lines have come in, and up to which play is over, as far as that tells it.

    A round has begun to come in where a quarter of its lines is in.  It is over where three
    quarters are and a later one has begun, or, of the last, where every table has something in;
    until then what is missing is only not entered.
    """
    planned = {_couple(line): (line.round_no, line.table_no) for line in due}
    come = [planned.get(_couple(line), (0, 0)) for line in awarded]
    come += [planned.get(_couple(line), (line.round_no, line.table_no)) for line in done]
    size, here = Counter(line.round_no for line in due), Counter(round_no for round_no, _ in come)
    tables = {(line.round_no, line.table_no) for line in due}
    begun = max((round_no for round_no in size if 4 * here[round_no] >= size[round_no]), default=0)
    over, last = 0, max(size, default=0)
    for round_no in range(1, last + 1):
        goes_on = round_no < begun
        if round_no == last:
            goes_on = {at for at in tables if at[0] == last} <= set(come)
        if 4 * here[round_no] < 3 * size[round_no] or not goes_on:
            break
        over = round_no
    return begun, over


def _awaited_lines(
    due: Sequence[irregularities.DueLine], come: Collection[_Couple]
) -> frozenset[Key]:
    """Return which of the lines *due* may come yet: more than one in five of the board is missing.

    Whoever enters by board is not there then.
    """
    missing = [line for line in due if _couple(line) not in come]
    size, left = Counter(line.board_no for line in due), Counter(line.board_no for line in missing)
    return frozenset(
        (line.board_no, line.ns, line.ew)
        for line in missing
        if left[line.board_no] > max(1, size[line.board_no] // _MAY_BE_MISSING)
    )


def _couple(
    line: irregularities.DueLine | irregularities.DoneLine | irregularities.Awarded,
) -> _Couple:
    return line.board_no, frozenset((line.ns, line.ew))
