"""People who come to a party or leave it: seated between two rounds, announced during one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from director.errors import PartyError
from director.models import Party, PartyPlayer, PartyRound
from director.selectors.party_next import Announced, announced, with_announced
from director.selectors.party_options import is_skat
from director.selectors.party_seating import seated, seating_read, seating_stored
from director.services.party_journal import party_act
from director.services.party_players import player_find, player_person
from movements import SeatChange, Seating, seat_changes

MOST_ARRIVALS = 100


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who comes late: the name, which may be empty, and the prize group."""

    name: str
    group: str


@dataclass(frozen=True, slots=True)
class Reseated:
    """What a change of people makes of the seats: from which round on, the seats before and after, and who moves.

    ``is_announced`` if that round has no seats yet: the change is kept, and applied when they are made.
    """

    round_no: int
    before: Seating
    after: Seating
    changes: tuple[SeatChange, ...]
    is_announced: bool = False


def people_preview(*, party: Party, arrivals: Sequence[Arrival], leavers: Sequence[int]) -> Reseated:
    """Return what coming and leaving would change now; nothing is stored.

    :raises PartyError: as :func:`people_change`
    :raises MovementError: if the system cannot seat so many
    """
    number = max((player.number for player in party.players.all()), default=0)
    coming = tuple(
        PartyPlayer(party=party, number=number + place, group=one.group) for place, one in enumerate(arrivals, 1)
    )
    one = _current(party)
    going = _leavers(party, one, leavers)
    if not coming and not going:
        raise PartyError(text="Nobody comes and nobody leaves. Say who before the seats can change.")
    if len(coming) > MOST_ARRIVALS:
        raise PartyError("arrivals", text=f"At most {MOST_ARRIVALS} can come at once. Add them in smaller groups.")
    return _announced(party, one, coming, going) if one.has_begun else _reseated(party, one, coming, going)


def people_change(
    *, party: Party, arrivals: Sequence[Arrival], leavers: Sequence[int], user: AbstractBaseUser | None
) -> Reseated:
    """Let *arrivals* come and *leavers* go; return what changed.

    Before the current round has begun they are seated for it, while it is played for the next one.

    :raises PartyError: if nothing is asked, or somebody leaves who does not play
    :raises MovementError: if the system cannot seat so many
    """
    with party_act(party=party, kind="people", words="", user=user) as act:
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
        if not done.is_announced:
            act.change(_current(party), seating=seating_stored(done.after))
        when = f"From round {done.round_no} on: " if done.is_announced else ""
        act.words = f"{when}{len(arrivals)} came and {len(leavers)} left."
    return done


def _leavers(party: Party, one: PartyRound, numbers: Sequence[int]) -> tuple[PartyPlayer, ...]:
    here = seated(seating_read(one.seating))
    for number in numbers:
        if str(number) not in here:
            raise PartyError("leavers", text=f"Player {number} has no seat in round {one.round_no}, so nobody leaves.")
    found = tuple(party.players.filter(number__in=numbers))
    for player in found:
        if player.left_round is not None:
            raise PartyError("leavers", text=f"{player} leaves from round {player.left_round} on already.")
    return found


def _reseated(
    party: Party, one: PartyRound, coming: tuple[PartyPlayer, ...], going: tuple[PartyPlayer, ...]
) -> Reseated:
    before = seating_read(one.seating)
    after = with_announced(party, before, Announced(one.round_no, coming, going), one.round_no)
    return Reseated(one.round_no, before, after, tuple(seat_changes(before, after)))


def _announced(
    party: Party, one: PartyRound, coming: tuple[PartyPlayer, ...], going: tuple[PartyPlayer, ...]
) -> Reseated:
    """Return a change that is kept for the next round, once it is known that so many can be seated."""
    known, round_no, seating = announced(party, one.round_no + 1), one.round_no + 1, seating_read(one.seating)
    if not is_skat(party):
        people = Announced(round_no, (*known.arrivals, *coming), (*known.leavers, *going))
        with_announced(party, seating, people, round_no)
    return Reseated(round_no, seating, seating, (), is_announced=True)


def _current(party: Party) -> PartyRound:
    one = party.played_rounds.order_by("-round_no").first()
    if one is None:
        raise PartyError(text="Nobody has a seat yet. Draw the seats in step 2, Seats, with everybody who is there.")
    return one
