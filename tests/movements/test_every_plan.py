"""Every plan the package can make is sound and keeps its promises, checked by a second, plain route."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import strategies as st

from movements.check.guarantees import GUARANTEES, NUMBERS_WITH_GAPS
from movements.model import Movement, TableRound
from movements.registry import MOVEMENTS, get_legal_rounds, make_plan
from tests.cases import leave_to_slow
from tests.movements.forms import (
    choose_forms,
    choose_lengths,
    describe_plan,
    get_size_argument,
    iterate_longest_plans,
    list_forms,
)


def iterate_plans(spec, pairs: int) -> Iterator[Movement]:
    """Yield the plans of *spec* for so many *pairs*, in the forms and lengths that a run tries."""
    size = get_size_argument(spec.key, pairs)
    for options in choose_forms(spec, pairs):
        for rounds in choose_lengths(pairs, get_legal_rounds(spec.key, **size, options=options)):
            yield make_plan(spec.key, **size, rounds=rounds, boards_per_set=1, options=options)


# The second route: each promise in words of its own, from a table of who did what in which round.


def sides_at(plan: Movement, row: TableRound) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who of the contest holds the N-S and who the E-W cards at the table of *row*."""
    if plan.contest == "individual":
        north, east, south, west = row.players
        return (north, south), (east, west)
    return (row.ns,), (row.ew,)


def everybody_at(plan: Movement, row: TableRound) -> tuple[int, ...]:
    return tuple(number for side in sides_at(plan, row) for number in side)


def meets_of(plan: Movement) -> dict[int, list[int]]:
    meets: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        meets[row.ns].append(row.ew)
        meets[row.ew].append(row.ns)
    return meets


def list_lone_directions(plan: Movement) -> tuple[set[int], set[int]]:
    sides: dict[int, set[str]] = defaultdict(set)
    for row in plan.rows:
        for side, numbers in zip(("NS", "EW"), sides_at(plan, row), strict=True):
            for number in numbers:
                sides[number].add(side)
    return {pair for pair in sides if sides[pair] == {"NS"}}, {
        pair for pair in sides if sides[pair] == {"EW"}
    }


def every_ns_meets_every_ew(plan: Movement) -> bool:
    ns, ew = list_lone_directions(plan)
    meets = meets_of(plan)
    each_ns = all(sorted(meets[pair]) == sorted(ew) for pair in ns)
    return plan.winners == 2 and each_ns and all(sorted(meets[pair]) == sorted(ns) for pair in ew)


def everybody_meets_everybody(times: int) -> Callable[[Movement], bool]:
    def holds(plan: Movement) -> bool:
        meets = meets_of(plan)
        return len(meets) == plan.contestants and all(
            sorted(opponents) == sorted(times * [other for other in meets if other != pair])
            for pair, opponents in meets.items()
        )

    return holds


def everybody_meets_everybody_alike(plan: Movement) -> bool:
    ns, ew = list_lone_directions(plan)
    meets = meets_of(plan)
    everyone = {pair: set(meets) - {pair} for pair in meets}
    possible = {pair: ew if pair in ns else ns for pair in meets} if plan.winners == 2 else everyone
    times = {
        tuple(sorted(Counter(meets[pair])[other] for other in possible[pair])) for pair in meets
    }
    return (
        len(meets) == plan.contestants and len({count for counts in times for count in counts}) == 1
    )


def everybody_plays_everything(plan: Movement) -> bool:
    boards: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        for number in everybody_at(plan, row):
            boards[number] += row.boards
    return all(sorted(played) == list(range(1, plan.boards + 1)) for played in boards.values())


def each_set_at_one_table(plan: Movement) -> bool:
    for round_no in range(1, plan.rounds + 1):
        sets = [row.board_set for row in plan.rows if row.round_no == round_no]
        if len(sets) != len(set(sets)):
            return False
    return True


def same_boards_at_every_table(plan: Movement) -> bool:
    boards: dict[int, set[frozenset[int]]] = defaultdict(set)
    for row in plan.rows:
        boards[row.round_no].add(frozenset(row.boards))
    return all(len(played) == 1 for played in boards.values())


