"""People who come to a party or leave it.

Before a round has begun they are seated in it at once. During a round their change is *announced*:
stored with the players, and applied when the next round is seated
(:mod:`~director.party.movement.next_games`). Rounds on cards are never seated: an arrival takes the
place of somebody who leaves, wherever that player would go next.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.contrib.auth.models import User

from director.core.club.people.read import fetch_people_labels
from director.errors import PartyError
from director.names import make_name_key
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.current_round import CurrentRound, fetch_current_round
from director.party.movement.next_games import (
    Announced,
    fetch_announced_changes,
    with_announced_changes,
)
from director.party.movement.options import is_fixed, is_redrawn_each_round
from director.party.movement.seating.read import (
    get_seats_by_player,
    read_seating,
    serialize_seating,
)
from director.party.play.history import record_party_act
from director.party.play.seats import find_or_add_person
from director.party.sentences import PartySentences
from movements import SeatChange, Seating, next_seating, seat_changes

MAX_ARRIVALS = 100


@dataclass(frozen=True, slots=True)
class LateArrival:
    """A late arrival: name and prize group, which may both be empty, and the player's number.

    A player who had left returns under the name or the number, typed instead of a name.
    """

    name: str
    group: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where an arrival sits in rounds on cards: in the place of a leaver, or at a table.

    Each is a player's number. *leaver* is 0 if nobody leaves. *table_no* is 0 if only the results
    tell where the leaver would go, or if the arrival sits out.
    """

    number: int
    leaver: int
    table_no: int
    seat: str


@dataclass(frozen=True, slots=True)
class Reseated:
    """A change of seats from round *round_no* on, with the players who move.

    If *is_announced*, the round has no seats yet and *seating_before* and *seating_after* are the same. *coming* are
    the arrivals with number and group, *places* their places in rounds on cards.
    """

    round_no: int
    seating_before: Seating
    seating_after: Seating
    changes: tuple[SeatChange, ...]
    is_announced: bool = False
    coming: tuple[LateArrival, ...] = ()
    places: tuple[CardPlace, ...] = ()


def preview_people(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int]
) -> Reseated:
    """Return the change that these arrivals and leavers would make.

    :raises PartyError: as :func:`change_players`
    :raises MovementError: if the system can't seat this number of players
    """
    if party.is_over:
        raise PartyError(PartySentences.PEOPLE_AFTER_END)
    last_number = max((player.number for player in party.players.all()), default=0)
    current = _fetch_latest_round(party)
    now = fetch_current_round(party, current)
    seating = _compute_current_seating(party, current, now)
    leaving_players = _fetch_leavers(party, seating, now, leavers)
    returning = _find_returning_players(party, arrivals)
    new_arrivals = _without_added_arrivals(party, current, arrivals)
    _refuse_playing(
        party, [arrival.name for arrival in new_arrivals if arrival.name not in returning]
    )
    grouped = _with_groups(party, new_arrivals, leaving_players, returning)
    new_numbers = count(last_number + 1)
    numbered = []
    for arrival in grouped:
        if arrival.name in returning:
            number = returning[arrival.name].number
        else:
            number = next(new_numbers)
        numbered.append(replace(arrival, number=number))
    # Somebody announced to leave who stays after all has a seat already.
    seats = get_seats_by_player(seating)
    arriving_players = tuple(
        PartyPlayer(party=party, number=arrival.number, group=arrival.group)
        for arrival in numbered
        if str(arrival.number) not in seats
    )
    if not arrivals and not leavers:
        raise PartyError(PartySentences.NOBODY_COMES_OR_LEAVES)
    if len(arriving_players) > MAX_ARRIVALS:
        raise PartyError(PartySentences.TOO_MANY_ARRIVALS, field="arrivals", most=MAX_ARRIVALS)
    if now.next_to_begin > current.round_no:
        change = _announce_change(party, seating, now, arriving_players, leaving_players)
    else:
        change = _reseat_now(party, current, arriving_players, leaving_players)
    return replace(change, coming=tuple(numbered))


