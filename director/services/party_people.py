"""People who come to a party or leave it between two rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from director.errors import PartyError
from director.models import Party, PartyPlayer, PartyRound
from director.selectors.party_seating import seated, seating_read, seating_stored
from director.services.party_journal import party_act
from director.services.party_players import player_find, player_person
from movements import SeatChange, Seating, add_players, remove_players, seat_changes

MOST_ARRIVALS = 100


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who comes late: the name, which may be empty, and the prize group."""

    name: str
    group: str


@dataclass(frozen=True, slots=True)
class Reseated:
    """What a change of people makes of the seats: the round, the seats before and after, and who moves."""

    round_no: int
    before: Seating
    after: Seating
    changes: tuple[SeatChange, ...]


def people_preview(*, party: Party, arrivals: Sequence[Arrival], leavers: Sequence[int]) -> Reseated:
    """Return what coming and leaving would change now; nothing is stored.

    :raises PartyError: as :func:`people_change`
    :raises MovementError: if the system cannot seat so many
    """
    number = max((player.number for player in party.players.all()), default=0)
    coming = [(str(number + place), one.group) for place, one in enumerate(arrivals, 1)]
    return _reseated(party, coming, leavers)


def people_change(
    *, party: Party, arrivals: Sequence[Arrival], leavers: Sequence[int], user: AbstractBaseUser | None
) -> Reseated:
    """Seat *arrivals* and let *leavers* go before the current round is played; return what changed.

    :raises PartyError: if nothing is asked, the round is under way, or somebody leaves who does not play
    :raises MovementError: if the system cannot seat so many
    """
    words = f"{len(arrivals)} came and {len(leavers)} left."
    with party_act(party=party, kind="people", words=words, user=user) as act:
        done = people_preview(party=party, arrivals=arrivals, leavers=leavers)
        number = max((player.number for player in party.players.all()), default=0)
        for place, one in enumerate(arrivals, 1):
            person = player_person(party, None, one.name)
            player = PartyPlayer(
                party=party, number=number + place, person=person, group=one.group, joined_round=done.round_no
            )
            act.create(player)
        for leaver in leavers:
            act.change(player_find(party, leaver), left_round=done.round_no)
        act.change(_current(party), seating=seating_stored(done.after))
    return done


def _reseated(party: Party, coming: Sequence[tuple[str, str]], leavers: Sequence[int]) -> Reseated:
    one = _current(party)
    if not coming and not leavers:
        raise PartyError(text="Nobody comes and nobody leaves. Say who before the seats can change.")
    if len(coming) > MOST_ARRIVALS:
        raise PartyError("arrivals", text=f"At most {MOST_ARRIVALS} can come at once. Add them in smaller groups.")
    if one.results.exists():
        raise PartyError(
            text=f"Round {one.round_no} is being played. Move on to the next round first; "
            "whoever comes or leaves is seated before it starts."
        )
    before = seating_read(one.seating)
    here, after = seated(before), before
    how = {"options": party.options, "round_no": one.round_no}
    for leaver in leavers:
        if str(leaver) not in here:
            raise PartyError("leavers", text=f"Player {leaver} has no seat in round {one.round_no}, so nobody leaves.")
    if leavers:
        after = remove_players(party.system, after, [str(leaver) for leaver in leavers], **how)
    if coming:
        a = [player for player, group in coming if group == "A"]
        b = [player for player, group in coming if group != "A"]
        after = add_players(party.system, after, a, b, **how)
    return Reseated(one.round_no, before, after, tuple(seat_changes(before, after)))


def _current(party: Party) -> PartyRound:
    one = party.played_rounds.order_by("-round_no").first()
    if one is None:
        raise PartyError(text="Nobody has a seat yet. Draw the seats in step 2, Seats, with everybody who is there.")
    return one
