"""The answer after a change, in every contest: drafts are checked, priced and sorted.

The price counts what a draft costs compared with the plan in force. A draft that another one beats is
dropped.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from operator import le
from typing import TypeAlias

from movements.advice.facts import MINUTES_PER_MOVE
from movements.balance import compute_quality
from movements.check.faults import check_plan, collect_used_numbers
from movements.model import Movement, PlanProblem, TableRound
from movements.partnerships import (
    count_opponent_rounds_by_couple,
    get_couples,
    make_couple,
    with_teams,
)
from movements.replan.records import (
    Change,
    Draft,
    Phrase,
    Price,
    Proposal,
    ReplanningAnswer,
    RowChange,
    as_phrase,
    format_tables,
    join_phrases,
    make_phrase,
    make_problem_phrase,
)
from movements.replan.state import EventState

# Each contestant's guide card is compared round by round. A *spot* is one round on it: table, seat,
# the others there and the boards. A team has two spots in a match, one for each half. An *itinerary*
# holds a contestant's spots.


FREE_MEETINGS = 2
"""Two players are opponents twice in a perfect contest, so only a third time is a repeat."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time of an event."""

    pace: Fraction  # minutes per board
    minutes_used: int | None = None  # before the first round that may change, None if unknown
    minutes_left: int | None = None  # from that round on, None if unknown

    def compute_minutes(self, boards: Iterable[int]) -> int:
        """Return the minutes of rounds with these numbers of *boards*, and of a move after each."""
        boards_by_round = list(boards)
        return ceil(sum(boards_by_round) * self.pace + MINUTES_PER_MOVE * len(boards_by_round))


@dataclass(frozen=True, slots=True)
class _CardRound:
    """One round on a guide card."""

    table_no: int | None
    seat: int | None  # None in a sit-out
    other_contestants: tuple[int, ...]  # empty if the opponents are missing
    boards: frozenset[int]

    def has_same_seat(self, other_spot: "_CardRound") -> bool:
        """Return whether both spots have the same seat."""
        if self.seat is None and other_spot.seat is None:
            return True
        # A pair that sits out at its table instead of playing there stays where it is.
        if self.seat is None or other_spot.seat is None:
            return self.table_no is not None and self.table_no == other_spot.table_no
        return (self.table_no, self.seat) == (other_spot.table_no, other_spot.seat)

    def has_same_card(self, other_spot: "_CardRound", contest: str) -> bool:
        """Return whether the card for this spot is right for *other_spot*."""
        if not self.has_same_seat(other_spot):
            return False
        # A pair notices without a new card that its opponents are missing, or have come.
        if not self.other_contestants or not other_spot.other_contestants:
            return True
        # Single players meet whoever sits there.
        has_same_others = (
            contest == "individual" or self.other_contestants == other_spot.other_contestants
        )
        return has_same_others and self.boards == other_spot.boards


_Itinerary: TypeAlias = dict[tuple[int, int], _CardRound]
"""The spots of a contestant by round and half. Only teams have halves 0 and 1, others 0."""


