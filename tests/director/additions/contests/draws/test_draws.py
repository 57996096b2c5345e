"""A Swiss, drawn round by round on its page: corrections, withdrawals, byes, hand-made pairings, reasons, bad input."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.kinds import MatchSheets
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.paper.section_job import SectionJob
from director.boards.play.plan import number_boards, store_plan
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.event import EventResults
from director.models import Club, Section
from director.models.event import Contest
from movements.registry import make_plan
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
TEXTS = ("4SS=", "3NTN-1", "2HE+1", "PASS", "5CW=", "4SSX-2", "1NTN+2")


def make_section_to_draw(contest=Contest.TEAMS) -> Section:
    club, _is_new = Club.objects.get_or_create(name="Riverside Club")
    session = create_event(club=club, name="Swiss night", date="2026-11-17", contest=contest)
    return fetch_section(session.pk)


def make_round_robin(*, teams: int = 4, boards: int = 8, named: bool = False, **kwargs) -> Section:
    """Return the section of a round robin before play, its teams *named* "Team 1" and on; *kwargs* go to ``make_plan``."""
    section = make_section_to_draw()
    movement = make_plan("round-robin", teams=teams, boards_per_set=boards, **kwargs)
    store_plan(section=section, movement=movement)
    if named:
        for entry in section.entries.all():
            entry.name = f"Team {entry.pair_no}"
            entry.save()
    return reload_drawn_section(section)


def reload_drawn_section(section) -> Section:
    return Section.objects.select_related("session__event__club").get(pk=section.pk)


def start_draw(client, section, **typed):
    """Create the contest of *section* with its first round; *typed* replaces boxes of the form."""
    defaults = {
        "key": "swiss-teams",
        "size": 6,
        "rounds": 3,
        "boards": 2,
        "meetings": "once",
        "first_round": "halves",
    }
    return client.post(draw_address(section), {"action": "begin", **defaults, **typed})


def make_drawn_section(client, *, contest=Contest.TEAMS, **typed) -> Section:
    """Return the section of a new contest whose first round is drawn; *typed* replaces boxes of the form."""
    section = make_section_to_draw(contest)
    assert start_draw(client, section, **typed).status_code == 302
    return reload_drawn_section(section)


def draw_address(section) -> str:
    return f"/sessions/{section.session_id}/draw/"


def enter_round(section, round_no: int, shift: int = 0) -> None:
    """Enter a result on every line of a round."""
    lines = fetch_section_lines(section, section.plan)
    for index, line in enumerate(line for line in lines.all if line.round_no == round_no):
        # The step is 3 or 4 of 7 texts, so neighbouring lines differ.
        text = TEXTS[(index * 3 + index // 4 + round_no + shift) % len(TEXTS)]
        enter_on_line(section, line, text)


def post_draw(client, section, **changed):
    """Save the proposed round as the page shows it, with some boxes *changed*."""
    return client.post(
        draw_address(section), make_draw_form(client, section) | {"action": "use"} | changed
    )


def make_draw_form(client, section) -> dict[str, object]:
    """Return the boxes of the proposed round as the page fills them."""
    return read_draw_form(client.get(draw_address(section)))


def read_draw_form(response) -> dict[str, object]:
    """Return the boxes of the proposed round that *response* shows."""
    context = response.context
    post_data: dict[str, object] = {
        "mark": context["contest"].state_version,
        "bye": next(iter(context["byes"]), ""),
    }
    for row in context["rows"]:
        post_data |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    return post_data


@pytest.fixture
def section(desk):
    return make_drawn_section(desk)


@pytest.mark.slow
def test_a_round_that_is_drawn_later_follows_the_numbers_of_the_first(desk, section):
    number_boards(session=section.session, first_board=13, user=None)
    section = reload_drawn_section(section)
    enter_round(section, 1)
    post_draw(desk, section)
    plan = reload_drawn_section(section).plan
    boards_by_round = {row.round_no: sorted(row.boards) for row in plan.rows.all()}
    assert boards_by_round == {1: [13, 14], 2: [15, 16]}


REFUSED = [
    ({"home-1": "9"}, "Match 1: there is no team “9”. Type one of 1 to 6."),
    ({"home-1": "x"}, "Match 1: there is no team “x”. Type one of 1 to 6."),
    ({"home-1": "", "away-1": ""}, "would sit out, but only one can. Pair the others."),
    ({"absent": ["3"]}, "Team 3 isn’t playing, but is in match"),
]


@pytest.mark.slow
def test_a_second_meeting_by_hand_needs_a_tick(desk, section):
    enter_round(section, 1)
    post_data = {"mark": make_draw_form(desk, section)["mark"], "action": "use"}
    for match_no, (home, away) in enumerate(((1, 4), (2, 3), (5, 6)), start=1):
        post_data |= {f"home-{match_no}": home, f"away-{match_no}": away}
    refused = desk.post(draw_address(section), post_data)
    assert refused.status_code == 422
    assert "have met before, in round 1" in refused.content.decode()
    assert desk.post(draw_address(section), post_data | {"again": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"size": 3}, "not for 3"),
        ({"size": "many"}, "many"),
        ({"key": "chess"}, "Choose a contest from the list."),
        ({"boards": 0}, "1 or more"),
    ],
)
def test_a_beginning_that_cannot_be_is_refused_and_stores_nothing(desk, asked, sentence):
    section = make_section_to_draw()
    response = start_draw(desk, section, **asked)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert reload_drawn_section(section).plan is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contest", "key"), [(Contest.TEAMS, "swiss-teams"), (Contest.PAIRS, "swiss-pairs")]
)
def test_who_sat_out_first_has_a_place_before_anything_is_played(desk, contest, key):
    section = make_drawn_section(desk, contest=contest, key=key, size=5)
    (resting,) = find_drawn_contest(section).rounds[0].byes
    enter_round(section, 1)
    results = EventResults(section.session.event)
    rows = {row.contestant: row for group in results.standings.groups for row in group.rows}
    assert rows[resting].total == 12
    assert sorted(row.place.rstrip("=") for row in rows.values() if row.place)[-1] in "45"
    assert len([row for row in rows.values() if row.place]) == 5
    assert compute_field_differences(fetch_scoring_field(section)) == []
    page_of_results = desk.get(
        f"/sessions/{section.session_id}/results/?why={resting}"
    ).content.decode()
    assert "sit-out 12 vp (round 1)" in page_of_results


@pytest.mark.slow
def test_the_printed_draw_has_the_standings_after_the_round_before(desk, section):
    (first,) = SectionJob(section).get_added_sheets(MatchSheets).draws
    assert first.standings == ()
    enter_round(section, 1)
    assert post_draw(desk, section).status_code == 302
    section = reload_drawn_section(section)
    (second,) = SectionJob(section).get_added_sheets(MatchSheets).draws
    assert (second.title, second.standings_title) == (
        "Draw of round 2",
        "Standings after round 1, in victory points",
    )
    assert len(second.standings) == 6
    assert sum(team.total for team in second.standings) == 3 * 20
    # Results of the drawn round itself don't change the sheet on the wall.
    enter_round(section, 2)
    assert (
        SectionJob(reload_drawn_section(section)).get_added_sheets(MatchSheets).draws[0].standings
        == second.standings
    )
