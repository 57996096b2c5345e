"""The rounds of a contest that are drawn so far, as a plan that grows by one round after another.

Responsible for tables, boards and sit-outs of drawn rounds; who meets whom comes from the draw, or
from the director.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from movements.layout import board_numbers, mark_copies
from movements.model import KNOCK_OUT, Movement, Options, SitOut, TableRound
from movements.swiss.systems import find_swiss_system
from movements.swiss.triangles import HALVES

TEAM, PAIR = "team", "pair"
_BRACKET = (
    "seeded bracket: the top seed meets the lowest, and the top two can meet only in the final"
)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One round: *pairings* of home and away in the order of their tables, and who has a *bye*.

    Three who play each other are the *triangle*: half a match each in this round, or whole matches
    over two, of which this is *part* 1 or 2.  *spare_set* is the set that they have besides the
    boards of their rounds, or half of it.

    >>> DrawnRound(((1, 3), (2, 4)), byes=(5,)).playing
    (1, 2, 3, 4)
    """

    pairings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...] = ()
    triangle: tuple[int, ...] = ()
    spare_set: int = 0
    part: int = 0

    @property
    def playing(self) -> tuple[int, ...]:
        """Who has an opponent, ascending."""
        return tuple(sorted([*(number for two in self.pairings for number in two), *self.triangle]))

    @property
    def meetings(self) -> tuple[tuple[int, int], ...]:
        """Return everybody who meets, the triangle last.

        >>> DrawnRound(((1, 2),), triangle=(3, 5, 4)).meetings
        ((1, 2), (3, 5), (5, 4), (4, 3))
        """
        return *self.pairings, *(
            (self.triangle[at], self.triangle[at - 2]) for at in range(len(self.triangle))
        )

    @property
    def begun(self) -> tuple[tuple[int, int], ...]:
        """Every two whose match begins in this round.

        >>> DrawnRound(((1, 2),), triangle=(3, 5, 4), spare_set=7, part=2).begun
        ((1, 2),)
        """
        if self.part == 2:
            return self.pairings
        return self.meetings


def plan_of_rounds(
    key: str, rounds: Sequence[DrawnRound], *, boards_per_set: int, options: Options = ()
) -> Movement:
    """Return the plan of the drawn *rounds* of a Swiss contest or knock-out.

    *key* is its movement. Each round has its own boards.

    A match of teams has two tables that share one copy of the boards, a match of pairs one table.
    Three teams who play each other have three tables, behind the others, and each of them two rows:
    they have half of the round's boards, its other half, and half of their spare set, and move on
    when a half is played.  Over two rounds they have the sets of both rounds and the spare one, and
    move on after the first.  *options* are kept with the plan.

    >>> plan = plan_of_rounds("swiss-teams", [DrawnRound(((1, 3), (2, 4)), byes=(5,))], boards_per_set=8)
    >>> [(row.table_no, row.ns, row.ew, row.boards[0], row.copy_no) for row in plan.rows]
    [(1, 1, 3, 1, 1), (2, 3, 1, 5, 1), (3, 2, 4, 1, 2), (4, 4, 2, 5, 2)]
    >>> plan.sit_outs, plan.contestants
    ((SitOut(round_no=1, contestant=5, table_no=None, board_set=None, copy_no=1),), 5)
    >>> three = plan_of_rounds("swiss-teams", [DrawnRound((), triangle=(1, 2, 3), spare_set=4)], boards_per_set=2)
    >>> [(row.table_no, row.half, row.ns, row.ew, row.boards) for row in three.rows]  # doctest: +NORMALIZE_WHITESPACE
    [(1, 1, 1, 2, (1,)), (1, 2, 1, 3, (7,)), (2, 1, 2, 3, (2,)),
     (2, 2, 2, 1, (1,)), (3, 1, 3, 1, (7,)), (3, 2, 3, 2, (2,))]

    :raises MovementError: if there is no such contest
    """
    unit = TEAM if key == KNOCK_OUT else find_swiss_system(key).unit
    tables_of_match = 2 if unit == TEAM else 1
    is_turned = dict(options).get("turned") == "even-tables"
    sets = sets_of_rounds(rounds)
    sets_ahead = (
        *sets,
        sets_of_rounds((*rounds, DrawnRound(())))[-1],
    )  # of which a triangle over two rounds has one
    rows = [
        row
        for round_no, (drawn, board_set) in enumerate(zip(rounds, sets, strict=True), start=1)
        for row in (
            *_rows(
                round_no,
                drawn,
                unit,
                board_numbers(board_set, boards_per_set),
                board_set,
                is_turned=is_turned,
            ),
            *_triangle_rows(round_no, drawn, boards_per_set, sets_ahead),
        )
    ]
    everybody = {number for drawn in rounds for number in (*drawn.playing, *drawn.byes)}
    name = "Knock-out" if key == KNOCK_OUT else find_swiss_system(key).name
    source = _BRACKET if key == KNOCK_OUT else find_swiss_system(key).source
    return Movement(
        key=key,
        name=name,
        contest=f"{unit}s",
        source=source,
        options=options,
        contestants=len(everybody),
        winners=1,
        tables=max(tables_of_match * len(drawn.pairings) + len(drawn.triangle) for drawn in rounds),
        rounds=len(rounds),
        boards_per_set=boards_per_set,
        board_sets=max(*(row.board_set for row in rows), *sets, 0),
        rows=mark_copies(sorted(rows, key=lambda row: (row.round_no, row.table_no, row.half))),
        sit_outs=tuple(
            SitOut(at, number) for at, drawn in enumerate(rounds, start=1) for number in drawn.byes
        ),
        copies=max(len(drawn.pairings) + bool(drawn.triangle) for drawn in rounds),
    )