def change_players(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int], user: User | None
) -> Reseated:
    """Add *arrivals* and remove *leavers*. Return the change.

    Before the current round has begun they are seated in it, otherwise in the next one. Repeating
    the same request adds and removes nobody twice.

    :raises PartyError: if play has ended, the request is empty, or a leaver does not play
    :raises MovementError: if the system can't seat this number of players
    """
    with record_party_act(party=party, kind="people", words="", user=user) as act:
        # The preview checks the request; the act has locked the event, so it is still true below.
        change = preview_people(party=party, arrivals=arrivals, leavers=leavers)
        current = _fetch_latest_round(party)
        now = fetch_current_round(party, current)
        seating = _compute_current_seating(party, current, now)
        leaving_players = _fetch_leavers(party, seating, now, leavers)
        seats = get_seats_by_player(seating)
        returning = _find_returning_players(party, change.coming)
        for arrival in change.coming:
            player = returning.get(arrival.name)
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
            # Somebody still seated was only announced to leave, and has played all the time.
            has_seat = str(player.number) in seats
            joined_round = player.joined_round if has_seat else change.round_no
            act.change(player, left_round=None, joined_round=joined_round, group=arrival.group)
        for player in leaving_players:
            act.change(player, left_round=change.round_no)
        if not change.is_announced:
            act.change(current, seating=serialize_seating(change.seating_after))
        start = f"From {party.round_word} {change.round_no}: " if change.is_announced else ""
        act.words = f"{start}{len(change.coming)} came and {len(leaving_players)} left."
    return change


def _find_returning_players(
    party: Party, arrivals: Sequence[LateArrival]
) -> dict[str, PartyPlayer]:
    """Return, by typed name, the *arrivals* who had left *party*.

    :raises PartyError: if a typed number belongs to nobody, or to somebody who plays
    """
    typed_names = {arrival.name for arrival in arrivals if arrival.name.strip()}
    if not typed_names:
        return {}
    labels = fetch_people_labels(party.session.event.club)
    former_players = {}
    for player in party.players.filter(left_round__isnull=False):
        former_players[str(player.number)] = player
        if player.person_id:
            former_players[make_name_key(labels[player.person_id])] = player
    for name in typed_names:
        if name.isdecimal() and name not in former_players:
            if party.players.filter(number=int(name)).exists():
                raise PartyError(PartySentences.PLAYS_STILL, field="arrivals", number=int(name))
            raise PartyError(PartySentences.NO_PLAYER, field="arrivals", number=int(name))
    return {
        name: former_players[make_name_key(name)]
        for name in typed_names
        if make_name_key(name) in former_players
    }


def _without_added_arrivals(
    party: Party, current: PartyRound, arrivals: Sequence[LateArrival]
) -> list[LateArrival]:
    """Return *arrivals* without those whom an earlier, equal request has added."""
    # Everybody joins in round 1 at the draw, so only later rounds tell a late arrival.
    added_players = party.players.filter(
        joined_round__gte=max(current.round_no, 2), left_round__isnull=True, person__isnull=False
    )
    names = {
        player.person.name_key for player in added_players.select_related("person") if player.person
    }
    return [arrival for arrival in arrivals if make_name_key(arrival.name) not in names]


def _refuse_playing(party: Party, names: Sequence[str]) -> None:
    """Raise if somebody with one of these *names* plays at *party*.

    :raises PartyError: with the player's number
    """
    if not any(names):
        return
    labels = fetch_people_labels(party.session.event.club)
    players = party.players.all() if labels else ()
    number_by_name = {
        make_name_key(labels[player.person_id]): player.number
        for player in players
        if player.person_id
    }
    for name in names:
        number = number_by_name.get(make_name_key(name))
        if number is not None:
            raise PartyError(
                PartySentences.PLAYS_ALREADY,
                field="arrivals",
                name=name.strip(),
                number=number,
            )


def _with_groups(
    party: Party,
    arrivals: Sequence[LateArrival],
    leaving_players: Sequence[PartyPlayer],
    returning: Mapping[str, PartyPlayer],
) -> tuple[LateArrival, ...]:
    """Return *arrivals* with a group for each.

    An arrival without a group takes the group of a leaver, or else the smaller group.
    """
    chosen_groups = []
    for arrival in arrivals:
        group = arrival.group
        if not group and arrival.name in returning:
            group = returning[arrival.name].group
        chosen_groups.append(group)
    leaver_ids = {player.pk for player in leaving_players}
    present = party.players.filter(left_round__isnull=True).values_list("pk", "group")
    sizes = Counter(group for player_id, group in present if player_id not in leaver_ids)
    vacated = Counter(player.group for player in leaving_players if player.group)
    # Arrivals who chose a group take its vacated seats before the others.
    chosen_counts = Counter(group for group in chosen_groups if group)
    sizes.update(chosen_counts)
    vacated.subtract(chosen_counts)
    grouped = []
    for arrival, chosen_group in zip(arrivals, chosen_groups, strict=True):
        group = chosen_group
        if not group:
            smaller_group = "B" if sizes["B"] < sizes["A"] else "A"
            vacated_groups = (
                player.group for player in leaving_players if vacated[player.group] > 0
            )
            group = next(vacated_groups, smaller_group)
            vacated[group] -= 1
            sizes[group] += 1
        grouped.append(replace(arrival, group=group))
    return tuple(grouped)


