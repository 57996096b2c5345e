"""The rounds drawn so far as a plan, which grows round by round.

Drawn rounds get tables, boards and sit-outs here. Their pairings come from the draw or from the
director. A *triangle* is three teams who play each other: half a match each in one round, or whole
matches over two rounds. It needs a *spare set* of boards besides those of its rounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice

from movements.layout import list_board_numbers, mark_copies
from movements.model import KNOCK_OUT, Movement, Options, SitOut, TableRound
from movements.swiss.matching import HALVES
from movements.swiss.systems import TABLES, get_swiss_system
from movements.swiss.tables import (
    PAIR_TABLES,
    TEAM_TABLES,
    TRIANGLE_TABLES,
    list_match_tables,
)

TEAM, PAIR = "team", "pair"
_BRACKET_SOURCE = (
    "seeded bracket: the top seed meets the lowest, and the top two can meet only in the final"
)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One round as drawn.

    >>> DrawnRound(((1, 3), (2, 4)), byes=(5,)).playing_contestants
    (1, 2, 3, 4)
    """

    pairings: tuple[tuple[int, int], ...]  # home and away, in the order of their tables
    byes: tuple[int, ...] = ()
    triangle: tuple[int, ...] = ()
    spare_set: int = 0
    part: int = 0  # 1 or 2 in a triangle over two rounds, otherwise 0
    # In a knock-out, the other triangles, which share the spare set of the first.
    further_triangles: tuple[tuple[int, ...], ...] = ()
    # The tables of every pairing and then of every triangle. If empty, they are numbered in this
    # order.
    tables: tuple[tuple[int, ...], ...] = ()

    def list_tables(self, tables_per_match: int) -> tuple[tuple[int, ...], ...]:
        """Return the tables of every pairing and triangle, of which a pairing has *tables_per_match*.

        >>> DrawnRound(((1, 2), (3, 4))).list_tables(2), DrawnRound(((1, 2),), tables=((7,),)).list_tables(1)
        (((1, 2), (3, 4)), ((7,),))
        """
        return self.tables or list_match_tables(self.list_match_sizes(tables_per_match))

    def list_match_sizes(self, tables_per_match: int) -> list[int]:
        """Return how many tables every pairing and triangle needs."""
        return [tables_per_match] * len(self.pairings) + [TRIANGLE_TABLES] * len(self.triangles)

    @property
    def triangles(self) -> tuple[tuple[int, ...], ...]:
        """All triangles of the round."""
        return (self.triangle, *self.further_triangles) if self.triangle else ()

    @property
    def playing_contestants(self) -> tuple[int, ...]:
        """The contestants with an opponent, in ascending order."""
        return tuple(sorted(chain.from_iterable((*self.pairings, *self.triangles))))

    @property
    def meetings(self) -> tuple[tuple[int, int], ...]:
        """The couples who meet, with the triangle last.

        >>> DrawnRound(((1, 2),), triangle=(3, 5, 4)).meetings
        ((1, 2), (3, 5), (5, 4), (4, 3))
        """
        meetings = list(self.pairings)
        for triangle in self.triangles:
            for index, home in enumerate(triangle):
                # The next one in the triangle, as a negative index two places back.
                meetings.append((home, triangle[index - 2]))
        return tuple(meetings)

    @property
    def begun_matches(self) -> tuple[tuple[int, int], ...]:
        """The couples whose match begins in this round.

        >>> DrawnRound(((1, 2),), triangle=(3, 5, 4), spare_set=7, part=2).begun_matches
        ((1, 2),)
        """
        if self.part == 2:
            return self.pairings
        return self.meetings


