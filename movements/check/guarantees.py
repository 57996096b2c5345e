"""The guarantees of movements, each with a sentence for people and a check of the rows.

Responsible for proving declared guarantees of any plan.  Which of them a plan declares is the
movement's own knowledge.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from movements.balance import compared_equally, joined_in_one_field, opponents
from movements.check.boards import PLAYED_BOTH_WAYS
from movements.model import ROUND_IS_A_MATCH, Fault, Movement
from movements.partnerships import Couple, adversaries, couple, couples_of, partners
from movements.player_balance import players_compared_equally
from movements.sentences import MovementSentences

ABSENT = 0
TWICE = 2
ROUNDS_OF_ALL_PARTNERS = 3
"""Rounds in which four players at a table are partners in all three ways."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A promise: its ``key``, one sentence for people, and the check of a plan.

    >>> GUARANTEES["two-winners"].text
    'N-S and E-W pairs keep their direction and are ranked separately.'
    """

    key: str
    text: str
    holds: Callable[[Movement], bool]


def _lines(plan: Movement) -> tuple[set[int], set[int]]:
    ns = {row.ns for row in plan.rows} | (
        {sit_out.contestant for sit_out in plan.sit_outs} - {row.ew for row in plan.rows}
    )
    return ns, {row.ew for row in plan.rows}


def _each_ns_meets_each_ew(plan: Movement) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    return plan.winners == 2 and len(met) == len(ns) * len(ew) and set(met.values()) == {1}


def _each_meets_each(plan: Movement, times: int) -> bool:
    met = opponents(plan)
    return len(met) == plan.contestants * (plan.contestants - 1) // 2 and set(met.values()) == {
        times
    }


def _opponents_equally_often(plan: Movement) -> bool:
    ns, ew = _lines(plan)
    met = opponents(plan)
    if plan.winners == 2:
        possible = len(ns) * len(ew)
    else:
        possible = plan.contestants * (plan.contestants - 1) // 2
    return len(met) == possible and len(set(met.values())) == 1


def _one_opponent_twice_one_never(plan: Movement) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    # An absent pair counts as an opponent, so that sitting out twice stands for meeting it twice.
    met.update((sit_out.contestant, ABSENT) for sit_out in plan.sit_outs)
    times = {
        pair: sorted(count for couple, count in met.items() if pair in couple) for pair in ns | ew
    }
    rounds = plan.rounds
    return plan.winners == 2 and all(
        counts == [1] * (rounds - 2) + [2] for counts in times.values()
    )


def _no_opponents_twice(plan: Movement) -> bool:
    return max(opponents(plan).values(), default=0) <= 1


def _everyone_plays_every_board(plan: Movement) -> bool:
    played = Counter(
        number for row in plan.rows for number in plan.contestants_at(row) for _ in row.boards
    )
    distinct = {
        (number, board)
        for row in plan.rows
        for number in plan.contestants_at(row)
        for board in row.boards
    }
    return len(distinct) == plan.contestants * plan.boards and set(played.values()) == {plan.boards}


def _each_set_at_one_table(plan: Movement) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len(plan.rows)


def _same_boards_at_every_table(plan: Movement) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len(
        {row.round_no for row in plan.rows}
    )


def _two_winners(plan: Movement) -> bool:
    if plan.contest == "individual":
        ns, ew = (
            {player for row in plan.rows for player in (row.players or ())[line::2]}
            for line in range(2)
        )
    else:
        ns, ew = {row.ns for row in plan.rows}, {row.ew for row in plan.rows}
    return plan.winners == 2 and not ns & ew


def _ns_pairs_stay(plan: Movement) -> bool:
    return len({(row.ns, row.table_no) for row in plan.rows}) == len({row.ns for row in plan.rows})


def _sit_out_at_most_once(plan: Movement) -> bool:
    return max(Counter(sit_out.contestant for sit_out in plan.sit_outs).values(), default=0) <= 1


def _each_couple(plan: Movement, met: Counter[Couple], times: int) -> bool:
    possible = plan.contestants * (plan.contestants - 1) // 2
    return plan.contest == "individual" and len(met) == possible and set(met.values()) == {times}


def _at_most(plan: Movement, met: Counter[Couple], times: int) -> bool:
    return plan.contest == "individual" and max(met.values(), default=0) <= times


def _halves(plan: Movement) -> dict[tuple[int, int], Counter[int]]:
    """Return the boards at which each team sat N-S against each other one E-W."""
    boards: dict[tuple[int, int], Counter[int]] = {}
    for row in plan.rows:
        if row.ns != row.ew:
            boards.setdefault((row.ns, row.ew), Counter()).update(row.boards)
    return boards


def _every_two_teams_meet(plan: Movement) -> bool:
    met = {frozenset(couple) for couple in _halves(plan)}
    return plan.contest == "teams" and len(met) == plan.contestants * (plan.contestants - 1) // 2


def _teams_meet_both_ways(plan: Movement) -> bool:
    halves = _halves(plan)
    return plan.contest == "teams" and all(
        halves.get((ew, ns)) == boards for (ns, ew), boards in halves.items()
    )


def _each_round_is_a_match(plan: Movement) -> bool:
    """Return whether each round is a full match of two teams and no board is in two rounds."""
    halves: defaultdict[tuple[int, int, int], Counter[int]] = defaultdict(Counter)
    rivals: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    rounds: defaultdict[int, set[int]] = defaultdict(set)
    for row in (row for row in plan.rows if row.ns != row.ew):
        halves[row.round_no, row.ns, row.ew].update(row.boards)
        for team, other in ((row.ns, row.ew), (row.ew, row.ns)):
            rivals[row.round_no, team].add(other)
        for board in row.boards:
            rounds[board].add(row.round_no)
    return (
        plan.contest == "teams"
        and all(
            halves.get((round_no, ew, ns)) == boards
            for (round_no, ns, ew), boards in halves.items()
        )
        and all(len(own) == 1 for own in (*rivals.values(), *rounds.values()))
    )


def _each_team_plays_every_board_both_ways(plan: Movement) -> bool:
    sat: dict[int, tuple[Counter[int], Counter[int]]] = {}
    for row in plan.rows:
        if row.ns != row.ew:
            sat.setdefault(row.ns, (Counter(), Counter()))[0].update(row.boards)
            sat.setdefault(row.ew, (Counter(), Counter()))[1].update(row.boards)
    everybody = plan.contest == "teams" and len(sat) == plan.contestants
    return everybody and all(ns == ew and len(ns) == plan.boards for ns, ew in sat.values())


def _players_of(plan: Movement) -> dict[int, int]:
    """Return the team of every player, where the rows name players."""
    return {
        player: (row.ns, row.ew)[seat % 2]
        for row in plan.rows
        for seat, player in enumerate(row.players or ())
    }


def _by_boards(plan: Movement, *, partners_only: bool) -> Counter[Couple]:
    """Count the boards on which every two players were partners, or adversaries."""
    met: Counter[Couple] = Counter()
    for row in plan.rows:
        for (first, player), (second, other) in combinations(enumerate(row.players or ()), 2):
            if ((second - first) % 2 == 0) == partners_only:
                met[min(player, other), max(player, other)] += len(row.boards)
    return met


def _team_mates_partner_equally(plan: Movement) -> bool:
    team_of = _players_of(plan)
    mates = {
        (low, high)
        for low, high in combinations(sorted(team_of), 2)
        if team_of[low] == team_of[high]
    }
    met = _by_boards(plan, partners_only=True)
    return plan.contest == "teams" and set(met) == mates != set() and len(set(met.values())) == 1


def _everybody_opposes_every_adversary_equally(plan: Movement) -> bool:
    team_of = _players_of(plan)
    rivals = {
        (low, high)
        for low, high in combinations(sorted(team_of), 2)
        if team_of[low] != team_of[high]
    }
    met = _by_boards(plan, partners_only=False)
    return plan.contest == "teams" and set(met) == rivals != set() and len(set(met.values())) == 1


def _meets_the_other_lines_once(plan: Movement) -> bool:
    """Return whether players of different lines sit together equally often, once or with all
    partners.
    """
    together = Counter(
        couple(first, second)
        for row in plan.rows
        for first, second in combinations(row.players or (), 2)
    )
    return _is_even(plan, together, 1) or _is_even(plan, together, ROUNDS_OF_ALL_PARTNERS)


def _partners_the_other_lines_once(plan: Movement) -> bool:
    return _is_even(plan, partners(plan), 1)


def _is_even(plan: Movement, met: Counter[Couple], times: int) -> bool:
    """Return whether players of different lines meet *times* times, and players of one line never."""
    line, over = divmod(plan.contestants, 4)
    if plan.contest != "individual" or over:
        return False
    return met == {
        both: times
        for both in combinations(range(1, plan.contestants + 1), 2)
        if (both[0] - 1) // line != (both[1] - 1) // line
    }


def _couples_mixed_evenly(plan: Movement) -> bool:
    """Return whether couples are mixed evenly.

    Everybody partners each other spouse of the other sex, and opposes all but their own, once.
    """
    men = plan.contestants // 2
    everybody = combinations(range(1, plan.contestants + 1), 2)
    met = [both for both in everybody if both[1] - both[0] != men]
    mixed = [both for both in met if (both[0] <= men) != (both[1] <= men)]
    return (
        plan.contest == "individual"
        and partners(plan) == dict.fromkeys(mixed, 1)
        and adversaries(plan) == dict.fromkeys(met, 1)
    )


def _spouses_apart(plan: Movement) -> bool:
    men = plan.contestants // 2
    seated = (combinations(row.players or (), 2) for row in plan.rows)
    return plan.contest == "individual" and all(
        abs(first - second) != men for both in seated for first, second in both
    )


def _played_both_ways(plan: Movement) -> bool:
    sides: defaultdict[int, list[tuple[Couple, Couple]]] = defaultdict(list)
    for row in plan.rows:
        if row.players is None:
            return False
        for board in row.boards:
            sides[board].append(couples_of(row.players))
    return all(len(plays) == TWICE and plays[0] == plays[1][::-1] for plays in sides.values())


_ALL = (
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
        _opponents_equally_often,
    ),
    Guarantee(
        "one-opponent-twice-one-never",
        "Everyone meets one opponent twice, one never and the rest once; a missing pair counts as an opponent.",
        _one_opponent_twice_one_never,
    ),
    Guarantee("no-opponents-twice", "No pair meets the same opponents twice.", _no_opponents_twice),
    Guarantee(
        "everyone-plays-every-board",
        "Everyone plays every board once.",
        _everyone_plays_every_board,
    ),
    Guarantee("each-set-at-one-table", "No two tables share a board set.", _each_set_at_one_table),
    Guarantee(
        "same-boards-at-every-table",
        "All tables play the same boards in every round.",
        _same_boards_at_every_table,
    ),
    Guarantee(
        "compared-equally", "All pairs are compared with each other equally.", compared_equally
    ),
    Guarantee(
        "one-winner",
        "There is one ranking for everyone, and common boards connect all pairs.",
        joined_in_one_field,
    ),
    Guarantee(
        "two-winners",
        "N-S and E-W pairs keep their direction and are ranked separately.",
        _two_winners,
    ),
    Guarantee("ns-pairs-stay", "N-S pairs keep their tables.", _ns_pairs_stay),
    Guarantee(
        "sit-out-at-most-once", "Nobody sits out more than one round.", _sit_out_at_most_once
    ),
    Guarantee(
        "everybody-partners-everybody",
        "All players partner each other exactly once.",
        lambda plan: _each_couple(plan, partners(plan), 1),
    ),
    Guarantee(
        "everybody-opposes-everybody-twice",
        "All players oppose each other exactly twice.",
        lambda plan: _each_couple(plan, adversaries(plan), 2),
    ),
    Guarantee(
        "no-partner-twice",
        "Nobody has the same partner twice.",
        lambda plan: _at_most(plan, partners(plan), 1),
    ),
    Guarantee(
        "no-opponent-more-than-twice",
        "Nobody meets the same opponent more than twice.",
        lambda plan: _at_most(plan, adversaries(plan), 2),
    ),
    Guarantee(
        "players-compared-equally",
        "All players are compared with each other equally.",
        lambda plan: plan.contest == "individual" and players_compared_equally(plan),
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
        _couples_mixed_evenly,
    ),
    Guarantee(
        "spouses-at-different-tables", "Couples never sit at the same table.", _spouses_apart
    ),
    Guarantee(
        PLAYED_BOTH_WAYS,
        "The same players play every board twice, the second time with the other side's cards.",
        _played_both_ways,
    ),
)

GUARANTEES: dict[str, Guarantee] = {guarantee.key: guarantee for guarantee in _ALL}
"""Every known guarantee by key."""


def guarantee_faults(plan: Movement) -> Iterator[Fault]:
    """Yield a fault for every declared guarantee that *plan* breaks or that doesn't exist.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = replace(make_plan("mitchell", tables=4, rounds=3), guarantees=("everyone-plays-every-board",))
    >>> [fault.code for fault in guarantee_faults(plan)]
    ['guarantee-broken']
    """
    for key in plan.guarantees:
        if key not in GUARANTEES:
            yield MovementSentences.GUARANTEE_UNKNOWN.fault(key=key)
        elif not GUARANTEES[key].holds(plan):
            yield MovementSentences.GUARANTEE_BROKEN.fault(promise=GUARANTEES[key].text)
