"""Tie-breaks as a chain: chosen on the page, and their figures on page, paper, in CSV and JSON."""

import csv
import io
import json
from zipfile import ZipFile

import pytest
from django.urls import reverse
from pypdf import PdfReader

from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.core.night.publishing import publish_results
from director.models import Event
from movements.registry import make_plan
from tests.director.additions.contests.both_ways import BOARDS, play_each_way
from tests.director.additions.contests.draws.test_draws import (
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.pages import (
    fetch_print_preview,
    find_elements,
    find_texts,
    read_table_rows,
)

pytestmark = pytest.mark.django_db

CHAIN = "wins,own-match,margin"
MARGINS = {
    1: {(1, 4): 20, (2, 3): 6},
    2: {(1, 2): 0, (3, 4): 0},
    3: {(1, 3): -6, (2, 4): 20},
}


def make_league(desk):
    section = make_section_to_draw()
    movement = make_plan("round-robin", teams=4, boards_per_set=BOARDS)
    store_plan(section=section, movement=movement)
    set_scoring(
        section=reload_drawn_section(section),
        scoring="team-imps",
        options={"victory_points": "none"},
    )
    return reload_drawn_section(section)


def scoring_boxes(desk, section) -> dict[str, str]:
    """Return what a browser sends of the form of scoring, by the names of its boxes."""
    page = desk.get(f"/sessions/{section.ref}/results/?tab=scoring")
    post_data = {}
    for select in find_elements(page, "#scoring select"):
        options = list(select.iter("option"))
        chosen = next((option for option in options if "selected" in option.attrib), options[0])
        post_data[select.get("name")] = chosen.get("value")
    return post_data


def test_a_tie_break_of_old_databases_means_what_it_did(desk):
    section = make_league(desk)
    event = Event.objects.get()
    event.scoring_options = {"victory_points": "none", "ties": "ebu"}
    event.save()
    boxes = scoring_boxes(desk, section)
    assert (boxes["option_ties"], boxes["option_ties_2"]) == ("ebu", "")
    desk.post(f"/sessions/{section.ref}/results/", boxes)
    assert Event.objects.get().scoring_options["ties"] == "ebu"


@pytest.mark.slow
def test_the_figures_of_tie_breaks_are_shown_everywhere(desk, client):
    """1, 2 and 3 end with 14, 26 and 0 IMPs; with carry-over 2 and 1 have as much."""

    def scenario(tournament):
        section = tournament.section
        tournament.give_extras(**{"carry_over-1": "12", "carry_over_unit": "imp"})
        set_scoring(
            section=reload_drawn_section(section),
            scoring="team-imps",
            options={"victory_points": "none", "ties": CHAIN},
        )
        for round_no, margins in MARGINS.items():
            tournament.play(round_no, margins)
        yield tournament.standings
        page = desk.get(f"/sessions/{section.ref}/results/")
        yield find_texts(page, "table.standings th")
        yield read_table_rows(page, "table.standings")
        yield [text for text in find_texts(page, "li") if "decided" in text]

    outcome = play_each_way(scenario, desk, lambda: make_league(desk))
    standings, headings, _rows, notes = outcome
    assert [(row.place, row.team, row.total) for row in standings][:2] == [
        ("1", 2, 26),
        ("2", 1, 26),
    ]
    assert "Wins" in headings
    assert "Own match" not in headings
    assert notes[0].startswith("Teams 1, 2 are equal; matches won (2 for 2, 1 for 1) decided.")
    section = Event.objects.latest("pk").sessions.get().sections.get()
    event = section.session.event
    response = desk.get(f"/events/{event.pk}/export/zip/")
    with ZipFile(io.BytesIO(response.content)) as archive:
        text = archive.read("standings.csv").decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [line["Wins"] for line in lines] == ["2", "1", "", ""]
    publish_results(event=event)
    results = json.loads(client.get(reverse("event_json", args=[event.pk])).content)
    assert results["standings"][0]["tie_breaks"] == [{"name": "Wins", "figure": "2"}]
    assert "tie_breaks" not in results["standings"][2]
    public = client.get(reverse("event_standings", args=[event.pk]))
    assert "Wins" in find_texts(public, "table.standings th")
    paper = fetch_print_preview(
        desk, f"/sessions/{section.ref}/print/", {"kinds": "standings", "paper": "a4"}
    )
    words = PdfReader(io.BytesIO(paper.content)).pages[0].extract_text()
    assert "Wins" in words
