"""Nights of single players and of teams, for the tests of who plays."""

from datetime import date

from director.boards.movement.sections import fetch_section
from director.boards.movement.sitters import fetch_line_ups
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.models.event import Contest
from movements.registry import make_plan
from tests.factories import make_club


def make_planned_section(contest: Contest, key: str, **sizes: int):
    """Return the section of a night of *contest* by the movement *key*, nobody named."""
    session = create_event(
        club=make_club(), name="Tuesday", date=date(2026, 11, 17), contest=contest
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan(key, **sizes))
    return fetch_section(section.session_id)


def make_teams_section(teams: int = 4, *, key: str = "round-robin", boards_per_set: int = 4):
    """Return the section of a round robin of *teams*, nobody named."""
    return make_planned_section(Contest.TEAMS, key, teams=teams, boards_per_set=boards_per_set)


def make_players_section(players: int = 8, *, key: str = "individual-howell-8"):
    """Return the section of a contest of single *players*, nobody named."""
    return make_planned_section(Contest.INDIVIDUAL, key, players=players)


def make_team_form(
    number: int, *names: str, team: str = "", captain: str = "", was: str = ""
) -> dict[str, str]:
    """Return what the page sends of team *number*."""
    post_data = {
        f"name-{number}-{box}": name
        for box, name in enumerate([*names, *[""] * (8 - len(names))], start=1)
    }
    return post_data | {f"team-{number}": team, f"captain-{number}": captain, f"was-{number}": was}


def say_seats(section, team: int, round_no: int) -> str:
    """Return who of *team* sits where in a round, in the order of the seats."""
    return ", ".join(
        f"{seat} {sitter.text}"
        for seat, sitter in fetch_line_ups(section).get_sitter_by_seat(team, round_no).items()
    )