def compute_price(state: EventState, draft: Draft, clock: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", pairs=9, boards_per_set=2)
    >>> price = compute_price(EventState(plan, 3, ()), Draft(plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.pairs_moved, price.minutes, price.remaining_minutes)
    (3, 0, 83, 49)
    >>> plan = make_plan("round-robin", teams=5, boards_per_set=4)
    >>> price = compute_price(EventState(plan, 3, ()), Draft(plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.boards_range, price.rematches)
    (3, (16, 16), 0)
    """
    plan = draft.plan
    leavers = state.leavers | draft.leavers
    staying_numbers = [number for number in state.present if number not in leavers]
    previous_itineraries = _make_itineraries(state.plan, state.from_round)
    new_itineraries = _make_itineraries(plan, state.from_round)
    moved_numbers = [
        number
        for number in staying_numbers
        if _has_moved(previous_itineraries[number], new_itineraries[number])
    ]
    wrong_card_numbers = [
        number
        for number in staying_numbers
        if _is_card_wrong(previous_itineraries[number], new_itineraries[number], plan.contest)
    ]
    playing_newcomers = [number for number in draft.new_pairs if new_itineraries[number]]
    # A team that meets others in halves must play both.
    has_halves = _has_halves(state.plan)
    boards_before = count_boards_by_contestant(state.plan, has_halves=has_halves)
    boards_now = count_boards_by_contestant(plan, has_halves=has_halves)
    boards_each = [boards_now[number] for number in staying_numbers]
    delay = clock.compute_minutes([draft.boards_waited] if draft.boards_waited else [])
    is_pairs_contest = plan.contest == "pairs"
    boards_range = None
    if not is_pairs_contest:
        boards_range = (min(boards_each, default=0), max(boards_each, default=0))
    return Price(
        sit_outs=_count_sit_outs(plan, state.from_round, leavers),
        fairness=compute_quality(plan) if is_pairs_contest else None,
        minutes=_count_event_minutes(state.from_round, plan, clock) + delay,
        remaining_minutes=_count_remaining_minutes(state.from_round, plan, clock) + delay,
        pairs_moved=len(moved_numbers),
        # A result that nobody plays takes a board from two pairs.
        boards_lost=_count_boards_lost(
            boards_before, boards_now, staying=staying_numbers, newcomers=playing_newcomers
        )
        + 2 * draft.unplayed_results,
        cards_to_print=tuple(sorted({*wrong_card_numbers, *playing_newcomers})),
        rematches=_count_rematches(plan, state.from_round),
        newcomer_boards=_find_newcomer_boards(draft, new_itineraries, boards_now),
        spare_sets=plan.board_sets - state.plan.board_sets,
        repeated_partners=_count_repeated_partners(plan, state.from_round),
        boards_range=boards_range,
    )


def _make_itineraries(plan: Movement, from_round: int) -> defaultdict[int, _Itinerary]:
    """Return the itinerary of each contestant from *from_round* on.

    Only pairs have spots for sit-outs: the cards of players and teams leave those rounds out.
    """
    itineraries: defaultdict[int, _Itinerary] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no < from_round:
            continue
        seated = plan.get_row_contestants(row)
        boards = frozenset(row.boards)
        for seat_index, number in enumerate(seated):
            other_contestants = seated[:seat_index] + seated[seat_index + 1 :]
            half = seat_index if plan.contest == "teams" else 0
            seat = seat_index
            if row.arrow_switched and plan.contest == "pairs":
                # Pairs keep their chairs and the boards are turned, but the row names who is N-S.
                seat = 1 - seat_index
            itineraries[number][row.round_no, half] = _CardRound(
                row.table_no, seat, other_contestants, boards
            )
    if plan.contest == "pairs":
        for sit_out in plan.sit_outs:
            if sit_out.round_no >= from_round:
                spot = _CardRound(
                    sit_out.table_no, seat=None, other_contestants=(), boards=frozenset()
                )
                itineraries[sit_out.contestant][sit_out.round_no, 0] = spot
    return itineraries


def _has_moved(previous_rounds: _Itinerary, new_rounds: _Itinerary) -> bool:
    """Return whether a contestant sits elsewhere in a round that both itineraries have.

    To play in another round isn't a move.
    """
    return any(
        not previous_rounds[key].has_same_seat(new_rounds[key])
        for key in previous_rounds.keys() & new_rounds.keys()
    )


def _is_card_wrong(previous_rounds: _Itinerary, new_rounds: _Itinerary, contest: str) -> bool:
    """Return whether the guide card for *previous_rounds* is wrong in any of *new_rounds*."""
    if new_rounds.keys() - previous_rounds.keys():
        return True
    # Pairs and teams see that their opponents are missing, but a player must know who sits out.
    if contest == "individual" and previous_rounds.keys() - new_rounds.keys():
        return True
    return any(
        not previous_rounds[key].has_same_card(new_rounds[key], contest) for key in new_rounds
    )


def _count_sit_outs(plan: Movement, from_round: int, leavers: frozenset[int]) -> int:
    """Return the number of sit-outs from *from_round* on, without those of *leavers*."""
    return sum(
        1
        for sit_out in plan.sit_outs
        if sit_out.round_no >= from_round and sit_out.contestant not in leavers
    )


def _count_event_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of the whole event, with the minutes used so far if they are known."""
    if clock.minutes_used is not None:
        return clock.minutes_used + _count_remaining_minutes(from_round, plan, clock)
    return clock.compute_minutes(_list_boards_of_rounds(plan, 1)) - MINUTES_PER_MOVE


def _count_remaining_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of *plan* from *from_round* on, without a move after the last round."""
    return max(
        0, clock.compute_minutes(_list_boards_of_rounds(plan, from_round)) - MINUTES_PER_MOVE
    )


def _list_boards_of_rounds(plan: Movement, first_round: int) -> list[int]:
    """Return the most boards that a table plays in each round of *plan* from *first_round* on."""
    most_boards: defaultdict[int, int] = defaultdict(int)
    for row in plan.rows:
        if row.round_no >= first_round:
            most_boards[row.round_no] = max(most_boards[row.round_no], len(row.boards))
    return list(most_boards.values())


def _has_halves(plan: Movement) -> bool:
    """Return whether teams play both halves of a match, as in all but a few old movements."""
    return plan.contest == "teams" and bool(count_boards_by_contestant(plan, has_halves=True))


def count_boards_by_contestant(plan: Movement, *, has_halves: bool) -> Counter[int]:
    """Return how many boards each contestant plays.

    With *has_halves* a board counts only if the teams play it in both halves of their match.

    >>> from movements.registry import make_plan
    >>> count_boards_by_contestant(make_plan("triple", teams=3, boards_per_set=4), has_halves=True)[1]
    8
    """
    boards: Counter[int] = Counter()
    if not has_halves:
        for row in plan.rows:
            for number in plan.get_row_contestants(row):
                boards[number] += len(row.boards)
        return boards
    ns_teams_by_match_board: defaultdict[tuple[frozenset[int], int], set[int]] = defaultdict(set)
    for row in plan.rows:
        ns, ew = plan.get_row_contestants(row)
        for board in row.boards:
            ns_teams_by_match_board[frozenset((ns, ew)), board].add(ns)
    for (teams, _board), ns_teams in ns_teams_by_match_board.items():
        if len(ns_teams) == 2:
            boards.update(teams)
    return boards


def _count_boards_lost(
    boards_before: Counter[int],
    boards_now: Counter[int],
    *,
    staying: Iterable[int],
    newcomers: Iterable[int],
) -> int:
    lost_boards = sum(max(0, boards_before[number] - boards_now[number]) for number in staying)
    # Boards that newcomers play aren't lost to the room.
    gained_boards = sum(boards_now[number] for number in newcomers)
    return max(0, lost_boards - gained_boards)


def _find_newcomer_boards(
    draft: Draft, itineraries: Mapping[int, _Itinerary], boards_now: Counter[int]
) -> int | None:
    """Return the fewest boards of a newcomer who plays, 0 if none plays.

    None if there are no newcomers.
    """
    if not draft.new_pairs:
        return None
    boards_of_players = []
    for number in draft.new_pairs:
        if any(spot.seat is not None for spot in itineraries.get(number, {}).values()):
            boards_of_players.append(boards_now[number])
    return min(boards_of_players, default=0)


def _count_rematches(plan: Movement, from_round: int) -> int:
    """Return the number of meetings from *from_round* on that repeat an earlier one.

    Pairs: rounds against the same opponents. Teams: board sets that the same teams play after another
    set. Players: rounds in which two are opponents for the third time or more.
    """
    if plan.contest == "pairs":
        return _count_repeated_rounds(plan, from_round)
    if plan.contest == "teams":
        return sum(1 for _meeting in _iter_repeated_matches(plan, from_round))
    played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
    previous_counts = count_opponent_rounds_by_couple(replace(plan, rows=played_rows))
    rematches = 0
    for players, count in count_opponent_rounds_by_couple(plan).items():
        rematches += max(0, count - FREE_MEETINGS) - max(
            0, previous_counts[players] - FREE_MEETINGS
        )
    return rematches


def _count_repeated_rounds(plan: Movement, from_round: int) -> int:
    met_couples: set[tuple[int, int]] = set()
    rematches = 0
    for row in plan.rows:
        couple = make_couple(row.ns, row.ew)
        if row.round_no >= from_round and couple in met_couples:
            rematches += 1
        met_couples.add(couple)
    return rematches


def _iter_repeated_matches(plan: Movement, from_round: int) -> Iterator[TableRound]:
    """Yield the first row of each set on which two teams meet again from *from_round* on."""
    # If there are only two teams, they can't help meeting again.
    if plan.contestants <= 2:
        return
    sets: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for row in plan.rows:
        teams = frozenset(plan.get_row_contestants(row))
        if len(teams) == 2 and row.board_set not in sets[teams]:
            if sets[teams] and row.round_no >= from_round:
                yield row
            sets[teams].add(row.board_set)


def _count_repeated_partners(plan: Movement, from_round: int) -> int:
    if plan.contest != "individual":
        return 0
    partners: set[tuple[int, int]] = set()
    repeats = 0
    for row in plan.rows:
        for players in get_couples(row.players or (0, 0, 0, 0)):
            if row.round_no >= from_round and players in partners:
                repeats += 1
            partners.add(players)
    return repeats


def list_changed_rows(plan_in_force: Movement, plan: Movement) -> tuple[RowChange, ...]:
    """Return the tables of *plan* that differ from the plan in force, by round, then table.

    >>> from movements.registry import make_plan
    >>> list_changed_rows(make_plan("mitchell", tables=5), make_plan("mitchell", tables=5))
    ()
    """
    previous_rows = {(row.round_no, row.table_no): row for row in plan_in_force.rows}
    new_rows = {(row.round_no, row.table_no): row for row in plan.rows}
    table_keys = sorted({*previous_rows, *new_rows})
    return tuple(
        RowChange(*table_key, previous_rows.get(table_key), new_rows.get(table_key))
        for table_key in table_keys
        if previous_rows.get(table_key) != new_rows.get(table_key)
    )


MAX_PROPOSALS = 6


@dataclass(frozen=True, slots=True)
class PricedDraft:
    """A draft and its price."""

    draft: Draft
    price: Price
    costs: tuple[int, ...]  # the figures by which drafts are compared, the lower the better


def without_beaten_drafts(priced_drafts: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return *priced_drafts* without drafts that another of the same rank beats.

    A draft beats another if it is as good in every figure and better in one.
    """
    return [
        priced_draft
        for priced_draft in priced_drafts
        if not _is_beaten(priced_draft, priced_drafts)
    ]


def _is_beaten(priced_draft: PricedDraft, rivals: Iterable[PricedDraft]) -> bool:
    for rival in rivals:
        is_comparable = (
            rival.draft.rank == priced_draft.draft.rank and rival.costs != priced_draft.costs
        )
        if is_comparable and all(map(le, rival.costs, priced_draft.costs)):
            return True
    return False


def keep_one_per_title(priced_drafts: Iterable[PricedDraft]) -> list[PricedDraft]:
    """Return the first draft with each title, because readers couldn't distinguish two of them."""
    drafts_by_title: dict[str, PricedDraft] = {}
    for priced_draft in priced_drafts:
        drafts_by_title.setdefault(str(priced_draft.draft.title), priced_draft)
    return list(drafts_by_title.values())


def choose_shown_drafts(priced_drafts: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return the first of *priced_drafts*, but always the last one too, which changes the least."""
    if len(priced_drafts) <= MAX_PROPOSALS:
        return list(priced_drafts)
    return [*priced_drafts[: MAX_PROPOSALS - 1], priced_drafts[-1]]


TOLERATED_CODES = frozenset({"partner-twice"})
"""Codes of faults that a change may bring, because the price counts them: repeated partners."""


def _iter_sound_drafts(state: EventState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without new faults, each plan once.

    The faults of the others are added to the problems of *state*.
    """
    # A plan that names the players of teams has partnerships as sides, but teams are checked.
    previous_problem_keys = {
        _get_problem_key(problem) for problem in check_plan(with_teams(state.plan))
    }
    yielded_identities = set()
    for draft in drafts:
        # With a delay or a rank the same plan is another proposal.
        title = draft.title if draft.boards_waited or draft.rank else ""
        identity = (draft.plan.rows, draft.plan.sit_outs, title)
        if identity in yielded_identities:
            continue
        yielded_identities.add(identity)
        idle_contestants = sorted(
            set(state.present) - draft.leavers - collect_used_numbers(draft.plan)
        )
        problems = [
            problem
            for problem in check_plan(with_teams(draft.plan))
            if problem.code not in TOLERATED_CODES
            and _get_problem_key(problem) not in previous_problem_keys
        ]
        if idle_contestants:
            state.problems.append(
                make_phrase(
                    "{title} doesn’t work: {missing} wouldn’t play at all.",
                    title=draft.title,
                    missing=state.make_numbers_phrase(idle_contestants),
                )
            )
        elif problems:
            state.problems.append(
                make_phrase(
                    "{title} doesn’t work: {fault}",
                    title=draft.title,
                    fault=make_problem_phrase(problems[0]),
                )
            )
        else:
            reason = join_phrases([draft.reason, _describe_omitted_rows(state, draft.plan)], "")
            yield replace(draft, reason=reason)


def _get_problem_key(problem: PlanProblem) -> tuple[object, ...]:
    return problem.code, problem.round_no, problem.table_no, problem.contestant, problem.board_no


def _describe_omitted_rows(state: EventState, plan: Movement) -> str:
    """Return a sentence on rows omitted from *plan* because a pair has had their boards, or ""."""
    sit_out_keys = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    used_tables = {(row.round_no, row.table_no) for row in plan.rows}
    omitted_rows = []
    for row in state.replayed_rows:
        sits_out = any((row.round_no, pair) in sit_out_keys for pair in (row.ns, row.ew))
        if sits_out and (row.round_no, row.table_no) not in used_tables:
            omitted_rows.append(row)
    if omitted_rows:
        return f" Not played, because a pair has had these boards: {format_tables(omitted_rows)}."
    return ""


def make_answer(
    state: EventState, change: Change, drafts: Iterator[Draft], clock: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals in *drafts*, the best first, and the draft that changes nothing.

    After the last round no drafts are made, except for a *change* of the number of rounds.
    """
    current_price = compute_price(state, Draft(state.plan, title="", reason=""), clock)
    changing_drafts, unchanged_drafts = [], []
    if state.from_round > state.last_round and change.kind != "rounds":
        state.problems.append("All rounds have been played.")
        drafts = iter(())
    for draft in _iter_sound_drafts(state, drafts):
        # Waiting for a table changes no row, but is a proposal.
        if draft.plan != state.plan or draft.boards_waited:
            price = compute_price(state, draft, clock)
            changing_drafts.append(PricedDraft(draft, price, _list_costs(price)))
        else:
            unchanged_drafts.append(draft)
    # A beaten draft could still come first for its fairness, so it is dropped before the sorting.
    priced_drafts = without_beaten_drafts(changing_drafts)
    priced_drafts.sort(
        key=lambda entry: _compute_harm(state, entry, current_price, clock.minutes_left)
    )
    shown_drafts = choose_shown_drafts(keep_one_per_title(priced_drafts))
    proposals = tuple(
        _make_proposal(state, entry.draft, entry.price, current_price) for entry in shown_drafts
    )
    unchanged = None
    if unchanged_drafts:
        unchanged = _make_proposal(
            state,
            unchanged_drafts[0],
            compute_price(state, unchanged_drafts[0], clock),
            current_price,
        )
    return ReplanningAnswer(
        proposals=proposals,
        problem=as_phrase(_explain_problem(state, proposals, unchanged)),
        current_price=current_price,
        unchanged=unchanged,
    )


def _list_costs(price: Price) -> tuple[int, ...]:
    """Return the figures by which proposals are compared, the lower the better.

    Fairness isn't among them, or a fair draft would hide others that the director may prefer: a skip
    and a shared table are both worth a look.
    """
    fewest, most = price.boards_range or (0, 0)
    return (
        price.sit_outs,
        price.boards_lost,
        price.repeated_partners,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
        price.remaining_minutes,
        most - fewest,
        -(price.newcomer_boards or 0),
    )


def _compute_harm(
    state: EventState, priced_draft: PricedDraft, current_price: Price, minutes_left: int | None
) -> tuple[Fraction, int]:
    """Return the sort key of a proposal: its weighted sum of all harm, then its number of rows.

    A lost board weighs 2, and the other figures in proportion. The draft's rank outweighs them all.
    The worked cases of each kind of contest in tests/movements/replan check the weights.
    """
    draft, price = priced_draft.draft, priced_draft.price
    boards_per_set = max(1, state.plan.boards_per_set)
    minutes_over = 0
    if minutes_left is not None:
        minutes_over = max(0, price.remaining_minutes - minutes_left)
    boards_missed_by_new = 0
    if price.newcomer_boards is not None:
        rounds_left = state.last_round + 1 - state.from_round
        boards_missed_by_new = max(0, rounds_left * boards_per_set - price.newcomer_boards)
    fewest, most = price.boards_range or (0, 0)
    weight_of_move = 2 if state.plan.contest == "pairs" else 1
    weighted_harm = (
        Fraction(2 * boards_per_set * price.sit_outs)
        + 2 * price.boards_lost
        + 24 * max(0, price.repeated_partners - current_price.repeated_partners)
        + 12 * max(0, price.rematches - current_price.rematches)
        + weight_of_move * price.pairs_moved
        + 2 * price.spare_sets
        + 2 * boards_missed_by_new
        + minutes_over
        + 3 * boards_per_set * _count_repeated_sit_outs(state, draft)
        + Fraction(most - fewest, 2)
        + Fraction(len(price.cards_to_print), 4)
        - Fraction(price.fairness or 0) / 10
    )
    return draft.rank * 1000 + weighted_harm, len(draft.plan.rows)


def _count_repeated_sit_outs(state: EventState, draft: Draft) -> int:
    """Return the number of sit-outs of contestants who have had one before."""
    # In the plan a late pair sits out the rounds before it came, which this draft can't help.
    uncounted = state.leavers | draft.leavers | {*draft.new_pairs}
    counts = Counter(
        sit_out.contestant for sit_out in draft.plan.sit_outs if sit_out.contestant not in uncounted
    )
    return sum(count - 1 for count in counts.values())


def _explain_problem(
    state: EventState, proposals: tuple[Proposal, ...], unchanged: Proposal | None
) -> Phrase:
    """Return the reason why there is no clean proposal, or "" if there is one."""
    if any(proposal.is_clean for proposal in proposals):
        return ""
    first_problem = next(iter(state.problems), "")
    if proposals:
        return first_problem
    if unchanged:
        return first_problem or unchanged.reason
    return state.explain_no_proposal()


def _make_proposal(state: EventState, draft: Draft, price: Price, current_price: Price) -> Proposal:
    seated: set[int] = set()
    for row in draft.plan.rows:
        seated.update(draft.plan.get_row_contestants(row))
    playing_newcomers = tuple(number for number in draft.new_pairs if number in seated)
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=playing_newcomers,
        is_clean=(playing_newcomers == draft.new_pairs and _is_clean(state, price, current_price)),
        leavers=tuple(sorted(state.leavers | draft.leavers)),
    )


def _is_clean(state: EventState, price: Price, current_price: Price) -> bool:
    # A spare set is needless unless it makes room for a new pair.
    is_pairs_contest = state.plan.contest == "pairs"
    has_newcomers = price.newcomer_boards is not None
    has_needless_spare = is_pairs_contest and not has_newcomers and price.spare_sets > 0
    return (
        not price.boards_lost
        and price.rematches <= current_price.rematches
        and price.repeated_partners <= current_price.repeated_partners
        and price.newcomer_boards != 0  # a new pair must play something
        and not has_needless_spare
    )
