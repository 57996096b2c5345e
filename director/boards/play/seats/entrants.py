"""What can be entered at one place, alone or in a list: two people as a pair, one player, or a team.

A *place* has *boxes* for names, counted from 1. An *entrant* is what was typed for a place. A pasted
or uploaded list is read into items with their numbers. A pair is linked to the same pair in the
session before, found by its people.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count

from django.db.models import Count, Q

from director.boards.contests import Entrant, Item, get_contest
from director.boards.movement.words import get_contestant_word
from director.core.club.people import fetch_people_by_name
from director.core.night.history import Journal
from director.errors import DeskError
from director.formats.names.person import split_typed_people
from director.formats.reading import strip_invisible
from director.models import Entry, EntryPlayer, Person, Section
from director.models.entry import LONGEST_TEAM_NAME
from director.names import make_name_key


def count_boxes(section: Section) -> int:
    """Return how many boxes for names a place of *section* has.

    A team has at least a box for each of its seats in the movement.
    """
    return max(get_contest(section).max_names, section.team_size)


def as_entrant(names: Sequence[str] | Entrant) -> Entrant:
    """Return *names* as an entrant, also if they are one already."""
    if isinstance(names, Entrant):
        return names
    return Entrant(names)


def get_min_names(section: Section) -> int:
    """Return the least number of names for a team of *section*."""
    # If the movement seats the players of a team one by one, seats can stay empty.
    if section.team_size:
        return 1
    return get_contest(section).players_at_once


def get_names_by_order(section: Section, pair_no: int, entrant: Entrant) -> dict[int, str]:
    """Return the names of *entrant* by their order at the place.

    The order is the seat in a pair, and the rank in a team.

    :raises DeskError: if there are too many or too few names, or the captain isn't among them
    """
    names_by_box = _get_names_by_box(section, entrant)
    contest = get_contest(section)
    if contest.has_captain:
        _check_team(section, pair_no, entrant, names_by_box)
        # If the movement seats the players one by one, the box stands for a seat and may be empty.
        if section.team_size:
            return names_by_box
        return dict(enumerate(names_by_box.values(), start=1))
    if contest.max_names == 1:
        names = names_by_box.values()
        if len(names) > 1:
            raise DeskError(
                "one-name-a-place",
                "“{given}” is two names. Everybody plays alone, so give player {number} one of them.",
                number=section.label(pair_no),
                given=" & ".join(names),
            )
    if len(names_by_box) > contest.max_names:
        raise DeskError(
            "more-than-a-pair",
            "Pair {label} has more than two names ({given}). Leave two of them.",
            label=section.label(pair_no),
            given=", ".join(names_by_box.values()),
        )
    return names_by_box


def _get_names_by_box(section: Section, entrant: Entrant) -> dict[int, str]:
    """Return the names by box. Two people typed in one box, as "Ada & Bert", get one each.

    The second takes the next empty box, or the first empty one, or one after the last.
    """
    names_by_box: dict[int, str] = {}
    others: list[tuple[int, str]] = []
    for box, text in enumerate(entrant.names, start=1):
        if text.strip():
            names_by_box[box], *more_names = _list_people_of_box(section, entrant, text)
            others += ((box, name) for name in more_names)
    for box, name in others:
        boxes = chain(range(box, len(entrant.names) + 1), count(1))
        names_by_box[next(number for number in boxes if number not in names_by_box)] = name
    return dict(sorted(names_by_box.items()))


def _list_people_of_box(section: Section, entrant: Entrant, text: str) -> list[str]:
    people = split_typed_people(text) if entrant.is_typed else [text]
    # A name that came in a file, and is now on the page as typed, may look like two.
    if len(people) > 1 and fetch_people_by_name(section.session.event.club, text).exists():
        return [text]
    return people


def _check_team(
    section: Section, pair_no: int, entrant: Entrant, names_by_box: Mapping[int, str]
) -> None:
    label = section.label(pair_no)
    count = len(names_by_box)
    fewest_names = get_min_names(section)
    most_names = count_boxes(section)
    limits = {
        "label": label,
        "players": f"{count} player{'s' * (count != 1)}",
        "least": fewest_names,
        "most": most_names,
    }
    if 0 < count < fewest_names:
        raise DeskError(
            "team-too-small",
            "Team {label} has {players}, but a team has {least} to {most}. Add players.",
            **limits,
        )
    # Boxes that stand for seats count even if they are empty.
    used_boxes = max(names_by_box, default=0) if section.team_size else count
    if used_boxes > most_names:
        raise DeskError(
            "team-too-large",
            "Team {label} has {players}, but a team has {least} to {most}. Remove players.",
            **limits,
        )
    if entrant.captain and names_by_box and entrant.captain not in names_by_box:
        raise DeskError(
            "captain-no-member",
            "The captain of team {label} isn’t one of its players. Choose one of them.",
            label=label,
        )


def find_captain_order(entry: Entry, people: Mapping[int, int], entrant: Entrant) -> int:
    """Return the order of a team's captain. *people* are the keys of its people by order.

    The captain is who is marked, else the former captain if still in the team, else the first.
    """
    if entrant.captain and entry.section.team_size:
        return entrant.captain
    if entrant.captain:
        # Empty boxes have no order, so only the filled ones up to the captain's are counted.
        return sum(bool(name.strip()) for name in entrant.names[: entrant.captain])
    former_captain = entry.entry_players.filter(is_captain=True).first()
    if former_captain:
        for order, person_pk in people.items():
            if person_pk == former_captain.person_id:
                return order
    return min(people, default=1)


def get_team_name(section: Section, entry: Entry, entrant: Entrant) -> str:
    """Return the name of the team of *entry*, or "" for other contestants.

    :raises DeskError: if the name is too long, or another team of the session has it
    """
    if not get_contest(section).has_own_name:
        return ""
    # A list of names says nothing about the team's name, so the team keeps it.
    if entrant.team is None:
        return entry.name
    name = strip_invisible(entrant.team)
    if len(name) > LONGEST_TEAM_NAME:
        raise DeskError(
            "team-name-too-long",
            "The team name “{name}…” is too long. Use at most {most} letters.",
            name=name[:40],
            most=LONGEST_TEAM_NAME,
        )
    if name:
        _refuse_taken_name(section, entry, name)
    return name


def _refuse_taken_name(section: Section, entry: Entry, name: str) -> None:
    named_entries = Entry.objects.filter(section__session=section.session_id).exclude(name="")
    for other_entry in named_entries.exclude(pk=entry.pk).select_related("section"):
        if make_name_key(other_entry.name) == make_name_key(name):
            label = other_entry.section.label(other_entry.pair_no)
            if other_entry.section_id != section.pk:
                label += f" of section {other_entry.section.letter}"
            raise DeskError(
                "team-name-taken",
                "Team {label} is already called {name}. Choose another name.",
                name=other_entry.name,
                label=label,
            )


def format_count(section: Section, count: int) -> str:
    """Return a number of contestants in words: ``"1 pair"``, ``"7 teams"``."""
    return f"{count} {get_contestant_word(section)}{'s' * (count != 1)}"


def format_place(section: Section, label: str) -> str:
    """Return the place called *label* in words: ``"in pair 3"``, ``"as player 3"``."""
    return f"{get_contest(section).place_preposition} {get_contestant_word(section)} {label}"


def copy_players(entry: Entry, players: Iterable[EntryPlayer]) -> list[EntryPlayer]:
    """Return new records, not stored yet, that seat *players* at *entry* in the same order."""
    return [
        EntryPlayer(
            entry=entry,
            section_id=entry.section_id,
            person_id=player.person_id,
            order=player.order,
            is_captain=player.is_captain,
        )
        for player in players
    ]


def move_players(entry: Entry, players: Iterable[EntryPlayer]) -> list[EntryPlayer]:
    """Return the records of *players*, at *entry* in the same order, each with its own number.

    The stored records are deleted before these are stored, since a person has one seat in a section.
    """
    players = list(players)
    moved_players = copy_players(entry, players)
    for moved_player, player in zip(moved_players, players, strict=True):
        moved_player.pk = player.pk
    return moved_players


def reuse_player_numbers(
    new_players: Sequence[EntryPlayer],
    former_players: Sequence[EntryPlayer],
    unseated_players: Iterable[EntryPlayer] = (),
) -> None:
    """Give *new_players* of a place the numbers of the records that they replace.

    Somebody who stays keeps the record, in whatever seat; *unseated_players* sat at any place of a
    list. A newcomer takes over the record of the one of *former_players* who leaves that seat. The
    undo of a merge finds a player by this number.
    """
    unseated_by_person = {player.person_id: player for player in unseated_players}
    former_by_person = {player.person_id: player for player in former_players}
    newcomers = []
    for player in new_players:
        former = former_by_person.pop(player.person_id, unseated_by_person.get(player.person_id))
        if former:
            player.pk = former.pk
        else:
            newcomers.append(player)
    leavers_by_order = {player.order: player for player in former_by_person.values()}
    for player in newcomers:
        leaver = leavers_by_order.get(player.order)
        if leaver:
            player.pk = leaver.pk


SIDES = {"": "", "NS": "N-S ", "EW": "E-W "}


def read_list_items(section: Section, source: str | bytes) -> list[Item]:
    """Return number, direction and names of each item on a list for *section*.

    With two winners, a number with a direction is the number that people use for the pair. With one
    winner, or if no pairs play, directions are ignored.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    """
    items = get_contest(section).read_list(source, get_min_names(section), count_boxes(section))
    if section.winners != 2:
        return [(number, "", entrant) for number, _direction, entrant in items]
    section_items: list[Item] = []
    for number, direction, entrant in items:
        # People count both lines from 1; the section stores E-W numbers after an offset.
        section_number = number
        if number and direction == "EW":
            section_number = number + section.ew_offset
        section_items.append((section_number, direction, entrant))
    return section_items


def number_items(section: Section, items: Sequence[Item]) -> list[tuple[int, Entrant]]:
    """Give each item without a number the next empty place, in its direction if it has one.

    :raises DeskError: if a number occurs twice, or there are more items than places
    """
    entries = section.entries.order_by("pair_no").annotate(player_count=Count("entry_players"))
    if len(items) > len(entries):
        raise DeskError(
            "list-too-long",
            "The list has {given}, but this movement seats {places}.",
            given=format_count(section, len(items)),
            places=len(entries),
        )
    listed_numbers = Counter(number for number, _direction, _names in items if number is not None)
    for number, times in listed_numbers.items():
        if times > 1:
            label = f"{get_contestant_word(section).capitalize()} {section.label(number)}"
            raise DeskError(
                "pair-listed-often",
                "{who} is in the list {times} times. Give every {called} a different number.",
                who=label,
                called=get_contestant_word(section),
                times=times,
            )
    empty_places = []
    for entry in entries:
        is_empty = not (entry.player_count or entry.name)
        if is_empty and entry.pair_no not in listed_numbers:
            empty_places.append(entry.pair_no)
    numbered_items = []
    for listed_number, direction, names in items:
        if listed_number is None:
            place = _take_place(section, empty_places, direction)
        else:
            place = listed_number
        numbered_items.append((place, names))
    return numbered_items


def _take_place(section: Section, empty_places: list[int], direction: str) -> int:
    """Remove the next place in *direction* from *empty_places* and return it."""
    for place in empty_places:
        if direction in ("", section.direction(place)):
            empty_places.remove(place)
            return place
    raise DeskError(
        "too-few-empty-places",
        "The list has more {called}s without a number than {side}empty places. Add their "
        "numbers, or use Replace the list.",
        side=SIDES[direction],
        called=get_contestant_word(section),
    )


# Totals over several sessions follow links between sessions. ``Entry.continues`` is the pair in the
# session before, ``continued_by`` the pairs of the next session that are linked to it.


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
