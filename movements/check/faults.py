"""All faults of a plan.

This module checks who sits where: numbers are in range and without gaps, nobody has two tables,
nobody is forgotten, and players who are named by seat have one seat each.
:mod:`movements.check.boards` checks the boards, :mod:`movements.check.guarantees` the promises.
"""

from collections import defaultdict
from collections.abc import Iterator

from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS, iter_board_problems
from movements.check.guarantees import NUMBERS_WITH_GAPS, iter_guarantee_problems
from movements.model import Movement, PlanProblem, TableRound, join_with_and, make_problem
from movements.partnerships import Couple, get_couples


def check_plan(plan: Movement) -> tuple[PlanProblem, ...]:
    """Return every fault of *plan*, by round, then table.

    Faults without a round come first.  The plan may hold anything: plans from files are checked
    too.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = make_plan("howell", pairs=8)
    >>> check_plan(plan)
    ()
    >>> [fault.text for fault in check_plan(replace(plan, rows=plan.rows[4:]))]
    ['Round 1 has no tables in play. Add rows, or renumber the later rounds.']
    """
    problems = [
        *_iter_count_problems(plan),
        *_iter_location_problems(plan),
        *_iter_contestant_problems(plan),
        *_iter_seat_problems(plan),
        *iter_player_problems(plan),
        *_iter_sit_out_problems(plan),
        *iter_board_problems(plan),
    ]
    if not problems:
        # A faulty plan breaks its promises too, which would only repeat its faults.
        problems.extend(iter_guarantee_problems(plan))
    return tuple(sorted(problems, key=lambda fault: (fault.round_no or 0, fault.table_no or 0)))


def _iter_count_problems(plan: Movement) -> Iterator[PlanProblem]:
    counts = {
        "contestants": plan.contestants,
        "tables": plan.tables,
        "rounds": plan.rounds,
        "board sets": plan.board_sets,
        "boards per set": plan.boards_per_set,
        "copies": plan.copies,
    }
    for name, count in counts.items():
        if count < 1:
            yield make_problem(
                "count-too-small",
                "The plan says {count} {what}. It needs at least 1.",
                count=count,
                what=name,
            )
    if plan.winners not in (1, 2):
        yield make_problem(
            "winners-unknown",
            "The plan says {winners} winners. A contest of {called}s has 1 or 2.",
            winners=plan.winners,
            called=plan.contestant_noun,
        )


