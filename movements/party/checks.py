"""Checks of a seating request, a seating and the outcomes that tables reported.

Rules rely on these checks and repeat none of them. The functions return all problems as errors, and
their callers raise them together.
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
from movements.party.rules.progress import FOOT, ProgressRule, is_due, rank_sides
from movements.party.rules.shifts import ShiftRule
from movements.party.rules.singles import BestAndWorst

NO_OUTCOME = TableOutcome()


def list_request_errors(
    system: PartySystem, rule: Rule, seat_a: Sequence[Player], seat_b: Sequence[Player]
) -> list[MovementError]:
    """Return the problems of a request to seat these players.

    >>> from movements.party.rounds import get_progressive_system
    >>> system = get_progressive_system("pivot")
    >>> str(list_request_errors(system, system.rule({}), ["L1", "L2", "L1"], ["G1"])[0])
    'L1 is seated twice, at seat A no. 1 and seat A no. 3. Remove one of the two.'
    """
    seat_labels = [
        (player, f"seat A no. {number}") for number, player in enumerate(seat_a, start=1)
    ]
    seat_labels += [
        (player, f"seat B no. {number}") for number, player in enumerate(seat_b, start=1)
    ]
    problems: list[MovementError] = [*_iter_seated_twice_errors(seat_labels)]
    problems += [
        _make_empty_seat_error(place=seat_label[:1].upper() + seat_label[1:])
        for player, seat_label in seat_labels
        if not player
    ]
    return problems + list_number_errors(system, rule, len(seat_a), len(seat_b))


def list_number_errors(
    system: PartySystem, rule: Rule, seat_a: int, seat_b: int
) -> list[MovementError]:
    """Return the problems with *seat_a* and *seat_b* players for the two seats.

    >>> from movements.party.rounds import get_progressive_system
    >>> system = get_progressive_system("pivot")
    >>> list_number_errors(system, system.rule({}), 9, 9)[0].params["nearest"]
    'the nearest are 16 and 20'
    """
    if rule.pairs and seat_a != seat_b:
        return [
            MovementError(
                "pairs-wanted",
                "{system} keeps partners together, but {seat_a} would sit in seat A and {seat_b} in "
                "seat B. Find partners for the others, or choose a system in which partners change.",
                system=system.name,
                seat_a=seat_a,
                seat_b=seat_b,
            )
        ]
    players = seat_a + seat_b
    if can_seat(system, rule, players):
        return []
    legal_sizes = [size for size in system.legal_sizes if can_seat(system, rule, size)]
    smaller_sizes = [size for size in legal_sizes if size < players]
    larger_sizes = [size for size in legal_sizes if size > players]
    nearest_sizes = [*smaller_sizes[-1:], *larger_sizes[:1]]
    if len(nearest_sizes) > 1:
        nearest = f"the nearest are {nearest_sizes[0]} and {nearest_sizes[1]}"
    else:
        nearest = f"the nearest is {nearest_sizes[0]}"
    return [
        MovementError(
            "party-size",
            "{system} doesn’t work for {players} players. It takes {sizes}; {nearest}.",
            system=system.name,
            players=players,
            sizes=system.sizes,
            nearest=nearest,
        )
    ]


def can_seat(system: PartySystem, rule: Rule, players: int) -> bool:
    """Return whether *rule* can seat this number of *players*.

    Moves need at least two tables, and pairs an even number of players.

    >>> from movements.party.rounds import get_progressive_system
    >>> system = get_progressive_system("drive-whist")
    >>> [can_seat(system, system.rule({"partners": "kept", "direction": "up"}), players) for players in (8, 9, 10)]
    [True, False, True]
    """
    if players not in system.legal_sizes or (rule.pairs and players % 2):
        return False
    return not isinstance(rule, ProgressRule | ShiftRule) or rule.count_tables(players) > 1


def list_seating_errors(system: PartySystem, rule: Rule, seating: Seating) -> list[MovementError]:
    """Return the problems of *seating* under *rule*.

    >>> from movements.party.rounds import get_progressive_system
    >>> system = get_progressive_system("whist-3")
    >>> one = PartyTable(1, (("a", "b"), ("c", "")))
    >>> [str(fault) for fault in list_seating_errors(system, system.rule({}), (one,))]
    ['Table 1, side 1 is empty. Name the player, or omit the seat at the last table.']
    """
    problems: list[MovementError] = []
    numbers = [table.table_no for table in seating]
    if numbers != list(range(1, len(seating) + 1)):
        problems.append(
            MovementError(
                "tables-misnumbered",
                "Number the tables 1 to {tables} in order; these are {numbers}.",
                tables=len(seating),
                numbers=", ".join(map(str, numbers)),
            )
        )
    seat_labels = [
        (player, f"table {table.table_no}, side {side_index}")
        for table in seating
        for side_index, side in enumerate(table.sides)
        for player in side
    ]
    problems += _iter_seated_twice_errors(seat_labels)
    problems += [
        _make_empty_seat_error(place=seat_label[:1].upper() + seat_label[1:])
        for player, seat_label in seat_labels
        if not player
    ]
    for index, table in enumerate(seating):
        if not rule.has_legal_sides(seating, index):
            problems.append(
                MovementError(
                    "wrong-table",
                    "Table {table} has {shape}; {system} has {expected}.",
                    table=table.table_no,
                    shape=_describe_shape(table),
                    system=system.name,
                    expected=rule.expected,
                )
            )
    playing_count = sum(not table.sits_out for table in seating)
    if not problems and isinstance(rule, ProgressRule | ShiftRule) and playing_count < 2:
        tables = "one" if playing_count else "none"
        problems.append(
            MovementError(
                "too-few-tables",
                "{system} needs at least two tables in play; there is {tables}.",
                system=system.name,
                tables=tables,
            )
        )
    return problems


def _iter_seated_twice_errors(seat_labels: Sequence[tuple[Player, str]]) -> Iterator[MovementError]:
    labels_by_player: defaultdict[Player, list[str]] = defaultdict(list)
    for player, seat_label in seat_labels:
        if player:
            labels_by_player[player].append(seat_label)
    for player, player_labels in labels_by_player.items():
        if len(player_labels) > 1:
            surplus_seats = "one of the two" if len(player_labels) == 2 else "all but one"
            yield make_seated_twice_error(
                player=player,
                places=" and ".join(player_labels),
                more=surplus_seats,
            )


def _describe_shape(table: PartyTable) -> str:
    sizes = [len(side) for side in table.sides]
    if len(set(sizes)) == 1:
        sides = "1 side" if len(sizes) == 1 else f"{len(sizes)} sides"
        return f"{sides} of {sizes[0]}"
    if sizes:
        return "sides of " + " and ".join(map(str, sizes))
    return "no players"


def list_outcome_errors(
    system: PartySystem, rule: Rule, seating: Seating, outcomes: Outcomes
) -> list[MovementError]:
    """Return the problems of the *outcomes* of *seating*, including missing ones.

    >>> from movements.party.rounds import get_progressive_system
    >>> system = get_progressive_system("winners-up-partners-kept")
    >>> tables = tuple(PartyTable(no, ((f"a{no}", f"b{no}"), (f"c{no}", f"d{no}"))) for no in (1, 2))
    >>> for fault in list_outcome_errors(system, system.rule({}), tables, {1: TableOutcome(2)}):
    ...     print(fault)
    Table 1 has no side 2, given as winner. Choose from 0 and 1.
    Table 2 has no winner. Enter the side that won: 0 for a2-b2 or 1 for c2-d2.
    """
    playing_tables = {table.table_no: table for table in seating if not table.sits_out}
    problems: list[MovementError] = [
        MovementError(
            "table-did-not-play",
            "Table {table} didn’t play, so it has no winner. The tables that played are {playing}.",
            table=number,
            playing=_format_numbers(sorted(playing_tables)),
        )
        for number in outcomes
        if number not in playing_tables
    ]
    for number, table in playing_tables.items():
        outcome = outcomes.get(number, NO_OUTCOME)
        table_errors = [
            *_iter_side_errors(table, outcome),
            *_iter_leaver_errors(seating, table, outcome),
        ]
        # A wrong outcome decides nothing, so only a valid one is examined.
        if not table_errors and not rule.fixed:
            table_errors += _iter_undecided_errors(system, rule, table, outcome)
        problems += table_errors
    return problems


def _format_numbers(numbers: Sequence[int]) -> str:
    """Return consecutive *numbers* in words.

    >>> _format_numbers([1, 2, 3]), _format_numbers([1])
    ('1 to 3', '1')
    """
    if len(numbers) < 2:
        return "".join(map(str, numbers)) or "none"
    if len(numbers) == 2:
        return f"{numbers[0]} and {numbers[1]}"
    return f"{numbers[0]} to {numbers[-1]}"


def _iter_side_errors(table: PartyTable, outcome: TableOutcome) -> Iterator[MovementError]:
    sides = range(len(table.sides))
    named_sides = [("cut", side) for side in outcome.cut]
    if outcome.winner is not None:
        named_sides.insert(0, ("winner", outcome.winner))
    for side_name, side in named_sides:
        if side not in sides:
            yield MovementError(
                "no-such-side",
                "Table {table} has no side {side}, given as {what}. Choose from {sides}.",
                table=table.table_no,
                what=side_name,
                side=side,
                sides=_format_numbers(sides),
            )
    if outcome.points and len(outcome.points) != len(sides):
        yield _make_points_missing_error(table, given_count=len(outcome.points))


def _make_points_missing_error(table: PartyTable, *, given_count: int) -> MovementError:
    return MovementError(
        "points-missing",
        "Table {table} has points for {given} of its {sides} sides. Enter all of them to see "
        "who moves up.",
        table=table.table_no,
        sides=len(table.sides),
        given=given_count,
    )


def _iter_leaver_errors(
    seating: Seating, table: PartyTable, outcome: TableOutcome
) -> Iterator[MovementError]:
    """Yield an error if players chosen to go out aren't at *table*, or are too many."""
    waiting_count = sum(
        len(waiting_table.players)
        for waiting_table in seating
        if waiting_table.waits_at == table.table_no
    )
    leavers_at_table = set(outcome.players_out) & set(table.players)
    # A player named twice counts once, so the first condition catches repeats too.
    if len(leavers_at_table) < len(outcome.players_out) or len(outcome.players_out) > waiting_count:
        yield MovementError(
            "goes-out",
            "At table {table}, {named} can’t sit out: {playing} play and {waiting} wait. Name as "
            "many players as are waiting, each once.",
            table=table.table_no,
            named=" and ".join(outcome.players_out),
            playing=", ".join(table.players),
            waiting=waiting_count,
        )


