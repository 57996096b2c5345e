"""Known people whom new names of an entry may mean, as the page asks: "Is this Ida Ivy?"."""

from director.core.club.near_names import find_near_name
from director.core.club.people import fetch_labels_by_person_id
from director.models import Entry, EntryPlayer, Person, Section


def fetch_near_names_by_box(section: Section, entry: Entry) -> dict[int, str]:
    """Return the text that seats a known person instead, by box. Two queries if all are known.

    Only people whom this entry added are asked about: a name that has played before isn't a slip.
    """
    players = list(
        entry.entry_players.filter(
            person__is_from_seat=True, person__is_placeholder=False
        ).select_related("person")
    )
    other_seats = EntryPlayer.objects.exclude(entry=entry)
    people = [player.person_id for player in players]
    seated_elsewhere = set(other_seats.filter(person__in=people).values_list("person", flat=True))
    new_players = [player for player in players if player.person_id not in seated_elsewhere]
    if not new_players:
        return {}
    club = section.session.event.club
    unavailable = {player.person_id for player in players}
    seated_people = EntryPlayer.objects.filter(section__session=section.session_id)
    unavailable.update(seated_people.values_list("person", flat=True))
    unavailable.update(
        Person.objects.filter(club=club, is_placeholder=True).values_list("pk", flat=True)
    )
    labels = fetch_labels_by_person_id(club)
    known_names = [label for pk, label in labels.items() if pk not in unavailable]
    names_by_box = {}
    for player in new_players:
        near_name = find_near_name(player.person.name, known_names)
        if near_name:
            names_by_box[player.order] = near_name
    return names_by_box