def make_plan_of_rounds(
    key: str, rounds: Sequence[DrawnRound], *, boards_per_set: int, options: Options = ()
) -> Movement:
    """Return the plan of the drawn *rounds* of the Swiss contest or knock-out *key*.

    Each round has its own boards. A match of teams has two tables that share one copy of them, a
    match of pairs one table. A triangle has three tables after the others, each with two rows in one
    round: they play the halves of the round's boards and half of the spare set, and move on after a
    half. Over two rounds they play the sets of both rounds and the spare set, and move on after the
    first. *options* are stored in the plan.

    At home tables N-S of every team sit at the table of its number. The table of a team that sits
    out is empty, and a triangle begins with its lowest number.

    >>> plan = make_plan_of_rounds("swiss-teams", [DrawnRound(((1, 3), (2, 4)), byes=(5,))], boards_per_set=8)
    >>> [(row.table_no, row.ns, row.ew, row.boards[0], row.copy_no) for row in plan.rows]
    [(1, 1, 3, 1, 1), (2, 3, 1, 5, 1), (3, 2, 4, 1, 2), (4, 4, 2, 5, 2)]
    >>> plan.sit_outs, plan.contestants
    ((SitOut(round_no=1, contestant=5, table_no=None, board_set=None, copy_no=1),), 5)
    >>> home = make_plan_of_rounds("swiss-teams", [DrawnRound(((4, 2),))], boards_per_set=2, options=(("tables", "home"),))
    >>> [(row.table_no, row.ns, row.ew) for row in home.rows]
    [(2, 2, 4), (4, 4, 2)]
    >>> three = make_plan_of_rounds("swiss-teams", [DrawnRound((), triangle=(1, 2, 3), spare_set=4)], boards_per_set=2)
    >>> [(row.table_no, row.half, row.ns, row.ew, row.boards) for row in three.rows]  # doctest: +NORMALIZE_WHITESPACE
    [(1, 1, 1, 2, (1,)), (1, 2, 1, 3, (7,)), (2, 1, 2, 3, (2,)),
     (2, 2, 2, 1, (1,)), (3, 1, 3, 1, (7,)), (3, 2, 3, 2, (2,))]

    :raises MovementError: if there is no such contest
    """
    if key == KNOCK_OUT:
        name, unit, source = "Knock-out", TEAM, _BRACKET_SOURCE
    else:
        system = get_swiss_system(key)
        name, unit, source = system.name, system.unit, system.source
    is_switched = dict(options).get("turned") == "even-tables"
    # With the set of the next round, which a triangle over two rounds may need already.
    sets = list_round_sets((*rounds, DrawnRound(())))
    is_at_home = has_home_tables(options)
    if is_at_home:
        rounds = [_start_triangle_with_lowest(drawn_round) for drawn_round in rounds]
    rows: list[TableRound] = []
    sit_outs = []
    for round_no, drawn_round in enumerate(rounds, start=1):
        if unit == PAIR:
            rows += _make_pair_rows(
                round_no, drawn_round, sets[round_no - 1], boards_per_set, is_switched=is_switched
            )
        else:
            rows += _make_team_rows(
                round_no, drawn_round, sets[round_no - 1], boards_per_set, is_at_home=is_at_home
            )
        rows += _make_triangle_rows(
            round_no, drawn_round, boards_per_set, sets, is_at_home=is_at_home
        )
        sit_outs += [SitOut(round_no, number) for number in drawn_round.byes]
    contestants = {
        number
        for drawn_round in rounds
        for number in (*drawn_round.playing_contestants, *drawn_round.byes)
    }
    return Movement(
        key=key,
        name=name,
        contest=f"{unit}s",
        source=source,
        options=options,
        contestants=len(contestants),
        winners=1,
        tables=max(row.table_no for row in rows),
        rounds=len(rounds),
        boards_per_set=boards_per_set,
        board_sets=max(*(row.board_set for row in rows), *sets[: len(rounds)], 0),
        rows=mark_copies(sorted(rows, key=lambda row: (row.round_no, row.table_no, row.half))),
        sit_outs=tuple(sit_outs),
        copies=max(
            len(drawn_round.pairings) + len(drawn_round.triangles) for drawn_round in rounds
        ),
    )


def has_home_tables(options: Options) -> bool:
    """Return whether N-S of every team stay at the table of its number.

    >>> has_home_tables((("tables", "home"),)), has_home_tables(())
    (True, False)
    """
    return dict(options).get(TABLES.name) == "home"


