"""Store who sits where: names, lists, swaps, moves to another section, and the draw.

Each service is one act of the history. It locks the section, and moves along whatever belongs to
the people: names and line-ups of teams, handicaps and other extras, links to other sessions.
How names are read is left to ``entrants``, and what a change does to rounds that were played to
``changes``.
"""

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from director.boards.contests import Entrant, ListItem
from director.boards.movement.lines.section_lines import has_results
from director.boards.movement.numbering import list_sides
from director.boards.movement.sitters import move_line_ups
from director.boards.movement.words import get_contestant_noun
from director.boards.play.results.acts import record_section_act
from director.boards.play.results.extras import move_extras, move_extras_with_pairs
from director.boards.play.seats.changes import ALL_ROUNDS, make_seat_changes
from director.boards.play.seats.entrants import (
    as_entrant,
    format_contestant_count,
    make_no_entry_error,
    move_players,
    number_list_items,
    read_list_items,
)
from director.boards.play.seats.links import clear_links, move_link, renumber_links
from director.boards.play.seats.memory import (
    PairMemory,
    PairSchedule,
    draw_fair_order,
    fetch_memory_by_pair,
    fetch_schedule_by_pair,
)
from director.boards.play.seats.naming import TypedEntries, store_entry_names
from director.boards.play.seats.section_entries import SectionEntries
from director.boards.refusals import (
    make_draw_after_results_error,
    make_seeds_after_results_error,
    make_seeds_outdated_error,
)
from director.core.base.act_kinds import ActKind
from director.core.base.refusals import SWAP_WITH_ITSELF_ERROR
from director.core.club.people import delete_unseated_slips
from director.core.night.journal import Journal
from director.core.night.links.opening import open_entry_addresses, renew_access
from director.errors import DeskError
from director.models import Access, Entry, EntryPlayer, Section, Session


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

    In a pair, the first sits North or East and the second South or West; an empty name leaves its
    seat empty. A player has one name, a team none or four to eight. New people are added to the
    club.

    Once results are entered, people who are replaced keep the rounds before *from_round*. Without
    it, the round in play or the next one is taken; 0 means all rounds, for a name that was wrong.
    With a *journal*, the change is part of the caller's act.

    :raises DeskError: if the section has no such pair
    :raises PersonTwiceError: if somebody already plays in another pair, or twice in this one
    :raises DeskError: if a name without number belongs to several people
    :raises DeskError: if there are too many or too few names, or the team's name can't be used
    :raises FinalError: if the results are final
    """
    message = f"Names of {get_contestant_noun(section)} {section.get_label(pair_no)}."
    with nullcontext(journal) if journal else _record_seats_act(section, message, user) as act:
        (entry,) = _name_typed_entries(section, [(pair_no, as_entrant(names))], from_round, act)
    return entry


def name_new_entries(
    *, section: Section, names: Mapping[int, Sequence[str] | Entrant], journal: Journal
) -> None:
    """Seat the people *names*, by pair number, as a part of the caller's act.

    :raises DeskError: as :func:`name_entry`
    """
    typed_entries = [(pair_no, as_entrant(entrant)) for pair_no, entrant in names.items()]
    if typed_entries:
        _name_typed_entries(section, typed_entries, None, journal)


def _name_typed_entries(
    section: Section, typed_entries: TypedEntries, from_round: int | None, journal: Journal
) -> list[Entry]:
    _lock_session(section)
    entries = store_entry_names(
        section=section,
        typed_entries=typed_entries,
        section_entries=SectionEntries(section),
        changes=make_seat_changes(section, from_round),
        journal=journal,
    )
    delete_unseated_slips(journal)
    return entries


def name_entries(
    *,
    section: Section,
    pairs: Sequence[tuple[int | None, Sequence[str] | Entrant]],
    is_replacement: bool = False,
    from_round: int | None = None,
    user: User | None = None,
) -> int:
    """Seat a whole list, all or nothing. Return the number of entries that were named.

    Each item is a number, or None for the next empty entry, and the names. Numbered pairs lose
    their players first, so that a corrected list can be imported again. With *is_replacement*, the
    list replaces everybody, for all rounds. For *from_round* see :func:`name_entry`.

    :raises DeskError: as :func:`name_entry`, with the refused pair number in
        ``params["at_pair"]``; also if a number occurs twice, there are more pairs than entries, or
        the list replaces people with results
    """
    items = [(number, "", as_entrant(names)) for number, names in pairs]
    return _seat_list(
        section, items, is_replacement=is_replacement, from_round=from_round, user=user
    )


def seat_list(
    *,
    section: Section,
    source: str | bytes,
    is_replacement: bool = False,
    typed: Sequence[tuple[int, Sequence[str] | Entrant]] = (),
    from_round: int | None = None,
    user: User | None = None,
) -> int:
    """Seat a pasted or uploaded list, all or nothing. Return the number of entries it named.

    With two winners, a number with a direction (``3 E-W``) is the number that people use for the
    pair, and a direction alone asks for the next empty entry in that direction. With one winner,
    directions are ignored.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    :raises DeskError: as :func:`name_entries`
    """
    items = read_list_items(section, source)
    with transaction.atomic():
        # Typed pairs come first, so that the list doesn't take their numbers.
        if typed:
            name_entries(section=section, pairs=typed, from_round=from_round, user=user)
        return _seat_list(
            section, items, is_replacement=is_replacement, from_round=from_round, user=user
        )


def swap_entries(
    *, section: Section, first_no: int, second_no: int, user: User | None = None
) -> None:
    """Exchange the numbers, and so the seats, of two pairs.

    :raises DeskError: if the section has no such pair
    :raises DeskError: if both pairs are the same
    """
    # Zero stands for a choice that was left empty on the page.
    if first_no == second_no or not (first_no and second_no):
        raise DeskError(*SWAP_WITH_ITSELF_ERROR, called=get_contestant_noun(section))
    contestants = f"{get_contestant_noun(section).capitalize()}s"
    message = (
        f"{contestants} {section.get_label(first_no)} and {section.get_label(second_no)} swapped."
    )
    with _record_seats_act(section, message, user) as journal:
        _lock_section(section)
        first_entry = _fetch_entry(section, first_no)
        second_entry = _fetch_entry(section, second_no)
        first_players = list(first_entry.entry_players.all())
        second_players = list(second_entry.entry_players.all())
        # Deleted before they are created again, since a person has one seat in a section.
        journal.delete(EntryPlayer.objects.filter(entry__in=(first_entry, second_entry)))
        journal.create_all(
            [*move_players(second_entry, first_players), *move_players(first_entry, second_players)]
        )
        new_names = [(first_entry, second_entry.name), (second_entry, first_entry.name)]
        _move_team_names(new_names, journal)
        _move_personal_records([(first_entry, second_entry), (second_entry, first_entry)], journal)
        new_number_by_previous = {first_no: second_no, second_no: first_no}
        move_extras_with_pairs(
            section=section, new_number_by_previous=new_number_by_previous, journal=journal
        )
        _move_penalties(section, new_number_by_previous, journal)
        renumber_links(
            section=section, new_number_by_previous=new_number_by_previous, journal=journal
        )


def move_entry(*, section: Section, pair_no: int, letter: str, user: User | None = None) -> Entry:
    """Move a pair to the section *letter*, in its direction if possible. Return its new entry.

    :raises DeskError: if nobody sits there, the pair has results, or the other section has no empty
        entry
    """
    contestant = get_contestant_noun(section).capitalize()
    message = f"{contestant} {section.get_label(pair_no)}: moved to section {letter}."
    with _record_seats_act(section, message, user) as journal:
        _lock_section(section)
        entry = section.entries.filter(pair_no=pair_no, entry_players__isnull=False).first()
        sections = Section.objects.filter(session=section.session_id, letter=letter)
        target_section = sections.exclude(pk=section.pk).first()
        if entry is None or target_section is None:
            raise DeskError(
                "nobody-to-move",
                "Choose a {called} with names, and the section to move it to.",
                called=get_contestant_noun(section),
            )
        refuse_with_results(section, pair_no)
        empty_entries = list(
            target_section.entries.filter(entry_players__isnull=True, name="").order_by("pair_no")
        )
        if not empty_entries:
            raise DeskError(
                "no-place-there",
                "Section {letter} has no empty place. Free one first, or choose a larger movement.",
                letter=letter,
            )
        direction = section.get_direction(pair_no)
        new_entry = empty_entries[0]
        for empty_entry in empty_entries:
            if target_section.get_direction(empty_entry.pair_no) == direction:
                new_entry = empty_entry
                break
        for player in entry.entry_players.all():
            journal.change(player, entry_id=new_entry.pk, section_id=target_section.pk)
        _move_team_names([(new_entry, entry.name), (entry, "")], journal)
        _move_personal_records([(entry, new_entry)], journal)
        move_link(entry=entry, new_entry=new_entry, journal=journal)
        move_extras(
            section=section,
            pair_no=pair_no,
            target_section=target_section,
            new_number=new_entry.pair_no,
            journal=journal,
        )
    return new_entry


def set_unranked(
    *, section: Section, pair_no: int, is_unranked: bool, user: User | None = None
) -> None:
    """Let a pair play without standing, or give it its place again.

    :raises DeskError: if the section has no such pair
    """
    contestant = f"{get_contestant_noun(section).capitalize()} {section.get_label(pair_no)}"
    outcome = "plays without standing" if is_unranked else "is ranked again"
    with _record_seats_act(section, f"{contestant} {outcome}.", user) as journal:
        journal.change(_fetch_entry(section, pair_no), is_unranked=is_unranked)


def refuse_with_results(section: Section, pair_no: int) -> None:
    """Raise if *pair_no* has a result, so that it can't leave *section*.

    :raises DeskError: if the pair has a result
    """
    sides = list_sides(section, pair_no)
    has_boards = section.results.filled().filter(Q(ns__in=sides) | Q(ew__in=sides)).exists()
    has_matches = section.matches.settled().filter(Q(home=pair_no) | Q(away=pair_no)).exists()
    if has_boards or has_matches:
        raise DeskError(
            "move-after-results",
            "Results of {called} {label} have been entered, so it stays in section {letter}. "
            "Change the names instead.",
            called=get_contestant_noun(section),
            label=section.get_label(pair_no),
            letter=section.letter,
        )


def renew_entry_address(*, section: Section, pair_no: int) -> Access:
    """Replace the private address of a pair, and return the new one.

    :raises DeskError: if the section has no such pair
    """
    with transaction.atomic():
        entry = _fetch_entry(section, pair_no)
        valid_accesses = entry.accesses.filter(revoked_at__isnull=True)
        access = valid_accesses.select_related("session__event", "section", "entry").first()
        if access:
            return renew_access(access=access)
        return open_entry_addresses(section=section, pairs=[pair_no])[pair_no]


@dataclass(frozen=True, slots=True)
class Seeding:
    """A contestant before it is seeded: its current number, its club and its rating, if any."""

    pair_no: int
    club: str = ""
    rating: str = ""


def draw_entries(
    *, section: Section, seed: int, uses_history: bool = False, user: User | None = None
) -> None:
    """Draw the numbers of all pairs by lot. The same *seed* gives the same draw.

    With *uses_history*, past weeks decide first; see
    :func:`~director.boards.play.seats.memory.draw_fair_order`.

    :raises DeskError: if there are results, which would go to other people
    """
    kind = "Fair draw" if uses_history else "Draw"
    with _record_seats_act(section, f"{kind} for seats.", user) as journal:
        locked_section = _lock_section(section)
        if has_results(section=section):
            raise make_draw_after_results_error(contestant_noun=get_contestant_noun(section))
        if uses_history:
            order = _compute_fair_order(section, seed)
        else:
            order = _draw_random_order(section, seed)
        _rearrange_players(section, order, journal)
        journal.change(locked_section, draws=[*locked_section.draws, seed])
        section.draws = locked_section.draws


def seed_entries(
    *,
    section: Section,
    seeding: Sequence[Seeding],
    lot: int | None = None,
    user: User | None = None,
) -> None:
    """Number the entries of *section* by their seeds, and store their clubs and ratings.

    *seeding* is in order of strength. The number of a contestant is its seed: the first draw and
    the bracket follow it. *lot* is the number that a random order was made from.

    :raises DeskError: if there are results, or another number of entries by now
    :raises FinalError: if the results are final
    """
    message = "Seeds set." if lot is None else f"Seeds by draw, number {lot}."
    with _record_seats_act(section, message, user) as journal:
        locked_section = _lock_section(section)
        if has_results(section=section):
            raise make_seeds_after_results_error(contestant_noun=get_contestant_noun(section))
        entries = list(section.entries.order_by("pair_no"))
        index_by_number = {entry.pair_no: index for index, entry in enumerate(entries)}
        seeding_by_number = {seeded.pair_no: seeded for seeded in seeding}
        if seeding_by_number.keys() != index_by_number.keys():
            raise make_seeds_outdated_error()
        for entry in entries:
            seeded = seeding_by_number[entry.pair_no]
            journal.change(entry, club=seeded.club, rating=seeded.rating)
        order = [index_by_number[seeded.pair_no] for seeded in seeding]
        if order != sorted(order):
            _rearrange_players(section, order, journal)
        if lot is not None:
            journal.change(locked_section, draws=[*locked_section.draws, lot])
            section.draws = locked_section.draws


def _draw_random_order(section: Section, seed: int) -> list[int]:
    """Return for each entry the index of the entry that its players come from."""
    order = list(range(section.entries.count()))
    random.Random(seed).shuffle(order)  # noqa: S311  a draw for seats, kept with its seed, not a secret
    return order


def _compute_fair_order(section: Section, seed: int) -> list[int]:
    """Return a drawn order that makes up for sit-outs and stationary seats of past weeks."""
    memories = fetch_memory_by_pair(section)
    schedules = fetch_schedule_by_pair(section, section.plan)
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    return draw_fair_order(
        [schedules.get(number, PairSchedule()) for number in numbers],
        [memories.get(number, PairMemory()) for number in numbers],
        seed,
    )


def _rearrange_players(section: Section, order: Sequence[int], journal: Journal) -> None:
    """Seat at each entry the players of the entry whose index *order* has for it."""
    entries = list(section.entries.order_by("pair_no").prefetch_related("entry_players"))
    # All players are read before any are deleted.
    players_by_index = [list(entry.entry_players.all()) for entry in entries]
    previous_entries = [entries[index] for index in order]
    journal.delete(EntryPlayer.objects.filter(section=section))
    new_players: list[EntryPlayer] = []
    for entry, index in zip(entries, order, strict=True):
        new_players += move_players(entry, players_by_index[index])
    journal.create_all(new_players)
    moves = list(zip(previous_entries, entries, strict=True))
    _move_team_names([(entry, previous_entry.name) for previous_entry, entry in moves], journal)
    _move_personal_records(moves, journal)
    new_number_by_previous = {
        previous_entry.pair_no: entry.pair_no for previous_entry, entry in moves
    }
    move_extras_with_pairs(
        section=section, new_number_by_previous=new_number_by_previous, journal=journal
    )
    _move_penalties(section, new_number_by_previous, journal)
    renumber_links(section=section, new_number_by_previous=new_number_by_previous, journal=journal)


def _move_penalties(
    section: Section, new_number_by_previous: Mapping[int, int], journal: Journal
) -> None:
    """Move penalties along with the people, except for those of a line or match, which stays."""
    for ruling in section.rulings.filter(ns__isnull=True, match_round__isnull=True):
        new_number = new_number_by_previous.get(ruling.penalty_to or 0)
        if new_number:
            journal.change(ruling, penalty_to=new_number)


def _seat_list(
    section: Section,
    items: Sequence[ListItem],
    *,
    is_replacement: bool,
    from_round: int | None,
    user: User | None,
) -> int:
    with _record_seats_act(section, "", user) as journal:
        _lock_session(section)
        # Read before anybody is removed.
        changes = make_seat_changes(section, ALL_ROUNDS if is_replacement else from_round)
        section_entries = SectionEntries(section)
        previous_number_by_person = section_entries.get_pair_no_by_person()
        unseated_players: list[EntryPlayer] = []
        if is_replacement:
            unseated_players += section_entries.clear(section_entries.entries, journal)
        typed_entries = number_list_items(section, items, section_entries)
        # All listed entries are emptied first, so that a list can move people between them.
        numbers = [number for number, _names in typed_entries]
        unseated_players += section_entries.clear(numbers, journal)
        store_entry_names(
            section=section,
            typed_entries=typed_entries,
            section_entries=section_entries,
            changes=changes,
            journal=journal,
            unseated_players=unseated_players,
        )
        clear_links(section=section, journal=journal)
        delete_unseated_slips(journal)
        count = format_contestant_count(section, len(typed_entries))
        if is_replacement:
            _refuse_replaced_players(section, previous_number_by_person)
            journal.message = f"The list was replaced by one of {count}."
        else:
            journal.message = f"Names of {count}."
    return len(typed_entries)


def _refuse_replaced_players(
    section: Section, previous_number_by_person: Mapping[tuple[int, str], int]
) -> None:
    """Raise if an entry has a result and its people were replaced.

    *previous_number_by_person* are the numbers of all people before the change.
    """
    number_by_person = fetch_number_by_person(section)
    number_by_side = {}
    replaced_numbers = set()
    for person, number in previous_number_by_person.items():
        if number_by_person.get(person) != number:
            replaced_numbers.add(number)
            for side in list_sides(section, number):
                number_by_side[side] = number
    results = section.results.filled().filter(Q(ns__in=number_by_side) | Q(ew__in=number_by_side))
    played_numbers: set[int] = set()
    for sides in results.values_list("ns", "ew"):
        played_numbers.update(number_by_side[side] for side in sides if side in number_by_side)
    for teams in section.matches.settled().values_list("home", "away"):
        played_numbers |= replaced_numbers.intersection(teams)
    if played_numbers:
        raise DeskError(
            "replaced-after-results",
            "Results of {called} {label} have been entered, so the list can’t replace the names. "
            "Change names one by one.",
            called=get_contestant_noun(section),
            label=section.get_label(min(played_numbers)),
        )


def fetch_number_by_person(section: Section) -> dict[tuple[int, str], int]:
    """Return the pair numbers of all people seated in *section*, by key and name. One query."""
    players = EntryPlayer.objects.filter(section=section).order_by("entry__pair_no", "order")
    return {
        (person_pk, name): pair_no
        for person_pk, name, pair_no in players.values_list(
            "person", "person__name", "entry__pair_no"
        )
    }


def _record_seats_act(
    section: Section, message: str, user: User | None
) -> AbstractContextManager[Journal]:
    return record_section_act(section=section, kind=ActKind.SEATS, message=message, user=user)


def _lock_session(section: Section) -> None:
    """Make changes of names in other sections wait until the transaction ends."""
    # A person sits in only one section of a session. The act itself locks *section*.
    if not section.is_alone:
        Session.objects.select_for_update().get(pk=section.session_id)


def _lock_section(section: Section) -> Section:
    """Lock *section* until the transaction ends and return it as it is stored."""
    _lock_session(section)
    return Section.objects.select_for_update().get(pk=section.pk)


def _fetch_entry(section: Section, pair_no: int) -> Entry:
    entry = section.entries.filter(pair_no=pair_no).first()
    if entry is None:
        raise make_no_entry_error(section, pair_no)
    return entry


def _move_personal_records(moves: Sequence[tuple[Entry, Entry]], journal: Journal) -> None:
    """Move to new entries what belongs to the people, beside names and links."""
    _move_seeding_and_presence(moves, journal)
    move_line_ups(moves, journal)


def _move_seeding_and_presence(moves: Sequence[tuple[Entry, Entry]], journal: Journal) -> None:
    """Move clubs, ratings, presence and the mark of those without standing to new entries."""
    fields = ("club", "rating", "is_here", "is_unranked")
    # Read before any is changed, since an entry may be left and taken in one act.
    values = [
        (entry, {name: getattr(previous_entry, name) for name in fields})
        for previous_entry, entry in moves
    ]
    for entry, value_by_field in values:
        journal.change(entry, **value_by_field)


def _move_team_names(new_names: Sequence[tuple[Entry, str]], journal: Journal) -> None:
    changes = [(entry, name) for entry, name in new_names if entry.name != name]
    # All are emptied first, since two teams of a section can't have the same name for a moment.
    for entry, _name in changes:
        journal.change(entry, name="")
    for entry, name in changes:
        journal.change(entry, name=name)
