"""Nights of every kind with Ann Ash in the first seat, and acts that anybody may do there.

``test_between`` does one act, then another, and undoes the first.
"""

from collections.abc import Callable
from dataclasses import dataclass

from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import enter_line, import_result
from director.boards.play.seats.seating import (
    name_entries,
    swap_entries,
)
from director.core.base.act_kinds import ActKind
from director.core.club.people import add_person, change_person
from director.core.night.publishing import publish_results
from director.models import (
    Event,
    Person,
    Section,
)
from director.party.models import Party
from director.party.play.draw import draw_party
from director.party.play.seats import ListedPlayer, name_players
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.party.parties import make_party
from tests.factories import make_club, make_night, reload_section

ANN, NAMESAKE, NEWCOMER = "Ann Ash", "Ann Ashe", "Cleo Cole"


class NobodyThereError(Exception):
    """The act needs people where nobody sits any more."""


@dataclass(slots=True)
class Night:
    """A night: the *section* of a session with boards, or a *party*."""

    section: Section | None = None
    party: Party | None = None

    @property
    def event(self) -> Event:
        if self.section:
            return self.section.session.event
        assert self.party
        return self.party.session.event


Step = Callable[[Night], object]


# The nights.


def add_ann() -> None:
    """List Ann in People: a name that was only typed at a seat is gone with the seat."""
    add_person(club=make_club(), name=ANN)


def make_pairs() -> Night:
    section = make_night(key="howell", pairs=4, boards_per_set=2, named=False)
    add_ann()
    pairs = [(ANN, "Bea Ball"), ("Cid Cox", "Dee Day"), ("Eve Eks", "Flo Fry"), ("Gus Guy", "Hal")]
    name_entries(section=section, pairs=[(None, names) for names in pairs])
    return Night(section=reload_section(section))


def make_individuals() -> Night:
    section = make_players_section(8)
    add_ann()
    names = (ANN, "Bea Ball", "Cid Cox", "Dee Day", "Eve Eks", "Flo Fry", "Gus Guy", "Hal Hay")
    name_entries(section=section, pairs=[(None, [name]) for name in names])
    return Night(section=reload_section(section))


def make_teams() -> Night:
    section = make_teams_section(4)
    add_ann()
    teams = []
    for number in range(1, 5):
        names = [f"{first} Team{number}" for first in ("Bea", "Cid", "Dee", "Eve")]
        if number == 1:
            names[0] = ANN
        teams.append((None, Entrant(names, f"Team {number}")))
    name_entries(section=section, pairs=teams)
    return Night(section=reload_section(section))


def make_party_before_play() -> Night:
    party = make_party(players=8)
    add_ann()
    names = (ANN, "Bea Ball", "Cid Cox", "Dee Day", "Eve Eks", "Flo Fry", "Gus Guy", "Hal Hay")
    name_players(
        party=party, listed_players=[ListedPlayer(None, name) for name in names], user=None
    )
    return Night(party=party)


def make_drawn_party() -> Night:
    night = make_party_before_play()
    assert night.party
    draw_party(party=night.party, seed=7, user=None)
    return night


def start_play(make: Callable[[], Night]) -> Callable[[], Night]:
    """Return the night of *make* with a round of results."""

    def make_begun() -> Night:
        night = make()
        for line in fetch_section_lines(night.section).all:
            if line.round_no == 1:
                import_result(section=night.section, line=line, text="4SS=", user=None)
        return night

    return make_begun


NIGHTS: dict[str, Callable[[], Night]] = {
    "pairs": make_pairs,
    "pairs in play": start_play(make_pairs),
    "individuals": make_individuals,
    "individuals in play": start_play(make_individuals),
    "teams": make_teams,
    "teams in play": start_play(make_teams),
    "party": make_party_before_play,
    "drawn party": make_drawn_party,
}


# Acts. Those of boards get a section, those of a party a party.


def read_people(section: Section, pair_no: int) -> list[str]:
    """Return the names at a place where somebody sits."""
    names = read_names(section)[pair_no]
    if not names:
        raise NobodyThereError
    return names


def read_names(section: Section) -> dict[int, list[str]]:
    """Return the names at each place, in order."""
    return {
        entry.pair_no: [player.person.name for player in entry.entry_players.order_by("order")]
        for entry in section.entries.order_by("pair_no")
    }


def swap_places(section: Section) -> None:
    swap_entries(section=section, first_no=1, second_no=2)


def enter_result(section: Section) -> None:
    line = fetch_section_lines(section).all[-1]
    with record_section_act(
        section=section, kind=ActKind.RESULT, message="A result.", user=None
    ) as act:
        enter_line(section=section, line=line, text="3NTN+1", journal=act)


# Acts of the club.


def rename_namesake(_night: Night) -> None:
    namesake = Person.objects.get(name=NAMESAKE)
    change_person(person=namesake, name=namesake.name, number="4711")


def publish(night: Night) -> None:
    publish_results(event=night.event)


OTHERS: dict[str, Step] = {"number of the namesake": rename_namesake, "publish": publish}


# What the database has of all nights, without the numbers of its records.
