"""Who sits where: names, swaps and the draw."""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q

from director.boards import sentences as boards_sentences
from director.boards.results.read.acts import SEATS
from director.boards.results.write.acts import section_act
from director.boards.results.write.extras import extras_follow, extras_move
from director.boards.scores.read.lines import section_plan
from director.desk.journal.write import Journal
from director.desk.people.write import person_find
from director.errors import DeskError, PairNumberError, PersonTwiceError
from director.files.names.pairs import read_names
from director.models import Entry, EntryPlayer, Person, Section, Session
from director.pairs import sentences
from director.pairs.seats.links import link_move, link_renew, links_clear, links_follow
from director.pairs.seats.memory import PairMemory, Place, fair_order, pair_memories, places_of
from director.pairs.seats.read import seed_of

SIDES = {"": "", "NS": "N-S ", "EW": "E-W "}


def entry_name(
    *,
    section: Section,
    pair_no: int,
    names: Sequence[str],
    user: User | None = None,
    journal: Journal | None = None,
) -> Entry:
    """Seat the people called *names* (none, one or two; ``"Ada Ash"`` or ``"Ada Ash (1002)"``) as pair *pair_no*.

    People the club does not know yet are added to it.  *journal*: it is part of this act of the caller.

    :raises PairNumberError: if the section has no such pair
    :raises PersonTwiceError: if somebody already plays in another pair, or twice in this one
    :raises SameNameError: if a name without number belongs to several people
    :raises FinalError: if the results are final
    """
    words = f"Names of pair {section.label(pair_no)}."
    with nullcontext(journal) if journal else _act(section, words, user) as act:
        _lock(section)
        entry = _entry(section, pair_no)
        people = [person_find(club=section.session.event.club, text=name) for name in names if name.strip()]
        _refuse_twice(section, entry, people)
        if [person.pk for person in people] == [player.person_id for player in entry.entry_players.all()]:
            return entry
        act.delete(entry.entry_players.all())
        seated = [
            EntryPlayer(entry=entry, section=section, person=person, order=order)
            for order, person in enumerate(people, start=1)
        ]
        act.create_all(seated)
        link_renew(entry=entry, people=people, journal=act)
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
    words = f"Places of pairs {section.label(first)} and {section.label(second)}: exchanged."
    with _act(section, words, user) as journal:
        _lock(section)
        entry, other = _entry(section, first), _entry(section, second)
        players, other_players = list(entry.entry_players.all()), list(other.entry_players.all())
        journal.delete(EntryPlayer.objects.filter(entry__in=(entry, other)))
        journal.create_all([*_seated(other, players), *_seated(entry, other_players)])
        places = {first: second, second: first}
        extras_follow(section=section, places=places, journal=journal)
        links_follow(section=section, places=places, journal=journal)


def entry_move(*, section: Section, pair_no: int, letter: str, user: User | None = None) -> Entry:
    """Let a pair of *section* sit in the section called *letter*, on its side if there is an empty place; return that.

    :raises DeskError: if nobody sits there, results of the pair are in, or the other section has no empty place
    """
    words = f"Pair {section.label(pair_no)}: moved to section {letter}."
    with _act(section, words, user) as journal:
        _lock(section)
        entry = section.entries.filter(pair_no=pair_no, entry_players__isnull=False).first()
        target = Section.objects.filter(session=section.session_id, letter=letter).exclude(pk=section.pk).first()
        if entry is None or target is None:
            raise DeskError(sentences.NOBODY_TO_MOVE)
        if section.results.filled().filter(Q(ns=pair_no) | Q(ew=pair_no)).exists():
            raise DeskError(sentences.MOVE_AFTER_RESULTS, pair=section.label(pair_no), letter=section.letter)
        empty = list(target.entries.filter(entry_players__isnull=True).order_by("pair_no"))
        if not empty:
            raise DeskError(sentences.NO_PLACE_THERE, letter=letter)
        side = section.direction(pair_no)
        place = next((each for each in empty if target.direction(each.pair_no) == side), empty[0])
        for player in entry.entry_players.all():
            journal.change(player, entry_id=place.pk, section_id=target.pk)
        link_move(entry=entry, to=place, journal=journal)
        extras_move(section=section, pair_no=pair_no, to=target, place=place.pair_no, journal=journal)
    return place


