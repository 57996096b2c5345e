"""Who sits where: names of pairs, players and teams, swaps and the draw."""

import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from director.boards.contests import Entrant, Item, contest_of
from director.boards.movement.acts import SEATS
from director.boards.movement.lines.read import section_plan
from director.boards.movement.lineups import line_ups_follow
from director.boards.movement.sides import sides_of
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import contestant_word
from director.boards.play.results.acts import section_act
from director.boards.play.results.extras import carry_extras, move_extras
from director.boards.play.seats.changes import ALL_ROUNDS, SeatChanges, seat_changes
from director.boards.play.seats.entrants import (
    as_entrant,
    captain_order,
    count_text,
    names_by_order,
    place_phrase,
    players_as,
    team_name,
)
from director.boards.play.seats.links import clear_links, move_link, renew_link, renumber_links
from director.boards.play.seats.list_items import number_items, read_list_items
from director.boards.play.seats.memory import (
    PairMemory,
    PairSchedule,
    fair_order,
    pair_memories,
    pair_schedules,
)
from director.boards.sentences import BoardSentences
from director.core.base.sentences import DeskSentences
from director.core.club.people.write import find_person
from director.core.night.history.write import Journal
from director.core.night.phones.write import open_entry_addresses, renew_access
from director.errors import DeskError, PersonTwiceError
from director.models import Access, Entry, EntryPlayer, Person, Section, Session


def name_entry(
    *,
    section: Section,
    pair_no: int,
    names: Sequence[str] | Entrant,
    from_round: int | None = None,
    user: User | None = None,
    journal: Journal | None = None,
) -> Entry:
    """Seat the people *names* (``"Ada Ash"``, ``"Ada Ash (1002)"``) as entry *pair_no*.

    Of a pair the first sits North or East, the second South or West; an empty name leaves its seat
    empty.  A player is one name, a team none, or four to eight in their order.  People the club
    does not know yet are added to it.

    Once results are entered, people who are replaced keep the rounds before *from_round*, which is
    the round being played or next unless it is given; 0 for all rounds, where a name was wrong.
    *journal*: it is part of this act of the caller.

    :raises DeskError: if the section has no such pair
    :raises PersonTwiceError: if somebody already plays in another pair, or twice in this one
    :raises DeskError: if a name without number belongs to several people
    :raises DeskError: if as many cannot play there, or the name of a team cannot be
    :raises FinalError: if the results are final
    """
    words = f"Names of {contestant_word(section)} {section.label(pair_no)}."
    with nullcontext(journal) if journal else _act(section, words, user) as act:
        _lock(section)
        return _name(section, pair_no, as_entrant(names), seat_changes(section, from_round), act)


def _name(
    section: Section, pair_no: int, entrant: Entrant, changes: SeatChanges | None, act: Journal
) -> Entry:
    """Seat *entrant* as part of an act that *changes* seats. See :func:`name_entry`."""
    entry = _entry(section, pair_no)
    club = section.session.event.club
    typed = names_by_order(section, pair_no, entrant)
    name = team_name(section, entry, entrant)
    is_renamed = name != entry.name
    act.change(entry, name=name)
    by_order = {order: find_person(club=club, text=name) for order, name in typed.items()}
    people = list(by_order.values())
    _refuse_twice(section, entry, people)
    seated = _seat_people(entry, by_order, entrant)
    is_reseated = {(p.order, p.person_id, p.is_captain) for p in seated} != {
        (p.order, p.person_id, p.is_captain) for p in entry.entry_players.all()
    }
    if is_reseated:
        act.delete(entry.entry_players.all())
        act.create_all(seated)
        if changes:
            new = {
                order: Sitter(person.pk, person.name) for order, person in sorted(by_order.items())
            }
            changes.keep(entry, new, act)
    if is_reseated or is_renamed:
        renew_link(entry=entry, people=people, journal=act)
    return entry