def _start_triangle_with_lowest(drawn_round: DrawnRound) -> DrawnRound:
    """Return *drawn_round* with the lowest number of its triangle first. The same teams visit each other."""
    if not drawn_round.triangle:
        return drawn_round
    first = drawn_round.triangle.index(min(drawn_round.triangle))
    return replace(
        drawn_round, triangle=drawn_round.triangle[first:] + drawn_round.triangle[:first]
    )


def list_round_sets(rounds: Sequence[DrawnRound]) -> tuple[int, ...]:
    """Return the board set of each of *rounds*, in order. Spare sets of triangles are left out.

    >>> list_round_sets([DrawnRound((), triangle=(1, 2, 3), spare_set=2), DrawnRound(((1, 2),)), DrawnRound(((1, 3),))])
    (1, 3, 4)
    """
    spare_sets = {drawn_round.spare_set for drawn_round in rounds}
    round_sets = (board_set for board_set in count(1) if board_set not in spare_sets)
    return tuple(islice(round_sets, len(rounds)))


def choose_spare_set(rounds: Sequence[DrawnRound], planned: int) -> int:
    """Return the spare set of the next triangle: the first set that no round uses.

    *planned* is the number of rounds of the contest, so that no later round has boards that the
    three teams have played.

    >>> choose_spare_set([], 5), choose_spare_set([DrawnRound((), triangle=(1, 2, 3), spare_set=6)], 5)
    (6, 7)
    """
    used_sets = {*list_round_sets(rounds), *(drawn_round.spare_set for drawn_round in rounds)}
    first = max(planned, len(rounds) + 1) + 1
    return next(number for number in count(first) if number not in used_sets)


def list_drawn_rounds(plan: Movement) -> tuple[DrawnRound, ...]:
    """Return the rounds of a plan made by :func:`make_plan_of_rounds`.

    The home team sits N-S at its first table: at home tables, the one of the lower number.

    >>> drawn = (DrawnRound(((1, 3), (4, 2))), DrawnRound(((4, 1),), triangle=(2, 3, 5), spare_set=7))
    >>> list_drawn_rounds(make_plan_of_rounds("swiss-teams", drawn, boards_per_set=8)) == drawn
    True
    """
    rounds: list[DrawnRound] = []
    for round_no in range(1, plan.rounds + 1):
        # After the first part of a triangle comes its second.
        next_part = 2 if rounds and rounds[-1].part == 1 else 1
        rounds.append(_make_drawn_round(plan, round_no, next_part))
    return tuple(rounds)


def _make_drawn_round(plan: Movement, round_no: int, next_part: int) -> DrawnRound:
    """Return a round of *plan*. A triangle over two rounds has its *next_part* here."""
    rows_by_match: dict[int, list[TableRound]] = {}
    rows = (row for row in plan.rows if row.round_no == round_no and row.half != 2)
    for row in sorted(rows, key=lambda row: (row.copy_no, row.table_no)):
        rows_by_match.setdefault(row.copy_no, []).append(row)
    pairings = []
    pairing_tables: list[tuple[int, ...]] = []
    triangle_tables: list[tuple[int, ...]] = []
    triangles: list[tuple[int, ...]] = []
    spare_set_of_round = part = 0
    for match_rows in rows_by_match.values():
        first_row = match_rows[0]
        match_tables = tuple(row.table_no for row in match_rows)
        if len(match_rows) < 3:
            pairings.append((first_row.ns, first_row.ew))
            pairing_tables.append(match_tables)
            continue
        triangle_tables.append(match_tables)
        part = 0 if first_row.half else next_part
        # In the first half or part the second team visits the first, in the other the third (HALVES).
        (third_contestant,) = {row.ns for row in match_rows} - {first_row.ns, first_row.ew}
        triangle = (
            (first_row.ns, third_contestant, first_row.ew)
            if part == 2
            else (first_row.ns, first_row.ew, third_contestant)
        )
        triangles.append(triangle)
        spare_set_home = triangle[0 if part == 2 else 2]
        spare_set_of_round = next(row.board_set for row in match_rows if row.ns == spare_set_home)
    drawn_round = DrawnRound(
        pairings=tuple(pairings),
        byes=tuple(sit_out.contestant for sit_out in plan.sit_outs if sit_out.round_no == round_no),
        triangle=triangles[0] if triangles else (),
        spare_set=spare_set_of_round,
        part=part,
        further_triangles=tuple(triangles[1:]),
    )
    tables = (*pairing_tables, *triangle_tables)
    tables_per_match = PAIR_TABLES if plan.contest == "pairs" else TEAM_TABLES
    if has_home_tables(plan.options) or tables == drawn_round.list_tables(tables_per_match):
        return drawn_round
    return replace(drawn_round, tables=tables)


