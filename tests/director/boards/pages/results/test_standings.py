"""Step 6: standings, their scoring, and what leads on from them."""

import re
from datetime import UTC, datetime
from urllib.parse import urljoin

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.core.base.roles import Role
from director.core.night.publishing import finalise_results
from director.models import Event, Result
from director.sheets import RECAP_TITLE
from tests.director.boards.pages.results.rescoring import choose_scoring, list_answers
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import find_elements, find_errors, find_texts, read_table_rows
from tests.factories import (
    enter_all_results,
    enter_on_line,
    enter_result_with_lead,
    make_account,
    make_night,
    make_played_section,
    make_sections,
    results_address,
)

pytestmark = pytest.mark.django_db


def scoring(section):
    return f"{results_address(section)}?tab=scoring"


def choose(scoring="matchpoints", **options):
    return {"scoring": scoring} | {f"option_{name}": value for name, value in options.items()}


def test_step_6_shows_standings_and_scoring(desk):
    section = make_played_section(leave=1)
    page = desk.get(results_address(section))
    assert find_texts(page, "#progress") == ["11 of 12 results entered"]
    assert [row[1] for row in read_table_rows(page)] == [
        row.label for row in fetch_session_sheets(section).standings.groups[0].rows
    ]
    tabs = [(link.text.split()[0], link.get("href")) for link in find_elements(page, "nav.tabs a")]
    assert tabs == [
        ("Standings", results_address(section)),
        ("Boards", f"{results_address(section)}?tab=boards"),
        (RECAP_TITLE, f"{results_address(section)}recap/"),
        ("Rulings", f"/sessions/{section.session_id}/rulings/"),
        ("Money", f"/sessions/{section.session_id}/money/"),
        ("History", f"/sessions/{section.session_id}/acts/"),
        ("Export", f"{results_address(section)}?tab=export"),
    ]
    assert [link.get("href") for link in find_elements(page, ".menu .links a")] == [
        scoring(section),
        f"{results_address(section)}extras/",
        f"{results_address(section)}stage/",
        f"/sessions/{section.session_id}/hands/",
        f"/events/{section.session.event_id}/seasons/",
        f"/events/{section.session.event_id}/labels/",
    ]
    assert desk.get(tabs[1][1]).url == f"{results_address(section)}boards/1/"
    form = desk.get(scoring(section))
    assert [select.get("name") for select in find_elements(form, "#scoring select")][:4] == [
        *("scoring", "option_per_beaten", "preset", "option_neuberg")
    ]


def make_entered(section):
    enter_all_results(section)
    return section


CONTESTS = {
    "pairs": lambda: make_played_section(published=False),
    "players": lambda: make_entered(make_players_section()),
    "teams": lambda: make_entered(make_teams_section(boards_per_set=2)),
    "sections": lambda: make_sections(letters="AB", sessions=2)[-1],
}


@pytest.mark.parametrize("contest", CONTESTS)
def test_every_page_of_results_stays_at_the_desk(client, contest):
    section = CONTESTS[contest]()
    client.force_login(make_account("rosa", Role.VIEWER))
    waiting, seen = [results_address(section)], set()  # one page of each form of address
    while waiting:
        page = client.get(waiting.pop(), follow=True)
        here = page.request["PATH_INFO"]
        links = [
            *find_elements(page, "nav.tabs a"),
            *find_elements(page, "main table a"),
            *find_elements(page, ".section-links a"),
        ]
        for address in sorted(urljoin(here, link.get("href")) for link in links):
            assert not address.startswith("/events/"), here
            form = re.sub("[0-9]+", "", address)
            if form not in seen and re.search(r"/results/([^?]*|\?tab=.*)$", address):
                seen.add(form)
                waiting.append(address)
        current = [
            link.text for link in find_elements(page, "nav.tabs a") if link.get("aria-current")
        ]
        assert page.status_code == 200, here
        assert len(find_elements(page, "#night-steps")) == 1, here
        assert len(current) == 1, here
        assert find_texts(page, "#publish .links a")[:1] == ["Scoring"], (
            here
        )  # what *More* leads to
    names = {name.partition("/results/")[2].partition("/")[0] for name in seen}
    assert {"pairs", "boards", "recap"} <= names
    assert ({"matches", "players"} <= names) == (contest == "teams")


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("page", ["boards/1/", "pairs/{}/"])
def test_every_result_leads_whoever_scores_to_its_line(client, contest, page):
    section = CONTESTS[contest]()
    if contest == "pairs":
        line = fetch_section_lines(section).get_board_lines(1)[0]
        enter_result_with_lead(section, (1, line.ns, line.ew), "+170")  # has no contract to press
    path = f"/sessions/{section.ref}/results/"
    page = path + page.format(fetch_session_sheets(section).numbered_rows[0].contestant)
    client.force_login(make_account("rosa", Role.VIEWER))
    assert [
        link
        for link in find_elements(client.get(page), "tbody a")
        if "/scores/" in link.get("href")
    ] == []
    client.force_login(make_account("sven", Role.SCORER))
    (*_publishing, hint) = find_elements(client.get(path), "p.help a")
    assert (
        client.get(urljoin(path, hint.get("href")), follow=True).request["PATH_INFO"]
        == f"{path}boards/1/"
    )
    shown = client.get(page)
    rows = [
        row for row in find_elements(shown, "main .results tbody tr") if row.get("class") != "why"
    ]
    results = [
        link.get("href")
        for link in find_elements(shown, "tbody a")
        if "/scores/" in link.get("href")
    ]
    if not (contest == "teams" and "pairs" in page):  # a team's card is match by match
        assert len(results) == len(set(results)) == len([row for row in rows if len(row) > 3])
    for address in results:
        scores, _hash, line = address.partition("#")
        assert len(find_elements(client.get(scores), f"#{line}")) == 1


