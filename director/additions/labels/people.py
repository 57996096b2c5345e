"""The people whose labels and lists are printed: of the club, or of an event of any kind."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from director.additions.shared.prize_list import PlacedEntrant
from director.core.club.people import get_session_paths_by_player_model
from director.core.club.people_forget import is_former_player
from director.core.club.people_seen import get_first_seen_day
from director.event_kinds import get_event_kind
from director.models import Club, Event, Person
from director.names import format_family_first, make_family_key

EVERYBODY, MEMBERS, SEEN = "all", "members", "seen"
CHOICES = (
    (SEEN, "Who played in the last 12 months"),
    (MEMBERS, "Members"),
    (EVERYBODY, "Everybody"),
)


@dataclass(frozen=True, slots=True)
class PrintedPerson:
    """A person as labels and lists name them."""

    name: str
    number: str
    phone: str

    @property
    def family_first(self) -> str:
        """The name with the family name first, as lists sort it."""
        return format_family_first(self.name)


def fetch_club_people(club: Club, choice: str) -> list[PrintedPerson]:
    """Return the chosen people of *club* by family name. One query."""
    people = club.people.all()
    if choice == MEMBERS:
        people = people.filter(is_visitor=False)
    elif choice == SEEN:
        people = people.filter(_make_player_condition(date__gte=get_first_seen_day()))
    return _list_people(people)


def fetch_event_people(event: Event) -> list[PrintedPerson]:
    """Return the players of *event* by family name. One query."""
    return _list_people(event.club.people.filter(_make_player_condition(pk=event.pk)))


def fetch_event_winners(event: Event) -> list[PlacedEntrant]:
    """Return the places of everybody in *event*, with the names that standings have."""
    outcome = get_event_kind(event).compute_outcomes_by_event_id([event])[event.pk]
    placed_entrants: list[PlacedEntrant] = []
    for entrant in outcome.entrants:
        starters = entrant.people[: entrant.starter_count]
        names = entrant.name or " & ".join(name for _key, name in starters)
        if entrant.name or entrant.people:
            placed_entrants.append(PlacedEntrant(entrant.rank, names, entrant.group))
    return placed_entrants


def _make_player_condition(**event_fields: object) -> Q:
    """Return the condition that a person played in an event with these fields."""
    has_played = Q()
    for model, session in get_session_paths_by_player_model().items():
        fields = {f"{session}__event__{name}": value for name, value in event_fields.items()}
        rows = model._base_manager.filter(**fields, **{f"{session}__event__removed_at": None})
        has_played |= Q(pk__in=rows.values("person"))
    return has_played


def _list_people(people: QuerySet[Person]) -> list[PrintedPerson]:
    # A placeholder such as Guest is nobody, and somebody deleted on request has no name to print.
    listed = [
        PrintedPerson(person.name, person.number, person.phone)
        for person in people.filter(is_placeholder=False)
        if not is_former_player(person)
    ]
    return sorted(listed, key=lambda person: (make_family_key(person.name), person.number))
