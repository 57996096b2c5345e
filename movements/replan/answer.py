"""The answer after a change, in every contest: drafts are checked, priced and sorted.

The price counts what a draft costs against the plan in force. Drafts that are worse in everything are
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
from movements.model import Fault, Movement, TableRound
from movements.partnerships import adversaries, get_couples, make_couple, with_teams
from movements.replan.records import (
    Change,
    Draft,
    Price,
    Proposal,
    ReplanningAnswer,
    RowChange,
    Words,
    as_phrase,
    format_places,
    join_phrases,
    make_fault_phrase,
    make_phrase,
)
from movements.replan.state import EventState

# Each contestant's guide card is compared round by round. A *spot* is one round on it: table, seat,
# the others there and the boards. A team has two in a match, one for each half. An *itinerary* holds
# a contestant's spots.


FREE_MEETINGS = 2
"""Two players are opponents twice in a perfect contest, so only a third time is a repeat."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Minutes per board, minutes used before the first round that may change, and minutes left."""

    pace: Fraction
    minutes_used: int | None = None
    minutes_left: int | None = None

    def of_rounds(self, boards: Iterable[int]) -> int:
        """Return the minutes of rounds with these numbers of *boards*, with a move after each."""
        boards_by_round = list(boards)
        return ceil(sum(boards_by_round) * self.pace + MINUTES_PER_MOVE * len(boards_by_round))


@dataclass(frozen=True, slots=True)
class _Spot:
    """One round on a guide card. *others* are empty where opponents are missing."""

    table_no: int | None
    seat: int | None  # None in a sit-out
    others: tuple[int, ...]
    boards: frozenset[int]

    def has_same_seat(self, other_spot: "_Spot") -> bool:
        """Return whether both spots have the same seat."""
        if self.seat is None and other_spot.seat is None:
            return True
        # A pair that sits out at its table instead of playing there stays where it is.
        if self.seat is None or other_spot.seat is None:
            return self.table_no is not None and self.table_no == other_spot.table_no
        return (self.table_no, self.seat) == (other_spot.table_no, other_spot.seat)

    def has_same_card(self, other_spot: "_Spot", contest: str) -> bool:
        """Return whether the card for this spot is right for *other_spot*."""
        if not self.has_same_seat(other_spot):
            return False
        # A pair notices without a new card that its opponents are missing, or have come.
        if not self.others or not other_spot.others:
            return True
        # Single players meet whoever sits there.
        has_same_others = contest == "individual" or self.others == other_spot.others
        return has_same_others and self.boards == other_spot.boards


_Itinerary: TypeAlias = dict[tuple[int, int], _Spot]
"""The spots of a contestant by round and half, which is 0 but for teams."""


def compute_price(state: EventState, draft: Draft, clock: TimeLeft) -> Price:
    """Return the price of *draft*.

    >>> from movements.registry import make_plan
    >>> plan = make_plan("mitchell", pairs=9, boards_per_set=2)
    >>> price = compute_price(EventState(plan, 3, ()), Draft(plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.pairs_moved, price.minutes, price.minutes_rest)
    (3, 0, 83, 49)
    >>> plan = make_plan("round-robin", teams=5, boards_per_set=4)
    >>> price = compute_price(EventState(plan, 3, ()), Draft(plan, "", ""), TimeLeft(Fraction(15, 2)))
    >>> (price.sit_outs, price.boards_each, price.rematches)
    (3, (16, 16), 0)
    """
    plan = draft.plan
    gone = state.gone | draft.leavers
    staying = [number for number in state.present if number not in gone]
    old_itineraries = _make_itineraries(state.plan, state.from_round)
    new_itineraries = _make_itineraries(plan, state.from_round)
    moved = [
        number for number in staying if _has_moved(old_itineraries[number], new_itineraries[number])
    ]
    with_wrong_card = [
        number
        for number in staying
        if _is_card_wrong(old_itineraries[number], new_itineraries[number], plan.contest)
    ]
    new_numbers = [number for number in draft.new_pairs if new_itineraries[number]]
    # A team that meets others in halves must play both.
    has_halves = _has_halves(state.plan)
    boards_before = count_boards(state.plan, has_halves=has_halves)
    boards_now = count_boards(plan, has_halves=has_halves)
    boards_each = [boards_now[number] for number in staying]
    delay = clock.of_rounds([draft.boards_waited] if draft.boards_waited else [])
    is_of_pairs = plan.contest == "pairs"
    return Price(
        sit_outs=_count_sit_outs(plan, state.from_round, gone),
        fairness=compute_quality(plan) if is_of_pairs else None,
        minutes=_count_event_minutes(state.from_round, plan, clock) + delay,
        minutes_rest=_count_remaining_minutes(state.from_round, plan, clock) + delay,
        pairs_moved=len(moved),
        # A result that nobody plays takes a board from two pairs.
        boards_lost=_count_boards_lost(boards_before, boards_now, staying, new_numbers)
        + 2 * draft.unplayed_results,
        cards_to_print=tuple(sorted({*with_wrong_card, *new_numbers})),
        rematches=_count_rematches(plan, state.from_round),
        boards_for_new=_count_boards_for_new(draft, new_itineraries, boards_now),
        spare_sets=plan.board_sets - state.plan.board_sets,
        partners_again=_count_partners_again(plan, state.from_round),
        boards_each=None
        if is_of_pairs
        else (min(boards_each, default=0), max(boards_each, default=0)),
    )


