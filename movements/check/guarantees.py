"""The guarantees of movements, each with a sentence for people and a check of the rows.

Proves the guarantees that a plan declares.  Each movement module decides which of them its plans
declare.  A *couple* is two players or contestants with the lower number first; ``met`` counts how
often each couple met.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from movements.balance import (
    are_pairs_compared_equally,
    are_players_compared_equally,
    count_meetings_by_couple,
    is_one_connected_field,
)
from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.model import ROUND_IS_A_MATCH, Movement, PlanProblem, make_problem
from movements.partnerships import (
    Couple,
    count_opponent_rounds_by_couple,
    count_partner_rounds_by_couple,
    get_couples,
    make_couple,
)

ABSENT_PAIR = 0
NUMBERS_WITH_GAPS = "numbers-with-gaps"
"""The promise of movements from lists in which numbers are missing, such as E-W pairs from 11."""
ROUNDS_OF_ALL_PARTNERS = 3
"""Rounds in which four players at a table are partners in all three ways."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A promise about plans, with its check.

    >>> GUARANTEES["two-winners"].text
    'N-S and E-W pairs keep their direction and are ranked separately.'
    """

    key: str
    text: str  # one sentence for people
    is_kept: Callable[[Movement], bool]  # whether a plan keeps the promise


def _get_pairs_by_direction(plan: Movement) -> tuple[set[int], set[int]]:
    """Return the N-S and the E-W pairs. A pair that never plays counts as N-S."""
    ew = {row.ew for row in plan.rows}
    ns = {row.ns for row in plan.rows}
    ns |= {sit_out.contestant for sit_out in plan.sit_outs} - ew
    return ns, ew


def _each_ns_meets_each_ew(plan: Movement) -> bool:
    ns, ew = _get_pairs_by_direction(plan)
    meeting_counts = Counter((row.ns, row.ew) for row in plan.rows)
    return (
        plan.winners == 2
        and len(meeting_counts) == len(ns) * len(ew)
        and set(meeting_counts.values()) == {1}
    )


def _count_couples(plan: Movement) -> int:
    return plan.contestants * (plan.contestants - 1) // 2


def _each_meets_each(plan: Movement, times: int) -> bool:
    meeting_counts = count_meetings_by_couple(plan)
    return len(meeting_counts) == _count_couples(plan) and set(meeting_counts.values()) == {times}


def _meets_opponents_equally_often(plan: Movement) -> bool:
    meeting_counts = count_meetings_by_couple(plan)
    if plan.winners == 2:
        ns, ew = _get_pairs_by_direction(plan)
        possible_couples = len(ns) * len(ew)
    else:
        possible_couples = _count_couples(plan)
    return len(meeting_counts) == possible_couples and len(set(meeting_counts.values())) == 1


def _meets_one_opponent_twice_one_never(plan: Movement) -> bool:
    ns, ew = _get_pairs_by_direction(plan)
    meeting_counts = Counter((row.ns, row.ew) for row in plan.rows)
    # An absent pair counts as an opponent, so that sitting out twice stands for meeting it twice.
    meeting_counts.update((sit_out.contestant, ABSENT_PAIR) for sit_out in plan.sit_outs)
    counts_by_pair: defaultdict[int, list[int]] = defaultdict(list)
    for pairs, count in meeting_counts.items():
        for pair in set(pairs):
            counts_by_pair[pair].append(count)
    expected_counts = [1] * (plan.rounds - 2) + [2]
    return plan.winners == 2 and all(
        sorted(counts_by_pair[pair]) == expected_counts for pair in ns | ew
    )


def _has_no_opponents_twice(plan: Movement) -> bool:
    return max(count_meetings_by_couple(plan).values(), default=0) <= 1


def _everyone_plays_every_board(plan: Movement) -> bool:
    boards_by_contestant: defaultdict[int, list[int]] = defaultdict(list)
    for row in plan.rows:
        for number in plan.get_row_contestants(row):
            boards_by_contestant[number].extend(row.boards)
    plays_without_repeats = sum(len(set(boards)) for boards in boards_by_contestant.values())
    return plays_without_repeats == plan.contestants * plan.boards and all(
        len(boards) == plan.boards for boards in boards_by_contestant.values()
    )


def _has_each_set_at_one_table(plan: Movement) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len(plan.rows)


def _has_same_boards_at_every_table(plan: Movement) -> bool:
    sets_in_rounds = {(row.round_no, row.board_set) for row in plan.rows}
    rounds = {row.round_no for row in plan.rows}
    return len(sets_in_rounds) == len(rounds)


def _has_two_winners(plan: Movement) -> bool:
    ns: set[int] = set()
    ew: set[int] = set()
    for row in plan.rows:
        if plan.contest == "individual":
            players = row.players or ()  # N, E, S, W
            ns.update(players[0::2])
            ew.update(players[1::2])
        else:
            ns.add(row.ns)
            ew.add(row.ew)
    return plan.winners == 2 and not ns & ew


def _ns_pairs_stay(plan: Movement) -> bool:
    return len({(row.ns, row.table_no) for row in plan.rows}) == len({row.ns for row in plan.rows})


def _has_at_most_one_sit_out_each(plan: Movement) -> bool:
    return max(Counter(sit_out.contestant for sit_out in plan.sit_outs).values(), default=0) <= 1


def _each_couple_meets(plan: Movement, meeting_counts: Counter[Couple], times: int) -> bool:
    is_complete = len(meeting_counts) == _count_couples(plan) and set(meeting_counts.values()) == {
        times
    }
    return plan.contest == "individual" and is_complete


def _each_couple_meets_at_most(plan: Movement, meeting_counts: Counter[Couple], times: int) -> bool:
    return plan.contest == "individual" and max(meeting_counts.values(), default=0) <= times


def _group_boards_by_teams(plan: Movement) -> dict[tuple[int, int], Counter[int]]:
    """Return the boards of every two teams that meet, by N-S team and E-W team."""
    boards: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for row in plan.rows:
        # A team's two pairs at one table are no match.
        if row.ns != row.ew:
            boards[row.ns, row.ew].update(row.boards)
    return dict(boards)


def _every_two_teams_meet(plan: Movement) -> bool:
    met_teams = {frozenset(teams) for teams in _group_boards_by_teams(plan)}
    return plan.contest == "teams" and len(met_teams) == _count_couples(plan)


def _teams_meet_both_ways(plan: Movement) -> bool:
    boards_by_teams = _group_boards_by_teams(plan)
    return plan.contest == "teams" and all(
        boards_by_teams.get((ew, ns)) == boards for (ns, ew), boards in boards_by_teams.items()
    )


def _each_round_is_a_match(plan: Movement) -> bool:
    """Return whether each round is a full match of two teams and no board is in two rounds."""
    boards_by_match: defaultdict[tuple[int, int, int], Counter[int]] = defaultdict(Counter)
    rivals_by_team: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    rounds_by_board: defaultdict[int, set[int]] = defaultdict(set)
    for row in plan.rows:
        if row.ns == row.ew:
            continue
        boards_by_match[row.round_no, row.ns, row.ew].update(row.boards)
        rivals_by_team[row.round_no, row.ns].add(row.ew)
        rivals_by_team[row.round_no, row.ew].add(row.ns)
        for board in row.boards:
            rounds_by_board[board].add(row.round_no)
    has_both_halves = all(
        boards_by_match.get((round_no, ew, ns)) == boards
        for (round_no, ns, ew), boards in boards_by_match.items()
    )
    has_one_rival = all(len(rivals) == 1 for rivals in rivals_by_team.values())
    has_own_boards = all(len(rounds) == 1 for rounds in rounds_by_board.values())
    return plan.contest == "teams" and has_both_halves and has_one_rival and has_own_boards


def _each_team_plays_every_board_both_ways(plan: Movement) -> bool:
    ns_boards: defaultdict[int, Counter[int]] = defaultdict(Counter)
    ew_boards: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for row in plan.rows:
        if row.ns != row.ew:
            ns_boards[row.ns].update(row.boards)
            ew_boards[row.ew].update(row.boards)
    teams = ns_boards.keys() | ew_boards.keys()
    return (
        plan.contest == "teams"
        and len(teams) == plan.contestants
        and all(
            ns_boards[team] == ew_boards[team] and len(ns_boards[team]) == plan.boards
            for team in teams
        )
    )


def _get_team_by_player(plan: Movement) -> dict[int, int]:
    """Return the team of every player whom the rows name."""
    team_by_player = {}
    for row in plan.rows:
        for seat, player in enumerate(row.players or ()):
            team_by_player[player] = (row.ns, row.ew)[seat % 2]
    return team_by_player


def _count_boards_by_couple(plan: Movement, *, is_for_partners: bool) -> Counter[Couple]:
    """Count the boards that every two players played as partners, or else as adversaries."""
    boards: Counter[Couple] = Counter()
    for row in plan.rows:
        for (seat, player), (other_seat, other_player) in combinations(
            enumerate(row.players or ()), 2
        ):
            are_partners = (other_seat - seat) % 2 == 0
            if are_partners == is_for_partners:
                boards[make_couple(player, other_player)] += len(row.boards)
    return boards


def _team_mates_partner_equally(plan: Movement) -> bool:
    team_by_player = _get_team_by_player(plan)
    team_mates = {
        (low, high)
        for low, high in combinations(sorted(team_by_player), 2)
        if team_by_player[low] == team_by_player[high]
    }
    return plan.contest == "teams" and _have_equal_boards(
        _count_boards_by_couple(plan, is_for_partners=True), team_mates
    )


def _everybody_opposes_every_adversary_equally(plan: Movement) -> bool:
    team_by_player = _get_team_by_player(plan)
    rivals = {
        (low, high)
        for low, high in combinations(sorted(team_by_player), 2)
        if team_by_player[low] != team_by_player[high]
    }
    return plan.contest == "teams" and _have_equal_boards(
        _count_boards_by_couple(plan, is_for_partners=False), rivals
    )


def _have_equal_boards(boards: Counter[Couple], couples: set[Couple]) -> bool:
    """Return whether exactly these *couples* play together, all for the same number of boards."""
    return bool(couples) and set(boards) == couples and len(set(boards.values())) == 1


def _meets_the_other_lines_once(plan: Movement) -> bool:
    """Return whether players of different lines share a table once.

    Three rounds count as once if the four players change partners in them.
    """
    meeting_counts: Counter[Couple] = Counter()
    for row in plan.rows:
        for first, second in combinations(row.players or (), 2):
            meeting_counts[make_couple(first, second)] += 1
    return _lines_meet(plan, meeting_counts, 1) or _lines_meet(
        plan, meeting_counts, ROUNDS_OF_ALL_PARTNERS
    )


def _partners_the_other_lines_once(plan: Movement) -> bool:
    return _lines_meet(plan, count_partner_rounds_by_couple(plan), 1)


def _lines_meet(plan: Movement, meeting_counts: Counter[Couple], times: int) -> bool:
    """Return whether players of different lines meet *times* times, and players of one line never."""
    line_size, remainder = divmod(plan.contestants, 4)
    if plan.contest != "individual" or remainder:
        return False
    expected_counts = {}
    for low, high in combinations(range(1, plan.contestants + 1), 2):
        if (low - 1) // line_size != (high - 1) // line_size:
            expected_counts[low, high] = times
    return meeting_counts == expected_counts


def _are_couples_mixed_evenly(plan: Movement) -> bool:
    """Return whether couples are mixed evenly.

    Everybody partners each person of the other sex once and opposes everybody once, except for
    their spouse.  The men have the lower numbers, their wives the higher ones in the same order.
    """
    men = plan.contestants // 2
    all_couples = combinations(range(1, plan.contestants + 1), 2)
    unmarried_couples = [(low, high) for low, high in all_couples if high - low != men]
    mixed_couples = [(low, high) for low, high in unmarried_couples if low <= men < high]
    return (
        plan.contest == "individual"
        and count_partner_rounds_by_couple(plan) == dict.fromkeys(mixed_couples, 1)
        and count_opponent_rounds_by_couple(plan) == dict.fromkeys(unmarried_couples, 1)
    )


def _are_spouses_apart(plan: Movement) -> bool:
    men = plan.contestants // 2
    table_mates = chain.from_iterable(combinations(row.players or (), 2) for row in plan.rows)
    return plan.contest == "individual" and all(
        abs(first - second) != men for first, second in table_mates
    )


def _is_played_both_ways(plan: Movement) -> bool:
    plays: Counter[tuple[int, object, object]] = Counter()
    for row in plan.rows:
        if row.players:
            ns, ew = get_couples(row.players)
        else:
            # A pair is a couple by itself.
            ns, ew = (row.ns, row.ns), (row.ew, row.ew)
        plays.update((board, ns, ew) for board in row.boards)
    return plan.contest != "teams" and all(
        plays[board, ew, ns] == count == 1 for (board, ns, ew), count in plays.items()
    )


def _has_numbers_with_gaps(plan: Movement) -> bool:
    numbers = {number for row in plan.rows for number in plan.get_row_contestants(row)}
    return max(numbers, default=0) > plan.contestants


_GUARANTEES = (
    Guarantee(
        "each-ns-meets-each-ew-once",
        "Every N-S pair meets every E-W pair exactly once.",
        _each_ns_meets_each_ew,
    ),
    Guarantee(
        "each-pair-meets-each-other-once",
        "Every pair meets every other exactly once.",
        lambda plan: _each_meets_each(plan, 1),
    ),
    Guarantee(
        "each-pair-meets-each-other-twice",
        "Every pair meets every other exactly twice.",
        lambda plan: _each_meets_each(plan, 2),
    ),
    Guarantee(
        "opponents-equally-often",
        "Every pair plays the same number of rounds against every possible opponent.",
        _meets_opponents_equally_often,
    ),
    Guarantee(
        "one-opponent-twice-one-never",
        "Everyone meets one opponent twice, one never and the rest once; a missing pair counts as an opponent.",
        _meets_one_opponent_twice_one_never,
    ),
    Guarantee(
        "no-opponents-twice", "No pair meets the same opponents twice.", _has_no_opponents_twice
    ),
    Guarantee(
        "everyone-plays-every-board",
        "Everyone plays every board once.",
        _everyone_plays_every_board,
    ),
    Guarantee(
        "each-set-at-one-table", "No two tables share a board set.", _has_each_set_at_one_table
    ),
    Guarantee(
        "same-boards-at-every-table",
        "All tables play the same boards in every round.",
        _has_same_boards_at_every_table,
    ),
    Guarantee(
        "compared-equally",
        "All pairs are compared with each other equally.",
        are_pairs_compared_equally,
    ),
    Guarantee(
        "one-winner",
        "There is one ranking for everyone, and common boards connect all pairs.",
        is_one_connected_field,
    ),
    Guarantee(
        "two-winners",
        "N-S and E-W pairs keep their direction and are ranked separately.",
        _has_two_winners,
    ),
    Guarantee("ns-pairs-stay", "N-S pairs keep their tables.", _ns_pairs_stay),
    Guarantee(
        "sit-out-at-most-once",
        "Nobody sits out more than one round.",
        _has_at_most_one_sit_out_each,
    ),
    Guarantee(
        "everybody-partners-everybody",
        "All players partner each other exactly once.",
        lambda plan: _each_couple_meets(plan, count_partner_rounds_by_couple(plan), 1),
    ),
    Guarantee(
        "everybody-opposes-everybody-twice",
        "All players oppose each other exactly twice.",
        lambda plan: _each_couple_meets(plan, count_opponent_rounds_by_couple(plan), 2),
    ),
    Guarantee(
        "no-partner-twice",
        "Nobody has the same partner twice.",
        lambda plan: _each_couple_meets_at_most(plan, count_partner_rounds_by_couple(plan), 1),
    ),
    Guarantee(
        "no-opponent-more-than-twice",
        "Nobody meets the same opponent more than twice.",
        lambda plan: _each_couple_meets_at_most(plan, count_opponent_rounds_by_couple(plan), 2),
    ),
    Guarantee(
        "players-compared-equally",
        "All players are compared with each other equally.",
        lambda plan: plan.contest == "individual" and are_players_compared_equally(plan),
    ),
    Guarantee("every-two-teams-meet", "All teams meet.", _every_two_teams_meet),
    Guarantee(
        "teams-meet-both-ways",
        "Two teams that meet play the same boards at two tables, once in each direction.",
        _teams_meet_both_ways,
    ),
    Guarantee(
        ROUND_IS_A_MATCH,
        "Each round is a match of two teams over two tables. A second meeting is a new match.",
        _each_round_is_a_match,
    ),
    Guarantee(
        "each-team-plays-every-board-both-ways",
        "Every team plays every board, as often N-S as E-W.",
        _each_team_plays_every_board_both_ways,
    ),
    Guarantee(
        "team-mates-partner-equally",
        "All players of a team partner each other for the same number of boards.",
        _team_mates_partner_equally,
    ),
    Guarantee(
        "everybody-opposes-every-adversary-equally",
        "Everyone plays the same number of boards against each player of the other team.",
        _everybody_opposes_every_adversary_equally,
    ),
    Guarantee(
        "everybody-meets-the-other-lines-once",
        "Everyone shares a table once with each player of the other three lines, and never with their own line.",
        _meets_the_other_lines_once,
    ),
    Guarantee(
        "everybody-partners-the-other-lines-once",
        "Everyone partners each player of the other three lines once.",
        _partners_the_other_lines_once,
    ),
    Guarantee(
        "couples-mixed-evenly",
        "Everyone partners each spouse of another couple once and opposes each player of the other couples once.",
        _are_couples_mixed_evenly,
    ),
    Guarantee(
        "spouses-at-different-tables", "Couples never sit at the same table.", _are_spouses_apart
    ),
    Guarantee(
        BOARDS_PLAYED_BOTH_WAYS,
        "The same players play every board twice, the second time with the other side’s cards.",
        _is_played_both_ways,
    ),
    Guarantee(
        NUMBERS_WITH_GAPS,
        "Contestants keep the numbers of a list, in which some are missing.",
        _has_numbers_with_gaps,
    ),
)

GUARANTEES: dict[str, Guarantee] = {guarantee.key: guarantee for guarantee in _GUARANTEES}
"""Every known guarantee by key."""


def iter_guarantee_problems(plan: Movement) -> Iterator[PlanProblem]:
    """Yield a fault for every declared guarantee that *plan* breaks or that doesn't exist.

    >>> from dataclasses import replace
    >>> from movements.registry import make_plan
    >>> plan = replace(make_plan("mitchell", tables=4, rounds=3), guarantees=("everyone-plays-every-board",))
    >>> [fault.code for fault in iter_guarantee_problems(plan)]
    ['guarantee-broken']
    """
    for key in plan.guarantees:
        if key not in GUARANTEES:
            yield make_problem(
                "guarantee-unknown",
                "The plan promises “{key}”, which can’t be checked. Remove it.",
                key=key,
            )
        elif not GUARANTEES[key].is_kept(plan):
            yield make_problem(
                "guarantee-broken",
                "The plan promises “{promise}”, but its rows break it.",
                promise=GUARANTEES[key].text,
            )
