"""Sections of a field, and several sessions of one event.

If results are compared within sections, each section is scored as a separate field. The places
still go across all sections, by percentage if the method has one, otherwise by total.

Each session is ranked separately, and sessions count alike, however many boards they had. Sections
of the last session can be *finals*: the first final is ranked above the second, and so on.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple, TypeAlias

from scoring.model import (
    Board,
    ContestantKey,
    Field,
    Line,
    Points,
    Ranking,
    ScoredBoard,
    Standing,
    get_line_contestants,
    get_line_keys,
)
from scoring.option import Option
from scoring.totals.ranking import FinalFigures, make_standings
from scoring.totals.standings import UNRANKED_MERIT, rank_members
from scoring.totals.ties import break_ties

ComputeRanking: TypeAlias = Callable[[Field, Mapping[str, str]], Ranking]

COMPARE = Option(
    "compare",
    "Results compared",
    {"field": "across the field", "section": "within the same section"},
)

_DIRECTION_RANKS = {None: 0, "NS": 1, "EW": 2}

MIN_SHARE_IN_ORDER = Fraction(17, 20)
"""The share of couples in the order of the places before that makes sections finals.

A withdrawal or two changes the order in a final's field. Sections that were mixed have about half
of their couples in order.
"""


def divide_by_section(field: Field) -> Field:
    """Return *field* with a separate board for each section that played it.

    Sections are in the order of their first boards.

    >>> from scoring.model import Line
    >>> lines = (Line(1, 2, 50, section="A"), Line(3, 4, 50, section="B"), Line(5, 6, 50, section="A"))
    >>> [[line.ns for line in board.lines] for board in divide_by_section(Field(1, (Board(7, lines),))).boards]
    [[1, 5], [3]]
    """
    names = _list_section_names(field)
    if len(names) < 2:
        return field
    section_boards = []
    for board in field.boards:
        lines_by_section: dict[str, list[Line]] = {}
        for line in board.lines:
            lines_by_section.setdefault(line.section, []).append(line)
        section_boards += [
            replace(board, lines=tuple(lines_by_section[name]))
            for name in names
            if name in lines_by_section
        ]
    return replace(field, boards=tuple(section_boards))


def _list_section_names(field: Field) -> list[str]:
    names: dict[str, None] = {}
    for board in field.boards:
        names |= dict.fromkeys([line.section for line in board.lines])
    return list(names)


def make_field_by_section(field: Field) -> dict[str, Field]:
    """Return the field of each section: its lines, and the credits of its contestants."""
    boards_by_section: dict[str, list[Board]] = {name: [] for name in _list_section_names(field)}
    for board in divide_by_section(field).boards:
        if board.lines:
            boards_by_section[board.section].append(board)
    fields = {}
    for name, boards in boards_by_section.items():
        members: set[ContestantKey] = set()
        if field.credits:
            for board in boards:
                for line in board.lines:
                    members.update(get_line_contestants(field, line))
        section_credits = tuple(
            credit for credit in field.credits if (credit.direction, credit.contestant) in members
        )
        # Percentages of all sections need the same base: the largest carry-over of the whole field.
        fields[name] = replace(
            field,
            boards=tuple(boards),
            credits=section_credits,
            carry_over_limit=field.max_carry_over,
        )
    return fields


def with_compare_option(compute: ComputeRanking, *, is_percent: bool) -> ComputeRanking:
    """Return *compute* with the option ``COMPARE``.

    *is_percent* says whether the method ranks by percentage.
    """

    def compute_either(field: Field, options: Mapping[str, str]) -> Ranking:
        if options["compare"] == "field":
            return compute(field, options)
        return compute_sections(field, options)

    def compute_sections(field: Field, options: Mapping[str, str]) -> Ranking:
        fields = make_field_by_section(field)
        if len(fields) < 2:
            return compute(field, options)
        rankings = {name: compute(section_field, options) for name, section_field in fields.items()}
        boards = _collect_boards_in_order(divide_by_section(field).boards, rankings)
        all_figures: list[FinalFigures] = []
        notes: list[str] = []
        for name, ranking in rankings.items():
            all_figures += [
                _make_final_figures(standing, is_percent) for standing in ranking.standings
            ]
            notes += [f"Section {name}: {note}" for note in ranking.notes]
        # Without the option, ties share the place.
        tie_rule = options.get("ties", "split")
        standings = make_standings(break_ties(field, boards, all_figures, tie_rule))
        first_ranking = next(iter(rankings.values()))
        return Ranking(first_ranking.method, boards, standings, tuple(notes))

    return compute_either


def _collect_boards_in_order(
    boards: Iterable[Board], rankings: Mapping[str, Ranking]
) -> tuple[ScoredBoard, ...]:
    """Return the scored boards of all sections in the order of *boards*."""
    # Each section has its boards in the same order as the field.
    boards_of_section = {name: iter(ranking.boards) for name, ranking in rankings.items()}
    boards_in_order = []
    for board in boards:
        scored_board = next(boards_of_section[board.section])
        boards_in_order.append(replace(scored_board, section=board.section))
    return tuple(boards_in_order)


def _make_final_figures(standing: Standing, is_percent: bool) -> FinalFigures:
    merit: Points
    if not is_percent:
        merit = standing.total
    elif standing.percent is None:
        merit = UNRANKED_MERIT
    else:
        merit = standing.percent
    return FinalFigures(
        contestant=standing.contestant,
        direction=standing.direction,
        total=standing.total,
        percent=standing.percent,
        board_count=standing.board_count,
        merit=merit,
    )


def make_standings_by_section(ranking: Ranking) -> dict[str, tuple[Standing, ...]]:
    """Return the places within each section of *ranking*, empty if lines name no sections.

    Totals and percentages are taken from the whole ranking.
    """
    members: dict[str, set[ContestantKey]] = {}
    # With two winners every place belongs to a direction.
    has_two_winners = any(standing.direction for standing in ranking.standings)
    for board in ranking.boards:
        for scored in board.lines:
            line = scored.line
            if line.section:
                keys = get_line_keys(line, has_two_winners=has_two_winners)
                members.setdefault(line.section, set()).update(keys)
    return {
        name: rank_members(ranking.standings, section_keys)
        for name, section_keys in members.items()
    }


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The standings after several sessions."""

    standings: tuple[Standing, ...]
    incomplete_contestants: tuple[ContestantKey, ...]  # those who missed a session
    # One for each session, None for a missed one.
    session_standings_by_contestant: dict[ContestantKey, tuple[Standing | None, ...]]