def _iter_location_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report rounds and tables that are outside the plan, missing from it or used twice."""
    played_rounds = {row.round_no for row in plan.rows}
    for round_no in range(1, plan.rounds + 1):
        if round_no not in played_rounds:
            yield make_problem(
                "round-gap",
                "Round {round_no} has no tables in play. Add rows, or renumber the later rounds.",
                round_no,
            )
    played_tables = {row.table_no for row in plan.rows}
    used_tables = played_tables | {sit_out.table_no for sit_out in plan.sit_outs}
    # If the plan doesn't say where a pair sits out, that may be the table without rows.
    if None not in used_tables:
        for table_no in range(1, plan.tables + 1):
            if table_no not in used_tables:
                yield make_problem(
                    "table-gap",
                    "The plan has {tables} tables but never uses table {table_no}.",
                    table_no=table_no,
                    tables=plan.tables,
                )
    locations: set[tuple[int, int, int]] = set()
    for row in plan.rows:
        yield from _iter_row_location_problems(plan, row)
        location = (row.round_no, row.table_no, row.half)
        if location in locations:
            yield make_problem(
                "table-twice",
                "Table {table_no} is listed twice in round {round_no}. A table plays once per round.",
                row.round_no,
                row.table_no,
            )
        locations.add(location)


def _iter_row_location_problems(plan: Movement, row: TableRound) -> Iterator[PlanProblem]:
    if not 1 <= row.round_no <= plan.rounds:
        yield make_problem(
            "round-unknown",
            "Table {table_no} is listed in round {round_no}, but the plan has rounds 1 to "
            "{rounds}.",
            row.round_no,
            row.table_no,
            rounds=plan.rounds,
        )
    if not 1 <= row.table_no <= plan.tables:
        yield make_problem(
            "table-unknown",
            "Round {round_no} uses table {table_no}, but the plan has tables 1 to {tables}.",
            row.round_no,
            row.table_no,
            tables=plan.tables,
        )


def _compute_highest_number(plan: Movement) -> int:
    # A missing contestant leaves its number empty, so the numbers may be higher than the count of
    # contestants.
    seats_per_table = {"pairs": 2, "individual": 4}.get(plan.contest, 0)
    highest = max(plan.contestants, seats_per_table * plan.tables)
    numbers = collect_used_numbers(plan)
    if NUMBERS_WITH_GAPS in plan.guarantees:
        return max(numbers, default=highest)
    if len(numbers) != plan.contestants:
        return highest
    # Contestants who left before playing keep their number, so each empty number may move a late
    # contestant up by one.
    used_in_range = [number for number in numbers if 1 <= number <= highest]
    highest_of_late_pair = highest + highest - len(used_in_range)
    late_numbers = [number for number in numbers if number <= highest_of_late_pair]
    return max([highest, *late_numbers])


def collect_used_numbers(plan: Movement) -> set[int]:
    """Return the numbers of all contestants of *plan*.

    >>> from movements.registry import make_plan
    >>> len(collect_used_numbers(make_plan("individual", players=9)))
    9
    """
    numbers = {sit_out.contestant for sit_out in plan.sit_outs}
    for row in plan.rows:
        numbers.update(plan.get_row_contestants(row))
    return numbers


def _iter_contestant_problems(plan: Movement) -> Iterator[PlanProblem]:
    highest = _compute_highest_number(plan)
    valid_numbers = {number for number in collect_used_numbers(plan) if 1 <= number <= highest}
    if len(valid_numbers) != plan.contestants:
        yield make_problem(
            "contestant-count",
            "The plan is for {contestants} {called}s but uses {known} {called} numbers.",
            contestants=plan.contestants,
            known=len(valid_numbers),
            called=plan.contestant_noun,
        )
    for row in plan.rows:
        for number in sorted(set(plan.get_row_contestants(row)) - valid_numbers):
            yield make_problem(
                "contestant-unknown",
                "{Called} {contestant} plays at table {table_no} in round {round_no}, but {called} "
                "numbers go from 1 to {highest}.",
                row.round_no,
                row.table_no,
                number,
                called=plan.contestant_noun,
                highest=highest,
            )
    for sit_out in plan.sit_outs:
        if sit_out.contestant not in valid_numbers:
            location = (sit_out.round_no, sit_out.table_no, sit_out.contestant)
            yield make_problem(
                "contestant-unknown",
                "{Called} {contestant} sits out round {round_no}, but {called} numbers go from 1 to "
                "{highest}.",
                *location,
                called=plan.contestant_noun,
                highest=highest,
            )


def _iter_seat_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report contestants who meet themselves, sit at two tables or leave their direction.

    Only a plan with two winners requires everyone to keep one direction.
    """
    first_indexes: dict[tuple[int, int], int] = {}
    first_sides: dict[int, tuple[str, TableRound]] = {}
    home_rounds = _get_home_rounds(plan)
    # Rows are compared by their index, because a row that is listed twice equals itself.
    for index, row in enumerate(plan.rows):
        may_meet_itself = plan.contest == "individual" or row.round_no in home_rounds
        if row.ns == row.ew and not may_meet_itself:
            yield make_problem(
                "pair-against-itself",
                "{Called} {contestant} plays against itself at table {table_no} in round {round_no}.",
                row.round_no,
                row.table_no,
                row.ns,
                called=plan.contestant_noun,
            )
            continue
        for seat, number in enumerate(plan.get_row_contestants(row)):
            side = ("N-S", "E-W")[seat % 2]
            first_index = first_indexes.setdefault((row.round_no, number), index)
            if first_index != index and plan.contest == "pairs":
                first_table = plan.rows[first_index].table_no
                yield make_problem(
                    "pair-twice",
                    "Pair {contestant} is at tables {first} and {table_no} in round {round_no}. Choose "
                    "one.",
                    row.round_no,
                    row.table_no,
                    number,
                    first=first_table,
                )
            first_side, first_row = first_sides.setdefault(number, (side, row))
            if plan.winners == 2 and first_side != side:
                yield make_problem(
                    "line-changed",
                    "{Called} {contestant} sits {side} at table {table_no} in round {round_no} but "
                    "{former} at table {former_table} in round {former_round}. With two winners, pairs "
                    "keep their direction.",
                    row.round_no,
                    row.table_no,
                    number,
                    called=plan.contestant_noun,
                    side=side,
                    former=first_side,
                    former_table=first_row.table_no,
                    former_round=first_row.round_no,
                )


def _get_home_rounds(plan: Movement) -> set[int]:
    """Return the rounds in which both halves of every team play at one table.

    The boards of these rounds are compared with other pairs.
    """
    if plan.contest != "teams":
        return set()
    rounds = {row.round_no for row in plan.rows}
    rounds_with_matches = {row.round_no for row in plan.rows if row.ns != row.ew}
    return rounds - rounds_with_matches