def compared_equally(plan: Movement) -> bool:
    amounts: Counter[tuple[int, int]] = Counter()
    for board_set in {row.board_set for row in plan.rows}:
        tables = [(row.ns, row.ew) for row in plan.rows if row.board_set == board_set]
        # A pair holds a set more than once if it is replayed with the other side's cards.
        held = [
            (pair, index, side)
            for index, pairs in enumerate(tables)
            for side, pair in enumerate(pairs)
        ]
        for (first, at, side), (second, other_at, other_side) in combinations(sorted(held), 2):
            if first != second:
                apart = 1 if side == other_side else -1
                amounts[first, second] += len(tables) - 1 if at == other_at else apart
    alike = len(set(amounts.values())) == 1 and set(amounts.values()) != {0}
    return alike and len(amounts) == plan.contestants * (plan.contestants - 1) // 2


def one_field(plan: Movement) -> bool:
    reached = {everybody_at(plan, plan.rows[0])[0]}
    while True:
        sets = {row.board_set for row in plan.rows if reached & set(everybody_at(plan, row))}
        wider = reached | {
            number
            for row in plan.rows
            if row.board_set in sets
            for number in everybody_at(plan, row)
        }
        if wider == reached:
            return plan.winners == 1 and len(reached) == plan.contestants
        reached = wider


def ns_pairs_stay(plan: Movement) -> bool:
    tables: dict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        tables[row.ns].add(row.table_no)
    return all(len(sat_at) == 1 for sat_at in tables.values())


def one_twice_and_one_never(plan: Movement) -> bool:
    met = meets_of(plan)
    for sit_out in plan.sit_outs:
        met[sit_out.contestant].append(0)
    return plan.winners == 2 and all(
        len(opponents) == plan.rounds and len(set(opponents)) == plan.rounds - 1
        for opponents in met.values()
    )


def partners_of(plan: Movement) -> dict[int, list[int]]:
    together: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        for first, second in sides_at(plan, row):
            together[first].append(second)
            together[second].append(first)
    return together


def opponents_of(plan: Movement) -> dict[int, list[int]]:
    against: dict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        for side, others in (sides_at(plan, row), sides_at(plan, row)[::-1]):
            for player in side:
                against[player] += others
    return against


def everybody_has_everybody(met: dict[int, list[int]], times: int, players: int) -> bool:
    everybody = range(1, players + 1)
    return all(
        sorted(met[player]) == sorted(times * [other for other in everybody if other != player])
        for player in everybody
    )


def players_compared_equally(plan: Movement) -> bool:
    """Two players gain from every other result of a board, lose to it, and from or to each other where they meet."""
    amounts: Counter[tuple[int, int]] = Counter()
    most = max(Counter(row.board_set for row in plan.rows).values()) - 1
    for board_set in {row.board_set for row in plan.rows}:
        tables = [sides_at(plan, row) for row in plan.rows if row.board_set == board_set]
        seats = [
            (player, index, side)
            for index, sides in enumerate(tables)
            for side in (0, 1)
            for player in sides[side]
        ]
        for (first, table, side), (second, other_table, other_side) in combinations(seats, 2):
            weight = (1 if side == other_side else -1) * (
                1 if table != other_table else 1 - len(tables)
            )
            if len(tables) > 1 and first != second:
                amounts[min(first, second), max(first, second)] += Fraction(
                    weight * most, len(tables) - 1
                )
    couples = plan.contestants * (plan.contestants - 1) // 2
    return len(amounts) == couples and len(set(amounts.values())) == 1 and 0 not in amounts.values()


def away(plan: Movement) -> list[TableRound]:
    """Return the rows of different teams."""
    return [row for row in plan.rows if row.ns != row.ew]


def teams_meet_both_ways(plan: Movement) -> bool:
    plays = [(row.ns, row.ew, board) for row in away(plan) for board in row.boards]
    return sorted(plays) == sorted((ew, ns, board) for ns, ew, board in plays)


def each_round_is_a_match(plan: Movement) -> bool:
    plays = [(row.round_no, row.ns, row.ew, board) for row in away(plan) for board in row.boards]
    meetings = {(round_no, frozenset(both)) for round_no, *both, _board in plays}
    return (
        sorted(plays) == sorted((round_no, ew, ns, board) for round_no, ns, ew, board in plays)
        and len({(round_no, team) for round_no, both in meetings for team in both})
        == 2 * len(meetings)
        and len({board for *_place, board in plays})
        == len({(round_no, board) for round_no, *_both, board in plays})
    )


def every_team_plays_every_board_both_ways(plan: Movement) -> bool:
    for team in range(1, plan.contestants + 1):
        ns = sorted(board for row in away(plan) if row.ns == team for board in row.boards)
        ew = sorted(board for row in away(plan) if row.ew == team for board in row.boards)
        if ns != ew or set(ns) != set(range(1, plan.boards + 1)):
            return False
    return True


