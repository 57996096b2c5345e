"""The evenings on which the sessions of a partner rota were played, and the seasons that count them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.kinds import get_event_kind
from director.models import Club, EntryPlayer, Event, Season
from director.names import make_name_key
from movements import PartnerPlan


@dataclass(frozen=True, slots=True)
class RotaEvenings:
    """The event of each played session of a rota, and the seasons of these events."""

    events: Mapping[int, Event]
    seasons: tuple[Season, ...]

    def address(self, session_no: int) -> str:
        """Return the address of the desk's results of a session, empty where it was not played."""
        event = self.events.get(session_no)
        if event:
            return get_event_kind(event).get_results_address(event)
        return ""


def fetch_rota_evenings(club: Club, plan: PartnerPlan, names: Sequence[str]) -> RotaEvenings:
    """Return the events of *club* in which the partners of *plan* sat together.

    Three queries.

    *names* are those of the players in order of their numbers.  Of several events with the same
    partners a session has the earliest that no session before it has.
    """
    pairs_of = _fetch_pairs_by_event(club, names)
    listed = Event.objects.filter(pk__in=pairs_of, removed_at__isnull=True).order_by("date", "pk")
    left = list(listed)
    events: dict[int, Event] = {}
    for number in range(1, plan.sessions + 1):
        rows = [row.players for row in plan.rows if row.session_no == number]
        due = {
            frozenset(make_name_key(names[player - 1]) for player in players) for players in rows
        }
        event = next((event for event in left if due <= pairs_of[event.pk]), None)
        if event:
            events[number] = event
            left.remove(event)
    seasons = (
        Season.objects.filter(season_events__event__in=list(events.values()))
        .distinct()
        .order_by("-pk")
    )
    return RotaEvenings(events, tuple(seasons))


def _fetch_pairs_by_event(club: Club, names: Sequence[str]) -> Mapping[int, set[frozenset[str]]]:
    """Return who of *names* sat together in each event of *club*.

    By event number, as the keys of their names. One query.
    """
    named = club.people.filter(name_key__in=set(map(make_name_key, names)))
    seated = EntryPlayer.objects.filter(person__in=named, section__session__event__club=club)
    together: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for event_id, entry_id, key in seated.values_list(
        "section__session__event", "entry", "person__name_key"
    ):
        together[event_id, entry_id].add(key)
    pairs: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for (event_id, _entry_id), people in together.items():
        pairs[event_id].add(frozenset(people))
    return pairs
