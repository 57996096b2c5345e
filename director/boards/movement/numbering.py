"""The numbers of a movement's sides and players: their labels, their seats and their moves.

With two winners a pair is called by number and direction, ``5 N-S``, and E-W numbers of the movement
are lowered by an offset for it. An arrow-switch exchanges the cards of the two sides, not the
seats; functions called *seated* give the seats.
"""

from typing import TypeVar

from director.boards.contests import CONTESTS
from director.models import Section, Session
from movements.model import Movement, TableRound
from movements.moves import TableMoves, get_moves_by_table
from movements.partnerships import get_couple_by_partnership

PlayerT = TypeVar("PlayerT")


def compute_ew_offset(movement: Movement) -> int:
    """Return the number to subtract from E-W numbers for their labels, 0 with one winner.

    If each side has a number for every table, it is the number of tables. Otherwise it is one less
    than the lowest E-W number. It is 0 if the numbers of the two directions overlap.

    >>> from movements.registry import make_plan
    >>> [compute_ew_offset(make_plan(key, pairs=13)) for key in ("mitchell", "rover-mitchell", "howell")]
    [7, 6, 0]
    """
    if (
        movement.winners == 1
        or not movement.rows
        or CONTESTS[movement.contest].has_changing_partners
    ):
        return 0
    ns_numbers = {row.ns for row in movement.rows}
    ew_numbers = {row.ew for row in movement.rows}
    lowest_ew, highest_ew = min(ew_numbers), max(ew_numbers)
    if any(lowest_ew < number < highest_ew for number in ns_numbers):
        return 0
    # A rover N-S is numbered after the E-W pairs, so the highest N-S number isn't the last table.
    lower_ns = [number for number in ns_numbers if number < lowest_ew]
    has_ns_within_tables = max(lower_ns, default=0) <= movement.tables
    if has_ns_within_tables and movement.tables < lowest_ew:
        return movement.tables
    return lowest_ew - 1


def list_late_ns_pairs(movement: Movement) -> list[int]:
    """Return the N-S pairs numbered above :func:`compute_ew_offset`, such as a rover.

    With single players all players of the N-S line are returned.

    >>> from movements.registry import make_plan
    >>> list_late_ns_pairs(make_plan("rover-mitchell", pairs=13)), list_late_ns_pairs(make_plan("howell", pairs=8))
    ([13], [])
    """
    if movement.winners == 1:
        return []
    if CONTESTS[movement.contest].has_changing_partners:
        # Players have no offset, so those who sit N or S are listed one by one.
        return sorted(_get_ns_players(movement) | {row.ns for row in movement.rows})
    offset = compute_ew_offset(movement)
    return sorted({row.ns for row in movement.rows if row.ns > offset})


def _get_ns_players(movement: Movement) -> set[int]:
    # The players of a row are in the order N, E, S, W.
    return {player for row in movement.rows for player in (row.players or ())[::2]}


def serialize_partners(movement: Movement) -> dict[str, list[int]]:
    """Return the partnerships as a section stores them, empty if players aren't named.

    >>> from movements.registry import make_plan
    >>> serialize_partners(make_plan("individual-howell-8", players=8))["1001"]
    [2, 4]
    """
    if not movement.names_players:
        return {}
    return {
        str(number): list(players)
        for number, players in get_couple_by_partnership(movement).items()
    }


def list_sides(section: Section, pair_no: int) -> list[int]:
    """Return the numbers of the sides on which *pair_no* plays.

    A team plays on the sides of its pairs if the movement names the players.

    >>> partners = {"1001": [2, 4], "1002": [3, 2]}
    >>> list_sides(Section(partners=partners), 2), list_sides(Section(), 2)
    ([1001, 1002], [2])
    >>> list_sides(Section(partners=partners, team_size=4), 1)
    [1001, 1002]
    """
    if not section.partners:
        return [pair_no]
    sides = [int(number) for number in section.partners]
    return [side for side in sides if pair_no in section.list_members(side)]


def make_planned_section(session: Session | None, movement: Movement) -> Section:
    """Return an unsaved section that labels pairs as if it played *movement*."""
    return Section(
        session=session,
        winners=movement.winners,
        ew_offset=compute_ew_offset(movement),
        late_ns=list_late_ns_pairs(movement),
        partners=serialize_partners(movement),
        team_size=movement.team_size,
    )


def make_continued_section(section: Section, movement: Movement) -> Section:
    """Return an unsaved copy of *section* that labels pairs as during *movement*.

    A N-S pair whose number would be an E-W number in *section* becomes a late one.
    """
    late_pairs: set[int] = set()
    if section.winners == 2:
        late_pairs = {row.ns for row in movement.rows if row.ns > section.ew_offset}
        if CONTESTS[movement.contest].has_changing_partners:
            late_pairs |= _get_ns_players(movement)
    return Section(
        session=section.session,
        letter=section.letter,
        winners=section.winners,
        ew_offset=section.ew_offset,
        late_ns=sorted({*section.late_ns, *late_pairs}),
        partners={**section.partners, **serialize_partners(movement)},
        team_size=section.team_size,
    )


def get_seated_sides(row: TableRound) -> tuple[int, int]:
    """Return the pairs that sit N-S and E-W. An arrow-switch turns the boards, not the pairs.

    >>> get_seated_sides(TableRound(1, 1, ns=8, ew=1, board_set=1, boards=(1,), arrow_switched=True))
    (1, 8)
    """
    if row.arrow_switched:
        return (row.ew, row.ns)
    return (row.ns, row.ew)


def rotate_to_seats(players: tuple[PlayerT, ...]) -> tuple[PlayerT, ...]:
    """Return *players*, who have the N, E, S and W cards, by their seats in an arrow-switch.

    >>> rotate_to_seats((1, 2, 3, 4))
    (2, 3, 4, 1)
    """
    return (*players[1:], *players[:1])


def get_seated_players(row: TableRound) -> tuple[int, ...]:
    """Return the players who sit N, E, S and W. Empty for pairs and teams.

    >>> get_seated_players(TableRound(1, 1, ns=1001, ew=1002, board_set=1, boards=(1,), players=(4, 1, 2, 8)))
    (4, 1, 2, 8)
    """
    players = tuple(row.players or ())
    if row.arrow_switched:
        return rotate_to_seats(players)
    return players


def compute_moves_by_table(movement: Movement, round_no: int) -> dict[int, TableMoves]:
    """Return the moves after *round_no* by table, N-S first.

    In an arrow-switch the pair that sits E-W holds the N-S cards. Here its move belongs to its
    seat. Moves of single players are in the order N, E, S and W of their seats.
    """
    switched_tables = {
        row.table_no for row in movement.rows if row.round_no == round_no and row.arrow_switched
    }
    moves_by_table = get_moves_by_table(movement, round_no)
    for table_no in switched_tables & moves_by_table.keys():
        moves = moves_by_table[table_no]
        moves_by_table[table_no] = TableMoves(
            moves.ew, moves.ns, moves.boards, rotate_to_seats(moves.players)
        )
    return moves_by_table
