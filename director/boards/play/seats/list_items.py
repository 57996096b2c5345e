"""A list of who plays, as people paste or upload it: of pairs, single players or teams."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count

from director.boards.contests import Entrant, Item, contest_of
from director.boards.movement.words import contestant_word
from director.boards.play.seats.entrants import boxes_of, count_text, min_names
from director.boards.sentences import BoardSentences
from director.errors import DeskError
from director.models import Section

SIDES = {"": "", "NS": "N-S ", "EW": "E-W "}


def read_list_items(section: Section, source: str | bytes) -> list[Item]:
    """Return number, direction and names of whoever is on a list for *section*.

    With two winners a number with a direction is the number people call a pair by; with one winner,
    and where no pairs play, directions say nothing.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    """
    items = contest_of(section).read_list(source, min_names(section), boxes_of(section))
    if section.winners != 2:
        return [(number, "", entrant) for number, _direction, entrant in items]
    return [
        (number + section.ew_offset if number and direction == "EW" else number, direction, entrant)
        for number, direction, entrant in items
    ]


def number_items(section: Section, items: Sequence[Item]) -> list[tuple[int, Entrant]]:
    """Give every item without a number the next empty place, of its direction if it has one.

    :raises DeskError: if a number stands twice among them, or they are more than the places
    """
    entries = section.entries.order_by("pair_no").annotate(seated=Count("entry_players"))
    if len(items) > len(entries):
        raise DeskError(
            BoardSentences.LIST_TOO_LONG, given=count_text(section, len(items)), places=len(entries)
        )
    wanted = Counter(number for number, _direction, _names in items if number is not None)
    for given, times in wanted.items():
        if times > 1:
            label = f"{contestant_word(section).capitalize()} {section.label(given)}"
            raise DeskError(
                BoardSentences.PAIR_LISTED_OFTEN,
                who=label,
                called=contestant_word(section),
                times=times,
            )
    empty = [e.pair_no for e in entries if not (e.seated or e.name or e.pair_no in wanted)]
    numbered = []
    for number, direction, names in items:
        place = number if number is not None else _next_place(section, empty, direction)
        numbered.append((place, names))
    return numbered


def _next_place(section: Section, empty: list[int], direction: str) -> int:
    """Take the next number out of *empty* that fits *direction*."""
    place = next((number for number in empty if direction in ("", section.direction(number))), None)
    if place is None:
        raise DeskError(
            BoardSentences.TOO_FEW_EMPTY_PLACES,
            side=SIDES[direction],
            called=contestant_word(section),
        )
    empty.remove(place)
    return place
