"""Pictures on the pages of results: the same figures as in the tables, and what each page marks."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.results.method import set_scoring
from director.core.files.site import make_event_site
from director.core.night.publishing import publish_results
from director.models import Club
from tests.director.pages import find_elements, find_texts, read_table_rows
from tests.factories import (
    enter_on_line,
    make_night,
    make_played_section,
    public_address,
    results_address,
)

pytestmark = pytest.mark.django_db


def visit(section, page=""):
    return Client().get(public_address(section, page))


@pytest.fixture
def section():
    return make_played_section()


def test_everybody_in_the_table_has_a_dot_and_the_winner_another(section):
    page = visit(section)
    (plot,) = find_elements(page, ".podium .dots")
    assert plot.get("aria-hidden") == "true"
    kinds = [dot.get("class") for dot in find_elements(page, ".dots circle")]
    assert len(kinds) == len(read_table_rows(page))
    assert kinds.count("lead") == len(find_texts(page, ".winner"))


def test_bars_go_to_both_sides_of_fifty_per_cent(section):
    page = visit(section)
    percents = [float(text) for text in find_texts(page, "tbody .pct")]
    sides = [bar.get("class") for bar in find_elements(page, "tbody .pct svg")]
    assert sides == ["below" if percent < 50 else None for percent in percents]
    assert min(percents) < 50 < max(percents)


def test_imps_have_bars_from_zero_in_the_column_of_totals(section):
    set_scoring(section=section, scoring="cross-imps", options={}, user=None)
    page = visit(section)
    totals = find_texts(page, "tbody .c-total")
    sides = [bar.get("class") for bar in find_elements(page, "tbody .c-total svg")]
    assert sides == ["below" if total.startswith("−") else None for total in totals]
    assert "below" in sides
    assert find_texts(page, ".dots text")[0].startswith("−")


def test_the_desk_has_the_same_headline(desk, section):
    page = desk.get(results_address(section))
    assert find_texts(page, ".winner") == find_texts(visit(section), ".winner")


def test_before_the_first_result_there_is_no_picture():
    section = make_night(pairs=8)
    publish_results(event=section.session.event)
    page = visit(section)
    assert find_elements(page, ".podium") == []
    assert find_elements(page, ".find-name") == []


def test_a_field_of_equals_is_a_stack_of_dots():
    section = make_night(pairs=8)
    for line in fetch_section_lines(fetch_section(section.session_id)).all:
        enter_on_line(section, line, "1NTS=")
    publish_results(event=section.session.event)
    page = visit(section)
    dots = find_elements(page, ".dots circle")
    assert len({dot.get("cx") for dot in dots}) == 1
    assert len({dot.get("cy") for dot in dots}) == len(dots) == 8
    assert find_texts(page, ".podium small") == [
        "North-South, shared by 4",
        "East-West, shared by 4",
    ]


# -- a pair's page -----------------------------------------------------------------------------------------------------


def test_a_pair_has_a_curve_over_its_boards_that_ends_at_its_percentage(section):
    page = visit(section, "pairs/2/")
    (curve,) = find_elements(page, ".curve")
    assert curve.get("role") == "img"
    percent = find_texts(page, ".sheet .head p b")[1]
    assert curve.get("aria-label").startswith(f"Percentage after each board: {percent} after")
    rows = read_table_rows(page)
    assert len(find_elements(page, ".curve circle")) == len(rows)
    boards = [row[1] for row in sorted(rows, key=lambda row: (int(row[0]), int(row[1])))]
    assert find_texts(page, ".curve .point") == ["Board", *boards]


def test_a_pair_is_marked_in_the_field(section):
    page = visit(section, "pairs/2/")
    kinds = [dot.get("class") for dot in find_elements(page, ".dots circle")]
    assert kinds.count("own") == 1
    assert kinds[-1] == "own"
    names = find_texts(page, "h2")[0]
    assert names in find_elements(page, ".dots")[0].get("aria-label")


def test_imps_of_a_pair_add_up_around_zero(section):
    set_scoring(section=section, scoring="cross-imps", options={}, user=None)
    page = visit(section, "pairs/2/")
    assert find_texts(page, "figcaption")[0] == "Total after each board"
    assert "0" in find_texts(page, ".curve text")
    assert find_elements(page, ".curve .middle") != []


def test_a_pair_without_results_has_no_curve():
    section = make_night(pairs=8)
    publish_results(event=section.session.event)
    page = visit(section, "pairs/2/")
    assert page.status_code == 200
    assert find_elements(page, ".picture") == []


# -- find my name ------------------------------------------------------------------------------------------------------


def test_a_name_that_is_found_once_leads_to_its_boards(section):
    row = read_table_rows(visit(section))[2]
    name = row[2].split(" & ")[0]
    answer = visit(section, f"?find={name}")
    assert answer.status_code == 302
    assert answer.url == public_address(section, f"pairs/{row[1]}/")


def test_a_name_that_is_found_several_times_is_a_list(section):
    page = visit(section, "?find=a")
    addresses = [link.get("href") for link in find_elements(page, ".links a")]
    assert len(addresses) > 1
    assert all("/pairs/" in address for address in addresses)


def test_a_name_that_is_not_there_is_said_to_be_missing(section):
    assert "Nobody found. Try part of the name." in visit(section, "?find=zzz").content.decode()


def test_an_exported_page_has_the_pictures_and_nothing_to_send(section):
    Club.objects.update(has_player_pages=False)
    files = make_event_site(section.session.event)
    html = files["index.html"].decode()
    assert '<svg class="picture dots"' in html
    assert "<form" not in html
    assert 'class="picture curve"' in files["pairs/2.html"].decode()
    assert any(name.endswith("pictures.css") for name in files)


def test_the_picture_begins_with_the_third_result(desk):
    section = make_night(pairs=6)
    lines = fetch_section_lines(section).all
    for count, line in enumerate(lines[:3], start=1):
        enter_on_line(section, line, "3NTN=")
        page = desk.get(results_address(section))
        assert bool(find_elements(page, ".podium")) == (count == 3)


def test_a_pair_at_the_desk_leads_to_its_people_and_visitors_not(desk, section):
    page = desk.get(f"{results_address(section)}pairs/1/")
    people = [entry.person for entry in section.entries.get(pair_no=1).entry_players.all()]
    for person in people:
        assert f'href="/people/{person.pk}/"' in page.content.decode()
    assert "/people/" not in visit(section, "pairs/1/").content.decode()
