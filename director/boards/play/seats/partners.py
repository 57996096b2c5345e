"""The last partner of a player, whom Seats offers for the empty box beside the name."""

from director.boards.contests import get_contest_record
from director.core.club.people import fetch_people_by_name, make_person_label
from director.models import Entry, EntryPlayer, Section


def find_offered_partner(section: Section, entry: Entry) -> tuple[int, str] | None:
    """Return the empty box of a pair, and the text that seats the last partner there.

    None if *entry* isn't one player of a pair, or no previous partner is free. Partners who already
    sit in this session are passed over. Three queries.
    """
    if get_contest_record(section).max_names != 2:
        return None
    players = list(entry.entry_players.all())
    if len(players) != 1:
        return None
    (player,) = players
    event = section.session.event
    seated_people = EntryPlayer.objects.filter(section__session=section.session_id)
    partners = (
        EntryPlayer.objects.filter(
            entry__entry_players__person=player.person_id,
            section__session__event__club=event.club_id,
            section__session__event__contest=event.contest,
            section__session__event__removed_at__isnull=True,
            person__is_placeholder=False,
        )
        .exclude(person__in=seated_people.values("person"))
        .order_by("-section__session__event__date", "-section__session__number", "-pk")
        .select_related("person")
    )
    partner = partners.first()
    if partner is None:
        return None
    namesakes = list(fetch_people_by_name(event.club, partner.person.name))
    empty_box = 3 - player.order  # the boxes are 1 and 2
    return empty_box, make_person_label(partner.person, namesakes)