def name_entries(
    *,
    section: Section,
    pairs: Sequence[tuple[int | None, Sequence[str] | Entrant]],
    start_again: bool = False,
    from_round: int | None = None,
    user: User | None = None,
) -> int:
    """Seat a whole list, all or nothing. Return how many entries were named.

    Each item is a number, or ``None`` for the next empty place, and who it is.  Numbered pairs lose
    their former players first, so that a corrected list can be given again; with *start_again* the
    list replaces everybody, for all rounds.  *from_round* is as in :func:`name_entry`.

    :raises DeskError: as :func:`name_entry`, the pair number of the refused item in
        ``params["at_pair"]``; also if a number stands twice in the list, the list has more pairs
        than there are places, or it replaces others of whom results are in
    """
    items = [(number, "", as_entrant(names)) for number, names in pairs]
    return _seat_list(section, items, start_again=start_again, from_round=from_round, user=user)


def seat_list(
    *,
    section: Section,
    source: str | bytes,
    start_again: bool = False,
    typed: Sequence[tuple[int, Sequence[str] | Entrant]] = (),
    from_round: int | None = None,
    user: User | None = None,
) -> int:
    """Seat a pasted or uploaded list, all or nothing. Return how many entries it named.

    Pairs that were *typed* one by one are named before it, so that the list goes to the places that
    are left.

    With two winners a number with a direction (``3 E-W``) is the number people call the pair by,
    and a direction alone asks for the next empty place of that line; with one winner directions say
    nothing.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    :raises DeskError: as :func:`name_entries`
    """
    items = read_list_items(section, source)
    with transaction.atomic():
        if typed:
            name_entries(section=section, pairs=typed, from_round=from_round, user=user)
        return _seat_list(section, items, start_again=start_again, from_round=from_round, user=user)


def swap_entries(*, section: Section, first: int, second: int, user: User | None = None) -> None:
    """Exchange the places of two pairs.

    :raises DeskError: if the section has no such pair
    :raises DeskError: if the two are the same
    """
    if first == second or not (first and second):
        raise DeskError(DeskSentences.SWAP_WITH_ITSELF, called=contestant_word(section))
    words = f"{contestant_word(section).capitalize()}s {section.label(first)} and {section.label(second)} swapped."
    with _act(section, words, user) as journal:
        _lock(section)
        entry, other = _entry(section, first), _entry(section, second)
        players, other_players = list(entry.entry_players.all()), list(other.entry_players.all())
        journal.delete(EntryPlayer.objects.filter(entry__in=(entry, other)))
        journal.create_all([*players_as(other, players), *players_as(entry, other_players)])
        _names_follow([(entry, other.name), (other, entry.name)], journal)
        line_ups_follow([(entry, other), (other, entry)], journal)
        places = {first: second, second: first}
        carry_extras(section=section, places=places, journal=journal)
        renumber_links(section=section, places=places, journal=journal)


def move_entry(*, section: Section, pair_no: int, letter: str, user: User | None = None) -> Entry:
    """Move a pair of *section* to the section *letter*, on its side if possible. Return the place.

    :raises DeskError: if nobody sits there, results of the pair are in, or the other section has no
        empty place
    """
    words = f"{contestant_word(section).capitalize()} {section.label(pair_no)}: moved to section {letter}."
    with _act(section, words, user) as journal:
        _lock(section)
        entry = section.entries.filter(pair_no=pair_no, entry_players__isnull=False).first()
        target = (
            Section.objects.filter(session=section.session_id, letter=letter)
            .exclude(pk=section.pk)
            .first()
        )
        if entry is None or target is None:
            raise DeskError(BoardSentences.NOBODY_TO_MOVE, called=contestant_word(section))
        refuse_with_results(section, pair_no)
        empty = list(target.entries.filter(entry_players__isnull=True, name="").order_by("pair_no"))
        if not empty:
            raise DeskError(BoardSentences.NO_PLACE_THERE, letter=letter)
        side = section.direction(pair_no)
        place = next((each for each in empty if target.direction(each.pair_no) == side), empty[0])
        for player in entry.entry_players.all():
            journal.change(player, entry_id=place.pk, section_id=target.pk)
        _names_follow([(place, entry.name), (entry, "")], journal)
        line_ups_follow([(entry, place)], journal)
        move_link(entry=entry, to=place, journal=journal)
        move_extras(
            section=section, pair_no=pair_no, to=target, place=place.pair_no, journal=journal
        )
    return place


