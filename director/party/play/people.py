"""People who come to a party or leave it.

Before a round has begun they are seated in it at once. During a round their change is *announced*:
stored with the players, and applied when the next round is seated
(:mod:`~director.party.movement.next_round`). Rounds on cards are never seated: an arrival takes the
place of somebody who leaves, wherever that player would go next.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, filterfalse

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.core.club.people import fetch_labels_by_person_id
from director.core.night.journal import Journal
from director.errors import PartyError
from director.formats.names.person import is_placeholder
from director.names import make_name_key
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.clock import CurrentRound, fetch_current_round
from director.party.movement.next_round import (
    AnnouncedChanges,
    fetch_announced_changes,
    with_announced_changes,
)
from director.party.movement.options import has_groups_in_turn, is_fixed, is_redrawn_each_round
from director.party.movement.seating import (
    get_seats_by_player,
    read_seating,
    serialize_seating,
)
from director.party.play.history import record_party_act
from director.party.play.seats import (
    find_or_add_person,
    make_no_player_error,
    make_no_seats_to_change_error,
    make_plays_already_error,
)
from movements.party.model import SeatChange, Seating
from movements.party.rounds import list_seat_changes, make_next_seating

MAX_ARRIVALS = 100


def make_play_over_error() -> PartyError:
    return PartyError(
        "people-after-end",
        "Play has ended, so nobody can come or leave. Reopen play first, then add or withdraw players.",
    )


@dataclass(frozen=True, slots=True)
class LateArrival:
    """A late arrival. A player who had left returns by name, or by the number typed in its place."""

    name: str  # may be empty
    group: str  # the prize group, may be empty
    number: int = 0  # of the player, 0 before it is known


@dataclass(frozen=True, slots=True)
class CardSeat:
    """The seat of an arrival in rounds on cards: the seat of a leaver, or one at a table."""

    number: int  # of the arriving player
    leaver_number: int  # 0 if nobody leaves
    # 0 if only the results decide the leaver's next table, or if the arrival sits out.
    table_no: int
    seat: str


@dataclass(frozen=True, slots=True)
class SeatingChange:
    """A change of seats from round *round_no* on, with the players who move."""

    round_no: int
    seating_before: Seating
    seating_after: Seating
    changes: tuple[SeatChange, ...]
    is_announced: bool = False  # the round has no seats yet, so both seatings are the same
    arrivals: tuple[LateArrival, ...] = ()  # with number and group
    card_seats: tuple[CardSeat, ...] = ()  # of the arrivals in rounds on cards


def preview_people(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int]
) -> SeatingChange:
    """Return the change that these arrivals and leavers would make.

    :raises PartyError: as :func:`change_players`
    :raises MovementError: if the system can't seat this number of players
    """
    if party.is_over:
        raise make_play_over_error()
    latest_round = _fetch_latest_round(party)
    current_round = fetch_current_round(party, latest_round)
    seating = _fetch_current_seating(party, latest_round, current_round)
    leaving_players = _fetch_leavers(party, seating, current_round, leavers)
    returning_players = _fetch_returning_players_by_name(party, arrivals)
    new_arrivals = _without_added_arrivals(party, latest_round, arrivals)
    _refuse_present_players(
        party, [arrival.name for arrival in new_arrivals if arrival.name not in returning_players]
    )
    grouped_arrivals = _with_groups(party, new_arrivals, leaving_players, returning_players)
    numbered_arrivals = _with_numbers(party, grouped_arrivals, returning_players)
    # A player who was announced to leave, but stays after all, has a seat already.
    seats = get_seats_by_player(seating)
    arriving_players = tuple(
        PartyPlayer(party=party, number=arrival.number, group=arrival.group)
        for arrival in numbered_arrivals
        if str(arrival.number) not in seats
    )
    if not arrivals and not leavers:
        raise PartyError(
            "nobody-comes-or-leaves", "No arrivals or withdrawals. Enter at least one player."
        )
    if len(arriving_players) > MAX_ARRIVALS:
        raise PartyError(
            "too-many-arrivals",
            "At most {most} can arrive at once. Add them in smaller groups.",
            field="arrivals",
            most=MAX_ARRIVALS,
        )
    if current_round.next_unstarted_round > latest_round.round_no:
        change = _announce_change(party, seating, current_round, arriving_players, leaving_players)
    else:
        change = _reseat_now(party, latest_round, arriving_players, leaving_players)
    return replace(change, arrivals=numbered_arrivals)


def change_players(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int], user: User | None
) -> SeatingChange:
    """Add *arrivals* and remove *leavers*. Return the change.

    Before the current round has begun they are seated in it, otherwise in the next one. Repeating
    the same request adds and removes nobody twice.

    :raises PartyError: if play has ended, the request is empty, or a leaver does not play
    :raises MovementError: if the system can't seat this number of players
    """
    with record_party_act(party=party, kind=ActKind.PEOPLE, message="", user=user) as act:
        # The preview checks the request; the act has locked the event, so it is still true below.
        change = preview_people(party=party, arrivals=arrivals, leavers=leavers)
        latest_round = _fetch_latest_round(party)
        current_round = fetch_current_round(party, latest_round)
        seating = _fetch_current_seating(party, latest_round, current_round)
        leaving_players = _fetch_leavers(party, seating, current_round, leavers)
        _store_arrivals(party, act, change, seating)
        for player in leaving_players:
            act.change(player, left_round=change.round_no)
        if not change.is_announced:
            act.change(latest_round, seating=serialize_seating(change.seating_after))
        prefix = f"From {party.round_noun} {change.round_no}: " if change.is_announced else ""
        act.message = f"{prefix}{len(change.arrivals)} came and {len(leaving_players)} left."
    return change


def _store_arrivals(party: Party, act: Journal, change: SeatingChange, seating: Seating) -> None:
    """Add the new players of *change*, and let previous players come back."""
    seats = get_seats_by_player(seating)
    returning_players = _fetch_returning_players_by_name(party, change.arrivals)
    for arrival in change.arrivals:
        player = returning_players.get(arrival.name)
        if player is None:
            new_player = PartyPlayer(
                party=party,
                number=arrival.number,
                person=find_or_add_person(party, None, arrival.name),
                group=arrival.group,
                joined_round=change.round_no,
            )
            act.create(new_player)
            continue
        # A player who still has a seat was only announced to leave, and has played all the time.
        has_seat = str(player.number) in seats
        joined_round = player.joined_round if has_seat else change.round_no
        act.change(player, left_round=None, joined_round=joined_round, group=arrival.group)


def _fetch_returning_players_by_name(
    party: Party, arrivals: Sequence[LateArrival]
) -> dict[str, PartyPlayer]:
    """Return the *arrivals* who had left *party*, by the name that was typed.

    :raises PartyError: if a typed number belongs to nobody, or to somebody who plays
    """
    typed_names = {
        arrival.name
        for arrival in arrivals
        if arrival.name.strip() and not is_placeholder(arrival.name)
    }
    if not typed_names:
        return {}
    name_by_person = fetch_labels_by_person_id(party.session.event.club)
    player_by_key = {}
    for player in party.players.filter(left_round__isnull=False):
        player_by_key[str(player.number)] = player
        if player.person_id:
            player_by_key[make_name_key(name_by_person[player.person_id])] = player
    for name in typed_names:
        if name.isdecimal() and name not in player_by_key:
            if party.players.filter(number=int(name)).exists():
                raise PartyError(
                    "plays-still",
                    "Player {number} is already playing. Enter only new arrivals.",
                    field="arrivals",
                    number=int(name),
                )
            raise make_no_player_error(field="arrivals", number=int(name))
    return {
        name: player_by_key[make_name_key(name)]
        for name in typed_names
        if make_name_key(name) in player_by_key
    }


def _without_added_arrivals(
    party: Party, latest_round: PartyRound, arrivals: Sequence[LateArrival]
) -> list[LateArrival]:
    """Return *arrivals* without players whom a previous, equal request has added."""
    # Everybody joins in round 1 at the draw, so only a later round marks a late arrival.
    added_players = party.players.filter(
        joined_round__gte=max(latest_round.round_no, 2),
        left_round__isnull=True,
        person__isnull=False,
    )
    names = {
        player.person.name_key for player in added_players.select_related("person") if player.person
    }
    return [arrival for arrival in arrivals if make_name_key(arrival.name) not in names]


def _refuse_present_players(party: Party, names: Sequence[str]) -> None:
    """Raise if somebody with one of these *names* plays at *party* already.

    :raises PartyError: with the player's number
    """
    if not any(names):
        return
    name_by_person = fetch_labels_by_person_id(party.session.event.club)
    players = party.players.all() if name_by_person else ()
    number_by_name = {
        make_name_key(name_by_person[player.person_id]): player.number
        for player in players
        if player.person_id
    }
    for name in filterfalse(is_placeholder, names):
        number = number_by_name.get(make_name_key(name))
        if number is not None:
            raise make_plays_already_error(
                field="arrivals",
                name=name.strip(),
                number=number,
            )


def _with_groups(
    party: Party,
    arrivals: Sequence[LateArrival],
    leaving_players: Sequence[PartyPlayer],
    returning_players: Mapping[str, PartyPlayer],
) -> tuple[LateArrival, ...]:
    """Return *arrivals* with a group for each.

    An arrival without a group takes the group of a leaver, or else the smaller group. Where groups
    don't matter to the moves it has none.
    """
    chosen_groups = []
    for arrival in arrivals:
        group = arrival.group
        if not group and arrival.name in returning_players:
            group = returning_players[arrival.name].group
        chosen_groups.append(group)
    leaver_ids = {player.pk for player in leaving_players}
    present_players = party.players.filter(left_round__isnull=True).values_list("pk", "group")
    group_sizes = Counter(
        group for player_id, group in present_players if player_id not in leaver_ids
    )
    vacated_counts = Counter(player.group for player in leaving_players if player.group)
    # Arrivals who chose a group take its vacated seats before the others.
    chosen_counts = Counter(group for group in chosen_groups if group)
    group_sizes.update(chosen_counts)
    vacated_counts.subtract(chosen_counts)
    grouped_arrivals = []
    for arrival, chosen_group in zip(arrivals, chosen_groups, strict=True):
        group = chosen_group
        if not group and has_groups_in_turn(party):
            smaller_group = "B" if group_sizes["B"] < group_sizes["A"] else "A"
            vacated_groups = (
                player.group for player in leaving_players if vacated_counts[player.group] > 0
            )
            group = next(vacated_groups, smaller_group)
            vacated_counts[group] -= 1
            group_sizes[group] += 1
        grouped_arrivals.append(replace(arrival, group=group))
    return tuple(grouped_arrivals)


def _with_numbers(
    party: Party,
    arrivals: Sequence[LateArrival],
    returning_players: Mapping[str, PartyPlayer],
) -> tuple[LateArrival, ...]:
    """Return *arrivals* with their own numbers if they return, or with the next free ones."""
    last_number = max((player.number for player in party.players.all()), default=0)
    new_numbers = count(last_number + 1)
    numbered_arrivals = []
    for arrival in arrivals:
        if arrival.name in returning_players:
            number = returning_players[arrival.name].number
        else:
            number = next(new_numbers)
        numbered_arrivals.append(replace(arrival, number=number))
    return tuple(numbered_arrivals)


def _fetch_leavers(
    party: Party, seating: Seating, current_round: CurrentRound, numbers: Sequence[int]
) -> tuple[PartyPlayer, ...]:
    """Return the players with these *numbers* who have not left already.

    :raises PartyError: if one of them has no seat in the current round
    """
    seats = get_seats_by_player(seating)
    previous_players = party.players.filter(left_round__isnull=False, number__in=numbers)
    leaver_numbers = set(numbers) - set(previous_players.values_list("number", flat=True))
    for number in sorted(leaver_numbers):
        if str(number) not in seats:
            raise PartyError(
                "leaver-without-seat",
                "Player {number} has no seat in {noun} {round_no}. Check the number.",
                field="leavers",
                number=number,
                noun=party.round_noun,
                round_no=current_round.round_no,
            )
    return tuple(party.players.filter(number__in=leaver_numbers))


def _fetch_current_seating(
    party: Party, latest_round: PartyRound, current_round: CurrentRound
) -> Seating:
    """Return the seats of the current round.

    Rounds on cards have no seats of their own. They have the seats of *latest_round* with all changes
    since: an arrival has the first seat of a leaver.
    """
    seating = read_seating(latest_round.seating)
    if not current_round.is_on_cards:
        return seating
    for round_no in range(latest_round.round_no + 1, current_round.next_unstarted_round + 1):
        announced_changes = fetch_announced_changes(party, round_no)
        if announced_changes.arrivals or announced_changes.leavers:
            seating = with_announced_changes(party, seating, announced_changes, round_no)
    return seating


def _reseat_now(
    party: Party,
    latest_round: PartyRound,
    arriving_players: tuple[PartyPlayer, ...],
    leaving_players: tuple[PartyPlayer, ...],
) -> SeatingChange:
    seating_before = read_seating(latest_round.seating)
    announced_changes = AnnouncedChanges(latest_round.round_no, arriving_players, leaving_players)
    seating_after = with_announced_changes(
        party, seating_before, announced_changes, latest_round.round_no
    )
    return SeatingChange(
        round_no=latest_round.round_no,
        seating_before=seating_before,
        seating_after=seating_after,
        changes=tuple(list_seat_changes(seating_before, seating_after)),
    )


def _announce_change(
    party: Party,
    seating: Seating,
    current_round: CurrentRound,
    arriving_players: tuple[PartyPlayer, ...],
    leaving_players: tuple[PartyPlayer, ...],
) -> SeatingChange:
    """Return a change for the next round that has not begun."""
    round_no = current_round.next_unstarted_round
    change = SeatingChange(round_no, seating, seating, (), is_announced=True)
    if is_redrawn_each_round(party):
        return change
    if current_round.is_on_cards:
        all_changes = AnnouncedChanges(round_no, arriving_players, leaving_players)
        seating_after = with_announced_changes(party, seating, all_changes, round_no)
        card_seats = _iter_card_seats(party, seating, seating_after, all_changes)
        return replace(change, card_seats=tuple(card_seats))
    previous_changes = fetch_announced_changes(party, round_no)
    all_changes = AnnouncedChanges(
        round_no,
        (*previous_changes.arrivals, *arriving_players),
        (*previous_changes.leavers, *leaving_players),
    )
    # Only a trial: it raises now if the next round can't be seated with these players.
    with_announced_changes(party, seating, all_changes, round_no)
    return change


def _iter_card_seats(
    party: Party,
    seating_before: Seating,
    seating_after: Seating,
    announced_changes: AnnouncedChanges,
) -> Iterator[CardSeat]:
    """Yield where each arrival sits. Both seatings are first seats, without and with the change."""
    leaver_by_seat = {
        (seat_before.table_no, seat_before.seat): seat_before.player
        for seat_before in get_seats_by_player(seating_before).values()
    }
    leaver_numbers = {str(player.number) for player in announced_changes.leavers}
    first_seats = get_seats_by_player(seating_after)
    round_seats = {}
    if is_fixed(party):
        round_seating = _compute_round_seating(party, seating_after, announced_changes.round_no)
        round_seats = get_seats_by_player(round_seating)
    for player in announced_changes.arrivals:
        number = str(player.number)
        first_seat = first_seats[number]
        leaver = leaver_by_seat.get((first_seat.table_no, first_seat.seat), "")
        if leaver not in leaver_numbers:
            leaver = ""
        seat = round_seats.get(number)
        if not seat and not leaver:
            # An arrival who replaces nobody begins at the first seat.
            seat = first_seat
        is_seated = seat and not seat.sits_out
        yield CardSeat(
            number=player.number,
            leaver_number=int(leaver or 0),
            table_no=seat.table_no if seat and is_seated else 0,
            seat=seat.seat if seat and is_seated else "",
        )


def _compute_round_seating(party: Party, first_seating: Seating, round_no: int) -> Seating:
    """Return the seats of *round_no* in a fixed rotation that begins with *first_seating*."""
    seating = first_seating
    for previous_no in range(party.first_card_round, round_no):
        seating = make_next_seating(
            party.system, seating, {}, options=party.options, round_no=previous_no
        )
    return seating


def _fetch_latest_round(party: Party) -> PartyRound:
    latest_round = party.played_rounds.order_by("-round_no").first()
    if latest_round is None:
        raise make_no_seats_to_change_error()
    return latest_round
