"""What movements promise, each promise with a sentence for people and a check that trusts nothing but the rows.

Responsible for proving declared guarantees of any plan.  Which of them a plan declares is the movement's own knowledge.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from movements import sentences
from movements.balance import compared_equally, joined_in_one_field, opponents
from movements.check.boards import PLAYED_BOTH_WAYS
from movements.model import ROUND_IS_A_MATCH, Fault, Plan
from movements.partnerships import Couple, adversaries, couple, couples_of, partners
from movements.player_balance import players_compared_equally

ABSENT = 0
TWICE = 2
ROUNDS_OF_ALL_PARTNERS = 3
"""Rounds in which four players at a table are partners in all three ways."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A promise: its ``key``, one sentence for people, and the check of a plan.

    >>> GUARANTEES["two-winners"].text
    'N-S and E-W pairs stay on their side and are ranked separately.'
    """

    key: str
    text: str
    holds: Callable[[Plan], bool]


def _lines(plan: Plan) -> tuple[set[int], set[int]]:
    ns = {row.ns for row in plan.rows} | (
        {sit_out.contestant for sit_out in plan.sit_outs} - {row.ew for row in plan.rows}
    )
    return ns, {row.ew for row in plan.rows}


def _each_ns_meets_each_ew(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    return plan.winners == 2 and len(met) == len(ns) * len(ew) and set(met.values()) == {1}


def _each_meets_each(plan: Plan, times: int) -> bool:
    met = opponents(plan)
    return len(met) == plan.contestants * (plan.contestants - 1) // 2 and set(met.values()) == {times}


def _opponents_equally_often(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = opponents(plan)
    possible = len(ns) * len(ew) if plan.winners == 2 else plan.contestants * (plan.contestants - 1) // 2
    return len(met) == possible and len(set(met.values())) == 1


def _one_opponent_twice_one_never(plan: Plan) -> bool:
    ns, ew = _lines(plan)
    met = Counter((row.ns, row.ew) for row in plan.rows)
    # An absent pair counts as an opponent, so that sitting out twice stands for meeting it twice.
    met.update((sit_out.contestant, ABSENT) for sit_out in plan.sit_outs)
    times = {pair: sorted(count for couple, count in met.items() if pair in couple) for pair in ns | ew}
    rounds = plan.rounds
    return plan.winners == 2 and all(counts == [1] * (rounds - 2) + [2] for counts in times.values())


def _no_opponents_twice(plan: Plan) -> bool:
    return max(opponents(plan).values(), default=0) <= 1


def _everyone_plays_every_board(plan: Plan) -> bool:
    played = Counter(number for row in plan.rows for number in plan.contestants_at(row) for _ in row.boards)
    distinct = {(number, board) for row in plan.rows for number in plan.contestants_at(row) for board in row.boards}
    return len(distinct) == plan.contestants * plan.boards and set(played.values()) == {plan.boards}


def _each_set_at_one_table(plan: Plan) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len(plan.rows)


def _same_boards_at_every_table(plan: Plan) -> bool:
    return len({(row.round_no, row.board_set) for row in plan.rows}) == len({row.round_no for row in plan.rows})


def _two_winners(plan: Plan) -> bool:
    if plan.contest == "individual":
        ns, ew = ({player for row in plan.rows for player in (row.players or ())[line::2]} for line in range(2))
    else:
        ns, ew = {row.ns for row in plan.rows}, {row.ew for row in plan.rows}
    return plan.winners == 2 and not ns & ew


def _ns_pairs_stay(plan: Plan) -> bool:
    return len({(row.ns, row.table_no) for row in plan.rows}) == len({row.ns for row in plan.rows})


def _sit_out_at_most_once(plan: Plan) -> bool:
    return max(Counter(sit_out.contestant for sit_out in plan.sit_outs).values(), default=0) <= 1


def _each_couple(plan: Plan, met: Counter[Couple], times: int) -> bool:
    possible = plan.contestants * (plan.contestants - 1) // 2
    return plan.contest == "individual" and len(met) == possible and set(met.values()) == {times}


def _at_most(plan: Plan, met: Counter[Couple], times: int) -> bool:
    return plan.contest == "individual" and max(met.values(), default=0) <= times


def _halves(plan: Plan) -> dict[tuple[int, int], Counter[int]]:
    """Return the boards at which each team sat N-S against each other one E-W."""
    boards: dict[tuple[int, int], Counter[int]] = {}
    for row in plan.rows:
        if row.ns != row.ew:
            boards.setdefault((row.ns, row.ew), Counter()).update(row.boards)
    return boards


def _every_two_teams_meet(plan: Plan) -> bool:
    met = {frozenset(couple) for couple in _halves(plan)}
    return plan.contest == "teams" and len(met) == plan.contestants * (plan.contestants - 1) // 2


def _teams_meet_both_ways(plan: Plan) -> bool:
    halves = _halves(plan)
    return plan.contest == "teams" and all(halves.get((ew, ns)) == boards for (ns, ew), boards in halves.items())


def _each_round_is_a_match(plan: Plan) -> bool:
    """Tell whether everybody meets one team a round, both ways with the same boards, and no board is in two rounds."""
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
        and all(halves.get((round_no, ew, ns)) == boards for (round_no, ns, ew), boards in halves.items())
        and all(len(own) == 1 for own in (*rivals.values(), *rounds.values()))
    )


def _each_team_plays_every_board_both_ways(plan: Plan) -> bool:
    sat: dict[int, tuple[Counter[int], Counter[int]]] = {}
    for row in plan.rows:
        if row.ns != row.ew:
            sat.setdefault(row.ns, (Counter(), Counter()))[0].update(row.boards)
            sat.setdefault(row.ew, (Counter(), Counter()))[1].update(row.boards)
    everybody = plan.contest == "teams" and len(sat) == plan.contestants
    return everybody and all(ns == ew and len(ns) == plan.boards for ns, ew in sat.values())


def _players_of(plan: Plan) -> dict[int, int]:
    """Return the team of every player, where the rows name players."""
    return {player: (row.ns, row.ew)[seat % 2] for row in plan.rows for seat, player in enumerate(row.players or ())}


def _by_boards(plan: Plan, *, partners_only: bool) -> Counter[Couple]:
    """Return how many boards every two players were partners, or else adversaries."""
    met: Counter[Couple] = Counter()
    for row in plan.rows:
        for (first, player), (second, other) in combinations(enumerate(row.players or ()), 2):
            if ((second - first) % 2 == 0) == partners_only:
                met[min(player, other), max(player, other)] += len(row.boards)
    return met


def _team_mates_partner_equally(plan: Plan) -> bool:
    team_of = _players_of(plan)
    mates = {(low, high) for low, high in combinations(sorted(team_of), 2) if team_of[low] == team_of[high]}
    met = _by_boards(plan, partners_only=True)
    return plan.contest == "teams" and set(met) == mates != set() and len(set(met.values())) == 1


def _everybody_opposes_every_adversary_equally(plan: Plan) -> bool:
    team_of = _players_of(plan)
    rivals = {(low, high) for low, high in combinations(sorted(team_of), 2) if team_of[low] != team_of[high]}
    met = _by_boards(plan, partners_only=False)
    return plan.contest == "teams" and set(met) == rivals != set() and len(set(met.values())) == 1


def _meets_the_other_lines_once(plan: Plan) -> bool:
    """Tell whether the first quarter of the numbers, and each further one, sits once with everybody of the others."""
    together = Counter(
        couple(first, second) for row in plan.rows for first, second in combinations(row.players or (), 2)
    )
    return _is_even(plan, together, 1) or _is_even(plan, together, ROUNDS_OF_ALL_PARTNERS)


def _partners_the_other_lines_once(plan: Plan) -> bool:
    return _is_even(plan, partners(plan), 1)


def _is_even(plan: Plan, met: Counter[Couple], times: int) -> bool:
    """Tell whether those of two of the four lines meet so many times, and those of one never."""
    line, over = divmod(plan.contestants, 4)
    if plan.contest != "individual" or over:
        return False
    return met == {
        both: times
        for both in combinations(range(1, plan.contestants + 1), 2)
        if (both[0] - 1) // line != (both[1] - 1) // line
    }


def _couples_mixed_evenly(plan: Plan) -> bool:
    """Tell whether everybody partners each other spouse of the other sex, and opposes everybody but the own, once."""
    men = plan.contestants // 2
    everybody = combinations(range(1, plan.contestants + 1), 2)
    met = [both for both in everybody if both[1] - both[0] != men]
    mixed = [both for both in met if (both[0] <= men) != (both[1] <= men)]
    return (
        plan.contest == "individual"
        and partners(plan) == dict.fromkeys(mixed, 1)
        and adversaries(plan) == dict.fromkeys(met, 1)
    )


def _spouses_apart(plan: Plan) -> bool:
    men = plan.contestants // 2
    seated = (combinations(row.players or (), 2) for row in plan.rows)
    return plan.contest == "individual" and all(abs(first - second) != men for both in seated for first, second in both)


def _played_both_ways(plan: Plan) -> bool:
    sides: defaultdict[int, list[tuple[Couple, Couple]]] = defaultdict(list)
    for row in plan.rows:
        if row.players is None:
            return False
        for board in row.boards:
            sides[board].append(couples_of(row.players))
    return all(len(plays) == TWICE and plays[0] == plays[1][::-1] for plays in sides.values())


_ALL = (
    Guarantee(
        "each-ns-meets-each-ew-once", "Every N-S pair meets every E-W pair exactly once.", _each_ns_meets_each_ew
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
        "Everybody plays equally many rounds against every possible opponent.",
        _opponents_equally_often,
    ),
    Guarantee(
        "one-opponent-twice-one-never",
        "Everybody meets one opponent twice, one never and the rest once; an absent pair counts as an opponent.",
        _one_opponent_twice_one_never,
    ),
    Guarantee("no-opponents-twice", "Nobody meets the same opponents twice.", _no_opponents_twice),
    Guarantee("everyone-plays-every-board", "Everybody plays every board once.", _everyone_plays_every_board),
    Guarantee("each-set-at-one-table", "No board set is at two tables in one round.", _each_set_at_one_table),
    Guarantee(
        "same-boards-at-every-table", "In every round all tables play the same boards.", _same_boards_at_every_table
    ),
    Guarantee("compared-equally", "Any two pairs are compared with each other equally.", compared_equally),
    Guarantee(
        "one-winner", "Everybody is ranked in one list, and boards in common join any two pairs.", joined_in_one_field
    ),
    Guarantee("two-winners", "N-S and E-W pairs stay on their side and are ranked separately.", _two_winners),
    Guarantee("ns-pairs-stay", "N-S pairs keep their tables.", _ns_pairs_stay),
    Guarantee("sit-out-at-most-once", "Nobody sits out more than one round.", _sit_out_at_most_once),
    Guarantee(
        "everybody-partners-everybody",
        "Every two players are partners exactly once.",
        lambda plan: _each_couple(plan, partners(plan), 1),
    ),
    Guarantee(
        "everybody-opposes-everybody-twice",
        "Every two players are opponents exactly twice.",
        lambda plan: _each_couple(plan, adversaries(plan), 2),
    ),
    Guarantee("no-partner-twice", "Nobody has the same partner twice.", lambda plan: _at_most(plan, partners(plan), 1)),
    Guarantee(
        "no-opponent-more-than-twice",
        "Nobody meets the same opponent more than twice.",
        lambda plan: _at_most(plan, adversaries(plan), 2),
    ),
    Guarantee(
        "players-compared-equally",
        "Any two players are compared with each other equally.",
        lambda plan: plan.contest == "individual" and players_compared_equally(plan),
    ),
    Guarantee("every-two-teams-meet", "Every two teams meet.", _every_two_teams_meet),
    Guarantee(
        "teams-meet-both-ways",
        "Whatever two teams play against each other they play both ways round, the same boards at two tables.",
        _teams_meet_both_ways,
    ),
    Guarantee(
        ROUND_IS_A_MATCH,
        "Each round is a match: two teams play its boards at both tables, and meeting again is another match.",
        _each_round_is_a_match,
    ),
    Guarantee(
        "each-team-plays-every-board-both-ways",
        "Every team plays every board, as often N-S as E-W.",
        _each_team_plays_every_board_both_ways,
    ),
    Guarantee(
        "team-mates-partner-equally",
        "Every two players of a team are partners on equally many boards.",
        _team_mates_partner_equally,
    ),
    Guarantee(
        "everybody-opposes-every-adversary-equally",
        "Everybody plays equally many boards against every player of the other team.",
        _everybody_opposes_every_adversary_equally,
    ),
    Guarantee(
        "everybody-meets-the-other-lines-once",
        "Everybody sits at one table with everybody of the other three lines, once, and with nobody of the own one.",
        _meets_the_other_lines_once,
    ),
    Guarantee(
        "everybody-partners-the-other-lines-once",
        "Everybody partners everybody of the other three lines once.",
        _partners_the_other_lines_once,
    ),
    Guarantee(
        "couples-mixed-evenly",
        "Everybody partners every other husband or wife once and opposes everybody of the other couples once.",
        _couples_mixed_evenly,
    ),
    Guarantee("spouses-at-different-tables", "Man and wife never sit at one table.", _spouses_apart),
    Guarantee(
        PLAYED_BOTH_WAYS,
        "The same players play every board twice, the second time with the cards of the other side.",
        _played_both_ways,
    ),
)

GUARANTEES: dict[str, Guarantee] = {guarantee.key: guarantee for guarantee in _ALL}
"""Every known guarantee by key."""


def guarantee_faults(plan: Plan) -> Iterator[Fault]:
    """Yield a fault for every declared guarantee that *plan* does not keep, or that nobody knows.

    >>> from dataclasses import replace
    >>> from movements import make_plan
    >>> plan = replace(make_plan("mitchell", tables=4, rounds=3), guarantees=("everyone-plays-every-board",))
    >>> [fault.code for fault in guarantee_faults(plan)]
    ['guarantee-broken']
    """
    for key in plan.guarantees:
        if key not in GUARANTEES:
            yield sentences.GUARANTEE_UNKNOWN.fault(key=key)
        elif not GUARANTEES[key].holds(plan):
            yield sentences.GUARANTEE_BROKEN.fault(promise=GUARANTEES[key].text)