def renew_entry_address(*, section: Section, pair_no: int) -> Access:
    """Give a pair another private address in place of the one it has, and return that.

    :raises DeskError: if the section has no such pair
    """
    with transaction.atomic():
        entry = _entry(section, pair_no)
        live = entry.accesses.filter(revoked_at__isnull=True).select_related(
            "session__event", "section", "entry"
        )
        if access := live.first():
            return renew_access(access=access)
        return open_entry_addresses(section=section, pairs=[pair_no])[pair_no]


def draw_entries(
    *, section: Section, seed: int, remembers: bool = False, user: User | None = None
) -> None:
    """Draw the places of all pairs by lot. The same *seed* gives the same draw.

    *remembers*: the lot decides only what :func:`~director.boards.play.seats.memory.fair_order`
    leaves to it.

    :raises DeskError: once results are in, because they would go to other people
    """
    how = "Fair draw" if remembers else "Draw"
    with _act(section, f"{how} for seats.", user) as journal:
        locked = _lock(section)
        if section.results.filled().exists():
            raise DeskError(BoardSentences.DRAW_AFTER_RESULTS, called=contestant_word(section))
        order = _fair_order(section, seed) if remembers else _drawn_order(section, seed)
        _rearrange(section, order, journal)
        journal.change(locked, draws=[*locked.draws, seed])
        section.draws = locked.draws


def _seat_list(
    section: Section,
    items: Sequence[Item],
    *,
    start_again: bool,
    from_round: int | None,
    user: User | None,
) -> int:
    """Seat *items*. See :func:`name_entries`."""
    with _act(section, "", user) as journal:
        _lock(section)
        changes = seat_changes(section, ALL_ROUNDS if start_again else from_round)
        before = people_seated(section) if start_again else {}
        if start_again:
            _clear(section.entries.all(), journal)
        numbered = number_items(section, items)
        _clear(section.entries.filter(pair_no__in=[number for number, _names in numbered]), journal)
        for number, names in numbered:
            try:
                _name(section, number, names, changes, journal)
            except DeskError as error:
                error.params["at_pair"] = number
                raise
        clear_links(section=section, journal=journal)
        count, after = (
            count_text(section, len(numbered)),
            people_seated(section) if start_again else {},
        )
        _refuse_replaced(
            section, {place for person, place in before.items() if after.get(person) != place}
        )
        if start_again:
            journal.words = f"The list was replaced by one of {count}."
        else:
            journal.words = f"Names of {count}."
    return len(numbered)


def _refuse_replaced(section: Section, numbers: Iterable[int]) -> None:
    """Refuse to replace the people at *numbers* once one of them has a result."""
    replaced = {side: number for number in numbers for side in sides_of(section, number)}
    played = (
        section.results.filled()
        .filter(Q(ns__in=replaced) | Q(ew__in=replaced))
        .values_list("ns", "ew")
    )
    if numbers_played := [replaced[side] for sides in played for side in sides if side in replaced]:
        label = section.label(min(numbers_played))
        raise DeskError(
            BoardSentences.REPLACED_AFTER_RESULTS, called=contestant_word(section), label=label
        )


def people_seated(section: Section) -> dict[tuple[int, str], int]:
    """Return the entry of everybody seated in *section*, by person, with the name. One query."""
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    return {
        (person, name): no
        for person, name, no in players.values_list("person", "person__name", "entry__pair_no")
    }


def _clear(entries: QuerySet[Entry], journal: Journal) -> None:
    """Take everybody out of *entries*, and the names of teams."""
    journal.delete(EntryPlayer.objects.filter(entry__in=entries))
    for entry in entries.exclude(name=""):
        journal.change(entry, name="")


def _drawn_order(section: Section, seed: int) -> list[int]:
    """Return from which place the players of each place come in the draw of *seed*."""
    order = list(range(section.entries.count()))
    random.Random(seed).shuffle(order)  # noqa: S311  a draw for seats, kept with its seed, not a secret
    return order


def _fair_order(section: Section, seed: int) -> list[int]:
    """Return the same of a draw that remembers past weeks, as they are known now."""
    memories, places = pair_memories(section), pair_schedules(section, section_plan(section))
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    return fair_order(
        [places.get(number, PairSchedule()) for number in numbers],
        [memories.get(number, PairMemory()) for number in numbers],
        seed,
    )