def _iter_sit_out_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report sit-outs that are missing, listed twice or contradicted by the rows."""
    rows_by_contestant: dict[tuple[int, int], TableRound] = {}
    rows_by_table: dict[tuple[int, int], TableRound] = {}
    for row in plan.rows:
        rows_by_table[row.round_no, row.table_no] = row
        for number in plan.get_row_contestants(row):
            rows_by_contestant[row.round_no, number] = row
    sit_outs: set[tuple[int, int]] = set()
    contestant_noun = plan.contestant_noun
    for sit_out in plan.sit_outs:
        number = sit_out.contestant
        row_of_contestant = rows_by_contestant.get((sit_out.round_no, number))
        row_at_table = None
        if sit_out.table_no is not None:
            row_at_table = rows_by_table.get((sit_out.round_no, sit_out.table_no))
        location = (sit_out.round_no, sit_out.table_no, number)
        if not 1 <= sit_out.round_no <= plan.rounds:
            yield make_problem(
                "round-unknown",
                "{Called} {contestant} sits out round {round_no}, but the plan has rounds 1 to "
                "{rounds}.",
                *location,
                called=contestant_noun,
                rounds=plan.rounds,
            )
        if sit_out.table_no is not None and not 1 <= sit_out.table_no <= plan.tables:
            yield make_problem(
                "table-unknown",
                "{Called} {contestant} waits at table {table_no} in round {round_no}, but the plan "
                "has tables 1 to {tables}.",
                *location,
                called=contestant_noun,
                tables=plan.tables,
            )
        if (sit_out.round_no, number) in sit_outs:
            yield make_problem(
                "sit-out-twice",
                "{Called} {contestant} is listed twice as sitting out round {round_no}.",
                *location,
                called=contestant_noun,
            )
        # One half of a team may wait while the other plays.
        if row_of_contestant and plan.contest != "teams":
            yield make_problem(
                "sit-out-contradicts",
                "{Called} {contestant} sits out round {round_no} but also plays at table {playing}.",
                *location,
                called=contestant_noun,
                playing=row_of_contestant.table_no,
            )
        elif row_at_table:
            contestants_text = join_with_and(plan.get_row_contestants(row_at_table))
            yield make_problem(
                "sit-out-contradicts",
                "{Called} {contestant} waits at table {table_no} in round {round_no}, where {others} "
                "play.",
                *location,
                called=contestant_noun,
                others=contestants_text,
            )
        sit_outs.add((sit_out.round_no, number))
    yield from _iter_missing_sit_outs(plan, rows_by_contestant.keys() | sit_outs)
    yield from _iter_idle_contestants(plan, {number for _, number in rows_by_contestant})


def _iter_missing_sit_outs(
    plan: Movement, rounds_and_numbers: set[tuple[int, int]]
) -> Iterator[PlanProblem]:
    """Report contestants who neither play nor sit out in a round.

    *rounds_and_numbers* are the rounds in which each of the others does.
    """
    numbers_by_round: defaultdict[int, set[int]] = defaultdict(set)
    all_numbers: set[int] = set()
    highest = _compute_highest_number(plan)
    for round_no, number in rounds_and_numbers:
        numbers_by_round[round_no].add(number)
        if 1 <= number <= highest:
            all_numbers.add(number)
    # A round outside the plan or without rows has its own fault.
    rounds = {row.round_no for row in plan.rows if 1 <= row.round_no <= plan.rounds}
    for round_no in sorted(rounds):
        for number in sorted(all_numbers - numbers_by_round[round_no]):
            yield make_problem(
                "sit-out-missing",
                "{Called} {contestant} neither plays nor sits out in round {round_no}. Seat {them} or "
                "list the sit-out.",
                round_no,
                contestant=number,
                called=plan.contestant_noun,
            )


def _iter_idle_contestants(plan: Movement, playing_numbers: set[int]) -> Iterator[PlanProblem]:
    waiting_numbers = {sit_out.contestant for sit_out in plan.sit_outs}
    for number in sorted(waiting_numbers - playing_numbers):
        yield make_problem(
            "never-plays",
            "{Called} {contestant} sits out every round. Remove {them} from the plan, or give "
            "{them} opponents.",
            contestant=number,
            called=plan.contestant_noun,
        )


# The players of a plan that names them by seat: of individual contests, and of teams and pairs if they
# say who sits where. Whether partners and opponents are balanced is a matter of promises, see
# :mod:`movements.check.guarantees`.


def iter_player_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Yield a fault for every player with no number, two seats, two teams or a repeated partner.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = make_plan("individual-howell-8", players=8)
    >>> wrong = replace(plan.rows[0], players=(4, 1, 4, 8))
    >>> [fault.text for fault in iter_player_problems(replace(plan, rows=(wrong, *plan.rows[1:])))]
    ['Player 4 has two seats at table 1 in round 1. Give one to another player.']
    """
    yield from _iter_player_seat_problems(plan)
    if plan.contest == "individual":
        yield from _iter_partnership_problems(plan)
        yield from _iter_partner_problems(plan)
    else:
        yield from _iter_loyalty_problems(plan)