def sets_of_rounds(rounds: Sequence[DrawnRound]) -> tuple[int, ...]:
    """Return the board set of each of *rounds*, in order. Extra sets of triangles are left out.

    >>> sets_of_rounds([DrawnRound((), triangle=(1, 2, 3), spare_set=2), DrawnRound(((1, 2),)), DrawnRound(((1, 3),))])
    (1, 3, 4)
    """
    spare = {drawn.spare_set for drawn in rounds}
    free = (board_set for board_set in count(1) if board_set not in spare)
    return tuple(islice(free, len(rounds)))


def spare_set(rounds: Sequence[DrawnRound], planned: int) -> int:
    """Return the set whose half the next triangle plays: the first that no round uses.

    *planned* is how many rounds are meant, so that no round that is still to come has boards that
    three teams know.

    >>> spare_set([], 5), spare_set([DrawnRound((), triangle=(1, 2, 3), spare_set=6)], 5)
    (6, 7)
    """
    taken = {*sets_of_rounds(rounds), *(drawn.spare_set for drawn in rounds)}
    return next(
        number for number in count(max(planned, len(rounds) + 1) + 1) if number not in taken
    )


def rounds_of_plan(plan: Movement) -> tuple[DrawnRound, ...]:
    """Return the rounds of a plan made by :func:`plan_of_rounds`.

    The home team sits N-S at its first table.

    >>> drawn = (DrawnRound(((1, 3), (4, 2))), DrawnRound(((4, 1),), triangle=(2, 3, 5), spare_set=7))
    >>> rounds_of_plan(plan_of_rounds("swiss-teams", drawn, boards_per_set=8)) == drawn
    True
    """
    return tuple(_drawn_round(plan, round_no) for round_no in range(1, plan.rounds + 1))


def _drawn_round(plan: Movement, round_no: int) -> DrawnRound:
    first = 2 if plan.contest == "teams" else 1
    rows = sorted(
        (row for row in plan.rows if row.round_no == round_no), key=lambda row: row.table_no
    )
    three = [row for row in rows if row.half == 1]
    whole = [row for row in rows if not row.half]
    part = 0
    if (
        first == 2 and len(whole) % 2
    ):  # matches have two tables each, so the last three are of a long triangle
        whole, three = whole[:-3], whole[-3:]
        part = 1 if three[0].ew == three[1].ns else 2
    return DrawnRound(
        tuple((row.ns, row.ew) for row in whole if (row.table_no - 1) % first == 0),
        tuple(sit_out.contestant for sit_out in plan.sit_outs if sit_out.round_no == round_no),
        tuple(row.ns for row in three),
        three[0 if part == 2 else 2].board_set if three else 0,
        part,
    )


def _rows(
    round_no: int,
    drawn: DrawnRound,
    unit: str,
    boards: tuple[int, ...],
    board_set: int,
    *,
    is_turned: bool,
) -> Iterator[TableRound]:
    for match_no, (home, away) in enumerate(drawn.pairings, start=1):
        if unit == PAIR:
            turned = is_turned and round_no % 2 == 1 and match_no % 2 == 0
            yield TableRound(
                round_no,
                match_no,
                home,
                away,
                board_set,
                boards,
                arrow_switched=turned,
                copy_no=match_no,
            )
        else:
            for table_no, (ns, ew) in enumerate(
                ((home, away), (away, home)), start=2 * match_no - 1
            ):
                yield TableRound(round_no, table_no, ns, ew, board_set, boards, copy_no=match_no)


def _triangle_rows(
    round_no: int, drawn: DrawnRound, boards_per_set: int, sets: Sequence[int]
) -> Iterator[TableRound]:
    """Yield the rows of a triangle.

    *sets* are those of its round and later ones: both halves, or one part of two rounds.

    Of an odd number of boards the halves leave out the last.
    """
    if not drawn.triangle:
        return
    own = sets[round_no - 1 - (drawn.part == 2)]
    other = sets[round_no - (drawn.part == 2)]
    boards = {
        number: board_numbers(number, boards_per_set) for number in (own, other, drawn.spare_set)
    }
    half = boards_per_set // 2
    parts = {
        1: (own, boards[own]),
        2: (other, boards[other]),
        3: (drawn.spare_set, boards[drawn.spare_set]),
    }
    if not drawn.part:
        spare = boards[drawn.spare_set][:half]
        parts = {
            1: (own, boards[own][:half]),
            2: (own, boards[own][half : 2 * half]),
            3: (drawn.spare_set, spare),
        }
    first, copy_no = 2 * len(drawn.pairings) + 1, len(drawn.pairings) + 1
    for half_no, places in enumerate(HALVES, start=1):
        for at, guest, part in places if drawn.part in (0, half_no) else ():
            ns, ew = drawn.triangle[at], drawn.triangle[guest]
            row_half = 0 if drawn.part else half_no
            yield TableRound(
                round_no, first + at, ns, ew, *parts[part], copy_no=copy_no, half=row_half
            )
