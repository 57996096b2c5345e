"""Nights of single players and of teams that several tests begin with."""

from datetime import date

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import list_contestants, store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.models import Section
from director.models.event import Contest
from movements.registry import make_plan
from tests.factories import make_club, make_pair_names

USUAL = {Contest.INDIVIDUAL: ("individual-howell-8", 8, 1), Contest.TEAMS: ("round-robin", 4, 4)}
UNITS = {Contest.INDIVIDUAL: "players", Contest.TEAMS: "teams"}
LONGEST = "Maximiliana Featherstonehaugh-Cholmondeley van Wolkenstein {:02}"  # 64 characters, as long as a name is shown


def make_empty_section(contest: str, name: str = "Night") -> Section:
    """Return the section of a new night of *contest*, without a movement."""
    session = create_event(club=make_club(), name=name, date=date(2026, 11, 17), contest=contest)
    return fetch_section(session.pk)


def make_contest_section(
    contest: str, *, key: str = "", size: int = 0, named: bool = True, long: bool = False, **kwargs
) -> Section:
    """Return the section of a night of *contest* with a movement and names; *kwargs* go to ``make_plan``."""
    usual_key, usual_size, boards = USUAL[contest]
    section = make_empty_section(contest)
    options = {"boards_per_set": boards} | kwargs
    movement = make_plan(key or usual_key, **{UNITS[contest]: size or usual_size}, **options)
    store_plan(section=section, movement=movement)
    if named:
        each = 1 if contest == Contest.INDIVIDUAL else movement.team_size or 4
        people = [
            LONGEST.format(number) if long else make_pair_names(number)[0] for number in range(98)
        ]
        numbers = range(0, each * len(list_contestants(movement)), each)
        name_entries(
            section=section, pairs=[(None, people[number : number + each]) for number in numbers]
        )
    return fetch_section(section.session_id)