def _iter_player_seat_problems(plan: Movement) -> Iterator[PlanProblem]:
    first_tables: dict[tuple[int, int], int] = {}
    for row in plan.rows:
        location = (row.round_no, row.table_no)
        if row.players is None and plan.contest == "individual":
            yield make_problem(
                "players-missing",
                "Table {table_no} in round {round_no} is missing its players N, E, S and W.",
                *location,
            )
        players = row.players or ()
        for player in sorted(set(players)):
            # In an individual the players are the contestants, whose numbers are checked anyway.
            if player < 1 and plan.contest != "individual":
                yield make_problem(
                    "player-unknown",
                    "Table {table_no} in round {round_no} seats player {player}. Player numbers start at "
                    "1.",
                    *location,
                    player=player,
                )
            if players.count(player) > 1:
                yield make_problem(
                    "player-twice",
                    "Player {player} has two seats at table {table_no} in round {round_no}. Give one to "
                    "another player.",
                    *location,
                    _get_contestant(plan, player),
                    player=player,
                )
            first_table = first_tables.get((row.round_no, player))
            if first_table is not None:
                yield make_problem(
                    "player-twice",
                    "Player {player} is at tables {first} and {table_no} in round {round_no}. Choose one.",
                    *location,
                    _get_contestant(plan, player),
                    player=player,
                    first=first_table,
                )
            first_tables.setdefault((row.round_no, player), row.table_no)


def _get_contestant(plan: Movement, player: int) -> int | None:
    if plan.contest == "individual":
        return player
    return None


def _iter_partnership_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report two partners with two numbers, or one number of two partnerships."""
    number_by_couple: dict[Couple, int] = {}
    couple_by_number: dict[int, Couple] = {}
    for row in plan.rows:
        if row.players:
            for number, couple in zip((row.ns, row.ew), get_couples(row.players), strict=True):
                first_number = number_by_couple.setdefault(couple, number)
                has_other_number = first_number != number
                if has_other_number or couple_by_number.setdefault(number, couple) != couple:
                    first, second = couple
                    yield make_problem(
                        "partnership-wrong",
                        "Table {table_no} in round {round_no} calls players {first} and {second} partnership "
                        "{number}. Each partnership needs its own number.",
                        row.round_no,
                        row.table_no,
                        first=first,
                        second=second,
                        number=number,
                    )


def _iter_partner_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report partners who sit together again although everybody could have a new partner."""
    # Nobody has more partners than there are other players.
    if plan.rounds >= plan.contestants or BOARDS_PLAYED_BOTH_WAYS in plan.guarantees:
        return
    first_rows: dict[Couple, TableRound] = {}
    for row in plan.rows:
        # A player in two seats has a fault already.
        if row.players and len(set(row.players)) == len(row.players):
            for couple in get_couples(row.players):
                first_row = first_rows.setdefault(couple, row)
                if first_row.round_no != row.round_no:
                    yield make_problem(
                        "partner-twice",
                        "Players {first} and {second} are partners twice: at table {former_table} in round "
                        "{former_round}, and at table {table_no} in round {round_no}.",
                        row.round_no,
                        row.table_no,
                        couple[0],
                        first=couple[0],
                        second=couple[1],
                        former_table=first_row.table_no,
                        former_round=first_row.round_no,
                    )


def _iter_loyalty_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Report players who play for two teams or pairs."""
    first_contestant_and_row: dict[int, tuple[int, TableRound]] = {}
    for row in plan.rows:
        if not row.players:
            continue
        north, east, south, west = row.players
        for player, contestant in (
            (north, row.ns),
            (south, row.ns),
            (east, row.ew),
            (west, row.ew),
        ):
            first_contestant, first_row = first_contestant_and_row.setdefault(
                player, (contestant, row)
            )
            # Player 0 is a missing number, which has its own fault.
            if player and first_contestant != contestant:
                yield make_problem(
                    "player-of-two",
                    "Player {player} sits for {called} {former} (table {former_table}, round "
                    "{former_round}) and for {called} {contestant} (table {table_no}, round {round_no}).",
                    row.round_no,
                    row.table_no,
                    contestant,
                    called=plan.contestant_noun,
                    player=player,
                    former=first_contestant,
                    former_table=first_row.table_no,
                    former_round=first_row.round_no,
                )
