"""The matches that a field waits for, with their results without boards, and teams that withdrew."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.rounds import (
    get_withdrawals_by_contestant,
    list_cancelled_matches,
)
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import PairPenalty
from director.boards.scoring.scored import make_slot_function
from director.models import Match, MatchVersion
from director.models.ruling import Unit
from scoring.bridge.rulings import Credit
from scoring.model import DueMatch, MatchResult

_MatchKey: TypeAlias = tuple[int | None, int, int]
"""Round, None if it doesn't matter, and both teams' numbers, the lower first."""


def list_due_matches(
    scoring_field: ScoringField, lines: SectionLines, penalties: Collection[PairPenalty] = ()
) -> tuple[DueMatch, ...]:
    """Return every match that *lines* contain, with the field's numbers.

    A match that isn't played because a team has withdrawn is never over. A reported result counts
    as long as boards of its match are missing. The *penalties* of a match are its credits.
    """
    get_slot = make_slot_function(scoring_field, lines)
    lines_by_match: defaultdict[_MatchKey, list[SectionLine]] = defaultdict(list)
    # A large contest has a line for each board of a match, so each number is asked once.
    get_number = cache(scoring_field.get_scoring_number)
    for line in lines.all:
        # A board between team-mates is not part of a match, and a void match is none.
        if line.ns == line.ew or line.is_void:
            continue
        ns, ew = get_number(line.ns), get_number(line.ew)
        round_no = get_slot(line).round_no if get_slot else None
        lines_by_match[round_no, min(ns, ew), max(ns, ew)].append(line)
    # Matches of teams that withdrew have no lines, or not all of them.
    board_counts_by_unplayed_match: dict[_MatchKey, int] = {}
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in list_cancelled_matches(plan):
            low, high = sorted(scoring_field.get_scoring_number(base + team) for team in teams)
            board_counts_by_unplayed_match[round_no, low, high] = plan.boards_per_set
    reported_results_by_key: dict[_MatchKey, MatchResult] = {}
    if any(line.is_reported for line in lines.all):
        reported_results_by_key = _collect_reported_results(scoring_field, lines)
    credits_by_match = _collect_match_credits(scoring_field, lines, penalties)
    matches = []
    for key, board_count in board_counts_by_unplayed_match.items():
        matches.append(DueMatch(*key, board_count, False))
    for key, match_lines in lines_by_match.items():
        if key not in board_counts_by_unplayed_match:
            match = _make_due_match(key, match_lines, reported_results_by_key)
            round_no, *teams = key
            match_credits = credits_by_match.get((round_no or 0, *teams), ())
            matches.append(replace(match, credits=tuple(match_credits)))
    return tuple(matches)


def _collect_match_credits(
    scoring_field: ScoringField, lines: SectionLines, penalties: Iterable[PairPenalty]
) -> dict[tuple[int, ...], list[Credit]]:
    """Return the awards and penalties on matches, by round and the numbers of both teams."""
    credits_by_match: dict[tuple[int, ...], list[Credit]] = defaultdict(list)
    for penalty in penalties:
        if penalty.match is None:
            continue
        round_no, *teams = penalty.match
        low, high = sorted(map(scoring_field.get_scoring_number, teams))
        number = scoring_field.get_scoring_number(penalty.pair_no)
        credit = penalty.make_credit(number)
        key = (round_no, low, high)
        credits_by_match[key].append(credit)
        # In a knock-out only the difference decides, and both teams have it as a margin.
        if lines.is_knockout and penalty.unit == Unit.IMPS:
            opponent = high if number == low else low
            counterpart = replace(
                credit, contestant=opponent, amount=-credit.amount, needs_note=False
            )
            credits_by_match[key].append(counterpart)
    return credits_by_match


def _make_due_match(
    key: _MatchKey,
    lines: Collection[SectionLine],
    reported_results_by_key: Mapping[_MatchKey, MatchResult],
) -> DueMatch:
    """Return the match of *lines*, with its reported result if any of them is missing."""
    round_no, low, high = key
    result = None
    is_over = True
    board_numbers = set()
    for line in lines:
        board_numbers.add(line.board_no)
        is_over = is_over and line.is_entered
        if line.is_reported:
            result = reported_results_by_key.get((round_no or 0, low, high))
    return DueMatch(*key, len(board_numbers), is_over, result)


def get_reported_result(match: Match | MatchVersion) -> MatchResult | None:
    """Return the stored result of a match without its boards, or None."""
    if not match.unit:
        return None
    return MatchResult(match.unit, Fraction(match.home_points), Fraction(match.away_points))


def _collect_reported_results(
    scoring_field: ScoringField, lines: SectionLines
) -> dict[_MatchKey, MatchResult]:
    """Return the results of matches that were reported without boards, with the field's numbers."""
    results_by_key: dict[_MatchKey, MatchResult] = {}
    for (round_no, home, away), match in lines.stored_matches.items():
        result = get_reported_result(match)
        if result:
            results_by_key[
                round_no,
                scoring_field.get_scoring_number(home),
                scoring_field.get_scoring_number(away),
            ] = result
    return results_by_key


def list_withdrawn_teams(scoring_field: ScoringField, lines: SectionLines) -> tuple[int, ...]:
    """Return the teams that withdrew from a round robin, in the order of their withdrawal."""
    withdrawals = []
    for base, plan in lines.plans:
        if get_format(plan).is_round_robin:
            for team, round_no in get_withdrawals_by_contestant(plan).items():
                if lines.last_round is None or round_no <= lines.last_round:
                    withdrawals.append((round_no, scoring_field.get_scoring_number(base + team)))
    return tuple(team for _round_no, team in sorted(withdrawals))
