"""A section as the laws see it: what was due and played, in which order, and what was awarded.

``scoring.irregularities`` finds what went wrong in it; this module only reads the database.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from director.boards.contests import CONTESTS
from director.boards.movement.lines.fouled import fetch_section_groups
from director.boards.movement.lines.read import SectionLines, fetch_section_plan
from director.boards.movement.scoring_field import Key
from director.boards.scoring.units import has_own_average
from director.models import Plan, Section
from director.models.award import AwardKind
from scoring import irregularities

_UNKNOWN_ROUND = 999  # sorts lines without a round last
_LINES_PER_ABSENCE = 5
"""If more than one line in five of a board is missing, the board isn't entered yet."""

Faults = Mapping[tuple[int, int], tuple[irregularities.SideFault, irregularities.SideFault]]
"""The fault of each side of a line, by its N-S and E-W pair."""

_Meeting = tuple[int, frozenset[int]]
"""A board and two pairs, whichever way round they sit."""


class _StoredResult(NamedTuple):
    """The columns of a result. Each name is its path in the query."""

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
    """A section's plan, and its lines as the laws judge them."""

    plan: Plan
    played_lines: irregularities.PlayedLines


def fetch_section_check(
    section: Section, absences: Iterable[irregularities.Absence] = (), plan: Plan | None = None
) -> SectionCheck | None:
    """Return the lines of *section* for the laws to judge. None before a movement is chosen.

    *absences* are pairs that were missing. Only contests of pairs are checked: two halves of a team
    play a board, and single players change partners.

    Three queries whatever the size, two if the *plan* in force is passed.
    """
    plan = plan or fetch_section_plan(section)
    if plan is None or not CONTESTS[plan.contest].is_side:
        return None
    due_lines = _fetch_due_lines(plan)
    stored_results = _fetch_stored_results(section)
    done_lines = _make_done_lines(section, stored_results)
    awarded = _list_awards_without_play(stored_results)
    pairs: set[int] = set()
    for line in due_lines:
        pairs |= {line.ns, line.ew}
    for result in stored_results:
        pairs |= {result.ns, result.ew}
    rounds_begun, rounds_over = _find_last_rounds(due_lines, done_lines, awarded)
    scored_by = section.session.scored_by
    played_lines = irregularities.PlayedLines(
        due=due_lines,
        done=done_lines,
        awarded=awarded,
        rounds_over=rounds_over,
        awaited=_find_awaited_lines(
            [line for line in due_lines if line.round_no <= rounds_begun],
            {*map(_get_meeting, done_lines), *map(_get_meeting, awarded)},
        ),
        absences=tuple(absences),
        winners=section.winners,
        has_own_average=has_own_average(scored_by),
        rates_small_groups=scored_by.scoring_options.get("small_groups", "compared") != "compared",
        names={pair: format_pair_name(section, pair) for pair in pairs},
    )
    return SectionCheck(plan, played_lines)


def is_as_planned(section: Section, lines: SectionLines) -> bool:
    """Return whether the laws find nothing in *section*, as on most evenings. (Costs no query.)

    It is True if every one of its *lines* with a result was played as due, without an award over it,
    and nothing is missing in a round that is over. Anything else is a matter of the laws, which may
    still find nothing.
    """
    if section.is_fouled:
        return False
    due_count: Counter[int] = Counter()
    entered_count: Counter[int] = Counter()
    entered_last_places: set[tuple[int, int]] = set()
    last_places: set[tuple[int, int]] = set()
    sides: set[tuple[int, int]] = set()
    last_round = max((line.round_no or 0 for line in lines.all), default=0)
    for line in lines.all:
        place = (line.round_no or 0, line.table_no or 0)
        if line.is_off_schedule or line.is_extra or line.is_settled:
            return False
        sides |= {(line.board_no, line.ns), (line.board_no, line.ew)}
        due_count[place[0]] += 1
        if place[0] == last_round:
            last_places.add(place)
        if line.result is None or not line.result.text:
            continue
        if line.result.covered or line.result[4:6] != place:
            return False
        entered_count[place[0]] += 1
        if place[0] == last_round:
            entered_last_places.add(place)
    if len(sides) < 2 * len(lines.all):  # a pair meets a board twice
        return False
    _begun, rounds_over = _count_rounds(
        due_count, entered_count, is_last_entered=last_places == entered_last_places
    )
    return all(
        entered_count[round_no] == due_count[round_no] for round_no in range(1, rounds_over + 1)
    )


def _fetch_due_lines(plan: Plan) -> tuple[irregularities.DueLine, ...]:
    """Return the lines of *plan* in order of play. One query."""
    rows = plan.rows.order_by("round_no", "table_no").values_list(
        "round_no", "table_no", "ns", "ew", "boards"
    )
    return tuple(
        irregularities.DueLine(board_no, ns, ew, round_no, table_no)
        for round_no, table_no, ns, ew, boards in rows
        for board_no in boards
    )


