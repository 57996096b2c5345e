"""A list of who plays, as people paste or upload it: of pairs, single players or teams."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count

from director.boards import sentences
from director.boards.seats.entrants import Entrant, boxes_of, contest_of, fewest_of, who
from director.boards.words import called
from director.errors import DeskError
from director.files.names.pairs import read_names
from director.files.names.players import read_players
from director.files.names.teams import read_teams
from director.models import Section
from director.models.event import Contest

EXAMPLES = {
    Contest.PAIRS: "1 Ada Ash & Bert Birch",
    Contest.INDIVIDUAL: "1 Ada Ash",
    Contest.TEAMS: "1 Red Lions: Ada Ash, Bert Birch, Cid Cole, Dee Dunn",
}
"""How a line of a list can look, by contest."""


SIDES = {"": "", "NS": "N-S ", "EW": "E-W "}
Item = tuple[int | None, str, Sequence[str] | Entrant]
"""One of a list: a number or none, a direction or ``""``, and who it is."""


def items_of_list(section: Section, source: str | bytes) -> list[Item]:
    """Return number, direction and names of whoever is on a list for *section*.

    With two winners a number with a direction is the number people call a pair by; with one winner, and where no pairs
    play, directions say nothing.

    :raises ImportFileError: if the list cannot be read, with every faulty line in ``faults``
    """
    match contest_of(section):
        case Contest.INDIVIDUAL:
            players = read_players(source, with_partners=False)
            return [(player.number, "", (player.name,)) for player in players]
        case Contest.TEAMS:
            return [
                (team.number, "", Entrant(team.players, team.name, team.captain))
                for team in read_teams(source, fewest_of(section), boxes_of(section))
            ]
    items: list[Item] = []
    for pair in read_names(source):
        direction = pair.direction if section.winners == 2 else ""
        number = pair.number
        if number is not None and direction == "EW":
            number += section.ew_offset
        items.append((number, direction, pair.players))
    return items


def items_numbered(section: Section, items: Sequence[Item]) -> list[tuple[int, Sequence[str] | Entrant]]:
    """Give every item without a number the next empty place, of its direction if it has one.

    :raises DeskError: if a number stands twice among them, or they are more than the places
    """
    entries = section.entries.order_by("pair_no").annotate(seated=Count("entry_players"))
    if len(items) > len(entries):
        raise DeskError(sentences.LIST_TOO_LONG, given=who(section, len(items)), places=len(entries))
    wanted = Counter(number for number, _direction, _names in items if number is not None)
    for given, times in wanted.items():
        if times > 1:
            label = f"{called(section).capitalize()} {section.label(given)}"
            raise DeskError(sentences.PAIR_LISTED_OFTEN, who=label, called=called(section), times=times)
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
        raise DeskError(sentences.TOO_FEW_EMPTY_PLACES, side=SIDES[direction], called=called(section))
    empty.remove(place)
    return place