@pytest.mark.parametrize("state", ["open", "provisional", "final"])
@pytest.mark.parametrize(
    "tab", ["", "?tab=export", "?tab=scoring", "extras/", "boards/1/", "../rulings/", "../acts/"]
)
def test_each_tab_has_one_filled_button(desk, state, tab):
    section = make_played_section(published=state != "open")
    if state == "final":
        finalise_results(event=section.session.event)
    page = desk.get(urljoin(results_address(section), tab))
    buttons = [*find_elements(page, "main button"), *find_elements(page, "main a.button")]
    assert (
        len(
            [
                button
                for button in buttons
                if not {"quiet", "danger"} & set(button.get("class", "").split())
            ]
        )
        == 1
    )


def test_another_option_ranks_again_at_once(desk):
    section = make_played_section()
    before = fetch_session_sheets(section).standings.groups[0].rows[0].total
    done = choose_scoring(desk, results_address(section), choose(per_beaten="1"))
    assert done.url == results_address(section)
    event = Event.objects.get()
    assert event.scoring_options["per_beaten"] == "1"
    section.session.event = event
    assert fetch_session_sheets(section).standings.groups[0].rows[0].total == before / 2


def test_a_program_sets_every_option_and_an_option_afterwards_counts(desk):
    section = make_played_section()
    choose_scoring(desk, results_address(section), choose() | {"preset": "acbl"})
    chosen = Event.objects.get().scoring_options
    assert (chosen["per_beaten"], chosen["percent_from"], chosen["ties"]) == (
        "1",
        "rounded-total",
        "split",
    )
    page = desk.get(scoring(section))
    (named,) = (box for box in find_elements(page, "select") if box.get("name") == "preset")
    assert [
        choice.get("value") for choice in named.iter("option") if choice.get("selected") is not None
    ] == ["acbl"]
    choose_scoring(
        desk, results_address(section), choose(**chosen | {"per_beaten": "2"}) | {"preset": "acbl"}
    )
    assert Event.objects.get().scoring_options == chosen | {"per_beaten": "2"}
    refused = desk.post(results_address(section), choose() | {"preset": "moon"})
    assert refused.status_code == 422
    assert "“moon” isn’t on the list. Choose one from it." in refused.content.decode()


def test_a_choice_that_changes_figures_asks_first_and_then_says_what_it_changed(desk):
    section = make_played_section()
    address, headers = results_address(section), {"HX-Request": "true"}
    asked = desk.post(address, choose(per_beaten="1"), headers=headers)
    assert asked.status_code == 422
    assert find_texts(asked, "#scoring .say p")[0] == (
        "Nothing is saved yet. If you press Change: Matchpoints per result beaten: 1. No place "
        "changes, but the figures of all 4 pairs do."
    )
    assert len(read_table_rows(asked, ".outcome")) == 4
    assert Event.objects.get().scoring_options == {}
    done = choose_scoring(desk, address, choose(per_beaten="1"), headers=headers)
    assert done.status_code == 200
    assert find_texts(done, "#scoring .say") == [
        "Matchpoints per result beaten: 1. No place changed, but the figures of all 4 pairs did."
    ]
    assert Event.objects.get().scoring_options["per_beaten"] == "1"


def make_tied_section():
    """Return a Howell of four pairs in which 1 and 3 tie, and 3 is better on their own boards."""
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    better_ns_by_board = {1: 2, 3: 3}  # on other boards all scores are alike
    for line in fetch_section_lines(section).all:
        is_better = better_ns_by_board.get(line.board_no) == line.ns
        enter_on_line(section, line, "1NTN+1" if is_better else "1NTN=")
    return section


def test_a_tie_break_names_the_pairs_that_change_place(desk):
    section = make_tied_section()
    address, chosen = results_address(section), choose(ties="head-to-head")
    asked = desk.post(address, chosen)
    words = "Ties are now broken by boards against each other. The places of pairs 3 and 1"
    assert find_texts(asked, "#scoring .say p")[0] == (
        f"Nothing is saved yet. If you press Change: {words} change."
    )
    assert [row[-1] for row in read_table_rows(asked, ".outcome")] == ["2= → 2", "2= → 3"]
    assert Event.objects.get().scoring_options == {}
    (answer,) = list_answers(asked)
    done = desk.post(address, chosen | answer, follow=True)
    assert find_texts(done, ".say")[0] == f"{words} changed."
    assert section.session.event.acts.first().words == words.split(" The places", maxsplit=1)[0]


