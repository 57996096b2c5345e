"""Links between a pair and the same pair in the session before, found by its people.

Totals over several sessions follow these links. ``Entry.continues`` is the pair in the session
before, ``continued_by`` the pairs of the next session that are linked to it.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q

from director.boards.movement.words import get_contestant_word
from director.core.night.history import Journal
from director.errors import DeskError
from director.models import Entry, Person, Section
from director.names import make_name_key


def renew_link(*, entry: Entry, people: Sequence[Person], journal: Journal) -> None:
    """Link *entry* with the same *people* in the session before and in the next session.

    Costs one query if no other session is next to this one.
    """
    section = entry.section
    if section.is_alone:
        return
    number = section.session.number
    previous_entries = _fetch_session_entries(section, number - 1)
    next_entries = _fetch_session_entries(section, number + 1)
    people_pks = {person.pk for person in people}
    _link_backwards(entry, previous_entries, people_pks, journal)

    for next_entry in next_entries:
        if next_entry.continues_id == entry.pk and not _may_be(next_entry, entry.name, people_pks):
            _link(next_entry, None, journal)
    same_entry = _find_entry_by_name(next_entries, entry.name)
    same_entry = same_entry or _find_entry_by_people(next_entries, people_pks)
    if same_entry and same_entry.continues_id is None:
        _link(same_entry, entry, journal)


def _link_backwards(
    entry: Entry, previous_entries: Sequence[Entry], people: set[int], journal: Journal
) -> None:
    """Link *entry* with one of *previous_entries*, or with none.

    The first of these that is found is linked: the team of the same name; the pair of exactly these
    people, or the team of three of them; the pair that was linked, if one of its people is still in
    the pair, or nobody was named.
    """
    own_entries: list[Entry] = []
    if previous_entries:
        own_entries = _fetch_session_entries(entry.section, entry.section.session.number)
    linked_entries = {
        other_entry.continues_id: other_entry
        for other_entry in own_entries
        if other_entry.pk != entry.pk
    }
    free_entries = []
    for previous in previous_entries:
        linked = linked_entries.get(previous.pk)
        # A link to a pair of other people can be replaced.
        if linked is None or not _has_common_people(linked, previous.name, _get_people(previous)):
            free_entries.append(previous)

    former = _find_entry_by_name(previous_entries, entry.name) or _find_entry_by_people(
        free_entries, people
    )
    if former is None:
        for previous in free_entries:
            if previous.pk == entry.continues_id and _may_be(previous, entry.name, people):
                former = previous
    # Only one pair of a session can continue a pair.
    if former and former.pk in linked_entries:
        _link(linked_entries[former.pk], None, journal)
    _link(entry, former, journal)


def renumber_links(*, section: Section, places: Mapping[int, int], journal: Journal) -> None:
    """Move the links of pairs to their new numbers. *places* maps old numbers to new ones."""
    if section.is_alone:
        return
    entries = {entry.pair_no: entry for entry in section.entries.prefetch_related("continued_by")}
    # All links are read before the first is changed, since pairs may change places.
    links = {
        pair_no: (entry.continues_id, list(entry.continued_by.all()))
        for pair_no, entry in entries.items()
    }
    for old_number, new_number in places.items():
        former_id, later_entries = links[old_number]
        journal.change(entries[new_number], continues_id=former_id)
        for later_entry in later_entries:
            journal.change(later_entry, continues_id=entries[new_number].pk)


def move_link(*, entry: Entry, new_entry: Entry, journal: Journal) -> None:
    """Move the links of *entry* to the entry *new_entry*, where its people sit now."""
    for later_entry in entry.continued_by.all():
        journal.change(later_entry, continues_id=new_entry.pk)
    _link(new_entry, entry.continues, journal)
    _link(entry, None, journal)


def clear_links(*, section: Section, journal: Journal) -> None:
    """Remove the links of pairs without names."""
    if section.is_alone:
        return
    nameless_entries = section.entries.filter(entry_players__isnull=True, name="")
    for entry in nameless_entries.prefetch_related("continued_by"):
        for linked_entry in (entry, *entry.continued_by.all()):
            journal.change(linked_entry, continues_id=None)


def refuse_torn_links(places: Collection[int]) -> None:
    """Raise if other people sit at *places* than at the linked places of another session.

    A session that was added is linked without an act, so the history can't say that its links build
    on an act that is undone.

    :raises DeskError: with a pair of the later session whose people are others
    """
    links = Q(continues__in=places) | Q(pk__in=places, continues__isnull=False)
    linked_entries = Entry.objects.filter(links).prefetch_related(
        "entry_players", "continues__entry_players"
    )
    linked_entries = linked_entries.select_related("section__session__event", "continues")
    for entry in linked_entries.order_by("pk"):
        people = _get_people(entry)
        if people and entry.continues and not _may_be(entry.continues, entry.name, people):
            contestant = get_contestant_word(entry.section)
            raise DeskError(
                "seated-by-now",
                "The seats here decided where {who} of session {number} sits, so they stay. Swap two "
                "{called}s instead.",
                who=f"{contestant.capitalize()} {entry.section.label(entry.pair_no)}",
                number=entry.section.session.number,
                called=contestant,
            )


def _fetch_session_entries(section: Section, number: int) -> list[Entry]:
    """Return the entries of session *number* of the same event, with prefetched players."""
    # Sessions are numbered from 1, so the first one has none before it to ask for.
    if not number:
        return []
    entries = Entry.objects.filter(
        section__session__event_id=section.session.event_id, section__session__number=number
    )
    return list(entries.order_by("pk").prefetch_related("entry_players"))


def _get_people(entry: Entry) -> set[int]:
    return {player.person_id for player in entry.entry_players.all()}


def _may_be(entry: Entry, name: str, people: set[int]) -> bool:
    """Return whether *entry* may be the pair of *people*: it shares its name or one of them.

    A pair without names may be anybody.
    """
    return not _get_people(entry) or _has_common_people(entry, name, people)


def _has_common_people(entry: Entry, name: str, people: set[int]) -> bool:
    return _is_named(entry, name) or not _get_people(entry).isdisjoint(people)


def _is_named(entry: Entry, name: str) -> bool:
    return bool(name) and make_name_key(entry.name) == make_name_key(name)


def _find_entry_by_name(entries: Sequence[Entry], name: str) -> Entry | None:
    return next((entry for entry in entries if _is_named(entry, name)), None)


def _find_entry_by_people(entries: Sequence[Entry], people: set[int]) -> Entry | None:
    """Return the pair of exactly *people*, or the team with most of them, or None."""
    for entry in entries:
        if people and _get_people(entry) == people:
            return entry
    counts = {entry: len(_get_people(entry) & people) for entry in entries}
    best_entry = max(counts, key=counts.__getitem__, default=None)
    # Three people in common make the same team; a pair has only two.
    if best_entry and counts[best_entry] >= 3:
        return best_entry
    return None


def _link(entry: Entry, former: Entry | None, journal: Journal) -> None:
    continues_id = former.pk if former else None
    journal.change(entry, continues_id=continues_id)
