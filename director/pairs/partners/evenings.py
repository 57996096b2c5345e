"""The evenings on which the sessions of a partner rota were played, and the pages that count them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.additions import EventLink, list_additions, list_event_links
from director.kinds import filter_playable, get_event_kind
from director.models import Club, EntryPlayer, Event
from director.names import make_name_key
from movements.partners import PartnerPlan


@dataclass(frozen=True, slots=True)
class RotaEvenings:
    """The event of each played session of a rota, and *links* to the pages that count these events."""

    events: Mapping[int, Event]
    links: list[EventLink]

    @property
    def counting_help(self) -> str:
        """How an evening is added to such a page, or "" without such pages."""
        return " ".join(filter(None, (addition.counting_help for addition in list_additions())))

    def address(self, session_no: int) -> str:
        """Return the address of a session's results at the desk, or "" if it wasn't played."""
        event = self.events.get(session_no)
        if event:
            return get_event_kind(event).get_results_address(event)
        return ""


def fetch_rota_evenings(club: Club, plan: PartnerPlan, names: Sequence[str]) -> RotaEvenings:
    """Return the events of *club* in which the partners of *plan* sat together. Three queries.

    *names* are the players' names in order of their numbers. If several events have the partners of
    a session, it is the earliest that belongs to no session before.
    """
    pairs_by_event = _fetch_pairs_by_event(club, names)
    candidates = Event.objects.filter(pk__in=pairs_by_event, removed_at__isnull=True)
    free_events = list(filter_playable(candidates).order_by("date", "pk"))
    events: dict[int, Event] = {}
    for number in range(1, plan.sessions + 1):
        due_pairs = set()
        for row in plan.rows:
            if row.session_no == number:
                keys = (make_name_key(names[player - 1]) for player in row.players)
                due_pairs.add(frozenset(keys))
        event = next(
            (event for event in free_events if due_pairs <= pairs_by_event[event.pk]), None
        )
        if event:
            events[number] = event
            free_events.remove(event)
    return RotaEvenings(events, list_event_links(list(events.values())))


def _fetch_pairs_by_event(club: Club, names: Sequence[str]) -> Mapping[int, set[frozenset[str]]]:
    """Return the pairs of *names* in each event of *club*, as keys of their names. One query."""
    people = club.people.filter(name_key__in=set(map(make_name_key, names)))
    players = EntryPlayer.objects.filter(person__in=people, section__session__event__club=club)
    keys_by_entry: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for event_id, entry_id, key in players.values_list(
        "section__session__event", "entry", "person__name_key"
    ):
        keys_by_entry[event_id, entry_id].add(key)
    pairs: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for (event_id, _entry_id), keys in keys_by_entry.items():
        pairs[event_id].add(frozenset(keys))
    return pairs