def _fetch_stored_results(section: Section) -> list[_StoredResult]:
    """Return the stored results in order of play. One query."""
    rows = section.results.counted().values_list(*_StoredResult._fields)
    return sorted(
        map(_StoredResult._make, rows),
        key=lambda result: (
            result.round_no or _UNKNOWN_ROUND,
            result.entered_at,
            result.board_no,
        ),
    )


def _make_done_lines(
    section: Section, results: Iterable[_StoredResult]
) -> tuple[irregularities.DoneLine, ...]:
    """Return the lines with a result from a table."""
    groups = fetch_section_groups(section)
    return tuple(
        irregularities.DoneLine(
            result.board_no,
            result.ns,
            result.ew,
            result.round_no or 0,
            result.table_no or 0,
            is_void=result.standing__kind in (AwardKind.VOID, AwardKind.NOT_PLAYED),
            group=groups.get((result.board_no, result.ns, result.ew), ""),
        )
        for result in results
        if result.text
    )


def _list_awards_without_play(
    results: Iterable[_StoredResult],
) -> tuple[irregularities.Awarded, ...]:
    """Return the awards on lines without a result from a table."""
    return tuple(
        irregularities.Awarded(result.board_no, result.ns, result.ew, result.standing__text or "")
        for result in results
        if result.standing__kind and not result.text
    )


def format_pair_name(section: Section, pair_no: int) -> str:
    """Return the name of a pair in sentences: ``"5 N-S"``, or ``"pair 5"`` in a single ranking."""
    label = section.label(pair_no)
    if section.winners == 2:
        return label
    return f"pair {label}"


def _find_last_rounds(
    due_lines: Sequence[irregularities.DueLine],
    done_lines: Sequence[irregularities.DoneLine],
    awarded: Sequence[irregularities.Awarded],
) -> tuple[int, int]:
    """Return the last round with results entered, and the last round that is over.

    A round has begun once a quarter of its lines are entered.  It is over once three quarters are
    and a later one has begun; the last round is over once every table has entered something.  Until
    then missing lines are only not entered yet.
    """
    # A line played off schedule counts for its scheduled round, if it has one.
    planned_places = {_get_meeting(line): (line.round_no, line.table_no) for line in due_lines}
    entered_places = [planned_places.get(_get_meeting(line), (0, 0)) for line in awarded]
    for line in done_lines:
        own_place = (line.round_no, line.table_no)
        entered_places.append(planned_places.get(_get_meeting(line), own_place))
    last_round = max((line.round_no for line in due_lines), default=0)
    last_places = {
        (line.round_no, line.table_no) for line in due_lines if line.round_no == last_round
    }
    return _count_rounds(
        Counter(line.round_no for line in due_lines),
        Counter(round_no for round_no, _table_no in entered_places),
        is_last_entered=last_places <= set(entered_places),
    )


def _count_rounds(
    due_count: Counter[int], entered_count: Counter[int], *, is_last_entered: bool
) -> tuple[int, int]:
    """Return the last round that has begun, and the last that is over, by the lines in each round.

    *is_last_entered* says whether every table has entered something in the last round.
    """
    rounds_begun = max(
        (round_no for round_no in due_count if 4 * entered_count[round_no] >= due_count[round_no]),
        default=0,
    )
    last_round = max(due_count, default=0)
    rounds_over = 0
    for round_no in range(1, last_round + 1):
        play_went_on = is_last_entered if round_no == last_round else round_no < rounds_begun
        if 4 * entered_count[round_no] < 3 * due_count[round_no] or not play_went_on:
            break
        rounds_over = round_no
    return rounds_begun, rounds_over


def _find_awaited_lines(
    due_lines: Sequence[irregularities.DueLine], entered: Collection[_Meeting]
) -> frozenset[Key]:
    """Return the lines of *due_lines* that may still be entered.

    They are on boards of which more than one line in five is missing: whoever enters results board
    by board hasn't come to these.
    """
    missing_lines = [line for line in due_lines if _get_meeting(line) not in entered]
    due_count = Counter(line.board_no for line in due_lines)
    missing_count = Counter(line.board_no for line in missing_lines)
    awaited = set()
    for line in missing_lines:
        may_be_absent = max(1, due_count[line.board_no] // _LINES_PER_ABSENCE)
        if missing_count[line.board_no] > may_be_absent:
            awaited.add((line.board_no, line.ns, line.ew))
    return frozenset(awaited)


def _get_meeting(
    line: irregularities.DueLine | irregularities.DoneLine | irregularities.Awarded,
) -> _Meeting:
    return line.board_no, frozenset((line.ns, line.ew))
