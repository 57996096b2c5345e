"""Boards of the field by round and half, where rounds or halves are separate matches."""

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entry import LineEntry
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.rounds import is_round_robin, unplayed_matches, withdrawn
from director.boards.movement.scoring_field import Key, ScoringField
from scoring import DueMatch, LineState

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


class Slot(NamedTuple):
    """A board of the field. Rounds and half matches can make several of one number."""

    board_no: int
    round_no: int | None = None
    is_half: bool = False


Played: TypeAlias = dict[Slot, list[SectionLine]]
"""The lines of every board in the field."""


def _slots(
    scoring_field: ScoringField, lines: SectionLines
) -> Callable[[SectionLine], Slot] | None:
    """Return the function that tells a line's slot, or None if the board number is enough.

    Where every round is a match of its own a board is told by its round.  Lines that the movement
    did not make due are of the round in which their section plays the board; pairs of two sections
    that play it in different rounds are compared all the same.
    """
    if not lines.is_by_round:
        return None
    halves = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines.all if line.is_half}
    due = [line for line in lines.all if line.round_no and not line.is_off_schedule]
    own = {(line.board_no, scoring_field.letter(line.ns)): line.round_no for line in due}
    # Three who play each other over two rounds have the two tables of a board in different ones: it
    # is of the later.
    theirs = {(line.board_no, frozenset((line.ns, line.ew))): line.round_no for line in due}
    is_apart = len({(line.board_no, line.round_no) for line in due}) > len(
        {line.board_no for line in due}
    )
    if is_apart and not CONTESTS[scoring_field.event.contest].has_halves:
        return None

    def slot(line: SectionLine) -> Slot:
        both = frozenset((line.ns, line.ew))
        round_no = theirs.get((line.board_no, both)) or own.get(
            (line.board_no, scoring_field.letter(line.ns)), line.round_no
        )
        return Slot(line.board_no, round_no, (round_no, both) in halves)

    return slot


def played_lines(
    scoring_field: ScoringField, lines: SectionLines, entered: dict[Key, LineEntry]
) -> Played:
    """Return the lines of each board that can be compared.

    A board, or a pair, with nothing but boards not played or still to be played has no place in the
    field yet.
    """
    different = {id(entry): entry for entry in entered.values()}
    idle = {at for at, entry in different.items() if entry.state in _WITHOUT_RESULT}
    if idle:
        with_result = [key for key, entry in entered.items() if id(entry) not in idle]
    else:
        with_result = list(entered)
    pairs: set[int] = set()
    for _board_no, ns, ew in with_result:
        pairs.update((ns, ew))
    boards = {board_no for board_no, _ns, _ew in with_result}
    slot_of = _slots(scoring_field, lines)
    played: Played = {}
    for board_no in lines.boards:
        if board_no in boards:
            on_board = lines.on_board(board_no)
            compared = [
                line
                for line in on_board
                if line.ns in pairs and line.ew in pairs and line[:3] in entered
            ]
            if slot_of is None and compared:
                played[Slot(board_no)] = compared
            elif slot_of is not None:
                for line in compared:
                    played.setdefault(slot_of(line), []).append(line)
    return played


def due_matches(scoring_field: ScoringField, lines: SectionLines) -> tuple[DueMatch, ...]:
    """Return every match that *lines* contain, with the field's numbers.

    One that is not played, as a team has withdrawn, is never over.
    """
    if not CONTESTS[scoring_field.event.contest].has_matches(scoring_field.event.scoring):
        return ()
    slot_of = _slots(scoring_field, lines)
    boards: defaultdict[tuple[int | None, int, int], set[int]] = defaultdict(set)
    missing = set()
    for line in lines.all:
        if line.ns == line.ew:  # a board between team-mates is not part of a match
            continue
        both = scoring_field.number(line.ns), scoring_field.number(line.ew)
        key = slot_of(line).round_no if slot_of else None, min(both), max(both)
        boards[key].add(line.board_no)
        if not line.is_in:
            missing.add(key)
    whole: dict[tuple[int | None, int, int], int] = {}
    for base, plan in lines.plans:
        for round_no, _table_no, *teams in unplayed_matches(plan):
            low, high = sorted(scoring_field.number(base + team) for team in teams)
            whole[round_no, low, high] = plan.boards_per_set
    return tuple(
        DueMatch(*key, whole.get(key, len(boards[key])), key not in missing and key not in whole)
        for key in {**boards, **whole}
    )


def teams_withdrawn(scoring_field: ScoringField, lines: SectionLines) -> tuple[int, ...]:
    """Return the teams that left a round robin, the first to leave first."""
    left = [
        (round_no, scoring_field.number(base + team))
        for base, plan in lines.plans
        if is_round_robin(plan)
        for team, round_no in withdrawn(plan).items()
    ]
    return tuple(
        team for round_no, team in sorted(left) if lines.until is None or round_no <= lines.until
    )