def _rearrange(section: Section, order: Sequence[int], journal: Journal) -> None:
    """Seat at each place the players of the place that *order* names."""
    entries = list(section.entries.order_by("pair_no").prefetch_related("entry_players"))
    parties = [list(entry.entry_players.all()) for entry in entries]
    journal.delete(EntryPlayer.objects.filter(section=section))
    seated = [
        players_as(entry, parties[source]) for entry, source in zip(entries, order, strict=True)
    ]
    journal.create_all([player for players in seated for player in players])
    _names_follow(
        [(entry, entries[at].name) for entry, at in zip(entries, order, strict=True)], journal
    )
    line_ups_follow(
        [(entries[at], entry) for entry, at in zip(entries, order, strict=True)], journal
    )
    numbers = [entry.pair_no for entry in entries]
    places = {numbers[source]: number for number, source in zip(numbers, order, strict=True)}
    carry_extras(section=section, places=places, journal=journal)
    renumber_links(section=section, places=places, journal=journal)


def _act(section: Section, words: str, user: User | None) -> AbstractContextManager[Journal]:
    return section_act(section=section, kind=SEATS, words=words, user=user)


def _lock(section: Section) -> Section:
    """Lock *section* until the transaction ends and return it as it is stored.

    Nor those of the other sections of its session, since a person sits in one of them only.
    """
    if not section.is_alone:
        Session.objects.select_for_update().get(pk=section.session_id)
    return Section.objects.select_for_update().get(pk=section.pk)


def _entry(section: Section, pair_no: int) -> Entry:
    entry = section.entries.filter(pair_no=pair_no).first()
    if entry is None:
        numbers = section.entries.order_by("pair_no").values_list("pair_no", flat=True)
        places = ", ".join(section.label(number) for number in numbers)
        raise DeskError(
            BoardSentences.PLACE_NUMBER,
            called=contestant_word(section),
            number=pair_no,
            places=places,
        )
    return entry


def _refuse_twice(section: Section, entry: Entry, people: Sequence[Person]) -> None:
    if len({person.pk for person in people}) < len(people):
        twice = next(person for at, person in enumerate(people) if person in people[:at])
        where = place_phrase(section, section.label(entry.pair_no))
        raise PersonTwiceError(BoardSentences.PERSON_TWICE, name=twice.name, where=where)
    seated = EntryPlayer.objects.filter(
        section__session=section.session_id, person__in=people
    ).exclude(entry=entry)
    for taken in seated.select_related("entry", "person", "section"):
        where = "" if taken.section_id == section.pk else f" of section {taken.section.letter}"
        where = place_phrase(section, f"{taken.section.label(taken.entry.pair_no)}{where}")
        raise PersonTwiceError(BoardSentences.PERSON_TWICE, name=taken.person.name, where=where)


def refuse_with_results(section: Section, pair_no: int) -> None:
    """Refuse to move *pair_no* out of *section* once it has a result.

    :raises DeskError: if one is
    """
    sides = sides_of(section, pair_no)
    if section.results.filled().filter(Q(ns__in=sides) | Q(ew__in=sides)).exists():
        label, letter = section.label(pair_no), section.letter
        raise DeskError(
            BoardSentences.MOVE_AFTER_RESULTS,
            called=contestant_word(section),
            label=label,
            letter=letter,
        )


def _seat_people(entry: Entry, people: Mapping[int, Person], entrant: Entrant) -> list[EntryPlayer]:
    """Return *people*, by their order, as they sit at *entry*, not stored yet."""
    captain = 0
    if contest_of(entry.section).has_captain:
        captain = captain_order(
            entry, {order: person.pk for order, person in people.items()}, entrant
        )
    return [
        EntryPlayer(
            entry=entry,
            section=entry.section,
            person=person,
            order=order,
            is_captain=order == captain,
        )
        for order, person in people.items()
    ]


def _names_follow(names: Sequence[tuple[Entry, str]], journal: Journal) -> None:
    """Move the team names with their teams."""
    changed = [(entry, name) for entry, name in names if entry.name != name]
    for entry, _name in changed:
        journal.change(entry, name="")
    for entry, name in changed:
        journal.change(entry, name=name)