def test_the_answer_holds_for_the_choice_that_was_asked_about(desk):
    section = make_played_section()
    asked = desk.post(results_address(section), choose(per_beaten="1"))
    (answer,) = list_answers(asked)
    again = desk.post(results_address(section), choose("butler") | answer)
    assert again.status_code == 422
    assert Event.objects.get().scoring == "matchpoints"
    (keep,) = find_elements(again, "#scoring .say a")
    assert keep.text == "Keep"
    assert keep.get("href") == scoring(section)


def test_a_choice_that_changes_no_figure_is_stored_at_once(desk):
    section = make_played_section()
    response = desk.post(
        results_address(section), choose(ties="head-to-head"), headers={"HX-Request": "true"}
    )
    assert find_texts(response, "#scoring .say") == [
        "Ties are now broken by boards against each other. No place changed."
    ]
    assert Event.objects.get().scoring_options["ties"] == "head-to-head"
    acts = section.session.event.acts.order_by("-number")
    assert acts[0].words == "Ties are now broken by boards against each other."


def test_before_the_first_result_another_method_is_stored_at_once(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    assert desk.post(results_address(section), choose("butler")).status_code == 302
    assert Event.objects.get().scoring == "butler"


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_method_that_cannot_score_the_night_is_refused(desk, headers):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    line = fetch_section_lines(section).get_board_lines(3)[0]
    enter_result(section=section, board_no=3, ns=line.ns, ew=line.ew, text="A6040", user=None)
    response = desk.post(results_address(section), choose("average"), headers=headers)
    assert response.status_code == 422
    assert find_errors(response) == [
        "Board 3: A6040 doesn’t work when scores are compared with their average. Enter A50 or no result."
    ]
    assert Event.objects.get().scoring == "matchpoints"


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        pytest.param(
            choose("guesswork"), "“guesswork” isn’t on the list. Choose one from it.", id="method"
        ),
        pytest.param(
            choose(neuberg="maybe"), "“maybe” isn’t on the list. Choose one from it.", id="option"
        ),
        pytest.param({}, "Choose a method.", id="nothing"),
    ],
)
def test_an_unlisted_scoring_choice_is_refused(desk, posted, sentence):
    section = make_played_section()
    response = desk.post(results_address(section), posted)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert Event.objects.get().scoring_options == {}


def test_another_method_forgets_the_options_of_the_former(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    desk.post(results_address(section), choose("average", per_beaten="1"))
    event = Event.objects.get()
    assert event.scoring == "average"
    assert event.scoring_options == {"rounding": "session", "compare": "field"}
    assert "option_rounding" in [
        select.get("name") for select in find_elements(desk.get(scoring(section)), "select")
    ]


def test_step_6_still_opens_when_the_night_cannot_be_scored(desk):
    section = make_played_section()
    Event.objects.update(scoring="average", scoring_options={})
    page = desk.get(results_address(section))
    assert find_errors(page)[0].startswith("There are no standings. Board ")
    assert find_elements(desk.get(scoring(section)), "#scoring select") != []
    assert desk.post(results_address(section), choose("matchpoints")).status_code == 302


def test_step_6_needs_a_director():
    section = make_played_section()
    assert (
        Client().get(results_address(section)).url == f"/sign-in/?next={results_address(section)}"
    )
    response = Client().post(results_address(section), choose(per_beaten="1"))
    assert response.status_code == 403
    assert Event.objects.get().scoring_options == {}


def test_there_is_no_step_6_of_a_night_that_is_not(desk):
    assert desk.get("/sessions/99/results/").status_code == 404


def test_published_at_is_shown_in_local_time(desk):
    section = make_played_section()
    Event.objects.update(published_at=datetime(2026, 11, 17, 12, tzinfo=UTC))
    texts = find_texts(desk.get(results_address(section)), ".menu .muted")
    assert texts[0] == "Published 17 November 2026, 12:00"


def test_missing_results_of_all_sections_and_sessions_are_counted(desk):
    first, second, *_later = sections = make_sections(letters="AB", sessions=2)
    due = sum(section.results.count() for section in sections)
    Result.objects.filter(pk=second.results.first().pk).delete()
    for section in (first, second):
        page = desk.get(f"/sessions/{section.ref}/results/")
        assert find_texts(page, "#progress") == [f"{due - 1} of {due} results entered"]
    response = desk.post(f"/events/{first.session.event_id}/publish/", {})
    assert find_texts(response, "#progress") == [f"{due - 1} of {due} results entered"]
    assert find_texts(response, ".bad")[0].startswith(f"Missing: 1 of {due} results. ")