def _make_itineraries(plan: Movement, from_round: int) -> defaultdict[int, _Itinerary]:
    """Return the itinerary of each contestant from *from_round* on. Only pairs sit out on theirs."""
    itineraries: defaultdict[int, _Itinerary] = defaultdict(dict)
    for row in plan.rows:
        if row.round_no < from_round:
            continue
        seated = plan.get_row_contestants(row)
        boards = frozenset(row.boards)
        for place, number in enumerate(seated):
            others = seated[:place] + seated[place + 1 :]
            half = place if plan.contest == "teams" else 0
            # In an arrow-switch pairs keep their seats, and the boards are turned.
            seat = 1 - place if row.arrow_switched and plan.contest == "pairs" else place
            itineraries[number][row.round_no, half] = _Spot(row.table_no, seat, others, boards)
    if plan.contest == "pairs":
        for sit_out in plan.sit_outs:
            if sit_out.round_no >= from_round:
                spot = _Spot(sit_out.table_no, seat=None, others=(), boards=frozenset())
                itineraries[sit_out.contestant][sit_out.round_no, 0] = spot
    return itineraries


def _has_moved(old_spots: _Itinerary, new_spots: _Itinerary) -> bool:
    """Return whether somebody sits elsewhere in a round of both. Another round isn't a move."""
    return any(
        not old_spots[key].has_same_seat(new_spots[key])
        for key in old_spots.keys() & new_spots.keys()
    )


def _is_card_wrong(old_spots: _Itinerary, new_spots: _Itinerary, contest: str) -> bool:
    """Return whether the guide card of *old_spots* misleads somebody with *new_spots*."""
    if new_spots.keys() - old_spots.keys():
        return True
    # Pairs and teams see that their opponents are missing, but a player must know who sits out.
    if contest == "individual" and old_spots.keys() - new_spots.keys():
        return True
    return any(not old_spots[key].has_same_card(new_spots[key], contest) for key in new_spots)


def _count_sit_outs(plan: Movement, from_round: int, gone: frozenset[int]) -> int:
    """Return the rounds from *from_round* on that contestants who are there sit out."""
    return sum(
        1
        for sit_out in plan.sit_outs
        if sit_out.round_no >= from_round and sit_out.contestant not in gone
    )


