"""Who sits N-S and E-W: labels of pairs with two winners, and moves by seat."""

from typing import TypeVar

from director.boards.contests import CONTESTS
from director.models import Section, Session
from movements import Movement, TableMoves, TableRound, moves_after, partnerships

Who = TypeVar("Who")


def ew_offset(movement: Movement) -> int:
    """Return what is subtracted from an E-W number for its label, 0 with one winner.

    That is the number of tables where E-W numbers begin after it, as they do wherever each side has
    a number for every table; else one less than the lowest E-W number.  Lines whose numbers are
    mixed keep them.

    >>> from movements import make_plan
    >>> [ew_offset(make_plan(key, pairs=13)) for key in ("mitchell", "rover-mitchell", "howell")]
    [7, 6, 0]
    """
    if movement.winners == 1 or not movement.rows or CONTESTS[movement.contest].changes_partners:
        return 0
    lowest, highest = min(row.ew for row in movement.rows), max(row.ew for row in movement.rows)
    ns = {row.ns for row in movement.rows}
    if any(lowest < number < highest for number in ns):
        return 0
    early = max((number for number in ns if number < lowest), default=0)
    if early <= movement.tables < lowest:
        return movement.tables
    return lowest - 1


def late_ns(movement: Movement) -> list[int]:
    """Return the N-S pairs numbered above :func:`ew_offset`, such as a rover.

    Single players of two lines are mixed always.

    >>> from movements import make_plan
    >>> late_ns(make_plan("rover-mitchell", pairs=13)), late_ns(make_plan("howell", pairs=8))
    ([13], [])
    """
    if movement.winners == 1:
        return []
    if CONTESTS[
        movement.contest
    ].changes_partners:  # they keep their numbers: those who sit N or S are of one line
        lined = {player for row in movement.rows for player in (row.players or ())[::2]}
        return sorted(lined | {row.ns for row in movement.rows})
    offset = ew_offset(movement)
    return sorted({row.ns for row in movement.rows if row.ns > offset})


def partners_stored(movement: Movement) -> dict[str, list[int]]:
    """Return the partnerships as a section stores them, empty without seated players.

    >>> from movements import make_plan
    >>> partners_stored(make_plan("individual-howell-8", players=8))["1001"]
    [2, 4]
    """
    if not movement.names_players:
        return {}
    return {str(number): list(players) for number, players in partnerships(movement).items()}


def sides_of(section: Section, pair_no: int) -> list[int]:
    """Return the numbers of the sides on which *pair_no* plays.

    Of a team whose players are named they are those of its pairs.

    >>> of = {"1001": [2, 4], "1002": [3, 2]}
    >>> sides_of(Section(partners=of), 2), sides_of(Section(), 2), sides_of(Section(partners=of, team_size=4), 1)
    ([1001, 1002], [2], [1001, 1002])
    """
    if not section.partners:
        return [pair_no]
    return [int(number) for number in section.partners if pair_no in section.members(int(number))]


def section_as_planned(session: Session | None, movement: Movement) -> Section:
    """Return an unsaved section that labels pairs as if it played *movement*."""
    return Section(
        session=session,
        winners=movement.winners,
        ew_offset=ew_offset(movement),
        late_ns=late_ns(movement),
        partners=partners_stored(movement),
        team_size=movement.team_size,
    )


def section_continued(section: Section, movement: Movement) -> Section:
    """Return *section*, unsaved, as it labels pairs when it continues with *movement*.

    A N-S pair whose number those of *section* would call E-W is a late one.
    """
    late: set[int] = set()
    if section.winners == 2:
        late = {row.ns for row in movement.rows if row.ns > section.ew_offset}
    return Section(
        session=section.session,
        letter=section.letter,
        winners=section.winners,
        ew_offset=section.ew_offset,
        late_ns=sorted({*section.late_ns, *late}),
        partners={**section.partners, **partners_stored(movement)},
        team_size=section.team_size,
    )


def seated_sides(row: TableRound) -> tuple[int, int]:
    """Return the pairs that sit N-S and E-W: an arrow-switch turns the boards, not the pairs.

    >>> seated_sides(TableRound(1, 1, ns=8, ew=1, board_set=1, boards=(1,), arrow_switched=True))
    (1, 8)
    """
    if row.arrow_switched:
        return (row.ew, row.ns)
    return (row.ns, row.ew)


def by_seat(four: tuple[Who, ...]) -> tuple[Who, ...]:
    """Return the *four* players of the N, E, S and W cards in the order of their seats.

    >>> by_seat((1, 2, 3, 4))
    (2, 3, 4, 1)
    """
    return (*four[1:], *four[:1])


def seated_players(row: TableRound) -> tuple[int, ...]:
    """Return the players who sit N, E, S and W, or nobody if pairs or teams sit there.

    >>> seated_players(TableRound(1, 1, ns=1001, ew=1002, board_set=1, boards=(1,), players=(4, 1, 2, 8)))
    (4, 1, 2, 8)
    """
    players = tuple(row.players or ())
    if row.arrow_switched:
        return by_seat(players)
    return players


def seated_moves(movement: Movement, round_no: int) -> dict[int, TableMoves]:
    """Return the moves after *round_no* by table, N-S first.

    In an arrow-switch the pair that sits E-W holds the N-S cards; its move belongs to its seat all
    the same.  Moves of single players are in the order of those who sit N, E, S and W.
    """
    switched = {
        row.table_no for row in movement.rows if row.round_no == round_no and row.arrow_switched
    }
    return {
        table_no: TableMoves(moves.ew, moves.ns, moves.boards, by_seat(moves.players))
        if table_no in switched
        else moves
        for table_no, moves in moves_after(movement, round_no).items()
    }