def _make_pair_rows(
    round_no: int,
    drawn_round: DrawnRound,
    board_set: int,
    boards_per_set: int,
    *,
    is_switched: bool,
) -> Iterator[TableRound]:
    boards = list_board_numbers(board_set, boards_per_set)
    tables = drawn_round.list_tables(PAIR_TABLES)
    for match_no, (home, away) in enumerate(drawn_round.pairings, start=1):
        (table_no,) = tables[match_no - 1]
        yield TableRound(
            round_no,
            table_no,
            ns=home,
            ew=away,
            board_set=board_set,
            boards=boards,
            arrow_switched=is_switched and round_no % 2 == 1 and match_no % 2 == 0,
            copy_no=match_no,
        )


def _make_team_rows(
    round_no: int, drawn_round: DrawnRound, board_set: int, boards_per_set: int, *, is_at_home: bool
) -> Iterator[TableRound]:
    """Yield two tables for each match: at the first the home team sits N-S, at the second E-W."""
    boards = list_board_numbers(board_set, boards_per_set)
    match_tables = drawn_round.list_tables(TEAM_TABLES)
    for match_no, (home, away) in enumerate(drawn_round.pairings, start=1):
        tables = (home, away) if is_at_home else match_tables[match_no - 1]
        yield TableRound(
            round_no,
            tables[0],
            ns=home,
            ew=away,
            board_set=board_set,
            boards=boards,
            copy_no=match_no,
        )
        yield TableRound(
            round_no,
            tables[1],
            ns=away,
            ew=home,
            board_set=board_set,
            boards=boards,
            copy_no=match_no,
        )


def _make_triangle_rows(
    round_no: int,
    drawn_round: DrawnRound,
    boards_per_set: int,
    sets: Sequence[int],
    *,
    is_at_home: bool,
) -> Iterator[TableRound]:
    """Yield the rows of the triangles of a round: both halves, or one part of two rounds.

    *sets* are those of all rounds and the next one. If the number of boards in a set is odd, the
    halves leave out the last board.
    """
    if not drawn_round.triangle:
        return
    first_round = round_no - 1 if drawn_round.part == 2 else round_no
    first_set, second_set = sets[first_round - 1], sets[first_round]
    first_boards = list_board_numbers(first_set, boards_per_set)
    spare_boards = list_board_numbers(drawn_round.spare_set, boards_per_set)
    # Board set and boards by the number of the set in HALVES.
    if drawn_round.part:
        boards_by_number = {
            1: (first_set, first_boards),
            2: (second_set, list_board_numbers(second_set, boards_per_set)),
            3: (drawn_round.spare_set, spare_boards),
        }
    else:
        half = boards_per_set // 2
        boards_by_number = {
            1: (first_set, first_boards[:half]),
            2: (first_set, first_boards[half : 2 * half]),
            3: (drawn_round.spare_set, spare_boards[:half]),
        }
    for index, triangle in enumerate(drawn_round.triangles):
        triangle_tables = drawn_round.list_tables(TEAM_TABLES)[len(drawn_round.pairings) + index]
        for half_no, tables in enumerate(HALVES, start=1):
            if drawn_round.part not in (0, half_no):
                continue
            for home, visitor, number in tables:
                yield TableRound(
                    round_no,
                    triangle[home] if is_at_home else triangle_tables[home],
                    triangle[home],
                    triangle[visitor],
                    *boards_by_number[number],
                    copy_no=len(drawn_round.pairings) + index + 1,
                    half=0 if drawn_round.part else half_no,
                )
