"""People who come to a party or leave it: seated between two rounds, announced during one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from django.contrib.auth.models import User

from director.core.club.people.read import people_labels
from director.errors import PartyError
from director.party.models import Party, PartyPlayer, PartyRound
from director.party.movement.next_games import Announced, announced_changes, with_announced
from director.party.movement.options import draws_afresh
from director.party.movement.seating.read import read_seating, seating_stored, seats_by_player
from director.party.play.history import party_act
from director.party.play.seats import player_person
from director.party.sentences import PartySentences
from movements import SeatChange, Seating, seat_changes

MOST_ARRIVALS = 100


@dataclass(frozen=True, slots=True)
class LateArrival:
    """A late arrival: name and prize group, both may be empty.

    The name of somebody who left, or the number alone, lets that player return; *number* is that of
    the player.
    """

    name: str
    group: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Reseated:
    """A change of seats: from which round, before, after, and who moves.

    ``is_announced`` if that round has no seats yet: the change is kept, and applied when they are
    made.  ``coming`` are the arrivals, each with number and group.
    """

    round_no: int
    before: Seating
    after: Seating
    changes: tuple[SeatChange, ...]
    is_announced: bool = False
    coming: tuple[LateArrival, ...] = ()


def people_preview(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int]
) -> Reseated:
    """Return what arrivals and leavers would change.

    :raises PartyError: as :func:`change_players`
    :raises MovementError: if the system cannot seat so many
    """
    if party.is_over:
        raise PartyError(PartySentences.PEOPLE_AFTER_END)
    number = max((player.number for player in party.players.all()), default=0)
    current = _current(party)
    going = _leavers(party, current, leavers)
    back = _returning(party, arrivals)
    asked = _not_here(party, current, arrivals)
    _refuse_playing(party, [arrival.name for arrival in asked if arrival.name not in back])
    grouped = _with_groups(party, asked, going, back)
    new = count(number + 1)
    numbered = tuple(
        replace(who, number=back[who.name].number if who.name in back else next(new))
        for who in grouped
    )
    here = seats_by_player(read_seating(current.seating))
    coming = tuple(
        PartyPlayer(party=party, number=arrival.number, group=arrival.group)
        for arrival in numbered
        if str(arrival.number) not in here
    )
    if not arrivals and not leavers:
        raise PartyError(PartySentences.NOBODY_COMES_OR_LEAVES)
    if len(coming) > MOST_ARRIVALS:
        raise PartyError(PartySentences.TOO_MANY_ARRIVALS, field="arrivals", most=MOST_ARRIVALS)
    if current.has_begun:
        done = _announce_change(party, current, coming, going)
    else:
        done = _reseat_now(party, current, coming, going)
    return replace(done, coming=numbered)


def change_players(
    *, party: Party, arrivals: Sequence[LateArrival], leavers: Sequence[int], user: User | None
) -> Reseated:
    """Let *arrivals* come and *leavers* go. Return the change.

    Before the current round has begun they are seated for it, while it is played for the next one.
    Who leaves already does so once, and who came by that name since the current round came once.

    :raises PartyError: if play has ended, nothing is asked, or somebody leaves who does not play
    :raises MovementError: if the system cannot seat so many
    """
    with party_act(party=party, kind="people", words="", user=user) as act:
        done, seats = (
            people_preview(party=party, arrivals=arrivals, leavers=leavers),
            _current(party),
        )
        coming, going = done.coming, _leavers(party, seats, leavers)
        here, back = seats_by_player(read_seating(seats.seating)), _returning(party, coming)
        for arrival in coming:
            if player := back.get(arrival.name):
                joined = player.joined_round if str(player.number) in here else done.round_no
                act.change(player, left_round=None, joined_round=joined, group=arrival.group)
                continue
            person = player_person(party, None, arrival.name)
            player = PartyPlayer(
                party=party,
                number=arrival.number,
                person=person,
                group=arrival.group,
                joined_round=done.round_no,
            )
            act.create(player)
        for player in going:
            act.change(player, left_round=done.round_no)
        if not done.is_announced:
            act.change(seats, seating=seating_stored(done.after))
        when = f"From {party.round_word} {done.round_no}: " if done.is_announced else ""
        act.words = f"{when}{len(coming)} came and {len(going)} left."
    return done


def _returning(party: Party, arrivals: Sequence[LateArrival]) -> dict[str, PartyPlayer]:
    """Return the *arrivals* who had left *party*.

    :raises PartyError: if a number is that of nobody, or of somebody who plays
    """
    typed = {arrival.name for arrival in arrivals if arrival.name.strip()}
    if not typed:
        return {}
    labels = people_labels(party.session.event.club)
    gone = {}
    for player in party.players.filter(left_round__isnull=False):
        gone[str(player.number)] = player
        if player.person_id:
            gone[labels[player.person_id].casefold()] = player
    for name in typed:
        if name.isdecimal() and name not in gone:
            if party.players.filter(number=int(name)).exists():
                raise PartyError(PartySentences.PLAYS_STILL, field="arrivals", number=int(name))
            raise PartyError(PartySentences.NO_PLAYER, field="arrivals", number=int(name))
    return {name: gone[key] for name in typed if (key := " ".join(name.split()).casefold()) in gone}


def _not_here(
    party: Party, current: PartyRound, arrivals: Sequence[LateArrival]
) -> list[LateArrival]:
    """Return the *arrivals* who are not here yet."""
    came = party.players.filter(
        joined_round__gte=max(current.round_no, 2), left_round__isnull=True, person__isnull=False
    )
    names = {
        player.person.name.casefold() for player in came.select_related("person") if player.person
    }
    return [arrival for arrival in arrivals if arrival.name.strip().casefold() not in names]


def _refuse_playing(party: Party, names: Sequence[str]) -> None:
    """Refuse somebody who comes by the name of a player of *party*.

    :raises PartyError: with that player's number
    """
    labels = people_labels(party.session.event.club) if any(names) else {}
    players = party.players.all() if labels else ()
    playing = {
        labels[player.person_id].casefold(): player.number for player in players if player.person_id
    }
    for name in names:
        if (key := " ".join(name.split()).casefold()) in playing:
            raise PartyError(
                PartySentences.PLAYS_ALREADY,
                field="arrivals",
                name=name.strip(),
                number=playing[key],
            )


def _with_groups(
    party: Party,
    arrivals: Sequence[LateArrival],
    going: Sequence[PartyPlayer],
    back: Mapping[str, PartyPlayer],
) -> tuple[LateArrival, ...]:
    """Return *arrivals* with groups."""
    arrivals = [
        replace(who, group=who.group or (back[who.name].group if who.name in back else ""))
        for who in arrivals
    ]
    leave = {player.pk for player in going}
    stay = party.players.filter(left_round__isnull=True).values_list("pk", "group")
    sizes = Counter(group for pk, group in stay if pk not in leave)
    left = Counter(player.group for player in going if player.group)
    said = Counter(arrival.group for arrival in arrivals if arrival.group)
    sizes.update(said)
    left.subtract(said)  # who says a group takes a seat of that group first
    grouped = []
    for arrival in arrivals:
        group = arrival.group
        if not group:
            vacated = (player.group for player in going if left[player.group] > 0)
            group = next(vacated, "B" if sizes["B"] < sizes["A"] else "A")
            left[group] -= 1
            sizes[group] += 1
        grouped.append(replace(arrival, group=group))
    return tuple(grouped)


def _leavers(party: Party, current: PartyRound, numbers: Sequence[int]) -> tuple[PartyPlayer, ...]:
    """Return the players of these *numbers* who do not leave already.

    :raises PartyError: if one has no seat that could be left
    """
    here, left = (
        seats_by_player(read_seating(current.seating)),
        party.players.filter(left_round__isnull=False),
    )
    going = set(numbers) - set(left.filter(number__in=numbers).values_list("number", flat=True))
    for number in sorted(going):
        if str(number) not in here:
            where = {"word": party.round_word, "round_no": current.round_no}
            raise PartyError(
                PartySentences.LEAVER_WITHOUT_SEAT, field="leavers", number=number, **where
            )
    return tuple(party.players.filter(number__in=going))


def _reseat_now(
    party: Party,
    current: PartyRound,
    coming: tuple[PartyPlayer, ...],
    going: tuple[PartyPlayer, ...],
) -> Reseated:
    before = read_seating(current.seating)
    after = with_announced(
        party, before, Announced(current.round_no, coming, going), current.round_no
    )
    return Reseated(current.round_no, before, after, tuple(seat_changes(before, after)))


def _announce_change(
    party: Party,
    current: PartyRound,
    coming: tuple[PartyPlayer, ...],
    going: tuple[PartyPlayer, ...],
) -> Reseated:
    """Return a change that waits for the next round."""
    known, round_no, seating = (
        announced_changes(party, current.round_no + 1),
        current.round_no + 1,
        read_seating(current.seating),
    )
    if not draws_afresh(party):
        people = Announced(round_no, (*known.arrivals, *coming), (*known.leavers, *going))
        with_announced(party, seating, people, round_no)
    return Reseated(round_no, seating, seating, (), is_announced=True)


def _current(party: Party) -> PartyRound:
    current = party.played_rounds.order_by("-round_no").first()
    if current is None:
        raise PartyError(PartySentences.NO_SEATS_TO_CHANGE)
    return current