def equally_long(plan: Movement, *, team_mates: bool) -> bool:
    """Return whether every two of a team are partners on equally many boards, or of two teams adversaries."""
    seats = [(row, row.players) for row in plan.rows if row.players]
    teams = {
        player: (row.ns, row.ew)[index % 2]
        for row, four in seats
        for index, player in enumerate(four)
    }
    times = {
        frozenset(two): 0
        for two in combinations(teams, 2)
        if (teams[two[0]] == teams[two[1]]) == team_mates
    }
    for row, four in seats:
        for first, second in combinations(range(4), 2):
            if (first + second) % 2 == (0 if team_mates else 1):
                times[frozenset((four[first], four[second]))] += len(row.boards)
    return len(set(times.values())) == 1 and set(times.values()) != {0}


def lines_by_quarters(plan: Movement) -> dict[int, int]:
    """Return the line of every player: the first quarter of the numbers, the second and so on."""
    return {
        player: (player - 1) * 4 // plan.contestants for player in range(1, plan.contestants + 1)
    }


def others_than(line: int, plan: Movement) -> list[int]:
    return [player for player, own in lines_by_quarters(plan).items() if own != line]


def everybody_meets_the_other_lines_once(plan: Movement) -> bool:
    if plan.contestants % 4:
        return False
    met: dict[int, Counter[int]] = defaultdict(Counter)
    for row in plan.rows:
        for player in row.players:
            met[player].update(other for other in row.players if other != player)
    times = plan.rows and {count for counts in met.values() for count in counts.values()}
    return times in ({1}, {3}) and all(
        sorted(met[player]) == others_than(line, plan)
        for player, line in lines_by_quarters(plan).items()
    )


def spouse_of(plan: Movement, player: int) -> int:
    men = plan.contestants // 2
    return player + men if player <= men else player - men


def couples_mixed_evenly(plan: Movement) -> bool:
    everybody = range(1, plan.contestants + 1)
    others = {
        player: [other for other in everybody if other not in (player, spouse_of(plan, player))]
        for player in everybody
    }
    men = plan.contestants // 2
    mixed = {
        player: [other for other in others[player] if (other <= men) != (player <= men)]
        for player in everybody
    }
    return all(
        sorted(partners_of(plan)[player]) == mixed[player]
        and sorted(opponents_of(plan)[player]) == others[player]
        for player in everybody
    )


def sorted_sides(row: TableRound) -> list[list[int]]:
    north, east, south, west = row.players or (row.ns, row.ew, row.ns, row.ew)
    return [sorted((north, south)), sorted((east, west))]


PLAIN_ROUTE: dict[str, Callable[[Movement], bool]] = {
    "each-ns-meets-each-ew-once": every_ns_meets_every_ew,
    "each-pair-meets-each-other-once": everybody_meets_everybody(1),
    "each-pair-meets-each-other-twice": everybody_meets_everybody(2),
    "opponents-equally-often": everybody_meets_everybody_alike,
    "one-opponent-twice-one-never": one_twice_and_one_never,
    "no-opponents-twice": lambda plan: all(
        len(opponents) == len(set(opponents)) for opponents in meets_of(plan).values()
    ),
    "everyone-plays-every-board": everybody_plays_everything,
    "each-set-at-one-table": each_set_at_one_table,
    "same-boards-at-every-table": same_boards_at_every_table,
    "compared-equally": compared_equally,
    "one-winner": one_field,
    "two-winners": lambda plan: (
        plan.winners == 2 and sum(map(len, list_lone_directions(plan))) == plan.contestants
    ),
    "ns-pairs-stay": ns_pairs_stay,
    "sit-out-at-most-once": lambda plan: all(
        len([sit_out for sit_out in plan.sit_outs if sit_out.contestant == number]) <= 1
        for number in {number for row in plan.rows for number in everybody_at(plan, row)}
    ),
    "everybody-partners-everybody": lambda plan: everybody_has_everybody(
        partners_of(plan), 1, plan.contestants
    ),
    "everybody-opposes-everybody-twice": lambda plan: everybody_has_everybody(
        opponents_of(plan), 2, plan.contestants
    ),
    "no-partner-twice": lambda plan: all(
        len(met) == len(set(met)) for met in partners_of(plan).values()
    ),
    "no-opponent-more-than-twice": lambda plan: all(
        met.count(other) <= 2 for met in opponents_of(plan).values() for other in met
    ),
    "players-compared-equally": players_compared_equally,
    "every-two-teams-meet": lambda plan: all(
        {other for row in plan.rows for other in (row.ns, row.ew) if team in (row.ns, row.ew)}
        == set(range(1, plan.contestants + 1))
        for team in range(1, plan.contestants + 1)
    ),
    "teams-meet-both-ways": teams_meet_both_ways,
    "each-round-a-match": each_round_is_a_match,
    "each-team-plays-every-board-both-ways": every_team_plays_every_board_both_ways,
    "team-mates-partner-equally": lambda plan: equally_long(plan, team_mates=True),
    "everybody-opposes-every-adversary-equally": lambda plan: equally_long(plan, team_mates=False),
    "everybody-meets-the-other-lines-once": everybody_meets_the_other_lines_once,
    "everybody-partners-the-other-lines-once": lambda plan: all(
        sorted(partners_of(plan)[player]) == others_than(line, plan)
        for player, line in lines_by_quarters(plan).items()
    ),
    "couples-mixed-evenly": couples_mixed_evenly,
    "spouses-at-different-tables": lambda plan: (
        not any(
            spouse_of(plan, player) in row.players for row in plan.rows for player in row.players
        )
    ),
    "boards-played-both-ways": lambda plan: all(
        plan.contest != "teams"
        and sorted(held) == sorted(side[::-1] for side in held)
        and len(held) == len({str(sides) for sides in held})
        for board in range(1, plan.boards + 1)
        for held in [[sorted_sides(row) for row in plan.rows if board in row.boards]]
    ),
}