def _fetch_leavers(
    party: Party, seating: Seating, now: CurrentRound, numbers: Sequence[int]
) -> tuple[PartyPlayer, ...]:
    """Return the players with these *numbers* who have not left already.

    :raises PartyError: if one of them has no seat in the current round
    """
    seats = get_seats_by_player(seating)
    former_players = party.players.filter(left_round__isnull=False, number__in=numbers)
    leaver_numbers = set(numbers) - set(former_players.values_list("number", flat=True))
    for number in sorted(leaver_numbers):
        if str(number) not in seats:
            raise PartyError(
                PartySentences.LEAVER_WITHOUT_SEAT,
                field="leavers",
                number=number,
                word=party.round_word,
                round_no=now.round_no,
            )
    return tuple(party.players.filter(number__in=leaver_numbers))


def _compute_current_seating(party: Party, latest: PartyRound, now: CurrentRound) -> Seating:
    """Return the stored seating of *latest*, in rounds on cards with all who came and left since.

    Such rounds have no seats of their own: whoever came has the first seat of whoever left.
    """
    seating = read_seating(latest.seating)
    if not now.on_cards:
        return seating
    for round_no in range(latest.round_no + 1, now.next_to_begin + 1):
        people = fetch_announced_changes(party, round_no)
        if people.arrivals or people.leavers:
            seating = with_announced_changes(party, seating, people, round_no)
    return seating


def _reseat_now(
    party: Party,
    current: PartyRound,
    arriving_players: tuple[PartyPlayer, ...],
    leaving_players: tuple[PartyPlayer, ...],
) -> Reseated:
    seating_before = read_seating(current.seating)
    people = Announced(current.round_no, arriving_players, leaving_players)
    seating_after = with_announced_changes(party, seating_before, people, current.round_no)
    return Reseated(
        current.round_no,
        seating_before,
        seating_after,
        tuple(seat_changes(seating_before, seating_after)),
    )


def _announce_change(
    party: Party,
    seating: Seating,
    now: CurrentRound,
    arriving_players: tuple[PartyPlayer, ...],
    leaving_players: tuple[PartyPlayer, ...],
) -> Reseated:
    """Return a change for the next round that has not begun."""
    round_no = now.next_to_begin
    change = Reseated(round_no, seating, seating, (), is_announced=True)
    if is_redrawn_each_round(party):
        return change
    if now.on_cards:
        people = Announced(round_no, arriving_players, leaving_players)
        after = with_announced_changes(party, seating, people, round_no)
        return replace(change, places=tuple(_find_card_places(party, seating, after, people)))
    announced = fetch_announced_changes(party, round_no)
    people = Announced(
        round_no,
        (*announced.arrivals, *arriving_players),
        (*announced.leavers, *leaving_players),
    )
    # Only a trial: it raises now if the next round can't be seated with these players.
    with_announced_changes(party, seating, people, round_no)
    return change


def _find_card_places(
    party: Party, before: Seating, after: Seating, people: Announced
) -> Iterator[CardPlace]:
    """Yield the place of each arrival from the first seats *before* and *after* the change."""
    leaver_by_seat = {
        (place.table_no, place.seat): place.player for place in get_seats_by_player(before).values()
    }
    leavers = {str(player.number) for player in people.leavers}
    seats_after = get_seats_by_player(after)
    seats_then = {}
    if is_fixed(party):
        seats_then = get_seats_by_player(_compute_round_seating(party, after, people.round_no))
    for player in people.arrivals:
        number = str(player.number)
        first_seat = seats_after[number]
        leaver = leaver_by_seat.get((first_seat.table_no, first_seat.seat), "")
        if leaver not in leavers:
            leaver = ""
        seat_then = seats_then.get(number)
        if not seat_then and not leaver:
            seat_then = first_seat
        is_seated = seat_then and not seat_then.sits_out
        yield CardPlace(
            number=player.number,
            leaver=int(leaver or 0),
            table_no=seat_then.table_no if seat_then and is_seated else 0,
            seat=seat_then.seat if seat_then and is_seated else "",
        )


def _compute_round_seating(party: Party, first: Seating, round_no: int) -> Seating:
    """Return the seats of *round_no* in a fixed rotation that begins with *first*."""
    seating = first
    for played_no in range(party.first_on_card, round_no):
        seating = next_seating(party.system, seating, {}, options=party.options, round_no=played_no)
    return seating


def _fetch_latest_round(party: Party) -> PartyRound:
    latest = party.played_rounds.order_by("-round_no").first()
    if latest is None:
        raise PartyError(PartySentences.NO_SEATS_TO_CHANGE)
    return latest
