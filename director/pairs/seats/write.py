"""Who sits where: names, swaps and the draw."""

import random
from collections import Counter
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q

from director.boards import sentences as boards_sentences
from director.boards.results.write.correction import correction
from director.boards.results.write.extras import extras_follow
from director.desk.people.write import person_find
from director.errors import DeskError, PairNumberError, PersonTwiceError
from director.files.names.pairs import read_names
from director.models import Entry, EntryPlayer, Person, Section, Session
from director.pairs import sentences
from director.pairs.seats.links import link_move, link_renew, links_clear, links_follow

SIDES = {"": "", "NS": "N-S ", "EW": "E-W "}


def entry_name(
    *,
    section: Section,
    pair_no: int,
    names: Sequence[str],
    user: User | None = None,
    is_part: bool = False,
) -> Entry:
    """Seat the people called *names* (none, one or two; ``"Ada Ash"`` or ``"Ada Ash (1002)"``) as pair *pair_no*.

    People the club does not know yet are added to it.  *is_part*: it is part of a :func:`correction` of the caller.

    :raises PairNumberError: if the section has no such pair
    :raises PersonTwiceError: if somebody already plays in another pair, or twice in this one
    :raises SameNameError: if a name without number belongs to several people
    :raises FinalError: if the results are final
    """
    with transaction.atomic() if is_part else correction(section=section, user=user):
        _lock(section)
        entry = _entry(section, pair_no)
        people = [person_find(club=section.session.event.club, text=name) for name in names if name.strip()]
        _refuse_twice(section, entry, people)
        entry.entry_players.all().delete()
        for order, person in enumerate(people, start=1):
            EntryPlayer.objects.create(entry=entry, section=section, person=person, order=order)
        link_renew(entry=entry, people=people)
    return entry


def entries_name(
    *,
    section: Section,
    pairs: Sequence[tuple[int | None, Sequence[str]]],
    start_again: bool = False,
    user: User | None = None,
) -> int:
    """Seat a whole list at once, all or nothing; return how many pairs were named.

    Each item is a pair number, or ``None`` for the next empty place, and the names.  Numbered pairs lose their former
    players first, so that a corrected list can be given again; with *start_again* everybody does.

    :raises DeskError: as :func:`entry_name`, the pair number of the refused item in ``params["at_pair"]``; also if a
        number stands twice in the list or the list has more pairs than there are places
    """
    return _seat_list(section, [(number, "", names) for number, names in pairs], start_again, user)


def entries_paste(
    *,
    section: Section,
    source: str | bytes,
    start_again: bool = False,
    typed: Sequence[tuple[int, Sequence[str]]] = (),
    user: User | None = None,
) -> int:
    """Seat a list as people paste or upload it, all or nothing; return how many pairs of it were named.

    Pairs that were *typed* one by one are named before it, so that the list goes to the places that are left.

    With two winners a number with a direction (``3 E-W``) is the number people call the pair by, and a direction alone
    asks for the next empty place of that line; with one winner directions say nothing.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    :raises DeskError: as :func:`entries_name`
    """
    items = []
    for pair in read_names(source):
        direction = pair.direction if section.winners == 2 else ""
        number = pair.number
        if number is not None and direction == "EW":
            number += section.ew_offset
        items.append((number, direction, pair.players))
    with transaction.atomic():
        if typed:
            entries_name(section=section, pairs=typed, user=user)
        return _seat_list(section, items, start_again, user)


def entries_swap(*, section: Section, first: int, second: int, user: User | None = None) -> None:
    """Exchange the places of two pairs.

    :raises PairNumberError: if the section has no such pair
    :raises DeskError: if the two are the same
    """
    if first == second:
        raise DeskError(sentences.SWAP_WITH_ITSELF)
    with correction(section=section, user=user):
        _lock(section)
        entry, other = _entry(section, first), _entry(section, second)
        players, other_players = list(entry.entry_players.all()), list(other.entry_players.all())
        entry.entry_players.all().delete()
        other.entry_players.all().delete()
        _seat(other, players)
        _seat(entry, other_players)
        places = {first: second, second: first}
        extras_follow(section=section, places=places)
        links_follow(section=section, places=places)


def entry_move(*, section: Section, pair_no: int, letter: str, user: User | None = None) -> Entry:
    """Let a pair of *section* sit in the section called *letter*, on its side if there is an empty place; return that.

    :raises DeskError: if nobody sits there, results of the pair are in, or the other section has no empty place
    """
    with correction(section=section, user=user):
        _lock(section)
        entry = section.entries.filter(pair_no=pair_no, entry_players__isnull=False).first()
        target = Section.objects.filter(session=section.session_id, letter=letter).exclude(pk=section.pk).first()
        if entry is None or target is None:
            raise DeskError(sentences.NOBODY_TO_MOVE)
        if section.results.exclude(text="").filter(Q(ns=pair_no) | Q(ew=pair_no)).exists():
            raise DeskError(sentences.MOVE_AFTER_RESULTS, pair=section.label(pair_no), letter=section.letter)
        empty = list(target.entries.filter(entry_players__isnull=True).order_by("pair_no"))
        if not empty:
            raise DeskError(sentences.NO_PLACE_THERE, letter=letter)
        side = section.direction(pair_no)
        place = next((each for each in empty if target.direction(each.pair_no) == side), empty[0])
        entry.entry_players.update(entry=place, section=target)
        link_move(entry=entry, to=place)
    return place


def entries_draw(*, section: Section, seed: int) -> None:
    """Draw the places of all pairs by lot and keep the *seed*; the same seed gives the same draw.

    :raises DeskError: once results are in, because they would go to other people
    """
    with transaction.atomic():
        locked = _lock(section)
        if section.results.exclude(text="").exists():
            raise DeskError(sentences.DRAW_AFTER_RESULTS)
        _rearrange(section, _drawn_order(section, seed))
        _keep_draws(section, [*locked.draws, seed])


