"""What can be typed for one entry, alone or in a list: two people as a pair, one player, or a team.

An *entry* has *boxes* for names, counted from 1. An *entrant* is what was typed for an entry. A
pasted or uploaded list is read into items with their numbers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count

from director.boards.contests import Entrant, ListItem, get_contest_record
from director.boards.movement.words import get_contestant_noun
from director.boards.play.seats.section_entries import SectionEntries
from director.boards.refusals import make_entry_number_error
from director.core.club.seat_names import PeopleFinder, is_figure
from director.errors import DeskError
from director.formats.names.person import (
    parse_person,
    split_at_comma,
    split_typed_partners,
    split_typed_people,
)
from director.formats.reading import strip_invisible
from director.models import Entry, EntryPlayer, Section
from director.models.entry import MAX_TEAM_NAME_LENGTH
from director.names import make_name_key
from movements.option import format_count

_DIRECTION_TEXTS = {"": "", "NS": "N-S ", "EW": "E-W "}


def count_boxes(section: Section) -> int:
    """Return how many boxes for names an entry of *section* has.

    A team has at least a box for each of its seats in the movement.
    """
    return max(get_contest_record(section).max_names, section.team_size)


def as_entrant(names: Sequence[str] | Entrant) -> Entrant:
    """Return *names* as an entrant, also if they are one already."""
    if isinstance(names, Entrant):
        return names
    return Entrant(tuple(names))


def get_min_names(section: Section) -> int:
    """Return the least number of names for a team of *section*."""
    # If the movement seats the players of a team one by one, seats can stay empty.
    if section.team_size:
        return 1
    return get_contest_record(section).players_at_once


def iter_typed_texts(entrant: Entrant) -> Iterator[str]:
    """Yield the texts of *entrant* that may be people, each box as a whole and divided."""
    for text in entrant.names:
        if text.strip():
            yield text
            yield from split_typed_people(text)
            yield from split_typed_partners(text)
            yield from split_at_comma(text)


def may_be_a_pair(text: str) -> bool:
    """Return whether *text* may name two people, unless somebody has it as a name."""
    return len(split_typed_partners(text)) > 1 or len(split_at_comma(text)) > 1


def get_names_by_order(
    section: Section, pair_no: int, entrant: Entrant, finder: PeopleFinder
) -> dict[int, str]:
    """Return the names of *entrant* by their order in the entry.

    The order is the seat in a pair, and the rank in a team. *finder* has looked up the texts of
    *entrant*.

    :raises DeskError: if there are too many or too few names, or the captain isn't among them
    """
    contest_record = get_contest_record(section)
    names_by_box = _get_names_by_box(entrant, finder, contest_record.max_names)
    if contest_record.has_captain:
        _check_team(section, pair_no, entrant, names_by_box)
        # If the movement seats the players one by one, the box stands for a seat and may be empty.
        if section.team_size:
            return names_by_box
        return dict(enumerate(names_by_box.values(), start=1))
    if contest_record.max_names == 1:
        names = names_by_box.values()
        if len(names) > 1:
            raise DeskError(
                "one-name-a-place",
                "“{given}” is two names. Everybody plays alone, so give player {number} one of them.",
                number=section.get_label(pair_no),
                given=" & ".join(names),
            )
    if len(names_by_box) > contest_record.max_names:
        raise DeskError(
            "more-than-a-pair",
            "Pair {label} has more than two names ({given}). Leave two of them.",
            label=section.get_label(pair_no),
            given=", ".join(names_by_box.values()),
        )
    return names_by_box


def _get_names_by_box(entrant: Entrant, finder: PeopleFinder, max_names: int) -> dict[int, str]:
    """Return the names by box. Two people typed in one box, as "Ada & Bert", get one each.

    The second takes the next empty box, or the first empty one, or one after the last.
    """
    names_by_box: dict[int, str] = {}
    further_names: list[tuple[int, str]] = []
    for box, text in enumerate(entrant.names, start=1):
        if text.strip():
            names_by_box[box], *more_names = _list_people_of_box(entrant, text, finder, max_names)
            further_names += ((box, name) for name in more_names)
    for box, name in further_names:
        candidate_boxes = chain(range(box, len(entrant.names) + 1), count(1))
        empty_box = next(number for number in candidate_boxes if number not in names_by_box)
        names_by_box[empty_box] = name
    return dict(sorted(names_by_box.items()))


def _list_people_of_box(
    entrant: Entrant, text: str, finder: PeopleFinder, max_names: int
) -> list[str]:
    if not entrant.is_typed:
        return [text]
    people = split_typed_people(text) if max_names > 2 else split_typed_partners(text)
    if len(people) == 1 and max_names == 2:
        people = _split_pair_at_comma(entrant, text, finder)
    if len(people) > 1:
        # A name that came in a file, and is now on the page as typed, may look like two.
        is_known_name = finder.has_name(text) or finder.has_name(parse_person(text).name)
        if is_known_name:
            return [text]
    return people


def _split_pair_at_comma(entrant: Entrant, text: str, finder: PeopleFinder) -> list[str]:
    """Divide *text* at its comma if one of the people is known, or the other box is empty."""
    people = split_at_comma(text)
    # "García Pérez, José Luis" beside a partner is one person; without a partner, two.
    is_only_filled_box = sum(bool(name.strip()) for name in entrant.names) == 1
    if is_only_filled_box or any(map(finder.has_name, people)):
        return people
    return [text]


def _check_team(
    section: Section, pair_no: int, entrant: Entrant, names_by_box: Mapping[int, str]
) -> None:
    label = section.get_label(pair_no)
    count = len(names_by_box)
    fewest_names = get_min_names(section)
    most_names = count_boxes(section)
    limits = {
        "label": label,
        "players": format_count(count, "player"),
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


def choose_captain_order(
    section: Section,
    person_pks: Mapping[int, int],
    entrant: Entrant,
    previous_players: Iterable[EntryPlayer],
) -> int:
    """Return the order of a team's captain. *person_pks* are its people by order.

    The captain is the marked player, else the previous captain if still in the team, else the first.
    """
    if entrant.captain and section.team_size:
        return entrant.captain
    if entrant.captain:
        # Empty boxes have no order, so only the filled ones up to the captain's are counted.
        return sum(bool(name.strip()) for name in entrant.names[: entrant.captain])
    previous_captains = {player.person_id for player in previous_players if player.is_captain}
    for order, person_pk in person_pks.items():
        if person_pk in previous_captains:
            return order
    return min(person_pks, default=1)


def get_team_name(
    section: Section, entry: Entry, entrant: Entrant, named_entries: Iterable[Entry]
) -> str:
    """Return the name of the team of *entry*, or "" for other contestants.

    *named_entries* are the teams of the session that have a name.

    :raises DeskError: if the name is too long or only a figure, or another team has it
    """
    if not get_contest_record(section).has_own_name:
        return ""
    # A list of names says nothing about the team's name, so the team keeps it.
    if entrant.team is None:
        return entry.name
    name = strip_invisible(entrant.team)
    if len(name) > MAX_TEAM_NAME_LENGTH:
        raise DeskError(
            "team-name-too-long",
            "The team name “{name}…” is too long. Use at most {most} letters.",
            name=name[:40],
            most=MAX_TEAM_NAME_LENGTH,
        )
    # "3B" may be the third team of a club.
    if name != entry.name and is_figure(name) and not re.fullmatch(r"\d+[A-Za-z]", name):
        raise DeskError(
            "team-name-is-figure",
            "“{name}” isn’t the name of a team. Type a name, or leave it empty: every team has a number.",
            name=name,
        )
    if name:
        _refuse_taken_name(section, entry, name, named_entries)
    return name


def _refuse_taken_name(
    section: Section, entry: Entry, name: str, named_entries: Iterable[Entry]
) -> None:
    for other_entry in named_entries:
        if other_entry.pk != entry.pk and make_name_key(other_entry.name) == make_name_key(name):
            label = other_entry.section.get_label(other_entry.pair_no)
            if other_entry.section_id != section.pk:
                label += f" of section {other_entry.section.letter}"
            raise DeskError(
                "team-name-taken",
                "Team {label} is already called {name}. Choose another name.",
                name=other_entry.name,
                label=label,
            )


def format_contestant_count(section: Section, count: int) -> str:
    """Return a number of contestants in words: ``"1 pair"``, ``"7 teams"``."""
    return format_count(count, get_contestant_noun(section))


def describe_entry(section: Section, label: str) -> str:
    """Return the entry called *label* in words: ``"in pair 3"``, ``"as player 3"``."""
    return f"{get_contest_record(section).entry_preposition} {get_contestant_noun(section)} {label}"


def make_no_entry_error(section: Section, pair_no: int) -> DeskError:
    """Return the refusal of *pair_no*, which has no entry in *section*. One query."""
    numbers = section.entries.order_by("pair_no").values_list("pair_no", flat=True)
    labels = ", ".join(section.get_label(number) for number in numbers)
    return make_entry_number_error(
        contestant_noun=get_contestant_noun(section), number=pair_no, labels=labels
    )


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
    previous_players: Sequence[EntryPlayer],
    unseated_players: Iterable[EntryPlayer] = (),
) -> None:
    """Give *new_players* of an entry the numbers of the records that they replace.

    The undo of a merge finds a player by this number. Somebody who stays keeps the record, in
    whatever seat; *unseated_players* sat at any entry of a list. A newcomer takes over the record of
    the previous player who leaves that seat.
    """
    unseated_by_person = {player.person_id: player for player in unseated_players}
    previous_by_person = {player.person_id: player for player in previous_players}
    newcomers = []
    for player in new_players:
        previous_player = previous_by_person.pop(
            player.person_id, unseated_by_person.get(player.person_id)
        )
        if previous_player:
            player.pk = previous_player.pk
        else:
            newcomers.append(player)
    leavers_by_order = {player.order: player for player in previous_by_person.values()}
    for player in newcomers:
        leaver = leavers_by_order.get(player.order)
        if leaver:
            player.pk = leaver.pk


def read_list_items(section: Section, source: str | bytes) -> list[ListItem]:
    """Return number, direction and names of each item on a list for *section*.

    With two winners, a number with a direction is the number that people use for the pair. With one
    winner, or if no pairs play, directions are ignored.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    """
    items = get_contest_record(section).read_list(
        source, get_min_names(section), count_boxes(section)
    )
    if section.winners != 2:
        return [(number, "", entrant) for number, _direction, entrant in items]
    section_items: list[ListItem] = []
    for number, direction, entrant in items:
        # People count both lines from 1; the section stores E-W numbers after an offset.
        section_number = number
        if number and direction == "EW":
            section_number = number + section.ew_offset
        section_items.append((section_number, direction, entrant))
    return section_items


def number_list_items(
    section: Section, items: Sequence[ListItem], section_entries: SectionEntries
) -> list[tuple[int, Entrant]]:
    """Give each item without a number the next empty entry, in its direction if it has one.

    :raises DeskError: if a number occurs twice, or there are more items than entries
    """
    entries = section_entries.entries
    if len(items) > len(entries):
        raise DeskError(
            "list-too-long",
            "The list has {given}, but this movement seats {places}.",
            given=format_contestant_count(section, len(items)),
            places=len(entries),
        )
    listed_numbers = Counter(number for number, _direction, _names in items if number is not None)
    for repeated_number, times in listed_numbers.items():
        if times > 1:
            contestant = get_contestant_noun(section).capitalize()
            label = f"{contestant} {section.get_label(repeated_number)}"
            raise DeskError(
                "pair-listed-often",
                "{who} is in the list {times} times. Give every {called} a different number.",
                who=label,
                called=get_contestant_noun(section),
                times=times,
            )
    empty_numbers = [
        number
        for number, entry in entries.items()
        if section_entries.is_empty(entry) and number not in listed_numbers
    ]
    numbered_items = []
    for listed_number, direction, names in items:
        if listed_number is None:
            number = _take_empty_number(section, empty_numbers, direction)
        else:
            number = listed_number
        numbered_items.append((number, names))
    return numbered_items


def _take_empty_number(section: Section, empty_numbers: list[int], direction: str) -> int:
    """Remove the next number in *direction* from *empty_numbers* and return it."""
    for number in empty_numbers:
        if direction in ("", section.get_direction(number)):
            empty_numbers.remove(number)
            return number
    raise DeskError(
        "too-few-empty-places",
        "The list has more {called}s without a number than {side}empty places. Add their "
        "numbers, or use Replace the list.",
        side=_DIRECTION_TEXTS[direction],
        called=get_contestant_noun(section),
    )