def entries_draw(*, section: Section, seed: int, remembers: bool = False, user: User | None = None) -> None:
    """Draw the places of all pairs by lot and keep the *seed*; the same seed gives the same draw.

    *remembers*: the lot decides only what :func:`~director.pairs.seats.memory.fair_order` leaves to it.

    :raises DeskError: once results are in, because they would go to other people
    """
    how = "by lot, remembering past weeks," if remembers else "by lot"
    with _act(section, f"Places: drawn {how} with the seed {seed}.", user) as journal:
        locked = _lock(section)
        if section.results.filled().exists():
            raise DeskError(sentences.DRAW_AFTER_RESULTS)
        order = _fair_order(section, seed) if remembers else _drawn_order(section, seed)
        _rearrange(section, order, journal)
        _keep_draws(section, locked, [*locked.draws, {"seed": seed, "order": order} if remembers else seed], journal)


def entries_undraw(*, section: Section, user: User | None = None) -> int:
    """Undo the latest draw: every pair goes back to the place it was drawn from; return the seed of that draw.

    :raises DeskError: if nothing was drawn, or results are in
    """
    with _act(section, "", user) as journal:
        locked = _lock(section)
        if section.results.filled().exists():
            raise DeskError(sentences.UNDRAW_AFTER_RESULTS)
        if not locked.draws:
            raise DeskError(sentences.NO_DRAW_TO_UNDO)
        *before, draw = locked.draws
        seed = seed_of(draw)
        order = draw["order"] if isinstance(draw, dict) else _drawn_order(section, draw)
        _rearrange(section, [order.index(place) for place in range(len(order))], journal)
        _keep_draws(section, locked, before, journal)
        journal.words = f"Places: as before the draw with the seed {seed}."
    return seed


def _seat_list(
    section: Section,
    items: Sequence[tuple[int | None, str, Sequence[str]]],
    start_again: bool,
    user: User | None,
) -> int:
    """Seat *items* (number or ``None``, direction or ``""``, names); see :func:`entries_name`."""
    with _act(section, "", user) as journal:
        _lock(section)
        if start_again:
            journal.delete(EntryPlayer.objects.filter(section=section))
        numbered = _numbered(section, items)
        numbers = [number for number, _names in numbered]
        journal.delete(EntryPlayer.objects.filter(section=section, entry__pair_no__in=numbers))
        for number, names in numbered:
            try:
                entry_name(section=section, pair_no=number, names=names, journal=journal)
            except DeskError as error:
                error.params["at_pair"] = number
                raise
        links_clear(section=section, journal=journal)
        pairs = "1 pair" if len(numbered) == 1 else f"{len(numbered)} pairs"
        journal.words = f"Names of {pairs}."
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


def _fair_order(section: Section, seed: int) -> list[int]:
    """Return the same of a draw that remembers past weeks, as they are known now."""
    memories, places = pair_memories(section), places_of(section, section_plan(section))
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    return fair_order(
        [places.get(number, Place()) for number in numbers],
        [memories.get(number, PairMemory()) for number in numbers],
        seed,
    )


def _rearrange(section: Section, order: Sequence[int], journal: Journal) -> None:
    """Seat at each place the players of the place that *order* names."""
    entries = list(section.entries.order_by("pair_no").prefetch_related("entry_players"))
    parties = [list(entry.entry_players.all()) for entry in entries]
    journal.delete(EntryPlayer.objects.filter(section=section))
    seated = [_seated(entry, parties[source]) for entry, source in zip(entries, order, strict=True)]
    journal.create_all([player for players in seated for player in players])
    numbers = [entry.pair_no for entry in entries]
    places = {numbers[source]: number for number, source in zip(numbers, order, strict=True)}
    extras_follow(section=section, places=places, journal=journal)
    links_follow(section=section, places=places, journal=journal)


def _keep_draws(section: Section, locked: Section, draws: list[object], journal: Journal) -> None:
    journal.change(locked, draws=draws)
    section.draws = draws


def _act(section: Section, words: str, user: User | None) -> AbstractContextManager[Journal]:
    return section_act(section=section, kind=SEATS, words=words, user=user)


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


def _seated(entry: Entry, players: Sequence[EntryPlayer]) -> list[EntryPlayer]:
    """Return *players* as they sit at *entry*, not stored yet."""
    return [EntryPlayer(entry=entry, section_id=p.section_id, person_id=p.person_id, order=p.order) for p in players]