def _count_event_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of *plan*, or of its rest after the minutes used."""
    if clock.minutes_used is not None:
        return clock.minutes_used + _count_remaining_minutes(from_round, plan, clock)
    return clock.of_rounds(_list_boards_of_rounds(plan, 1)) - MINUTES_PER_MOVE


def _count_remaining_minutes(from_round: int, plan: Movement, clock: TimeLeft) -> int:
    """Return the minutes of *plan* from *from_round* on, without a move after the last round."""
    return max(0, clock.of_rounds(_list_boards_of_rounds(plan, from_round)) - MINUTES_PER_MOVE)


def _list_boards_of_rounds(plan: Movement, first_round: int) -> list[int]:
    """Return the most boards that a table plays in each round of *plan* from *first_round* on."""
    most_boards: defaultdict[int, int] = defaultdict(int)
    for row in plan.rows:
        if row.round_no >= first_round:
            most_boards[row.round_no] = max(most_boards[row.round_no], len(row.boards))
    return list(most_boards.values())


def _has_halves(plan: Movement) -> bool:
    """Return whether a match of teams has two halves, as in all but a few old movements."""
    return plan.contest == "teams" and bool(count_boards(plan, has_halves=True))


def count_boards(plan: Movement, *, has_halves: bool) -> Counter[int]:
    """Return the boards of each contestant. If matches have halves, both must play them.

    >>> from movements.registry import make_plan
    >>> count_boards(make_plan("triple", teams=3, boards_per_set=4), has_halves=True)[1]
    8
    """
    boards: Counter[int] = Counter()
    if not has_halves:
        for row in plan.rows:
            for number in plan.get_row_contestants(row):
                boards[number] += len(row.boards)
        return boards
    directions: defaultdict[tuple[frozenset[int], int], set[int]] = defaultdict(set)
    for row in plan.rows:
        ns, ew = plan.get_row_contestants(row)
        for board in row.boards:
            directions[frozenset((ns, ew)), board].add(ns)
    for (teams, _board), ns_teams in directions.items():
        if len(ns_teams) == 2:
            boards.update(teams)
    return boards


def _count_boards_lost(
    boards_before: Counter[int],
    boards_now: Counter[int],
    staying: Iterable[int],
    new_numbers: Iterable[int],
) -> int:
    lost = sum(max(0, boards_before[number] - boards_now[number]) for number in staying)
    gained = sum(boards_now[number] for number in new_numbers)
    return max(0, lost - gained)


def _count_boards_for_new(
    draft: Draft, itineraries: Mapping[int, _Itinerary], boards_now: Counter[int]
) -> int | None:
    """Return the fewest boards of a new contestant, 0 if none plays, None without new ones."""
    if not draft.new_pairs:
        return None
    playing = []
    for number in draft.new_pairs:
        if any(spot.seat is not None for spot in itineraries.get(number, {}).values()):
            playing.append(boards_now[number])
    return min(playing, default=0)


def _count_rematches(plan: Movement, from_round: int) -> int:
    """Return the meetings from *from_round* on that repeat one.

    Of pairs they are rounds, of teams sets on which two teams meet after another set. Of players
    they are opponents who have met twice already.
    """
    if plan.contest == "pairs":
        return _count_repeated_rounds(plan, from_round)
    if plan.contest == "teams":
        return sum(1 for _meeting in _find_repeated_matches(plan, from_round))
    played_rows = tuple(row for row in plan.rows if row.round_no < from_round)
    before = adversaries(replace(plan, rows=played_rows))
    rematches = 0
    for players, count in adversaries(plan).items():
        rematches += max(0, count - FREE_MEETINGS) - max(0, before[players] - FREE_MEETINGS)
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


def _find_repeated_matches(plan: Movement, from_round: int) -> Iterator[TableRound]:
    """Yield the first row of each set on which two teams meet again from *from_round* on."""
    # In a match of two teams it is always the same ones.
    if plan.contestants <= 2:
        return
    sets: defaultdict[frozenset[int], set[int]] = defaultdict(set)
    for row in plan.rows:
        teams = frozenset(plan.get_row_contestants(row))
        if len(teams) == 2 and row.board_set not in sets[teams]:
            if sets[teams] and row.round_no >= from_round:
                yield row
            sets[teams].add(row.board_set)


def _count_partners_again(plan: Movement, from_round: int) -> int:
    if plan.contest != "individual":
        return 0
    partners: set[tuple[int, int]] = set()
    again = 0
    for row in plan.rows:
        for players in get_couples(row.players or (0, 0, 0, 0)):
            again += row.round_no >= from_round and players in partners
            partners.add(players)
    return again


def list_changed_rows(plan_in_force: Movement, plan: Movement) -> tuple[RowChange, ...]:
    """Return the tables of *plan* that differ from the plan in force, by round, then table.

    >>> from movements.registry import make_plan
    >>> list_changed_rows(make_plan("mitchell", tables=5), make_plan("mitchell", tables=5))
    ()
    """
    old_rows = {(row.round_no, row.table_no): row for row in plan_in_force.rows}
    new_rows = {(row.round_no, row.table_no): row for row in plan.rows}
    places = sorted({*old_rows, *new_rows})
    return tuple(
        RowChange(*place, old_rows.get(place), new_rows.get(place))
        for place in places
        if old_rows.get(place) != new_rows.get(place)
    )


MAX_PROPOSALS = 6


@dataclass(frozen=True, slots=True)
class PricedDraft:
    """A draft and its price."""

    draft: Draft
    price: Price
    costs: tuple[int, ...]  # the figures by which drafts are compared, the lower the better


def without_beaten_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return *priced* without drafts that another of the same rank beats.

    A draft beats another if it is as good in every figure and better in one.
    """
    return [entry for entry in priced if not _is_beaten(entry, priced)]


