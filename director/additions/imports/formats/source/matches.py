"""Make the matches of a section from what a file says of them: figures, rounds and boards.

Readers collect a ``MatchInFile`` for each match. Programs write its result as IMPs of each side, as the
margin, as victory points, or in several ways. This module decides which is which, and completes rounds
and boards of matches whose boards aren't in the file.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from director.additions.imports.formats.source.model import (
    NO_FIGURES,
    MatchFigures,
    SourceBoard,
    SourceMatch,
)
from director.formats.deals import MAX_BOARD_NO

IMPS, POINTS_OF_BOARDS, SCORES = "imp", "mp", "vp"
"""Units of a match: those of its boards, and what counts in the standings."""


@dataclass(frozen=True, slots=True)
class MatchInFile:
    """A match as a file has it. *result* may be points of boards or victory points.

    - *scores* are figures that the file calls victory points.
    - *board_count* counts the boards if the file doesn't name them.
    - *is_reported*: its result counts, even if the file has some of its boards.
    """

    round_no: int
    first_no: int
    second_no: int
    boards: tuple[int, ...] = ()
    result: MatchFigures = NO_FIGURES
    scores: MatchFigures = NO_FIGURES
    board_count: int = 0
    is_reported: bool = False

    @property
    def has_figures(self) -> bool:
        """Whether the file has the match's result, such as victory points."""
        return (self.result, self.scores) != (NO_FIGURES, NO_FIGURES)


def make_source_matches(
    matches: Sequence[MatchInFile],
    boards: Iterable[SourceBoard],
    *,
    has_scale: bool,
    unit: str = IMPS,
) -> tuple[SourceMatch, ...]:
    """Return the *matches* of a section with its *boards*, in the order of the file.

    Matches that were neither played nor have any figure are left out.

    *has_scale*: the file says that victory points count. *unit* is that of the points of boards, or
    ``SCORES`` if only what counts has a unit here.
    """
    meetings_by_board: dict[int, set[frozenset[int]]] = defaultdict(set)
    for board in boards:
        meetings_by_board[board.board_no] = {
            frozenset((line.ns_no, line.ew_no)) for line in board.lines
        }
    results = [match.result for match in matches]
    is_result_score = unit == SCORES or (has_scale and unit == IMPS and _have_one_sum(results))
    source_matches = []
    board_counts = []
    for match in matches:
        meeting = frozenset((match.first_no, match.second_no))
        board_numbers = match.boards or tuple(
            number for number, meetings in meetings_by_board.items() if meeting in meetings
        )
        is_played = not match.is_reported and any(
            meeting in meetings_by_board[number] for number in board_numbers
        )
        points, scores = match.result, match.scores
        # The only figure of a match with boards may mean either, which scoring the boards will show.
        if scores == NO_FIGURES and (is_played or is_result_score):
            points, scores = NO_FIGURES, match.result
        source_match = SourceMatch(
            match.round_no,
            match.first_no,
            match.second_no,
            board_numbers,
            points,
            scores,
            unit=unit,
            is_played=is_played,
        )
        if is_played or source_match.has_figures:
            source_matches.append(source_match)
            board_counts.append(match.board_count)
    return _complete_matches(source_matches, board_counts)


def _have_one_sum(results: Iterable[MatchFigures]) -> bool:
    """Return whether the two figures of every result make the same sum, as victory points do.

    >>> from decimal import Decimal
    >>> _have_one_sum([(Decimal(12), Decimal(8)), (Decimal(20), Decimal(0)), (None, None)])
    True
    >>> _have_one_sum([(Decimal(14), Decimal(0)), (Decimal(12), Decimal(0))])
    False
    """
    sums = set()
    for first, second in results:
        if first is not None and second is not None:
            sums.add(first + second)
            if min(first, second) < 0:
                return False
    return len(sums) == 1 and 0 not in sums


def _complete_matches(
    matches: Sequence[SourceMatch], board_counts: Sequence[int]
) -> tuple[SourceMatch, ...]:
    """Return *matches* with rounds and boards for those that aren't played, as far as needed."""
    if all(match.is_played for match in matches):
        return tuple(matches)
    if not all(match.round_no for match in matches):
        matches = _with_rounds(matches)
    if all(match.boards for match in matches) and not _has_repeated_boards(matches):
        return tuple(matches)
    counts = []
    for match, count in zip(matches, board_counts, strict=True):
        counts.append(count or len(match.boards))
    return tuple(_iter_matches_with_boards(matches, counts))


def _has_repeated_boards(matches: Iterable[SourceMatch]) -> bool:
    """Return whether a side plays a board in two matches, as where each round begins with board 1.

    A movement can't have that. For matches without boards their numbers don't matter.
    """
    seen_boards: set[tuple[int, int]] = set()
    for match in matches:
        for side in (match.first_no, match.second_no):
            boards = {(side, board_no) for board_no in match.boards}
            if boards & seen_boards:
                return True
            seen_boards |= boards
    return False


def _iter_matches_with_boards(
    matches: Sequence[SourceMatch], counts: Sequence[int]
) -> Iterator[SourceMatch]:
    """Yield *matches*, those that aren't played with boards of their own round.

    *counts* are their numbers of boards, 0 if unknown. A movement has the same boards at all tables
    of a round, so a shorter match has those of the longest.
    """
    longest = max(*counts, 1)
    counts_by_round: dict[int, int] = {}
    for match, count in zip(matches, counts, strict=True):
        counts_by_round[match.round_no] = max(counts_by_round.get(match.round_no, 0), count)
    played_boards = [board_no for match in matches if match.is_played for board_no in match.boards]
    rounds = sorted({match.round_no for match in matches if not match.is_played})
    for match in matches:
        if match.is_played:
            yield match
            continue
        count = counts_by_round[match.round_no]
        first_board = max(played_boards, default=0) + rounds.index(match.round_no) * longest + 1
        boards = tuple(range(first_board, first_board + (count or longest)))
        if boards[-1] > MAX_BOARD_NO:
            boards = match.boards or tuple(range(1, 1 + (count or longest)))
        yield replace(match, boards=boards)


def _with_rounds(matches: Iterable[SourceMatch]) -> list[SourceMatch]:
    """Return *matches* with each in the first round in which neither side has one yet."""
    sides_by_round: dict[int, set[int]] = defaultdict(set)
    numbered_matches = []
    for match in matches:
        sides = {match.first_no, match.second_no}
        round_no = 1
        while sides & sides_by_round[round_no]:
            round_no += 1
        sides_by_round[round_no] |= sides
        numbered_matches.append(replace(match, round_no=round_no))
    return numbered_matches


def iter_match_rounds(
    matches: Iterable[SourceMatch],
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield the round, both sides and the boards of each match."""
    for match in matches:
        low, high = sorted((match.first_no, match.second_no))
        yield match.round_no, low, high, match.boards
