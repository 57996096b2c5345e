"""Why?: beside every figure, on the pages of visitors too, and in the results for programs."""

from decimal import Decimal

import pytest
from django.test import Client

from director.additions.rulings.rulings import Penalty
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.core.night.publishing import publish_results
from director.models import Event
from scoring.display import format_exact
from scoring.explain.figures import explain_line, explain_total, make_explanation_json
from tests.director.boards.scored import fetch_scored_session
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.factories import (
    add_ruling,
    enter_all_results,
    make_night,
    make_played_section,
    public_address,
)

pytestmark = pytest.mark.django_db

RULED = "(Matchpoints: artificial score instead of a result, Law 12C2)."
SOURCE = "(Matchpoints: 2 per result beaten, 1 per tie, Law 78A)."


@pytest.fixture
def section():
    """A published Mitchell of five tables with results on board 1 alone: two equal, two worse, one artificial."""
    section = make_night(pairs=10, boards_per_set=2)
    lines = fetch_section_lines(section)
    for line, text in zip(
        lines.get_board_lines(1), ("4SS=", "4SS-1", "A6040", "4SS=", "PASS"), strict=True
    ):
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    publish_results(event=section.session.event)
    return section


def keys(section):
    """The keys of the five lines of board 1, in the order of its traveller."""
    return [f"1-{line.ns}-{line.ew}" for line in fetch_section_lines(section).get_board_lines(1)]


def asking(page):
    return [link.get("id") for link in find_elements(page, ".why-of")]


# -- on the pages ------------------------------------------------------------------------------------------------------


def test_each_line_of_a_traveller_asks_why(section):
    page = Client().get(public_address(section, "boards/1/"))
    assert asking(page) == [f"why-{key}" for key in keys(section)]
    assert [link.get("aria-expanded") for link in find_elements(page, ".why-of")] == ["false"] * 5
    assert [link.get("href") for link in find_elements(page, ".why-of")] == [
        f"?why={key}#why-{key}" for key in keys(section)
    ]
    assert [link.get("aria-label") for link in find_elements(page, ".why-of")][:2] == [
        "81.25, why?",
        "3.13, why?",
    ]
    assert find_texts(page, ".why") == []


def test_a_line_is_explained_for_both_sides_without_scripts(section):
    key = keys(section)[0]
    page = Client().get(public_address(section, f"boards/1/?why={key}"))
    assert find_texts(page, ".why p") == [
        f"N-S 420 beats −50, 0; ties with 420. 2 × 2 beaten + 1 tied = 5; (5 + 1) × 5 ÷ 4 − 1 = 6.5 {SOURCE}"
        " 6.5 of 8 = 81.25%",
        f"E-W −420 ties with −420; loses to 50, 0. 1 tied = 1; (1 + 1) × 5 ÷ 4 − 1 = 1.5 {SOURCE} 1.5 of 8 = 18.75%",
    ]
    assert [link.get("aria-expanded") for link in find_elements(page, ".why-of")] == ["true"] + [
        "false"
    ] * 4
    first = find_elements(page, ".why-of")[0]
    assert first.get("href") == f"?#why-{key}"  # asked again, it closes
    assert find_texts(page, f"#{first.get('aria-describedby')}") != []


def test_an_artificial_score_is_explained(section):
    page = Client().get(public_address(section, f"boards/1/?why={keys(section)[2]}"))
    assert find_texts(page, ".why p") == [
        f"N-S 60 % of the top of 8 = 4.8 {RULED} 4.8 of 8 = 60.00%",
        f"E-W 40 % of the top of 8 = 3.2 {RULED} 3.2 of 8 = 40.00%",
    ]


def test_a_share_of_one_side_is_explained_for_that_side_and_counts_for_the_other_in_nothing(
    section,
):
    key = keys(section)[2]
    _board_no, ns, ew = map(int, key.split("-"))
    enter_result(section=section, board_no=1, ns=ns, ew=ew, text="60/np", user=None)
    page = Client().get(public_address(section, f"boards/1/?why={key}"))
    assert find_texts(page, ".why p") == [
        f"N-S 60 % of the top of 6 = 3.6 {RULED} 3.6 of 6 = 60.00%"
    ]
    scored, _sheets = fetch_scored_session(section)
    boards = {
        (standing.direction, standing.contestant): standing.board_count
        for standing in scored.ranking.standings
    }
    assert [
        boards[
            scored.scoring_field.get_direction(pair), scored.scoring_field.get_scoring_number(pair)
        ]
        for pair in (ns, ew)
    ] == [
        1,
        0,
    ]
    assert asking(Client().get(public_address(section, f"pairs/{ew}/"))) == []


def test_a_line_without_a_result_has_nothing_to_ask(section):
    page = Client().get(public_address(section, "boards/2/"))
    assert asking(page) == []


def test_a_card_explains_its_own_side(section):
    key = keys(section)[0]
    board_no, ns, ew = key.split("-")
    from_ns = Client().get(public_address(section, f"pairs/{ns}/?why={key}"))
    from_ew = Client().get(public_address(section, f"pairs/{ew}/?why={key}"))
    assert board_no == "1"
    assert [text.partition(".")[0] for text in find_texts(from_ns, ".why p")] == [
        "420 beats −50, 0; ties with 420"
    ]
    assert [text.partition(".")[0] for text in find_texts(from_ew, ".why p")] == [
        "−420 ties with −420; loses to 50, 0"
    ]