def combine_sessions(
    sessions: Sequence[Iterable[Standing]],
    *,
    ranks_by_percent: bool,
    ranks_directions_apart: bool,
    final_by_contestant: Mapping[int, int] | None = None,
) -> EventStandings:
    """Return the places after *sessions*, each given by its standings.

    A contestant has the same number in all sessions. With *ranks_by_percent*, contestants are ranked by
    the mean of their percentages, otherwise by the sum of their totals. With *ranks_directions_apart*, N-S and E-W
    are ranked separately, as in each session.

    A contestant who missed a session keeps the mean or sum of the others and is ranked below those
    who missed fewer; among equals, those who played later are above. *final_by_contestant* are the numbers of
    the finals in the last session by contestant, from 0: the first final is ranked above the next,
    and contestants in no final are below them all.

    >>> first = [Standing(n, None, Fraction(n), Fraction(60 + n), 1, False, 8) for n in (1, 2)]
    >>> second = [Standing(1, None, Fraction(90), Fraction(45), 2, False, 16)]
    >>> after = combine_sessions([first, second], ranks_by_percent=True, ranks_directions_apart=False)
    >>> [(seen.contestant, str(seen.percent), seen.rank_text, seen.board_count) for seen in after.standings]
    [(1, '53', '1', 24), (2, '62', '2', 8)]
    """
    parts_by_key: dict[ContestantKey, list[Standing | None]] = defaultdict(
        lambda: [None] * len(sessions)
    )
    for session_index, standings in enumerate(sessions):
        for standing in standings:
            if not ranks_by_percent or standing.percent is not None:
                direction = standing.direction if ranks_directions_apart else None
                parts_by_key[direction, standing.contestant][session_index] = standing
    tiers: dict[_Tier, list[FinalFigures]] = defaultdict(list)
    incomplete_contestants = []
    number_without_final = (
        max(final_by_contestant.values(), default=0) + 1 if final_by_contestant else 0
    )
    for key, parts in parts_by_key.items():
        direction, contestant = key
        played_sessions = [part for part in parts if part is not None]
        missed_count = len(sessions) - len(played_sessions)
        if missed_count:
            incomplete_contestants.append(key)
        tier = _Tier(
            direction_rank=_DIRECTION_RANKS[direction],
            final_no=final_by_contestant.get(contestant, number_without_final)
            if final_by_contestant
            else 0,
            missed_sessions=missed_count,
            sessions_since_last=_count_sessions_since_last(parts),
        )
        tiers[tier].append(_make_combined_figures(key, played_sessions, ranks_by_percent))
    incomplete_contestants.sort(key=lambda key: (key[0] == "EW", key[1]))
    return EventStandings(
        standings=_rank_tiers(tiers),
        incomplete_contestants=tuple(incomplete_contestants),
        session_standings_by_contestant={key: tuple(parts) for key, parts in parts_by_key.items()},
    )


