"""The pages of a night's results: what stands on them, and how few queries they take."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.pages.results.standings import compute_field_average, make_score_counts
from director.boards.play.scores.result import enter_result
from director.core.night.publishing import publish_results
from director.models import Event
from tests.director.boards.others import make_contest_section
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import (
    are_in_order,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import (
    enter_all_results,
    make_night,
    make_played_section,
    make_section,
    public_address,
    results_address,
)

pytestmark = pytest.mark.django_db

PAGES = ("", "pairs/1/", "boards/1/", "recap/", "results.json")


@pytest.fixture
def visitor():
    return Client()


# -- what visitors read ------------------------------------------------------------------------------------------------


def test_standings_come_first_and_lead_to_the_cards(visitor):
    section = make_played_section()
    page = visitor.get(public_address(section))
    assert find_texts(page, "h1") == ["Tuesday pairs"]
    assert are_in_order(
        ["Place", "Pair", "Names", "Total", "Percent"], find_texts(page, "thead th")
    )
    sheets = fetch_session_sheets(section)
    rows = sheets.standings.groups[0].rows
    assert [row[:3] for row in read_table_rows(page)] == [
        [row.place, row.label, row.names] for row in rows
    ]
    assert find_texts(page, "caption small") == [f"Matchpoints · {rows[0].boards} boards"]
    links = [link.get("href") for link in find_elements(page, "tbody .c-names a")]
    assert links == [public_address(section, f"pairs/{row.contestant}/") for row in rows]


def test_two_winners_are_two_tables_side_by_side(visitor):
    section = make_night(pairs=8, boards_per_set=2)
    enter_all_results(section)
    publish_results(event=section.session.event)
    page = visitor.get(public_address(section))
    assert find_texts(page, "caption") == [
        "North-South Matchpoints · 6 boards",
        "East-West Matchpoints · 6 boards",
    ]
    assert [find_texts(page, f"#{prefix}-table tbody tr") != [] for prefix in ("ns", "ew")] == [
        True,
        True,
    ]
    leaders = find_texts(page, "tr.lead .c-names")
    assert find_texts(page, ".podium b") == leaders
    assert set(find_texts(page, ".podium small")) == {"North-South", "East-West"}


def test_the_first_three_are_above_standings_of_one_winner(visitor):
    page = visitor.get(public_address(make_played_section()))
    first = [row for row in read_table_rows(page) if row[0].rstrip("=") in ("1", "2", "3")]
    assert find_texts(page, ".podium b") == [row[2] for row in first]
    assert find_texts(page, ".podium small") == ["Winner"]
    assert find_texts(page, ".podium p span") == [f"{first[0][4]}%"]
    unfinished_page = visitor.get(public_address(make_played_section(leave=3)))
    assert find_texts(unfinished_page, ".podium small")[0].startswith("In the lead")


def test_a_header_sorts_and_says_so(visitor):
    section = make_played_section()
    page = visitor.get(public_address(section, "?sort=pair_no"))
    assert [row[1] for row in read_table_rows(page)] == ["1", "2", "3", "4"]
    sorted_by = [
        (header.get("aria-sort"), "".join(header.itertext()).strip())
        for header in find_elements(page, "thead th")
    ]
    assert [said for said in sorted_by if said[0]] == [("ascending", "Pair")]
    addresses = [link.get("href") for link in find_elements(page, "thead a")]
    assert addresses[1] == "?sort=-pair_no"
    assert "?sort=-percent" in addresses  # the best come first at the first click


def test_a_card_shows_every_board_of_a_pair(visitor):
    section = make_played_section()
    card = fetch_session_sheets(section).pairs[1]
    page = visitor.get(public_address(section, "pairs/2/"))
    assert find_texts(page, "h2") == [card.standing.names]
    facts = [
        f"Pair {card.standing.label}",
        f"place {card.standing.place}",
        f"{float(card.standing.percent):.2f}%",
    ]
    assert find_texts(page, ".sheet .head p")[0].split(" · ")[:3] == facts
    rows = read_table_rows(page)
    assert [(row[0], row[1], row[4]) for row in rows] == [
        (str(line.round_no), str(line.board_no), line.opponents.names) for line in card.lines
    ]
    assert find_texts(page, ".pager a") == ["1", "2", "3", "4"]


def test_a_traveller_shows_every_table_and_how_often_each_score_was_made(visitor):
    section = make_night(pairs=8, boards_per_set=1)
    for line, text in zip(
        fetch_section_lines(section).get_board_lines(2), ("4SS=", "4SS=", "4SS-1"), strict=False
    ):
        enter_result(section=section, board_no=2, ns=line.ns, ew=line.ew, text=text, user=None)
    publish_results(event=section.session.event)
    board = fetch_session_sheets(section).boards[1]
    page = visitor.get(public_address(section, "boards/2/"))
    assert find_texts(page, ".traveller caption") == ["Board 2 East deals, N-S vulnerable"]
    assert [row[0].split()[0] for row in read_table_rows(page, ".traveller")] == [
        line.ns.label.split()[0] for line in board.lines
    ]
    counts = make_score_counts(board)
    assert [row[:2] for row in read_table_rows(page, ".counts")] == [
        [str(count.score).replace("-", "−"), str(count.table_count)] for count in counts
    ]
    assert find_texts(page, ".counts thead th") == ["N-S score", "Tables", "N-S points"]
    assert [link.get("href") for link in find_elements(page, ".pager a") if link.get("rel")] == [
        public_address(section, "boards/1/"),
        public_address(section, "boards/3/"),
    ]


def test_a_board_of_teams_counts_no_points_and_draws_no_bars_of_one(visitor):
    section = make_contest_section("teams")
    board_no = fetch_section_lines(section).boards[0]
    lines = fetch_section_lines(section).get_board_lines(board_no)
    # The same score at two tables of different matches, then another score at each.
    for line, text in zip(lines, ("4SS=", "4SS-1", "4SS=", "4SS+1"), strict=False):
        enter_result(
            section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
        )
    publish_results(event=section.session.event)
    page = visitor.get(public_address(section, f"boards/{board_no}/"))
    assert find_texts(page, ".counts thead th") == ["N-S score", "Tables"]
    assert "N-S IMPs" in find_texts(page, ".traveller th")
    enter_result(
        section=section, board_no=board_no, ns=lines[2].ns, ew=lines[2].ew, text="3NTN=", user=None
    )
    page = visitor.get(public_address(section, f"boards/{board_no}/"))
    assert find_elements(page, ".counts") == []
    assert "No score was made twice." in find_texts(page, "main")[0]


def test_the_first_and_the_last_board_have_one_neighbour(visitor):
    section = make_played_section()
    first = find_elements(visitor.get(public_address(section, "boards/1/")), ".pager a")
    last = find_elements(visitor.get(public_address(section, "boards/6/")), ".pager a")
    assert [link.get("rel") for link in (*first, *last) if link.get("rel")] == ["next", "prev"]


def test_the_field_average_and_the_frequencies_leave_artificial_scores_out():
    section = make_night(pairs=8, boards_per_set=1)
    lines = fetch_section_lines(section)
    board_no = lines.boards[0]
    texts_in = ("4SS=", "4SS=", "4SS-1", "A6040")
    for line, text in zip(lines.get_board_lines(board_no), texts_in, strict=False):
        enter_result(
            section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
        )
    board = fetch_session_sheets(section).boards[0]
    scores = [line.score for line in board.lines if line.score is not None]
    assert compute_field_average(board) == Fraction(sum(scores), len(scores))
    assert [
        (count.score, count.table_count, count.percentage) for count in make_score_counts(board)
    ] == [
        (score, scores.count(score), scores.count(score) * 100 // max(map(scores.count, scores)))
        for score in sorted(set(scores), reverse=True)
    ]


def test_the_recap_has_the_whole_field(visitor):
    section = make_played_section()
    page = visitor.get(public_address(section, "recap/"))
    assert find_texts(page, "thead th") == [
        "Place",
        "Pair",
        "Names",
        "Total",
        "Percent",
        *map(str, range(1, 7)),
    ]
    assert [row[2] for row in read_table_rows(page)] == [
        row.standing.names for row in fetch_session_sheets(section).recap.rows
    ]


def test_a_recap_of_many_boards_is_divided_as_on_paper(visitor):
    section = make_night(pairs=14, boards_per_set=4)
    enter_all_results(section)
    publish_results(event=section.session.event)
    page = visitor.get(public_address(section, "recap/"))
    heads = ["Place", "Pair", "Names", "Total", "Percent"]
    parts = [list(map(str, boards)) for boards in (range(1, 10), range(10, 19), range(19, 29))]
    assert find_texts(page, "thead th") == [title for part in parts for title in (*heads, *part)]
    assert find_texts(page, "caption small") == [
        f"boards {part[0]}–{part[-1]} · points of each board" for part in parts
    ]
    recap = fetch_session_sheets(section).recap
    names = [row.standing.names for row in recap.rows]
    assert [row[2] for row in read_table_rows(page)] == names * 3
    sorted_by_last = visitor.get(public_address(section, "recap/?from-19-sort=-board_28"))
    assert find_texts(sorted_by_last, "#from-1-table tbody th") == names
    assert find_texts(sorted_by_last, "#from-19-table tbody th") != names


def test_provisional_standings_say_how_many_results_are_in(visitor):
    section = make_played_section(leave=3)
    due = len(fetch_section_lines(section).all)
    assert find_texts(visitor.get(public_address(section)), "#progress") == [
        f"Provisional: {due - 3} of {due} results entered."
    ]


def test_complete_standings_say_nothing(visitor):
    assert find_texts(visitor.get(public_address(make_played_section())), "#progress") == []


def test_a_night_before_its_first_result_has_pages(visitor):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    publish_results(event=section.session.event)
    assert [row[0] for row in read_table_rows(visitor.get(public_address(section)))] == [""] * 4
    assert [
        row[5] for row in read_table_rows(visitor.get(public_address(section, "pairs/1/")))
    ] == [f"round {number}" for number in (1, 1, 2, 2, 3, 3)]
    assert "No scores have been entered." in find_texts(
        visitor.get(public_address(section, "boards/1/")), "p"
    )


def test_a_night_without_a_movement_has_an_empty_page(visitor):
    section = make_section()
    publish_results(event=section.session.event)
    page = visitor.get(public_address(section))
    assert read_table_rows(page) == [["No results have been entered."]]
    assert find_texts(page, ".tabs a") == ["Standings", "Changes"]


@pytest.mark.parametrize("page", ["pairs/99/", "boards/99/", "boards/0/"])
def test_boards_and_pairs_that_did_not_play_have_no_page(visitor, page):
    assert visitor.get(public_address(make_played_section(), page)).status_code == 404


def test_visitors_see_no_navigation_of_the_desk(visitor):
    section = make_played_section()
    for page in PAGES[:4]:
        response = visitor.get(public_address(section, page))
        bar = [link.get("href") for link in find_elements(response, ".bar a")]
        assert bar == ["/results/"], page
        assert {form.get("role") for form in find_elements(response, "form")} <= {"search"}


def test_a_director_gets_back_to_the_desk(desk):
    section = make_played_section()
    assert [
        link.get("href") for link in find_elements(desk.get(public_address(section)), ".bar a")
    ] == [
        "/results/",
        results_address(section),
    ]


def test_results_that_cannot_be_scored_say_why(visitor):
    """A ruling of 60 to 40 has no meaning where scores are compared with their average."""
    section = make_played_section()
    Event.objects.update(scoring="average", scoring_options={})
    page, data = (
        visitor.get(public_address(section)),
        visitor.get(public_address(section, "results.json")),
    )
    assert page.status_code == 409
    assert data.status_code == 409
    assert find_errors(page) == [f"There are no standings yet. {data.json()['error']}"]
    assert data.json()["error"].endswith("Enter A50 or no result.")


# -- JSON --------------------------------------------------------------------------------------------------------------


def test_json_has_the_shape_of_a_ranking_with_names(visitor):
    section = make_night(pairs=6, boards_per_set=1)
    enter_all_results(section)
    publish_results(event=section.session.event)
    data = visitor.get(public_address(section, "results.json")).json()
    assert list(data) == [
        *("event", "method", "options", "results_in", "results_due", "boards", "standings", "notes")
    ]
    assert data["event"] == {
        "id": section.session.event_id,
        "club": "Riverside Club",
        "name": "Tuesday pairs",
        "date": "2026-11-17",
        "contest": "pairs",
        "winners": 2,
        "provisional_until": section.session.event.corrections_until.isoformat(),
        "is_final": False,
    }
    assert data["method"] == "matchpoints"
    assert [
        (row["contestant"], row["direction"])
        for row in sorted(data["standings"], key=lambda row: row["page"])
    ] == [*((1, "NS"), (2, "NS"), (3, "NS"), (1, "EW"), (2, "EW"), (3, "EW"))]
    first = data["standings"][0]
    row = fetch_session_sheets(section).standings.groups[0].rows[0]
    assert " & ".join(first["names"]) == row.names
    assert first["place"] == row.place
    assert first["boards"] == row.boards
    assert {len(line) for board in data["boards"] for line in board["lines"]} == {8}
    assert {(line["ns"], line["ew"]) for line in data["boards"][0]["lines"]} <= {
        (ns, ew) for ns in (1, 2, 3) for ew in (1, 2, 3)
    }


# -- few queries -------------------------------------------------------------------------------------------------------


def nights_of(*sizes):
    sections = [make_night(pairs=pairs, boards_per_set=1, rounds=3) for pairs in sizes]
    for section in sections:
        enter_all_results(section)
        publish_results(event=section.session.event)
    return sections


@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_the_same_few_queries_for_10_pairs_and_for_30(visitor, page):
    few, many = nights_of(10, 30)
    with CaptureQueriesContext(connection) as queries:
        assert visitor.get(public_address(few, page)).status_code == 200
    with CaptureQueriesContext(connection) as asked_again:
        assert visitor.get(public_address(many, page)).status_code == 200
    assert len(queries) == len(asked_again) <= 15


@pytest.mark.parametrize("page", PAGES)
def test_a_signed_in_director_costs_no_more_than_13_queries(desk, page):
    (section,) = nights_of(10)
    assert count_queries(desk, public_address(section, page)) <= 13


def test_step_6_takes_the_same_few_queries_for_10_pairs_and_for_30(desk):
    few, many = nights_of(10, 30)
    assert (
        count_queries(desk, results_address(few))
        == count_queries(desk, results_address(many))
        <= 21
    )
