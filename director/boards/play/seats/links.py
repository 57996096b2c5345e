"""Links of entries between the sessions of an event. Totals over several sessions follow them.

``Entry.continues`` is the entry in the session before, ``continued_by`` the entries of the next
session that are linked to it. A pair is linked to the same pair in the session before, found by its
people.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Q

from director.boards.movement.words import get_contestant_noun
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Entry, Section
from director.names import make_name_key


class SessionLinks:
    """The links of a section's entries with the sessions before and after it, while names change.

    *entries* are the entries that change. They count as empty until :meth:`renew_link` says who sits
    there. Two queries.
    """

    def __init__(self, section: Section, journal: Journal, entries: Iterable[Entry]) -> None:
        self._journal = journal
        self._entries_by_session: dict[int, list[Entry]] = defaultdict(list)
        self._people: dict[int, set[int]] = {}
        self._names: dict[int, str] = {}
        self._session_number = section.session.number
        changing_entries = {entry.pk: entry for entry in entries}
        stored_entries = Entry.objects.filter(
            section__session__event_id=section.session.event_id,
            section__session__number__range=(self._session_number - 1, self._session_number + 1),
        ).select_related("section__session")
        for stored in stored_entries.order_by("pk").prefetch_related("entry_players"):
            entry = changing_entries.get(stored.pk, stored)
            self._entries_by_session[stored.section.session.number].append(entry)
            is_changing = entry.pk in changing_entries
            self._people[entry.pk] = set() if is_changing else _get_people(stored)
            self._names[entry.pk] = "" if is_changing else stored.name

    def renew_link(self, entry: Entry, name: str, people: set[int]) -> None:
        """Link *entry* with the same *people* in the session before and in the next session."""
        self._people[entry.pk] = people
        self._names[entry.pk] = name
        self._link_backwards(entry)

        next_entries = self._entries_by_session[self._session_number + 1]
        for next_entry in next_entries:
            if next_entry.continues_id == entry.pk and not self._may_be(next_entry, entry):
                self._link(next_entry, None)
        same_entry = self._find_entry_by_name(next_entries, name)
        if same_entry is None:
            same_entry = self._find_entry_by_people(next_entries, people)
        if same_entry and same_entry.continues_id is None:
            self._link(same_entry, entry)

    def _link_backwards(self, entry: Entry) -> None:
        """Link *entry* with the first entry of the session before that fits, or with none.

        It fits, in this order:

        * the team of the same name,
        * the pair of exactly these people, or the team with three of them,
        * the pair that was linked, if it shares one person with the new one, or nobody is named.
        """
        previous_entries = self._entries_by_session[self._session_number - 1]
        linked_entries = {
            other_entry.continues_id: other_entry
            for other_entry in self._entries_by_session[self._session_number]
            if other_entry.pk != entry.pk
        }
        free_entries = []
        for previous in previous_entries:
            linked = linked_entries.get(previous.pk)
            # A link to a pair of other people can be replaced.
            if linked is None or not self._have_common_people(linked, previous):
                free_entries.append(previous)

        same_entry = self._find_entry_by_name(previous_entries, self._names[entry.pk])
        if same_entry is None:
            same_entry = self._find_entry_by_people(free_entries, self._people[entry.pk])
        if same_entry is None:
            for previous in free_entries:
                if previous.pk == entry.continues_id and self._may_be(previous, entry):
                    same_entry = previous
        # Only one pair of a session can continue a pair.
        if same_entry and same_entry.pk in linked_entries:
            self._link(linked_entries[same_entry.pk], None)
        self._link(entry, same_entry)

    def _link(self, entry: Entry, previous_entry: Entry | None) -> None:
        _link(entry, previous_entry, self._journal)

    def _may_be(self, entry: Entry, other: Entry) -> bool:
        return not self._people[entry.pk] or self._have_common_people(entry, other)

    def _have_common_people(self, entry: Entry, other: Entry) -> bool:
        is_namesake = _is_same_name(self._names[entry.pk], self._names[other.pk])
        return is_namesake or not self._people[entry.pk].isdisjoint(self._people[other.pk])

    def _find_entry_by_name(self, entries: Sequence[Entry], name: str) -> Entry | None:
        return next(
            (entry for entry in entries if _is_same_name(self._names[entry.pk], name)), None
        )

    def _find_entry_by_people(self, entries: Sequence[Entry], people: set[int]) -> Entry | None:
        """Return the pair of exactly *people*, or the team with most of them, or None."""
        for entry in entries:
            if people and self._people[entry.pk] == people:
                return entry
        counts = {entry: len(self._people[entry.pk] & people) for entry in entries}
        best_entry = max(counts, key=counts.__getitem__, default=None)
        # Three people in common make the same team; a pair has only two.
        if best_entry and counts[best_entry] >= 3:
            return best_entry
        return None


def renumber_links(
    *, section: Section, new_number_by_previous: Mapping[int, int], journal: Journal
) -> None:
    """Move the links of pairs to their new numbers."""
    if section.is_alone:
        return
    entries = {entry.pair_no: entry for entry in section.entries.prefetch_related("continued_by")}
    # All links are read before the first is changed, since pairs may exchange their numbers.
    links = {
        pair_no: (entry.continues_id, list(entry.continued_by.all()))
        for pair_no, entry in entries.items()
    }
    for previous_number, new_number in new_number_by_previous.items():
        continued_id, later_entries = links[previous_number]
        journal.change(entries[new_number], continues_id=continued_id)
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
    with journal.change_together():
        for entry in nameless_entries.prefetch_related("continued_by"):
            for linked_entry in (entry, *entry.continued_by.all()):
                journal.change(linked_entry, continues_id=None)


def refuse_torn_links(entry_ids: Collection[int]) -> None:
    """Raise if an entry and the entry linked to it in another session have different people.

    Only links of *entry_ids* are checked. A session that was added is linked without an act, so the
    history can't say that its links build on an act that is undone.

    :raises DeskError: naming the pair of the later session
    """
    links = Q(continues__in=entry_ids) | Q(pk__in=entry_ids, continues__isnull=False)
    linked_entries = Entry.objects.filter(links).prefetch_related(
        "entry_players", "continues__entry_players"
    )
    linked_entries = linked_entries.select_related("section__session__event", "continues")
    for entry in linked_entries.order_by("pk"):
        people = _get_people(entry)
        previous_entry = entry.continues
        if people and previous_entry and not _may_be(previous_entry, entry.name, people):
            contestant = get_contestant_noun(entry.section)
            raise DeskError(
                "seated-by-now",
                "The seats here decided where {who} of session {number} sits, so they stay. Swap two "
                "{called}s instead.",
                who=f"{contestant.capitalize()} {entry.section.get_label(entry.pair_no)}",
                number=entry.section.session.number,
                called=contestant,
            )


def _get_people(entry: Entry) -> set[int]:
    return {player.person_id for player in entry.entry_players.all()}


def _may_be(entry: Entry, name: str, people: set[int]) -> bool:
    """Return whether *entry* may be the pair of *people*, because it shares its name or a person.

    A pair without names may be anybody.
    """
    entry_people = _get_people(entry)
    if not entry_people or _is_same_name(entry.name, name):
        return True
    return not entry_people.isdisjoint(people)


def _is_same_name(name: str, other: str) -> bool:
    return bool(other) and make_name_key(name) == make_name_key(other)


def _link(entry: Entry, previous_entry: Entry | None, journal: Journal) -> None:
    continues_id = previous_entry.pk if previous_entry else None
    journal.change(entry, continues_id=continues_id)
