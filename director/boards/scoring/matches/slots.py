"""Boards of the field by round and half, where rounds or halves are separate matches.

If every round is a match of its own, a board played in two rounds must be compared within each.
Half matches of three teams split a board once more. A :class:`Slot` names such a board. The same
question, which lines make a match, is answered for the matches that ``scoring`` waits for.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LineEntry
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.rounds import get_withdrawals, is_round_robin, list_cancelled_matches
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.scoring.penalties import PairPenalty
from director.models import Match, MatchVersion
from director.models.ruling import Unit
from scoring.bridge.rulings import Credit, LineState
from scoring.model import DueMatch, MatchResult

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


class Slot(NamedTuple):
    """A board of the field. Several slots of a board differ in the round or in the half match."""

    board_no: int
    round_no: int | None = None
    is_half: bool = False


_MatchKey: TypeAlias = tuple[int | None, int, int]
"""Round, None if it doesn't matter, and both teams' numbers, the lower first."""
PlayedLines: TypeAlias = dict[Slot, list[SectionLine]]
"""The lines of every board in the field."""


def _make_slot_function(
    scoring_field: ScoringField, lines: SectionLines
) -> Callable[[SectionLine], Slot] | None:
    """Return the function from a line to its slot, or None if the board number is enough.

    Lines off schedule have the round in which their section plays the board. Pairs of two sections
    that play a board in different rounds are compared all the same.
    """
    if not lines.is_by_round:
        return None
    halves = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines.all if line.is_half}
    due_lines = [line for line in lines.all if line.round_no and not line.is_off_schedule]
    section_rounds = {
        (line.board_no, scoring_field.letter(line.ns)): line.round_no for line in due_lines
    }
    # In a match of three over two rounds, the two tables of a board are in different rounds. The
    # board is of the later, which overwrites the earlier here.
    match_rounds = {
        (line.board_no, frozenset((line.ns, line.ew))): line.round_no for line in due_lines
    }
    boards = {line.board_no for line in due_lines}
    boards_in_rounds = {(line.board_no, line.round_no) for line in due_lines}
    has_repeats = len(boards_in_rounds) > len(boards)
    if has_repeats and not CONTESTS[scoring_field.event.contest].has_halves:
        return None

    def slot(line: SectionLine) -> Slot:
        sides = frozenset((line.ns, line.ew))
        round_no = match_rounds.get((line.board_no, sides))
        if not round_no:
            section_key = (line.board_no, scoring_field.letter(line.ns))
            round_no = section_rounds.get(section_key, line.round_no)
        return Slot(line.board_no, round_no, (round_no, sides) in halves)

    return slot


def collect_played_lines(
    scoring_field: ScoringField, lines: SectionLines, entered: dict[Key, LineEntry]
) -> PlayedLines:
    """Return the lines of each board that can be compared.

    Boards and pairs without any result yet are left out of the field, even if their boards are
    marked as not played or to be played later. So are the boards of void matches.
    """
    void_keys: set[Key] = set()
    if lines.has_void_matches:
        void_keys = {line[:3] for line in lines.all if line.is_void}
    # Many lines share an entry, so the state is looked up once per entry object.
    entries = {id(entry): entry for entry in entered.values()}
    ids_without_result = {entry_id for entry_id, entry in entries.items() if not is_compared(entry)}
    pairs: set[int] = set()
    boards: set[int] = set()
    for key, entry in entered.items():
        if id(entry) not in ids_without_result and key not in void_keys:
            board_no, ns, ew = key
            pairs.update((ns, ew))
            boards.add(board_no)
    slot_of = _make_slot_function(scoring_field, lines)
    played: PlayedLines = {}
    for board_no in lines.boards:
        if board_no not in boards:
            continue
        compared = [
            line
            for line in lines.get_board_lines(board_no)
            if line.ns in pairs and line.ew in pairs and line[:3] in entered and not line.is_void
        ]
        if slot_of is None:
            if compared:
                played[Slot(board_no)] = compared
        else:
            for line in compared:
                played.setdefault(slot_of(line), []).append(line)
    return played


def replace_played_lines(played: PlayedLines, changed: Collection[SectionLine]) -> PlayedLines:
    """Return *played* with the *changed* lines, which had results before and have others now."""
    lines_by_key = {line[:3]: line for line in changed}
    boards = {line.board_no for line in changed}
    return {
        slot: [lines_by_key.get(line[:3], line) for line in lines]
        if slot.board_no in boards
        else lines
        for slot, lines in played.items()
    }


def is_compared(entry: LineEntry) -> bool:
    """Return whether *entry* is a result, so that its board and its pairs are in the field."""
    return entry.state not in _WITHOUT_RESULT


def list_due_matches(
    scoring_field: ScoringField, lines: SectionLines, penalties: Collection[PairPenalty] = ()
) -> tuple[DueMatch, ...]:
    """Return every match that *lines* contain, with the field's numbers.

    A match that isn't played because a team has withdrawn is never over. A reported result counts
    as long as boards of its match are missing. The *penalties* of a match are its credits.
    """
    if not CONTESTS[scoring_field.event.contest].has_matches(scoring_field.scoring_record.scoring):
        return ()
    slot_of = _make_slot_function(scoring_field, lines)
    lines_by_match: defaultdict[_MatchKey, list[SectionLine]] = defaultdict(list)
    # A large contest has a line for each board of a match, so each number is asked once.
    get_number = cache(scoring_field.number)
    for line in lines.all:
        # A board between team-mates is not part of a match, and a void match is none.
        if line.ns == line.ew or line.is_void:
            continue
        ns, ew = get_number(line.ns), get_number(line.ew)
        round_no = slot_of(line).round_no if slot_of else None
        lines_by_match[round_no, min(ns, ew), max(ns, ew)].append(line)
    # Matches of teams that withdrew have no lines, or not all of them.
    unplayed: dict[_MatchKey, int] = {}
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in list_cancelled_matches(plan):
            low, high = sorted(scoring_field.number(base + team) for team in teams)
            unplayed[round_no, low, high] = plan.boards_per_set
    reported: dict[_MatchKey, MatchResult] = {}
    if any(line.is_reported for line in lines.all):
        reported = _collect_reported_results(scoring_field, lines)
    credits = _collect_match_credits(scoring_field, lines, penalties)
    matches = []
    for key, boards in unplayed.items():
        matches.append(DueMatch(*key, boards, False))
    for key, match_lines in lines_by_match.items():
        if key not in unplayed:
            match = _make_due_match(key, match_lines, reported)
            round_no, *teams = key
            match_credits = credits.get((round_no or 0, *teams), ())
            matches.append(replace(match, credits=tuple(match_credits)))
    return tuple(matches)


def _collect_match_credits(
    scoring_field: ScoringField, lines: SectionLines, penalties: Iterable[PairPenalty]
) -> dict[tuple[int, ...], list[Credit]]:
    """Return the awards and penalties on matches, by round and the numbers of both teams."""
    credits: dict[tuple[int, ...], list[Credit]] = defaultdict(list)
    for penalty in penalties:
        if penalty.match is None:
            continue
        round_no, *teams = penalty.match
        low, high = sorted(map(scoring_field.number, teams))
        number = scoring_field.number(penalty.pair_no)
        credit = penalty.make_credit(number)
        key = (round_no, low, high)
        credits[key].append(credit)
        # In a knock-out only the difference decides, and both teams have it as a margin.
        if lines.is_knockout and penalty.unit == Unit.IMPS:
            opponent = high if number == low else low
            counterpart = replace(
                credit, contestant=opponent, amount=-credit.amount, is_noted=False
            )
            credits[key].append(counterpart)
    return credits


def _make_due_match(
    key: _MatchKey, lines: Collection[SectionLine], reported: Mapping[_MatchKey, MatchResult]
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
            result = reported.get((round_no or 0, low, high))
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
    results: dict[_MatchKey, MatchResult] = {}
    for (round_no, home, away), match in lines.stored_matches.items():
        result = get_reported_result(match)
        if result:
            results[round_no, scoring_field.number(home), scoring_field.number(away)] = result
    return results


def list_withdrawn_teams(scoring_field: ScoringField, lines: SectionLines) -> tuple[int, ...]:
    """Return the teams that withdrew from a round robin, in the order of their withdrawal."""
    withdrawals = []
    for base, plan in lines.plans:
        if is_round_robin(plan):
            for team, round_no in get_withdrawals(plan).items():
                if lines.last_round is None or round_no <= lines.last_round:
                    withdrawals.append((round_no, scoring_field.number(base + team)))
    return tuple(team for _round_no, team in sorted(withdrawals))