def _iter_undecided_errors(
    system: PartySystem, rule: Rule, table: PartyTable, outcome: TableOutcome
) -> Iterator[MovementError]:
    """Yield the reasons why nobody can be chosen to leave *table*."""
    if table.is_for_singles:
        yield from _iter_tied_singles_errors(rule, table, outcome)
    elif outcome.winner is None and not outcome.points:
        first, second = ("-".join(side) for side in table.sides)
        yield MovementError(
            "winner-missing",
            "Table {table} has no winner. Enter the side that won: 0 for {first} or 1 for "
            "{second}.",
            table=table.table_no,
            first=first,
            second=second,
        )
    elif outcome.winner is None and len(set(outcome.points)) == 1:
        rules: tuple[str, ...] = ("cut",)
        for option in system.options:
            if option.name == "tie":
                rules = option.choices
        rules_text = rules[-1]
        if len(rules) > 1:
            rules_text = f"{', '.join(rules[:-1])} or {rules[-1]}"
        yield MovementError(
            "tie-wants-rule",
            "Table {table} is tied with {points} points each, and one side must move up. Break "
            "the tie by {rules}, then enter the winner.",
            table=table.table_no,
            points=outcome.points[0],
            rules=rules_text,
        )


def _iter_tied_singles_errors(
    rule: Rule, table: PartyTable, outcome: TableOutcome
) -> Iterator[MovementError]:
    """Yield an error if a tie leaves open who leaves a table where everybody plays alone."""
    if isinstance(rule, BestAndWorst | CutIn):
        # These rules settle equal points by the seat.
        if not outcome.points:
            yield _make_points_missing_error(table, given_count=0)
        return
    assert isinstance(rule, ProgressRule)  # noqa: S101  the only other rule with such tables
    due_sides = [side for side in range(len(table.sides)) if is_due(rule, table, side)]
    open_move_count = len(rule.list_leaving_moves(table, FOOT)) - len(due_sides)
    is_lowest_first = rule.transition.has_staying_winners
    order = [
        side
        for side in rank_sides(table, outcome, is_lowest_first=is_lowest_first)
        if side not in due_sides
    ]
    if not 0 < open_move_count < len(order):
        return  # all of them move, or none
    points = outcome.points or (0,) * len(table.sides)
    named_sides = outcome.cut
    if not named_sides and outcome.winner is not None:
        named_sides = (outcome.winner,)
    # Only a tie between these two matters: the last who leaves and the first who stays.
    last_leaver = order[open_move_count - 1]
    first_stayer = order[open_move_count]
    if is_lowest_first and not outcome.cut:
        # If the lowest leave, a named winner is the one who stays.
        is_settled = first_stayer in named_sides
    else:
        is_settled = last_leaver in named_sides
    if points[last_leaver] != points[first_stayer] or is_settled:
        return
    if not outcome.points:
        yield _make_points_missing_error(table, given_count=0)
        return
    tied_players = [
        table.sides[side][0]
        for side in order
        if points[side] == points[first_stayer] and side not in named_sides
    ]
    yield MovementError(
        "tied-points",
        "Table {table}: {players} are tied, and not all can move up. Let them cut, then enter "
        "the winner or the cut.",
        table=table.table_no,
        players=" and ".join([", ".join(tied_players[:-1]), tied_players[-1]]),
    )


