"""Who sits where: names, swaps and the draw."""

import random
import re
from collections.abc import Sequence

from django.db import transaction

from director.errors import DeskError, PairNumberError, PersonTwiceError, SameNameError
from director.models import Club, Entry, EntryPlayer, Person, Section

NAME_WITH_NUMBER = re.compile(r"^(?P<name>.+?)\s*\((?P<number>[^()]+)\)$")


def entry_name(*, section: Section, pair_no: int, names: Sequence[str]) -> Entry:
    """Seat the people called *names* (none, one or two; ``"Ada Ash"`` or ``"Ada Ash (1002)"``) as pair *pair_no*.

    People the club does not know yet are added to it.

    :raises PairNumberError: if the section has no such pair
    :raises PersonTwiceError: if somebody already plays in another pair, or twice in this one
    :raises SameNameError: if a name without number belongs to several people
    """
    with transaction.atomic():
        entry = _entry(section, pair_no)
        people = [person_find(club=section.session.event.club, text=name) for name in names if name.strip()]
        _refuse_twice(section, entry, people)
        entry.entry_players.all().delete()
        for order, person in enumerate(people, start=1):
            EntryPlayer.objects.create(entry=entry, section=section, person=person, order=order)
    return entry


def entries_name(*, section: Section, pairs: Sequence[tuple[int | None, Sequence[str]]]) -> int:
    """Seat a whole list at once, all or nothing; return how many pairs were named.

    Each item is a pair number, or ``None`` for the next free one, and the names.  Pairs in the list lose their former
    players first, so that a corrected list can be pasted again.

    :raises DeskError: as :func:`entry_name`; also if the list has more pairs than places
    """
    with transaction.atomic():
        free = [entry.pair_no for entry in section.entries.order_by("pair_no")]
        wanted = {number for number, _names in pairs if number is not None}
        unnumbered = iter([number for number in free if number not in wanted])
        if len(pairs) > len(free):
            raise DeskError(text=f"The list has {len(pairs)} pairs, but this movement seats {len(free)}.")
        numbered = [(number if number is not None else next(unnumbered), names) for number, names in pairs]
        for number, _names in numbered:
            _entry(section, number).entry_players.all().delete()
        for number, names in numbered:
            entry_name(section=section, pair_no=number, names=names)
    return len(numbered)


def entries_swap(*, section: Section, first: int, second: int) -> None:
    """Exchange the places of two pairs."""
    with transaction.atomic():
        one, other = _entry(section, first), _entry(section, second)
        one_players, other_players = list(one.entry_players.all()), list(other.entry_players.all())
        one.entry_players.all().delete()
        other.entry_players.all().delete()
        _seat(other, one_players)
        _seat(one, other_players)


def entries_draw(*, section: Section, seed: int) -> None:
    """Draw the places of all pairs by lot; the same *seed* gives the same draw."""
    with transaction.atomic():
        entries = list(section.entries.order_by("pair_no").prefetch_related("entry_players"))
        parties = [list(entry.entry_players.all()) for entry in entries]
        EntryPlayer.objects.filter(section=section).delete()
        random.Random(seed).shuffle(parties)  # noqa: S311  a draw for seats, kept with its seed, not a secret
        for entry, party in zip(entries, parties, strict=True):
            _seat(entry, party)


def person_find(*, club: Club, text: str) -> Person:
    """Return the person of *club* called *text*, added if new.

    :raises SameNameError: if a name without number belongs to several people
    """
    text = " ".join(text.split())
    found = list(club.people.filter(name__iexact=text))
    if len(found) > 1:
        raise SameNameError(count=len(found), name=text, example=f"{found[0].name} ({found[0].number})")
    if found:
        return found[0]
    match = NAME_WITH_NUMBER.match(text)
    name, number = (match["name"], match["number"]) if match else (text, "")
    if len(name) > Person._meta.get_field("name").max_length:
        raise DeskError(text=f"The name “{name[:40]}…” is too long: a name has at most 80 letters.")
    person = club.people.filter(name__iexact=name, number=number).first()
    return person or Person.objects.create(club=club, name=name, number=number)


def _entry(section: Section, pair_no: int) -> Entry:
    entry = section.entries.filter(pair_no=pair_no).first()
    if entry is None:
        numbers = section.entries.order_by("pair_no").values_list("pair_no", flat=True)
        raise PairNumberError(pair_no=pair_no, pairs=", ".join(section.label(number) for number in numbers))
    return entry


def _refuse_twice(section: Section, entry: Entry, people: Sequence[Person]) -> None:
    if len({person.pk for person in people}) < len(people):
        raise PersonTwiceError(name=people[0].name, pair=section.label(entry.pair_no))
    elsewhere = EntryPlayer.objects.filter(section=section, person__in=people).exclude(entry=entry)
    for taken in elsewhere.select_related("entry", "person"):
        raise PersonTwiceError(name=taken.person.name, pair=section.label(taken.entry.pair_no))


def _seat(entry: Entry, players: Sequence[EntryPlayer]) -> None:
    EntryPlayer.objects.bulk_create(
        [EntryPlayer(entry=entry, section_id=p.section_id, person_id=p.person_id, order=p.order) for p in players]
    )