OF_CONTEST = {
    contest: {key for spec in MOVEMENTS if spec.contest == contest for key in spec.guarantees}
    for contest in {spec.contest for spec in MOVEMENTS}
}
"""The promises that movements of a contest can make: about others they mean nothing."""


def test_every_guarantee_has_a_second_route():
    of_movements = [key for key in GUARANTEES if key != NUMBERS_WITH_GAPS]  # only lists promise it
    assert list(PLAIN_ROUTE) == of_movements


@pytest.mark.slow
def test_declared_guarantees_hold_by_the_second_route_at_full_length():
    for plan in iterate_longest_plans():
        broken = [key for key in plan.guarantees if not PLAIN_ROUTE[key](plan)]
        assert describe_plan(plan) == describe_plan(plan)
        assert broken == []


@pytest.mark.parametrize("spec", leave_to_slow(MOVEMENTS, but=11), ids=lambda spec: spec.key)
def test_both_routes_agree_on_every_guarantee_whether_declared_or_not(spec):
    for pairs in (size for size in spec.legal_sizes if size < 9):
        for plan in iterate_plans(spec, pairs):
            asked = OF_CONTEST[spec.contest]
            ours = {
                key: guarantee.is_kept(plan)
                for key, guarantee in GUARANTEES.items()
                if key in asked
            }
            # Equal comparison within two lines is told apart from that within one field.
            plainly = {key: plain(plan) for key, plain in PLAIN_ROUTE.items() if key in asked}
            if plan.winners == 2 and spec.contest == "pairs":
                del ours["compared-equally"], plainly["compared-equally"]
            assert describe_plan(plan) == describe_plan(plan)
            assert ours == plainly


@pytest.mark.slow
def test_a_full_plan_lets_everybody_play_every_round_or_sit_out():
    for plan in (plan for plan in iterate_longest_plans() if plan.contest != "teams"):
        busy = Counter(number for row in plan.rows for number in everybody_at(plan, row))
        busy.update(sit_out.contestant for sit_out in plan.sit_outs)
        assert describe_plan(plan) == describe_plan(plan)
        assert set(busy.values()) == {plan.rounds}


@st.composite
def plans(draw: st.DrawFn) -> Movement:
    """Any plan of any movement."""
    spec = draw(st.sampled_from(MOVEMENTS))
    size = draw(st.sampled_from(spec.legal_sizes))
    options = draw(st.sampled_from(list_forms(spec, size)))
    rounds = draw(
        st.sampled_from(
            get_legal_rounds(spec.key, **get_size_argument(spec.key, size), options=options)
        )
    )
    boards_per_set = draw(st.integers(1, 6))
    return make_plan(
        spec.key,
        **get_size_argument(spec.key, size),
        rounds=rounds,
        boards_per_set=boards_per_set,
        options=options,
    )
