"""The players of teams whose movement seats them one by one: they are numbered through, a team after the other."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from director.models import EntryPlayer, Section


class SeatedPlayer(NamedTuple):
    """A player of a team: the number by which the movement of *section* knows who it is, and the person."""

    section: Section
    number: int
    person_id: int
    name: str


def players_by_seat(sections: Iterable[Section]) -> Iterator[SeatedPlayer]:
    """Yield the players that the movements of *sections* seat by their teams; one query, none where none does.

    Who comes after the last that a movement seats is a reserve, and not among them.
    """
    by_pk = {section.pk: section for section in sections if section.team_size}
    players = EntryPlayer.objects.filter(section__in=by_pk).order_by("section", "entry__pair_no", "order")
    columns = ("section_id", "entry__pair_no", "order", "person_id", "person__name")
    for section_id, team, order, person_id, name in players.values_list(*columns) if by_pk else ():
        section = by_pk[section_id]
        if order <= section.team_size:
            yield SeatedPlayer(section, (team - 1) * section.team_size + order, person_id, name)
