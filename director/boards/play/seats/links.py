"""Links between a pair and the same pair in the session before, found by its people."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q

from director.boards.movement.words import contestant_word
from director.boards.sentences import BoardSentences
from director.core.night.history.write import Journal
from director.errors import DeskError
from director.models import Entry, Person, Section


def renew_link(*, entry: Entry, people: Sequence[Person], journal: Journal) -> None:
    """Link *entry* with the same *people* in the session before and the next one.

    That is the team of its name; else the pair of exactly these people, or the team of three of
    them; else the one it was, as long as one of them is still of that pair, or it was known by its
    number only.  One query where no other session is near.
    """
    section = entry.section
    if section.is_alone:
        return
    number = section.session.number
    before, after = _entries(section, number - 1), _entries(section, number + 1)
    name, now = entry.name, {person.pk for person in people}
    own = _entries(section, number) if before else []
    taken = {other.continues_id: other for other in own if other.pk != entry.pk}
    free = [e for e in before if e.pk not in taken or not _shares(taken[e.pk], e.name, _people(e))]
    former = (
        _entry_of_name(before, name)
        or _entry_of_people(free, now)
        or next((e for e in free if e.pk == entry.continues_id and _may_be(e, name, now)), None)
    )
    if former and former.pk in taken:
        _continue(taken[former.pk], None, journal)
    _continue(entry, former, journal)
    for each in after:
        if each.continues_id == entry.pk and not _may_be(each, name, now):
            _continue(each, None, journal)
    if (
        same := _entry_of_name(after, name) or _entry_of_people(after, now)
    ) and same.continues_id is None:
        _continue(same, entry, journal)


def renumber_links(*, section: Section, places: Mapping[int, int], journal: Journal) -> None:
    """Move the links of pairs with them: *places* maps old numbers to new ones."""
    if section.is_alone:
        return
    entries = {entry.pair_no: entry for entry in section.entries.prefetch_related("continued_by")}
    before = {
        pair_no: (entry.continues_id, list(entry.continued_by.all()))
        for pair_no, entry in entries.items()
    }
    for old, new in places.items():
        former_id, later = before[old]
        journal.change(entries[new], continues_id=former_id)
        for each in later:
            journal.change(each, continues_id=entries[new].pk)


def move_link(*, entry: Entry, to: Entry, journal: Journal) -> None:
    """Let *to* be in other sessions what *entry* was, whose people sit there now."""
    for later in entry.continued_by.all():
        journal.change(later, continues_id=to.pk)
    _continue(to, entry.continues, journal)
    _continue(entry, None, journal)


def clear_links(*, section: Section, journal: Journal) -> None:
    """Remove the links of pairs without names."""
    if section.is_alone:
        return
    for entry in section.entries.filter(entry_players__isnull=True, name="").prefetch_related(
        "continued_by"
    ):
        for linked in (entry, *entry.continued_by.all()):
            journal.change(linked, continues_id=None)


def refuse_torn_links(places: Collection[int]) -> None:
    """Refuse to seat other people at *places* than a linked session has there.

    Those of a session that was added are linked by no act, so that no act says that they build on
    another.

    :raises DeskError: with a pair of the later session whose people are others
    """
    near = Q(continues__in=places) | Q(pk__in=places, continues__isnull=False)
    linked = Entry.objects.filter(near).select_related("section__session__event", "continues")
    for entry in linked.prefetch_related("entry_players", "continues__entry_players").order_by(
        "pk"
    ):
        now = _people(entry)
        if now and entry.continues and not _may_be(entry.continues, entry.name, now):
            what, number = contestant_word(entry.section), entry.section.session.number
            who = f"{what.capitalize()} {entry.section.label(entry.pair_no)}"
            raise DeskError(BoardSentences.SEATED_BY_NOW, who=who, number=number, called=what)


def _entries(section: Section, number: int) -> list[Entry]:
    """Return the pairs of session *number* of the same event, with their players at hand."""
    event_id = section.session.event_id
    entries = Entry.objects.filter(
        section__session__event_id=event_id, section__session__number=number
    )
    if number:
        return list(entries.order_by("pk").prefetch_related("entry_players"))
    return []


def _people(entry: Entry) -> set[int]:
    return {player.person_id for player in entry.entry_players.all()}


def _may_be(entry: Entry, name: str, people: set[int]) -> bool:
    """Return whether the pair of *entry* can be that of *people*: by its name or one of them, or unknown."""
    return not _people(entry) or _shares(entry, name, people)


def _shares(entry: Entry, name: str, people: set[int]) -> bool:
    return _is_named(entry, name) or not _people(entry).isdisjoint(people)


def _is_named(entry: Entry, name: str) -> bool:
    return bool(name) and entry.name.casefold() == name.casefold()


def _entry_of_name(entries: Sequence[Entry], name: str) -> Entry | None:
    return next((entry for entry in entries if _is_named(entry, name)), None)


def _entry_of_people(entries: Sequence[Entry], people: set[int]) -> Entry | None:
    """Return the pair of exactly *people*.

    For a team, the one in which most of them play, at least three.
    """
    if same := next((entry for entry in entries if people and _people(entry) == people), None):
        return same
    in_common = {entry: len(_people(entry) & people) for entry in entries}
    most = max(in_common, key=in_common.__getitem__, default=None)
    return most if most and in_common[most] >= 3 else None  # never of a pair


def _continue(entry: Entry, former: Entry | None, journal: Journal) -> None:
    continues_id = former.pk if former else None
    journal.change(entry, continues_id=continues_id)
