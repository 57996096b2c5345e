"""What can be entered at one place, alone or in a list: two people as a pair, one player, or a team.

A *place* has *boxes* for names, counted from 1. An *entrant* is what was typed for a place. A pasted
or uploaded list is read into items with their numbers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from django.db.models import Count

from director.boards.contests import Entrant, Item, get_contest
from director.boards.movement.words import get_contestant_word
from director.core.club.people import fetch_people_by_name
from director.errors import DeskError
from director.formats.names.person import split_typed_people
from director.formats.reading import strip_invisible
from director.models import Entry, EntryPlayer, Section
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