def _is_beaten(entry: PricedDraft, priced: Iterable[PricedDraft]) -> bool:
    for other in priced:
        is_comparable = other.draft.rank == entry.draft.rank and other.costs != entry.costs
        if is_comparable and all(map(le, other.costs, entry.costs)):
            return True
    return False


def keep_one_per_title(priced: Iterable[PricedDraft]) -> list[PricedDraft]:
    """Return the first draft with each title, because readers couldn't distinguish two of them."""
    drafts_by_title: dict[str, PricedDraft] = {}
    for entry in priced:
        drafts_by_title.setdefault(str(entry.draft.title), entry)
    return list(drafts_by_title.values())


def choose_shown_drafts(priced: Sequence[PricedDraft]) -> list[PricedDraft]:
    """Return the first of *priced* and the last one, which changes the least."""
    if len(priced) <= MAX_PROPOSALS:
        return list(priced)
    return [*priced[: MAX_PROPOSALS - 1], priced[-1]]


TOLERATED = frozenset({"partner-twice"})
"""Codes of faults that a change may bring: partners who meet again have their price."""


def _filter_sound_drafts(state: EventState, drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield the drafts without new faults, each plan once, and note the faults of the others."""
    former_faults = {_get_fault_place(fault) for fault in check_plan(with_teams(state.plan))}
    yielded_identities = set()
    for draft in drafts:
        # With a delay or a rank the same plan is another proposal.
        title = draft.title if draft.boards_waited or draft.rank else ""
        identity = (draft.plan.rows, draft.plan.sit_outs, title)
        if identity in yielded_identities:
            continue
        yielded_identities.add(identity)
        missing = sorted(set(state.present) - draft.leavers - collect_used_numbers(draft.plan))
        faults = [
            fault
            for fault in check_plan(with_teams(draft.plan))
            if fault.code not in TOLERATED and _get_fault_place(fault) not in former_faults
        ]
        if missing:
            state.troubles.append(
                make_phrase(
                    "{title} doesn't work: {missing} wouldn't play at all.",
                    title=draft.title,
                    missing=state.named(missing),
                )
            )
        elif faults:
            state.troubles.append(
                make_phrase(
                    "{title} doesn't work: {fault}",
                    title=draft.title,
                    fault=make_fault_phrase(faults[0]),
                )
            )
        else:
            reason = join_phrases([draft.reason, _describe_omitted_rows(state, draft.plan)], "")
            yield replace(draft, reason=reason)


def _get_fault_place(fault: Fault) -> tuple[object, ...]:
    return fault.code, fault.round_no, fault.table_no, fault.contestant, fault.board_no


def _describe_omitted_rows(state: EventState, plan: Movement) -> str:
    """Return a sentence on the rows that *plan* omits because a pair has had the boards, or ""."""
    sitters = {(sit_out.round_no, sit_out.contestant) for sit_out in plan.sit_outs}
    used_tables = {(row.round_no, row.table_no) for row in plan.rows}
    omitted_rows = []
    for row in state.replays:
        has_sitter = bool({(row.round_no, row.ns), (row.round_no, row.ew)} & sitters)
        if has_sitter and (row.round_no, row.table_no) not in used_tables:
            omitted_rows.append(row)
    if omitted_rows:
        return f" Not played, because a pair has had these boards: {format_places(omitted_rows)}."
    return ""


def make_answer(
    state: EventState, change: Change, drafts: Iterator[Draft], clock: TimeLeft
) -> ReplanningAnswer:
    """Return the proposals in *drafts*, the best first, and the draft that changes nothing.

    Without rounds to come *drafts* are never begun, unless the *change* is one of rounds.
    """
    current_price = compute_price(state, Draft(state.plan, "", ""), clock)
    changing, keeping = [], []
    if state.from_round > state.last_round and change.kind != "rounds":
        state.troubles.append("All rounds have been played.")
        drafts = iter(())
    for draft in _filter_sound_drafts(state, drafts):
        # Waiting for a table changes no row, but is a proposal.
        if draft.plan != state.plan or draft.boards_waited:
            price = compute_price(state, draft, clock)
            changing.append(PricedDraft(draft, price, _list_costs(price)))
        else:
            keeping.append(draft)
    # A beaten draft could still come first for its fairness, so it is dropped before the sorting.
    priced = without_beaten_drafts(changing)
    priced.sort(key=lambda entry: _compute_harm(state, entry, current_price, clock.minutes_left))
    shown = choose_shown_drafts(keep_one_per_title(priced))
    proposals = tuple(
        _make_proposal(state, entry.draft, entry.price, current_price) for entry in shown
    )
    unchanged = None
    if keeping:
        unchanged = _make_proposal(
            state, keeping[0], compute_price(state, keeping[0], clock), current_price
        )
    return ReplanningAnswer(
        proposals=proposals,
        trouble=as_phrase(_explain_trouble(state, proposals, unchanged)),
        current_price=current_price,
        unchanged=unchanged,
    )


def _list_costs(price: Price) -> tuple[int, ...]:
    """Return the figures by which proposals are compared, the lower the better.

    Fairness isn't among them: a skip and a shared table are both worth a look.
    """
    fewest, most = price.boards_each or (0, 0)
    return (
        price.sit_outs,
        price.boards_lost,
        price.partners_again,
        price.rematches,
        price.pairs_moved,
        price.spare_sets,
        price.minutes_rest,
        most - fewest,
        -(price.boards_for_new or 0),
    )


def _compute_harm(
    state: EventState, entry: PricedDraft, current_price: Price, minutes_left: int | None
) -> tuple[Fraction, int]:
    """Return the sort key of proposals: the weighted sum of all harm, the least first.

    A lost board weighs 2, and the other figures are weighted in proportion. The draft's rank
    outweighs them all. If two sums are equal, the plan with fewer rows comes first.
    """
    draft, price = entry.draft, entry.price
    boards_per_set = max(1, state.plan.boards_per_set)
    minutes_over = 0
    if minutes_left is not None:
        minutes_over = max(0, price.minutes_rest - minutes_left)
    boards_missed_by_new = 0
    if price.boards_for_new is not None:
        rounds_left = state.last_round + 1 - state.from_round
        boards_missed_by_new = max(0, rounds_left * boards_per_set - price.boards_for_new)
    fewest, most = price.boards_each or (0, 0)
    # The worked cases of each kind of contest hold these weights.
    weight_of_move = 2 if state.plan.contest == "pairs" else 1
    weighted = (
        Fraction(2 * boards_per_set * price.sit_outs)
        + 2 * price.boards_lost
        + 24 * max(0, price.partners_again - current_price.partners_again)
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
    return draft.rank * 1000 + weighted, len(draft.plan.rows)


def _count_repeated_sit_outs(state: EventState, draft: Draft) -> int:
    """Return the number of sit-outs of contestants who have had one before."""
    uncounted = state.gone | draft.leavers | {*draft.new_pairs}
    counts = Counter(
        sit_out.contestant for sit_out in draft.plan.sit_outs if sit_out.contestant not in uncounted
    )
    return sum(count - 1 for count in counts.values())


def _explain_trouble(
    state: EventState, proposals: tuple[Proposal, ...], unchanged: Proposal | None
) -> Words:
    """Return why there is no clean proposal, or "" if there is one."""
    if any(proposal.is_clean for proposal in proposals):
        return ""
    first_trouble = next(iter(state.troubles), "")
    if proposals:
        return first_trouble
    if unchanged:
        return first_trouble or unchanged.reason
    return state.explain_end()


def _make_proposal(state: EventState, draft: Draft, price: Price, current_price: Price) -> Proposal:
    seated: set[int] = set()
    for row in draft.plan.rows:
        seated.update(draft.plan.get_row_contestants(row))
    playing = tuple(number for number in draft.new_pairs if number in seated)
    return Proposal(
        plan=draft.plan,
        price=price,
        heading=as_phrase(draft.title),
        reason=as_phrase(draft.reason),
        changed_rows=list_changed_rows(state.plan, draft.plan),
        new_pairs=playing,
        is_clean=playing == draft.new_pairs and _is_clean(state, price, current_price),
        pairs_gone=tuple(sorted(state.gone | draft.leavers)),
    )


def _is_clean(state: EventState, price: Price, current_price: Price) -> bool:
    # A new pair may need a spare set, others mustn't.
    is_of_pairs = state.plan.contest == "pairs"
    has_needless_spare = is_of_pairs and price.boards_for_new is None and price.spare_sets
    return (
        not price.boards_lost
        and price.rematches <= current_price.rematches
        and price.partners_again <= current_price.partners_again
        and price.boards_for_new != 0
        and not has_needless_spare
    )
