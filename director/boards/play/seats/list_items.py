"""Read a pasted or uploaded list of pairs, players or teams, and number its items."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count

from director.boards.contests import Entrant, Item, get_contest
from director.boards.movement.words import get_contestant_word
from director.boards.play.seats.entrants import count_boxes, format_count, get_min_names
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Section

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
            BoardSentences.LIST_TOO_LONG,
            given=format_count(section, len(items)),
            places=len(entries),
        )
    listed_numbers = Counter(number for number, _direction, _names in items if number is not None)
    for number, times in listed_numbers.items():
        if times > 1:
            label = f"{get_contestant_word(section).capitalize()} {section.label(number)}"
            raise DeskError(
                BoardSentences.PAIR_LISTED_OFTEN,
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
        BoardSentences.TOO_FEW_EMPTY_PLACES,
        side=SIDES[direction],
        called=get_contestant_word(section),
    )
