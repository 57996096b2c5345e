"""Find all problems of a seating request, or of the outcomes that tables reported.

Responsible for judging before a rule sees anything; raises one error, or all of them together.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from movements.errors import MovementError
from movements.party.model import (
    Outcomes,
    PartySystem,
    PartyTable,
    Player,
    Rule,
    Seating,
    TableOutcome,
)
from movements.party.rules.cut_in import CutIn
from movements.party.rules.progress import Progress, in_order, is_due
from movements.party.rules.today.shifts import Shifts
from movements.party.rules.today.singles import BestAndWorst
from movements.party.rules.transitions import FOOT
from movements.party.sentences import PartyMovementSentences

NO_OUTCOME = TableOutcome()


def request_faults(
    system: PartySystem, rule: Rule, seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> list[MovementError]:
    """Return the problems of seating these players.

    >>> from movements.party.rounds import find_party_system
    >>> system = find_party_system("pivot")
    >>> str(request_faults(system, system.rule({}), ["L1", "L2", "L1"], ["G1"])[0])
    'L1 is seated twice, at seat A no. 1 and seat A no. 3. Remove one of the two.'
    """
    places = [(player, f"seat A no. {number}") for number, player in enumerate(seat_a, start=1)]
    places += [(player, f"seat B no. {number}") for number, player in enumerate(seat_b, start=1)]
    faults: list[MovementError] = [*_seated_twice(places)]
    faults += [
        MovementError(PartyMovementSentences.EMPTY_SEAT, place=place[:1].upper() + place[1:])
        for player, place in places
        if not player
    ]
    return faults + number_faults(system, rule, len(seat_a), len(seat_b))


def number_faults(system: PartySystem, rule: Rule, seat_a: int, seat_b: int) -> list[MovementError]:
    """Return the problems of these numbers of players for seats A and B.

    >>> from movements.party.rounds import find_party_system
    >>> system = find_party_system("pivot")
    >>> number_faults(system, system.rule({}), 9, 9)[0].params["nearest"]
    'the nearest are 16 and 20'
    """
    if rule.pairs and seat_a != seat_b:
        return [
            MovementError(
                PartyMovementSentences.PAIRS_WANTED,
                system=system.name,
                seat_a=seat_a,
                seat_b=seat_b,
            )
        ]
    players = seat_a + seat_b
    if possible(system, rule, players):
        return []
    legal = [size for size in system.legal_sizes if possible(system, rule, size)]
    near = [
        *[size for size in legal if size < players][-1:],
        *[size for size in legal if size > players][:1],
    ]
    if len(near) > 1:
        nearest = f"the nearest are {near[0]} and {near[1]}"
    else:
        nearest = f"the nearest is {near[0]}"
    return [
        MovementError(
            PartyMovementSentences.PARTY_SIZE,
            system=system.name,
            players=players,
            sizes=system.sizes,
            nearest=nearest,
        )
    ]


def possible(system: PartySystem, rule: Rule, players: int) -> bool:
    """Return whether *rule* can seat that many players.

    Two tables at least if anybody moves, pairs if partners stay.

    >>> from movements.party.rounds import find_party_system
    >>> system = find_party_system("drive-whist")
    >>> [possible(system, system.rule({"partners": "kept", "direction": "up"}), players) for players in (8, 9, 10)]
    [True, False, True]
    """
    if players not in system.legal_sizes or (rule.pairs and players % 2):
        return False
    return not isinstance(rule, Progress | Shifts) or rule.tables_for(players) > 1


def seating_faults(system: PartySystem, rule: Rule, seating: Seating) -> list[MovementError]:
    """Return the problems of *seating* under *rule*.

    >>> from movements.party.rounds import find_party_system
    >>> system = find_party_system("whist-3")
    >>> one = PartyTable(1, (("a", "b"), ("c", "")))
    >>> [str(fault) for fault in seating_faults(system, system.rule({}), (one,))]
    ['Table 1, side 1 is empty. Name the player, or omit the seat at the last table.']
    """
    faults: list[MovementError] = []
    numbers = [table.table_no for table in seating]
    if numbers != list(range(1, len(seating) + 1)):
        faults.append(
            MovementError(
                PartyMovementSentences.TABLES_MISNUMBERED,
                tables=len(seating),
                numbers=", ".join(map(str, numbers)),
            )
        )
    where = [
        (player, f"table {table.table_no}, side {number}")
        for table in seating
        for number, side in enumerate(table.sides)
        for player in side
    ]
    faults += _seated_twice(where)
    faults += [
        MovementError(PartyMovementSentences.EMPTY_SEAT, place=place[:1].upper() + place[1:])
        for player, place in where
        if not player
    ]
    for at, table in enumerate(seating):
        if not rule.fits(seating, at):
            faults.append(
                MovementError(
                    PartyMovementSentences.WRONG_TABLE,
                    table=table.table_no,
                    shape=_shape(table),
                    system=system.name,
                    expected=rule.expected,
                )
            )
    playing = sum(not table.sits_out for table in seating)
    if not faults and isinstance(rule, Progress | Shifts) and playing < 2:
        tables = "one" if playing else "none"
        faults.append(
            MovementError(
                PartyMovementSentences.TOO_FEW_TABLES,
                system=system.name,
                tables=tables,
            )
        )
    return faults


def _seated_twice(places: Sequence[tuple[Player, str]]) -> Iterator[MovementError]:
    places_of: defaultdict[Player, list[str]] = defaultdict(list)
    for player, place in places:
        if player:
            places_of[player].append(place)
    for player, some in places_of.items():
        if len(some) > 1:
            more = "one of the two" if len(some) == 2 else "all but one"
            yield MovementError(
                PartyMovementSentences.SEATED_TWICE,
                player=player,
                places=" and ".join(some),
                more=more,
            )


def _shape(table: PartyTable) -> str:
    sizes = [len(side) for side in table.sides]
    if len(set(sizes)) == 1:
        sides = "1 side" if len(sizes) == 1 else f"{len(sizes)} sides"
        return f"{sides} of {sizes[0]}"
    if sizes:
        return "sides of " + " and ".join(map(str, sizes))
    return "no players"


def outcome_faults(
    system: PartySystem, rule: Rule, seating: Seating, outcomes: Outcomes
) -> list[MovementError]:
    """Return the problems of the outcomes that the tables of *seating* reported, or are missing.

    >>> from movements.party.rounds import find_party_system
    >>> system = find_party_system("winners-up-partners-kept")
    >>> tables = tuple(PartyTable(no, ((f"a{no}", f"b{no}"), (f"c{no}", f"d{no}"))) for no in (1, 2))
    >>> for fault in outcome_faults(system, system.rule({}), tables, {1: TableOutcome(2)}):
    ...     print(fault)
    Table 1 has no side 2, given as winner. Choose from 0 and 1.
    Table 2 has no winner. Enter the side that won: 0 for a2-b2 or 1 for c2-d2.
    """
    playing = {table.table_no: table for table in seating if not table.sits_out}
    faults: list[MovementError] = [
        MovementError(
            PartyMovementSentences.TABLE_DID_NOT_PLAY,
            table=number,
            playing=_numbers(sorted(playing)),
        )
        for number in outcomes
        if number not in playing
    ]
    for number, table in playing.items():
        told = outcomes.get(number, NO_OUTCOME)
        wrong = [*_numbers_wrong(table, told), *_out_wrong(seating, table, told)]
        faults += wrong or ([] if rule.fixed else [*_undecided_reasons(system, rule, table, told)])
    return faults


def _numbers(numbers: Sequence[int]) -> str:
    """Return consecutive numbers as people say them.

    >>> _numbers([1, 2, 3]), _numbers([1])
    ('1 to 3', '1')
    """
    if len(numbers) < 2:
        return "".join(map(str, numbers)) or "none"
    if len(numbers) == 2:
        return f"{numbers[0]} and {numbers[1]}"
    return f"{numbers[0]} to {numbers[-1]}"


def _numbers_wrong(table: PartyTable, told: TableOutcome) -> Iterator[MovementError]:
    sides = range(len(table.sides))
    named = [("winner", told.winner)] if told.winner is not None else []
    for what, side in [*named, *(("cut", side) for side in told.cut)]:
        if side not in sides:
            yield MovementError(
                PartyMovementSentences.NO_SUCH_SIDE,
                table=table.table_no,
                what=what,
                side=side,
                sides=_numbers(sides),
            )
    if told.points and len(told.points) != len(sides):
        yield MovementError(
            PartyMovementSentences.POINTS_MISSING,
            table=table.table_no,
            sides=len(sides),
            given=len(told.points),
        )


def _out_wrong(seating: Seating, table: PartyTable, told: TableOutcome) -> Iterator[MovementError]:
    """Yield the problems of those named to go out at *table*: not at the table, or too many."""
    waiting = sum(len(resting.players) for resting in seating if resting.waits_at == table.table_no)
    if len(set(told.out) & set(table.players)) < len(told.out) or len(told.out) > waiting:
        named = " and ".join(told.out)
        yield MovementError(
            PartyMovementSentences.GOES_OUT,
            table=table.table_no,
            named=named,
            playing=", ".join(table.players),
            waiting=waiting,
        )


def _undecided_reasons(
    system: PartySystem, rule: Rule, table: PartyTable, told: TableOutcome
) -> Iterator[MovementError]:
    """Yield the reasons why nobody can be chosen to leave *table*."""
    if table.alone:
        yield from _undecided_alone(rule, table, told)
    elif told.winner is None and not told.points:
        first, second = ("-".join(side) for side in table.sides)
        yield MovementError(
            PartyMovementSentences.WINNER_MISSING, table=table.table_no, first=first, second=second
        )
    elif told.winner is None and len(set(told.points)) == 1:
        rules = next(
            (option.choices for option in system.options if option.name == "tie"), ("cut",)
        )
        listed = " or ".join([", ".join(rules[:-1]), rules[-1]] if len(rules) > 1 else rules)
        yield MovementError(
            PartyMovementSentences.TIE_WANTS_RULE,
            table=table.table_no,
            points=told.points[0],
            rules=listed,
        )


def _undecided_alone(rule: Rule, table: PartyTable, told: TableOutcome) -> Iterator[MovementError]:
    if isinstance(rule, BestAndWorst | CutIn):
        if not told.points:
            yield MovementError(
                PartyMovementSentences.POINTS_MISSING,
                table=table.table_no,
                sides=len(table.sides),
                given=0,
            )
        return
    assert isinstance(rule, Progress)  # noqa: S101
    due = [side for side in range(len(table.sides)) if is_due(rule, table, side)]
    wanted = len(rule.leaving(table, FOOT)) - len(due)
    lowest = rule.transition.losers_go
    order = [side for side in in_order(table, told, lowest=lowest) if side not in due]
    if not 0 < wanted < len(order):
        return
    level = told.points or (0,) * len(table.sides)
    named = told.cut or (() if told.winner is None else (told.winner,))
    last, out = order[wanted - 1], order[wanted]
    # Where the lowest leave, a named winner is the one who stays; of a cut the first go in any
    # case.
    is_settled = out in named if lowest and not told.cut else last in named
    if level[last] != level[out] or is_settled:
        return
    if not told.points:
        yield MovementError(
            PartyMovementSentences.POINTS_MISSING,
            table=table.table_no,
            sides=len(table.sides),
            given=0,
        )
    else:
        tied = [
            table.sides[side][0]
            for side in order
            if level[side] == level[out] and side not in named
        ]
        yield MovementError(
            PartyMovementSentences.TIED_POINTS,
            table=table.table_no,
            players=" and ".join([", ".join(tied[:-1]), tied[-1]]),
        )


def outcomes_by_points(seating: Seating, outcomes: Outcomes) -> Outcomes:
    """Return the outcome of every table, the side with more points the winner where none is named.

    >>> outcomes_by_points((PartyTable(1, (("a", "b"), ("c", "d"))),), {1: TableOutcome(points=(3, 5))})[1].winner
    1
    """
    hidden_columns: dict[int, TableOutcome] = {}
    for table in seating:
        told = outcomes.get(table.table_no, NO_OUTCOME)
        if told.winner is None and len(told.points) == 2 and told.points[0] != told.points[1]:
            told = replace(told, winner=told.points.index(max(told.points)))
        hidden_columns[table.table_no] = told
    return hidden_columns


def option_names(options: Mapping[str, str] | None) -> dict[str, str]:
    """Return *options* with their names as in the program: ``head-table`` is ``head_table``.

    >>> option_names({"head-table": "split"})
    {'head_table': 'split'}
    """
    return {name.strip().replace("-", "_"): value for name, value in (options or {}).items()}
