"""A Swiss, drawn round by round on its page: corrections, withdrawals, byes, hand-made pairings, reasons, bad input."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
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
from tests.director.pages import find_elements, find_texts, read_table_rows
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


def test_a_round_that_is_drawn_later_follows_the_numbers_of_the_first(desk, section):
    number_boards(session=section.session, first_board=13, user=None)
    section = reload_drawn_section(section)
    enter_round(section, 1)
    post_draw(desk, section)
    plan = reload_drawn_section(section).plan
    boards_by_round = {row.round_no: sorted(row.boards) for row in plan.rows.all()}
    assert boards_by_round == {1: [13, 14], 2: [15, 16]}


def test_a_contest_begins_with_a_first_round_and_empty_teams(section):
    contest = find_drawn_contest(section)
    assert contest.rounds[0].pairings == ((1, 4), (2, 5), (3, 6))
    assert sorted(section.entries.values_list("pair_no", flat=True)) == [1, 2, 3, 4, 5, 6]
    rows = [(row.table_no, row.ns, row.ew, row.boards) for row in section.plan.rows.all()]
    assert rows[:2] == [(1, 1, 4, [1, 2]), (2, 4, 1, [2, 1])]


def test_three_rounds_bring_nobody_together_twice(desk, section):
    for round_no in (1, 2):
        enter_round(section, round_no)
        assert post_draw(desk, section).status_code == 302
        section = reload_drawn_section(section)
    enter_round(section, 3)
    contest = find_drawn_contest(section)
    meetings = [
        frozenset(two) for contest_round in contest.rounds for two in contest_round.pairings
    ]
    assert len(meetings) == len(set(meetings)) == 9
    results = EventResults(section.session.event)
    assert results.is_complete
    assert sum(row.total for group in results.standings.groups for row in group.rows) == 9 * 20


def test_the_next_round_follows_the_standings(desk, section):
    enter_round(section, 1)
    contest = find_drawn_contest(section)
    order = [int(standing.contestant) for standing in contest.get_ranking(1).standings]
    home, away = (
        desk.get(draw_address(section)).context["rows"][0].home,
        desk.get(draw_address(section)).context["rows"][0].away,
    )
    assert order[0] in (int(home), int(away))


def test_a_correction_of_a_former_round_changes_the_next_draw_and_not_what_was_played(
    desk, section
):
    enter_round(section, 1)
    post_draw(desk, section)
    section = reload_drawn_section(section)
    enter_round(section, 2)
    second = find_drawn_contest(section).rounds[1]
    before = desk.get(draw_address(section)).context["contest"].state_version
    line = next(line for line in fetch_section_lines(section).all if line.round_no == 1)
    enter_on_line(section, line, "7NTN=")
    assert desk.get(draw_address(section)).context["contest"].state_version != before
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1] == second


def test_an_odd_field_has_byes_for_which_60_per_cent_are_given(desk):
    section = make_drawn_section(desk, size=5)
    assert find_drawn_contest(section).rounds[0].byes == (5,)
    enter_round(section, 1)
    post_draw(desk, section)
    section = reload_drawn_section(section)
    enter_round(section, 2)
    drawn = find_drawn_contest(section).rounds
    assert set(drawn[1].byes) != {5}
    ranking = find_drawn_contest(section).get_ranking(2)
    total = {int(standing.contestant): standing.total for standing in ranking.standings}[5]
    own = sum(
        Fraction(match.view_from_team(5).score[0])
        for match in ranking.matches
        if 5 in (match.home, match.away)
    )
    assert total == own + 12


def test_a_team_that_goes_home_is_not_drawn_and_keeps_its_points(desk, section):
    enter_round(section, 1)
    boxes = desk.post(
        draw_address(section), make_draw_form(desk, section) | {"action": "draw", "absent": ["2"]}
    ).context
    assert all("2" not in (row.home, row.away) for row in boxes["rows"])
    data = {
        "mark": boxes["contest"].state_version,
        "action": "use",
        "absent": ["2"],
        "bye": boxes["byes"][0],
    }
    for row in boxes["rows"]:
        data |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    assert desk.post(draw_address(section), data).status_code == 302
    section = reload_drawn_section(section)
    assert 2 not in find_drawn_contest(section).rounds[1].playing_contestants
    assert {row.contestant for group in EventResults(section.session.event).standings.groups for row in group.rows} == {
        1, 2, 3, 4, 5, 6
    }  # fmt: skip


def test_kept_pairings_stay_when_the_others_are_drawn_again(desk, section):
    enter_round(section, 1)
    wanted = {
        "home-1": "6",
        "away-1": "1",
        "keep-1": "1",
        "action": "draw",
        "mark": make_draw_form(desk, section)["mark"],
    }
    context = desk.post(draw_address(section), wanted).context
    assert ("6", "1", True) in [(row.home, row.away, row.is_kept) for row in context["rows"]]
    assert len(context["rows"]) == 3


def test_two_presses_draw_one_round(desk, section):
    enter_round(section, 1)
    post_data = make_draw_form(desk, section) | {"action": "use"}
    assert desk.post(draw_address(section), post_data).status_code == 302
    response = desk.post(draw_address(section), post_data)
    assert response.status_code == 422
    assert "your draw was not saved" in response.content.decode()
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 2


def test_a_round_without_results_can_be_drawn_again(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    context = desk.get(f"{draw_address(section)}?anew=1").context
    assert context["round_no"] == 2
    first, second = (row for row in context["rows"][:2])
    swapped = {
        "home-1": first.home,
        "away-1": second.away,
        "home-2": second.home,
        "away-2": first.away,
        "again": "1",
    }
    third = context["rows"][2]
    post_data = {
        "mark": context["contest"].state_version,
        "anew": "1",
        "action": "use",
        "home-3": third.home,
        "away-3": third.away,
    }
    assert desk.post(draw_address(section), post_data | swapped).status_code == 302
    rounds = find_drawn_contest(reload_drawn_section(section)).rounds
    assert len(rounds) == 2
    assert (int(first.home), int(second.away)) in rounds[1].pairings


REFUSED = [
    ({"home-1": "9"}, "Match 1: there is no team “9”. Type one of 1 to 6."),
    ({"home-1": "x"}, "Match 1: there is no team “x”. Type one of 1 to 6."),
    ({"home-1": "", "away-1": ""}, "would sit out, but only one can. Pair the others."),
    ({"absent": ["3"]}, "Team 3 isn’t playing, but is in match"),
]


@pytest.mark.parametrize(("changed", "sentence"), REFUSED)
def test_a_draw_that_cannot_be_is_refused_in_one_sentence_and_stays_typed(
    desk, section, changed, sentence
):
    enter_round(section, 1)
    response = post_draw(desk, section, **changed)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert len(response.context["problems"]) == 1
    typed = {row.match_no: row for row in response.context["rows"]}
    if changed.get("home-1"):
        assert typed[1].home == changed["home-1"]
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1


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


def test_pairs_meet_in_matches_and_are_ranked_by_victory_points(desk):
    section = make_drawn_section(desk, contest=Contest.PAIRS, key="swiss-pairs", size=8, boards=4)
    enter_round(section, 1)
    assert post_draw(desk, section).status_code == 302
    section = reload_drawn_section(section)
    enter_round(section, 2)
    results = EventResults(section.session.event)
    assert section.session.event.scoring == "swiss-pairs"
    assert all(row.total is not None for group in results.standings.groups for row in group.rows)


def test_a_knock_out_goes_on_with_the_winners_until_one_is_left(desk):
    section = make_drawn_section(desk, key="knock-out", size=5)
    early = desk.post(
        draw_address(section), {"mark": find_drawn_contest(section).state_version, "action": "use"}
    )
    assert "has no winner yet" in early.content.decode()
    for round_no in (1, 2, 3):
        enter_round(section, round_no)
        contest = find_drawn_contest(section)
        chosen = [home for home, _away in contest.rounds[-1].pairings]
        for home, away in contest.rounds[-1].pairings:
            decided = {
                "winner": home,
                "reason": "regulations",
                "is_against_score": True,
                "user": None,
            }
            decide_match(section=section, round_no=round_no, contestants=(home, away), **decided)
        section = reload_drawn_section(section)
        response = desk.post(
            draw_address(section), {"mark": contest.state_version, "action": "use"}
        )
        section = reload_drawn_section(section)
        if round_no < 3:
            assert response.status_code == 302
            assert set(chosen) <= {
                *find_drawn_contest(section).rounds[-1].playing_contestants,
                *find_drawn_contest(section).rounds[-1].byes,
            }
        else:
            assert "has won" in response.content.decode()


def test_the_page_asks_as_much_for_many_teams_and_rounds_as_for_few(desk, section):

    with CaptureQueriesContext(connection) as few:
        desk.get(draw_address(section))
    large = make_drawn_section(desk, size=40)
    enter_round(large, 1)
    post_draw(desk, large)
    with CaptureQueriesContext(connection) as many:
        desk.get(draw_address(large))
    assert len(many) <= len(few) + 2


def test_each_match_shows_the_places_and_totals_it_is_drawn_from(desk, section):
    headings = find_texts(desk.get(draw_address(section)), ".matches th")
    assert headings[:4] == ["Tables", "Home", "Away", "Tables"]
    enter_round(section, 1)
    standings = {
        f"{standing.contestant}": [standing.rank_text, f"{float(standing.total):.2f}"]
        for standing in find_drawn_contest(reload_drawn_section(section)).get_ranking(1).standings
    }
    proposed = read_table_rows(desk.get(draw_address(section)), "#draw .matches")
    for _tables, *cells in proposed:
        for number, *standing in (cells[:3], cells[3:]):
            assert standing == standings[number]
    post_draw(desk, section)
    page = desk.get(draw_address(section))
    assert read_table_rows(page, ".matches")[: len(proposed)] == proposed
    filled = [link for link in find_elements(page, "main .button") if link.get("class") == "button"]
    assert [(link.text, link.get("href")) for link in filled] == [
        ("Continue to Play", f"/sessions/{section.session_id}/play/")
    ]


def test_a_knockout_begins_without_the_boxes_of_a_swiss(desk):
    section = make_section_to_draw()
    hidden = {"rounds": "", "meetings": "", "first_round": "", "odd": ""}
    assert start_draw(desk, section, key="knock-out", size=5, **hidden).status_code == 302
    seats = desk.get(f"/sessions/{section.session_id}/seats/")
    assert find_texts(seats, "#named") == ["Round 1 drawn · 0 of 5 teams named"]
    assert "Sit out: 1, 2, 3" in find_texts(desk.get(draw_address(section)), "section p")
    enter_round(reload_drawn_section(section), 1)
    seats = desk.get(f"/sessions/{section.session_id}/seats/")
    assert find_texts(seats, "#named") == ["0 of 5 teams named"]


def test_the_draw_of_the_last_round_hangs_on_the_wall(desk, section):
    enter_round(section, 1)
    post_draw(desk, section)
    page_of_print = desk.get(f"/sessions/{section.session_id}/print/?set=before").content.decode()
    assert "Draw of the round" in page_of_print
    (sheet,) = SectionJob(reload_drawn_section(section)).get_added_sheets(MatchSheets).draws
    assert sheet.title == "Draw of round 2"
    assert [match.tables for match in sheet.matches] == ["1 and 2", "3 and 4", "5 and 6"]
    drawn = find_drawn_contest(reload_drawn_section(section)).rounds[1].pairings
    assert [(match.home, match.away) for match in sheet.matches] == [
        (f"{home}", f"{away}") for home, away in drawn
    ]


def test_a_night_by_a_schedule_has_no_draw_for_the_wall(desk):
    assert SectionJob(make_section_to_draw()).get_added_sheets(MatchSheets).draws == ()


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


def list_reasons(answer):
    context = answer.context
    shown_round = context["drawn_round"] or context["next_round"]
    return [match.reason for match in shown_round.matches]


def test_a_proposed_round_says_why(desk):
    section = make_drawn_section(desk)
    assert list_reasons(desk.get(draw_address(section)))[0] == "top against bottom"
    enter_round(reload_drawn_section(section), 1)
    proposed = list_reasons(desk.get(draw_address(section)))
    assert proposed[-1] == "the only two left"
    assert post_draw(desk, section).status_code == 302
    # The drawn round has the same reasons, found again from what is stored.
    assert list_reasons(desk.get(draw_address(section))) == proposed


def test_a_match_typed_by_hand_is_said_to_be(desk):
    section = make_drawn_section(desk, size=8)
    enter_round(section, 1)
    post_data = make_draw_form(desk, section)
    post_data["away-1"], post_data["away-2"] = post_data["away-2"], post_data["away-1"]
    assert (
        desk.post(draw_address(section), post_data | {"action": "use", "again": "on"}).status_code
        == 302
    )
    assert "paired by hand, or drawn from other standings" in list_reasons(
        desk.get(draw_address(section))
    )
    first = reload_drawn_section(section)
    enter_round(first, 1, shift=1)
    # The standings have changed since, which the page says instead.
    response = desk.get(draw_address(section))
    assert set(list_reasons(response)) == {""}


def test_opponents_are_beside_the_standings(desk):
    section = make_drawn_section(desk, size=5, odd="bye")
    enter_round(section, 1)
    contest = find_drawn_contest(reload_drawn_section(section))
    ((home, away), *_others) = contest.rounds[0].pairings
    (bye,) = contest.rounds[0].byes
    opponents = {line.side.name: line.opponents_text for line in contest.shown_opponents}
    assert opponents[f"{home}"] == f"{away}"
    assert opponents[f"{bye}"] == "–"
    post_draw(desk, section)
    contest = find_drawn_contest(reload_drawn_section(section))
    assert {len(line.opponents_text.split(", ")) for line in contest.shown_opponents} == {2}
    assert "Standings and opponents" in find_texts(desk.get(draw_address(section)), "summary")


def test_pairs_have_them_too(desk):
    section = make_drawn_section(desk, contest=Contest.PAIRS, key="swiss-pairs", size=6)
    enter_round(section, 1)
    assert all(list_reasons(desk.get(draw_address(section))))


def test_a_knock_out_has_none(desk):
    section = make_drawn_section(desk, key="knock-out", size=8)
    response = desk.get(draw_address(section))
    assert set(list_reasons(response)) == {""}
    assert "Standings and opponents" not in find_texts(response, "summary")


# -- the pages of matches ----------------------------------------------------------------------------------------------


def test_the_matches_of_a_swiss_show_the_same_standings_once(desk):
    section = make_drawn_section(desk)
    post_draw(desk, section)
    enter_round(reload_drawn_section(section), 1)
    post_draw(desk, reload_drawn_section(section))
    enter_round(reload_drawn_section(section), 2)
    address = f"/sessions/{section.session_id}/results/matches/"
    latest = desk.get(address)
    assert len(find_elements(latest, "main table")) == 1
    assert find_texts(latest, "main h2") == ["Standings after an earlier round"]
    earlier = desk.get(address, {"after": "1"})
    assert len(find_elements(earlier, "main table")) == 2
    assert find_texts(earlier, "main h2") == ["Standings after round 1"]


def test_a_match_without_a_score_is_open_for_it_and_leads_to_the_next(desk):
    section = make_drawn_section(desk)
    post_draw(desk, section)
    section = reload_drawn_section(section)
    keys = sorted({(min(row.ns, row.ew), max(row.ns, row.ew)) for row in section.plan.rows.all()})
    (home, away), *others = keys
    address = f"/sessions/{section.session_id}/results/matches/{home}/{away}/?round=1"
    match = desk.get(address)
    assert find_elements(match, "#report")[0].get("open") is not None
    links = [link for link in find_elements(match, "p.links a") if "Next match" in link.text]
    named = [f"Next match: {first} against {second}" for first, second in others]
    assert len(links) == 1
    assert links[0].text in named
    assert desk.get(links[0].get("href")).status_code == 200


def test_a_match_with_a_score_is_closed_and_no_other_waits(desk):
    section = make_drawn_section(desk)
    post_draw(desk, section)
    section = reload_drawn_section(section)
    enter_round(section, 1)
    row = section.plan.rows.first()
    match = desk.get(f"/sessions/{section.session_id}/results/matches/{row.ns}/{row.ew}/?round=1")
    assert find_elements(match, "#report")[0].get("open") is None
    assert "Next match" not in " ".join(find_texts(match, "main"))


def test_only_pairs_are_offered_to_report_a_problem_at_seats(desk):
    for contest, is_offered in ((Contest.PAIRS, True), (Contest.TEAMS, False)):
        section = make_section_to_draw(contest)
        key = "swiss-pairs" if contest == Contest.PAIRS else "swiss-teams"
        start_draw(desk, section, key=key)
        text = " ".join(find_texts(desk.get(f"/sessions/{section.session_id}/seats/"), "main"))
        assert ("Report a problem" in text) is is_offered


def test_at_home_tables_ns_of_every_team_stay_all_night(desk):
    section = make_drawn_section(desk, size=7, tables="home")
    enter_round(section, 1)
    offered = find_texts(desk.get(draw_address(section)), "#draw .matches td.muted")
    assert post_draw(desk, section).status_code == 302
    section = reload_drawn_section(section)
    rows = list(section.plan.rows.values_list("table_no", "ns"))
    assert len(rows) == 2 * 6
    assert all(table_no == ns for table_no, ns in rows)
    contest = find_drawn_contest(section)
    drawn = contest.rounds[1]
    assert sorted(contest.list_table_labels(drawn)) == sorted(
        f"Tables {low} and {high}" for low, high in drawn.pairings
    )
    assert sorted(map(set, (tables.split(" and ") for tables in offered)), key=sorted) == sorted(
        ({str(low), str(high)} for low, high in drawn.pairings), key=sorted
    )