def decide_by_points(seating: Seating, outcomes: Outcomes) -> Outcomes:
    """Return the outcome of every table, with the side that has more points as its winner.

    A winner that was reported stays.

    >>> decide_by_points((PartyTable(1, (("a", "b"), ("c", "d"))),), {1: TableOutcome(points=(3, 5))})[1].winner
    1
    """
    complete_outcomes: dict[int, TableOutcome] = {}
    for table in seating:
        outcome = outcomes.get(table.table_no, NO_OUTCOME)
        points = outcome.points
        if outcome.winner is None and len(points) == 2 and points[0] != points[1]:
            outcome = replace(outcome, winner=points.index(max(points)))
        complete_outcomes[table.table_no] = outcome
    return complete_outcomes


def clean_option_names(options: Mapping[str, str] | None) -> dict[str, str]:
    """Return *options* with names as in the program: ``head-table`` becomes ``head_table``.

    >>> clean_option_names({"head-table": "split"})
    {'head_table': 'split'}
    """
    if options is None:
        return {}
    return {name.strip().replace("-", "_"): value for name, value in options.items()}


def _make_empty_seat_error(*, place: object) -> MovementError:
    return MovementError(
        "empty-seat",
        "{place} is empty. Name the player, or omit the seat at the last table.",
        place=place,
    )


def make_seated_twice_error(*, player: object, places: object, more: object) -> MovementError:
    return MovementError(
        "seated-twice",
        "{player} is seated twice, at {places}. Remove {more}.",
        player=player,
        places=places,
        more=more,
    )