def test_a_total_is_explained_by_the_number_people_call_the_pair_by(section):
    scored, sheets = fetch_scored_session(section)
    east = sheets.standings.groups[1].rows[0]
    found = explain_total(
        "matchpoints", scored.field, contestant=int(east.label.split()[0]), direction="EW"
    )
    page = Client().get(public_address(section, f"?why=total-{east.contestant}"))
    assert find_texts(page, "#ew-table .why p") == [
        f"{format_exact(found.points)} matchpoints of a possible 8 on 1 board = 96.88%. First place. "
        f"{SOURCE.strip('().')}."
    ]
    assert find_texts(page, "#ns-table .why p") == []


def test_the_desk_explains_its_standings_too(desk, section):
    page = desk.get(f"/sessions/{section.session_id}/results/?why=total-1")
    assert len(find_texts(page, ".why p")) == 1


@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps"])
def test_a_total_shows_the_points_of_each_board_and_what_it_is_out_of(desk, section, scoring):
    Event.objects.update(scoring=scoring, scoring_options={})
    scored, _sheets = fetch_scored_session(fetch_section(section.session_id))
    own = [
        (board.board_no, line.ns_points, board.top)
        for board in scored.ranking.boards
        for line in board.lines
        if line.line.ns == 1 and line.ns_points is not None
    ]
    assert own
    page = desk.get(f"/sessions/{section.session_id}/results/?why=total-1")
    cells = [f"Board {board_no} {format_exact(points)}" for board_no, points, _top in own]
    assert find_texts(page, ".why .cells li") == cells
    if scoring == "matchpoints":
        assert (
            "6.5 matchpoints of a possible 8 on 1 board = 81.25%." in find_texts(page, ".why p")[0]
        )


def test_why_has_the_percentage_that_was_asked_about(section):
    """Of a line, a card and a total, whatever a penalty took from it."""
    penalty = Penalty(Decimal("0.5"), "mp", 1)
    facts = {
        "facts": "Late.",
        "decision": "Penalty.",
        "law": "Law 90",
        "pair_no": 1,
        "penalty": penalty,
    }
    add_ruling(section=section, user=None, **facts)
    key = keys(section)[0]
    for page in (f"boards/1/?why={key}", f"pairs/1/?why={key}", "?why=total-1"):
        answer = Client().get(public_address(section, page))
        (asked,) = [
            link.text
            for link in find_elements(answer, ".why-of")
            if link.get("aria-expanded") == "true"
        ]
        assert any(f" = {asked}%" in reason for reason in find_texts(answer, ".why p"))


def test_sorting_keeps_what_was_asked(section):
    page = Client().get(
        public_address(section, f"boards/1/?why={keys(section)[0]}&sort=-ns_points")
    )
    assert len(find_texts(page, ".why")) == 1
    assert "&amp;" not in find_elements(page, "thead a")[0].get("href")
    assert "why=" in find_elements(page, "thead a")[0].get("href")


@pytest.mark.parametrize(
    "asked", ["1-99-98", "total-1", "x", "1-1", "²-1-2", "1-1-2-3", "9" * 5000]
)
def test_a_missing_line_has_no_explanation(section, asked):
    for page in ("boards/1/", "pairs/1/"):
        response = Client().get(public_address(section, f"{page}?why={asked}"))
        assert response.status_code == 200
        assert find_texts(response, ".why") == []


def test_an_answer_costs_no_query_whatever_the_size():
    small, large = make_played_section(), make_night(pairs=14, boards_per_set=1)
    enter_all_results(large)
    publish_results(event=large.session.event)
    for page in ("", "boards/1/", "pairs/1/"):
        counts = []
        for section in (small, large):
            key = keys(section)[0] if page else "total-1"
            plain = count_queries(Client(), public_address(section, page))
            counts.append(
                (plain, count_queries(Client(), public_address(section, f"{page}?why={key}")))
            )
        assert counts[0] == counts[1]
        assert counts[0][1] <= counts[0][0], "the answer is made of what the page has scored"


# -- for programs ------------------------------------------------------------------------------------------------------


def test_the_results_for_programs_explain_every_figure_when_asked(section):
    answer = Client().get(public_address(section, "results.json?explain")).json()
    scored, _sheets = fetch_scored_session(section)
    for board in answer["boards"]:
        for line in board["lines"]:
            if line["ns_points"] is None:
                assert line["ns_why"] is None
                assert line["ew_why"] is None
                continue
            for side in ("ns", "ew"):
                found = explain_line(
                    "matchpoints",
                    scored.field,
                    board_no=board["board"],
                    contestant=line[side],
                    side=side.upper(),
                )
                assert line[f"{side}_why"] == make_explanation_json(found)
                assert line[f"{side}_why"]["points"] == line[f"{side}_points"]
    for row in answer["standings"]:
        whose = {"contestant": row["contestant"], "direction": row["direction"]}
        expected = (
            make_explanation_json(explain_total("matchpoints", scored.field, **whose))
            if row["place"]
            else None
        )
        assert row["why"] == expected


def test_the_results_for_programs_are_as_before_when_not_asked(section):
    answer = Client().get(public_address(section, "results.json")).json()
    assert not any(
        "why" in name for board in answer["boards"] for line in board["lines"] for name in line
    )
    assert not any("why" in row for row in answer["standings"])
    assert len(read_table_rows(Client().get(public_address(section)), "#ns-table table")) == 5


def test_a_total_scaled_for_a_board_not_played_has_no_fraction_of_seventeenths():
    section = make_night(pairs=14, boards_per_set=2)
    enter_all_results(section)
    line = fetch_section_lines(section).get_board_lines(1)[0]
    enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text="NP late", user=None)
    publish_results(event=section.session.event)
    page = Client().get(public_address(section, f"?why=total-{line.ns}"))
    (explained,) = find_texts(page, ".why p")
    assert " of a possible 168 " in explained
    assert "/" not in explained.partition("(")[0]
    assert [row[0] for row in read_table_rows(page, ".why table")][1:] == ["For boards not played"]