def entries_undraw(*, section: Section) -> int:
    """Undo the latest draw: every pair goes back to the place it was drawn from; return the seed of that draw.

    :raises DeskError: if nothing was drawn, or results are in
    """
    seed: int
    with transaction.atomic():
        locked = _lock(section)
        if section.results.exclude(text="").exists():
            raise DeskError(sentences.UNDRAW_AFTER_RESULTS)
        if not locked.draws:
            raise DeskError(sentences.NO_DRAW_TO_UNDO)
        *before, seed = locked.draws
        order = _drawn_order(section, seed)
        _rearrange(section, [order.index(place) for place in range(len(order))])
        _keep_draws(section, before)
    return seed


def _seat_list(
    section: Section,
    items: Sequence[tuple[int | None, str, Sequence[str]]],
    start_again: bool,
    user: User | None,
) -> int:
    """Seat *items* (number or ``None``, direction or ``""``, names); see :func:`entries_name`."""
    with correction(section=section, user=user):
        _lock(section)
        if start_again:
            EntryPlayer.objects.filter(section=section).delete()
        numbered = _numbered(section, items)
        EntryPlayer.objects.filter(section=section, entry__pair_no__in=[number for number, _names in numbered]).delete()
        for number, names in numbered:
            try:
                entry_name(section=section, pair_no=number, names=names, is_part=True)
            except DeskError as error:
                error.params["at_pair"] = number
                raise
        links_clear(section=section)
    return len(numbered)


def _numbered(
    section: Section, items: Sequence[tuple[int | None, str, Sequence[str]]]
) -> list[tuple[int, Sequence[str]]]:
    """Give every item without a number the next empty place, of its direction if it has one."""
    entries = section.entries.order_by("pair_no").annotate(seated=Count("entry_players"))
    if len(items) > len(entries):
        raise DeskError(sentences.LIST_TOO_LONG, pairs=len(items), places=len(entries))
    wanted = Counter(number for number, _direction, _names in items if number is not None)
    for given, times in wanted.items():
        if times > 1:
            label = section.label(given)
            raise DeskError(sentences.PAIR_LISTED_OFTEN, pair=label, times=times)
    empty = [entry.pair_no for entry in entries if not entry.seated and entry.pair_no not in wanted]
    numbered = []
    for number, direction, names in items:
        place = number if number is not None else _next_place(section, empty, direction)
        numbered.append((place, names))
    return numbered


def _next_place(section: Section, empty: list[int], direction: str) -> int:
    """Take the next number out of *empty* that fits *direction*."""
    place = next((number for number in empty if direction in ("", section.direction(number))), None)
    if place is None:
        raise DeskError(sentences.TOO_FEW_EMPTY_PLACES, side=SIDES[direction])
    empty.remove(place)
    return place


def _drawn_order(section: Section, seed: int) -> list[int]:
    """Return from which place the players of each place come in the draw of *seed*."""
    order = list(range(section.entries.count()))
    random.Random(seed).shuffle(order)  # noqa: S311  a draw for seats, kept with its seed, not a secret
    return order


def _rearrange(section: Section, order: Sequence[int]) -> None:
    """Seat at each place the players of the place that *order* names."""
    entries = list(section.entries.order_by("pair_no").prefetch_related("entry_players"))
    parties = [list(entry.entry_players.all()) for entry in entries]
    EntryPlayer.objects.filter(section=section).delete()
    for entry, source in zip(entries, order, strict=True):
        _seat(entry, parties[source])
    numbers = [entry.pair_no for entry in entries]
    places = {numbers[source]: number for number, source in zip(numbers, order, strict=True)}
    extras_follow(section=section, places=places)
    links_follow(section=section, places=places)


def _keep_draws(section: Section, draws: list[int]) -> None:
    section.draws = draws
    section.save(update_fields=["draws"])


def _lock(section: Section) -> Section:
    """Return *section* as it is stored, and let nobody else change its places until the transaction ends.

    Nor those of the other sections of its session, since a person sits in one of them only.
    """
    if not section.is_alone:
        Session.objects.select_for_update().get(pk=section.session_id)
    return Section.objects.select_for_update().get(pk=section.pk)


def _entry(section: Section, pair_no: int) -> Entry:
    entry = section.entries.filter(pair_no=pair_no).first()
    if entry is None:
        numbers = section.entries.order_by("pair_no").values_list("pair_no", flat=True)
        raise PairNumberError(
            boards_sentences.PAIR_NUMBER, pair_no=pair_no, pairs=", ".join(section.label(number) for number in numbers)
        )
    return entry


def _refuse_twice(section: Section, entry: Entry, people: Sequence[Person]) -> None:
    if len({person.pk for person in people}) < len(people):
        raise PersonTwiceError(sentences.PERSON_TWICE, name=people[0].name, pair=section.label(entry.pair_no))
    seated = EntryPlayer.objects.filter(section__session=section.session_id, person__in=people).exclude(entry=entry)
    for taken in seated.select_related("entry", "person", "section"):
        where = "" if taken.section_id == section.pk else f" of section {taken.section.letter}"
        raise PersonTwiceError(
            sentences.PERSON_TWICE, name=taken.person.name, pair=f"{taken.section.label(taken.entry.pair_no)}{where}"
        )


def _seat(entry: Entry, players: Sequence[EntryPlayer]) -> None:
    EntryPlayer.objects.bulk_create(
        [EntryPlayer(entry=entry, section_id=p.section_id, person_id=p.person_id, order=p.order) for p in players]
    )
