"""Give a plan its numbers: pairs, tables and sets, so that as many pairs as possible keep their seats.

Pairs that never meet each other can all stay.  They get the lowest numbers, those of their tables; their
opponents of round 1 follow in the order of the tables, and the sets lie in that order too.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

from movements.layout import Meeting
from movements.search.shape import Shape

TRIES = 400
"""Orders in which the pairs that stay are chosen; the largest choice counts."""


def number_plan(meetings: Sequence[Meeting], shape: Shape) -> tuple[tuple[Meeting, ...], int]:
    """Return the numbered meetings by round, then table, and how many pairs stay.

    >>> pair_of_rounds = [Meeting(1, 0, 3, 1, 2), Meeting(1, 0, 4, 2, 1), Meeting(2, 0, 2, 3, 1), Meeting(2, 0, 1, 4, 2)]
    >>> numbered, staying = number_plan(pair_of_rounds, Shape(4, 2))
    >>> [(meeting.table_no, meeting.ns, meeting.ew) for meeting in numbered], staying
    ([(1, 3, 1), (2, 4, 2), (1, 1, 4), (2, 2, 3)], 2)
    """
    staying = _choose_pairs_to_stay(meetings, shape)
    facing = _turn_sets(meetings, staying)
    seated = _number_tables(facing, staying, shape)
    return _renumber_meetings(seated, staying, shape), len(staying)


def _choose_pairs_to_stay(meetings: Sequence[Meeting], shape: Shape) -> list[int]:
    """Return a largest known choice of pairs that never meet each other."""
    met: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in meetings:
        met[meeting.ns].add(meeting.ew)
        met[meeting.ew].add(meeting.ns)
    random = Random(shape.pairs)
    pairs = list(range(1, shape.pairs + 1))
    best: list[int] = []
    for _ in range(TRIES):
        chosen: list[int] = []
        excluded: set[int] = set()
        for pair in pairs:
            if pair not in excluded:
                chosen.append(pair)
                excluded |= met[pair]
        if len(chosen) > len(best):
            best = sorted(chosen)
        random.shuffle(pairs)
    return best


def _turn_sets(meetings: Sequence[Meeting], staying: Sequence[int]) -> list[Meeting]:
    """Exchange N-S and E-W of whole sets, so that those who stay mostly hold N-S cards.

    Turning a whole set changes no comparison.
    """
    surplus: Counter[int] = Counter()
    for meeting in meetings:
        surplus[meeting.board_set] += (meeting.ns in staying) - (meeting.ew in staying)
    facing = []
    for meeting in meetings:
        if surplus[meeting.board_set] < 0:
            facing.append(meeting._replace(ns=meeting.ew, ew=meeting.ns))
        else:
            facing.append(meeting)
    return facing


def _number_tables(
    meetings: Sequence[Meeting], staying: Sequence[int], shape: Shape
) -> list[Meeting]:
    """Number the tables: those of the pairs that stay first, the others so that few pairs move."""
    seated: list[Meeting] = []
    last_table: dict[int, int] = {}
    for round_no in range(1, shape.rounds + 1):
        free = list(range(len(staying) + 1, shape.size // 2 + 1))
        others: list[Meeting] = []
        table_of: dict[int, Meeting] = {}
        for meeting in meetings:
            if meeting.round_no == round_no:
                stays = [pair for pair in (meeting.ns, meeting.ew) if pair in staying]
                if stays:
                    table_of[staying.index(stays[0]) + 1] = meeting
                else:
                    others.append(meeting)
        # The table of an absent pair is the last at first.
        others.sort(key=lambda meeting: shape.absent in (meeting.ns, meeting.ew))
        for meeting in others:
            old_tables = [last_table.get(pair) for pair in (meeting.ns, meeting.ew)]
            table_no = next((table for table in old_tables if table in free), None) or free[0]
            free.remove(table_no)
            table_of[table_no] = meeting
        for table_no, meeting in sorted(table_of.items()):
            seated.append(meeting._replace(table_no=table_no))
            last_table[meeting.ns] = last_table[meeting.ew] = table_no
    return seated


def _renumber_meetings(
    seated: Sequence[Meeting], staying: Sequence[int], shape: Shape
) -> tuple[Meeting, ...]:
    """Return the meetings with new numbers of pairs and sets, as they sit in round 1."""
    tables = shape.size // 2
    numbers: dict[int, int] = {}
    sets: dict[int, int] = {}
    for meeting in seated:
        sets.setdefault(meeting.board_set, len(sets) + 1)
        if meeting.round_no == 1:
            low, high = meeting.ns, meeting.ew
            if high in staying or low == shape.absent:
                low, high = high, low
            numbers[low] = meeting.table_no
            numbers[high] = tables + meeting.table_no
    if shape.absent:
        _give_absent_the_highest(numbers, shape.absent)
    renumbered = []
    for meeting in seated:
        ns, ew = numbers[meeting.ns], numbers[meeting.ew]
        renumbered.append(meeting._replace(ns=ns, ew=ew, board_set=sets[meeting.board_set]))
    return tuple(renumbered)


def _give_absent_the_highest(numbers: dict[int, int], absent: int) -> None:
    holder = next(pair for pair, number in numbers.items() if number == absent)
    numbers[holder], numbers[absent] = numbers[absent], absent


def format_tables(meetings: Sequence[Meeting]) -> str:
    """Return numbered meetings as the last column of ``data/fairest.csv``.

    >>> format_tables([Meeting(1, 1, 1, 3, 1), Meeting(1, 2, 2, 4, 2), Meeting(2, 1, 1, 4, 2)])
    '1-3/1 2-4/2|1-4/2'
    """
    rounds: defaultdict[int, list[str]] = defaultdict(list)
    for meeting in meetings:
        rounds[meeting.round_no].append(f"{meeting.ns}-{meeting.ew}/{meeting.board_set}")
    return "|".join(map(" ".join, rounds.values()))