class _Tier(NamedTuple):
    """Contestants who are ranked among each other, above the next tier."""

    direction_rank: int
    final_no: int
    missed_sessions: int
    sessions_since_last: int


def _count_sessions_since_last(parts: Sequence[Standing | None]) -> int:
    """Return the number of sessions after the last one that a contestant played."""
    return next(since for since, part in enumerate(reversed(parts)) if part is not None)


def _make_combined_figures(
    key: ContestantKey, parts: Sequence[Standing], ranks_by_percent: bool
) -> FinalFigures:
    """Return the figures of all *parts* that a contestant played together."""
    direction, contestant = key
    total = sum((part.total for part in parts), Fraction(0))
    percent = None
    if ranks_by_percent:
        percents = [part.percent for part in parts if part.percent is not None]
        percent = sum(percents, Fraction(0)) / len(parts)
    return FinalFigures(
        contestant=contestant,
        direction=direction,
        total=total,
        percent=percent,
        board_count=sum(part.board_count for part in parts),
        merit=total if percent is None else percent,
    )


def _rank_tiers(tiers: Mapping[_Tier, Iterable[FinalFigures]]) -> tuple[Standing, ...]:
    """Return the places of all *tiers*, each below earlier tiers of the same direction."""
    standings: list[Standing] = []
    counts_above: Counter[int] = Counter()
    for tier in sorted(tiers):
        tier_standings = make_standings(tiers[tier])
        count_above = counts_above[tier.direction_rank]
        standings += [
            standing._replace(rank=standing.rank + count_above) for standing in tier_standings
        ]
        counts_above[tier.direction_rank] += len(tier_standings)
    return tuple(standings)


def are_sections_finals(section_moves: Iterable[tuple[int, int, int]]) -> bool:
    """Return whether the sections of a session are finals: each section was ahead of the next.

    *section_moves* has for each contestant the number of its section, from 0, the number of its former
    section, and its former place. Finalists may have been chosen across the field or within each
    former section, so both orders are tried. If all contestants stayed with those of their former
    section, the sections just go on.

    >>> (
    ...     are_sections_finals([(0, 0, 1), (0, 1, 2), (1, 0, 3), (1, 1, 4)]),
    ...     are_sections_finals([(0, 0, 1), (0, 0, 2), (1, 1, 3)]),
    ... )
    (True, False)
    >>> are_sections_finals([(0, 0, 4), (0, 1, 2), (1, 0, 3), (1, 1, 1)])
    False
    """
    moves = [_SectionMove(*move) for move in section_moves]
    couples = [
        (upper, lower)
        for upper, lower in permutations(moves, 2)
        if upper.section_no < lower.section_no
    ]
    separated_couples = [
        (upper, lower)
        for upper, lower in couples
        if upper.previous_section_no == lower.previous_section_no
    ]
    if not separated_couples:
        return False
    return _are_in_order(couples) or _are_in_order(separated_couples)


class _SectionMove(NamedTuple):
    """The section of a contestant, with the section and place before."""

    section_no: int
    previous_section_no: int
    previous_rank: int


def _are_in_order(couples: Sequence[tuple[_SectionMove, _SectionMove]]) -> bool:
    in_order = sum(upper.previous_rank <= lower.previous_rank for upper, lower in couples)
    return in_order >= MIN_SHARE_IN_ORDER * len(couples)


def combine_stages(
    previous_standings: Iterable[Standing], last_standings: Sequence[Standing]
) -> tuple[Standing, ...]:
    """Return the standings of the *last_standings* stage, then all others in the order of *previous_standings*.

    >>> def seen(number: int, make_standings: int) -> Standing:
    ...     return Standing(number, None, Fraction(40 - make_standings), None, make_standings, False, 8)
    >>> standings = combine_stages([seen(1, 1), seen(2, 2), seen(3, 3), seen(4, 4)], [seen(3, 1), seen(1, 2)])
    >>> [(each.contestant, each.rank_text) for each in standings]
    [(3, '1'), (1, '2'), (2, '3'), (4, '4')]
    """
    finalists = {standing.contestant for standing in last_standings}
    unfinished_standings = [
        standing for standing in previous_standings if standing.contestant not in finalists
    ]
    keys = [(standing.direction, standing.contestant) for standing in unfinished_standings]
    finalist_counts: Counter[str | None] = Counter()
    for standing in last_standings:
        finalist_counts[standing.direction] += 1
    lower_standings = [
        standing._replace(rank=standing.rank + finalist_counts[standing.direction])
        for standing in rank_members(unfinished_standings, keys)
    ]
    return (*last_standings, *lower_standings)
