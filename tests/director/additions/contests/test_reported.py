"""Matches that are entered as a result, without their boards."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import report_match
from director.additions.contests.paper.exports import make_matches_table
from director.additions.contests.paper.kinds import MatchSheets
from director.additions.contests.scoring.fixtures import list_section_fixtures
from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.movement.lines.progress import fetch_reached_round
from director.boards.movement.lines.section_lines import (
    fetch_event_result_counts,
    fetch_section_lines,
)
from director.boards.movement.sections import fetch_scoring_field
from director.boards.paper.section_job import SectionJob
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.event import EventResults
from director.core.night.printing import DEFAULT_PRINT_OPTIONS
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Match
from director.pdf.selection import Selection, parse_numbers
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_round_robin,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_unfinished import list_totals, start_swiss
from tests.director.pages import find_errors, find_texts
from tests.director.pdf.reading import read_pages
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def report_score(section, key, home, away, unit="imp") -> None:
    report_match(section=section, key=key, result=MatchResult(unit, home, away), user=None)


def match_page(section, home, away) -> str:
    return reverse("session_results_match", args=[section.ref, home, away]) + "?round=1"


def first_pairings(section):
    return [tuple(sorted(pairing)) for pairing in find_drawn_contest(section).rounds[0].pairings]


@pytest.mark.slow
def test_a_result_counts_like_boards_and_nothing_is_missing(desk):
    section = start_swiss(desk)
    (home, away), (other_home, other_away) = first_pairings(section)
    report_score(section, (1, home, away), 24, 10)
    results = EventResults(section.session.event)
    # 14 IMPs on 4 boards, by the scale of the World Bridge Federation.
    match = SessionMatches(results.first_session).match(home, away)
    assert match.points == (14, -14)
    assert [round(float(score), 2) for score in match.score] == [16.42, 3.58]
    assert match.score_explanation == "24 : 10 IMPs on 4 boards gave 16.42 : 3.58 victory points"
    # Matches are counted, since nobody enters their boards.
    assert (results.results_in, results.results_due) == (1, 2)
    assert fetch_event_result_counts(section.session.event) == (1, 2)
    assert fetch_reached_round(section.session)[0] == 1
    report_score(section, (1, other_home, other_away), 13, 7, "vp")
    assert fetch_reached_round(section.session)[0] == 2
    assert list_totals(reload_drawn_section(section))[other_home] == 13
    contest = find_drawn_contest(reload_drawn_section(section))
    assert contest.unfinished_matches_by_round == {}
    assert [match.score for match in contest.shown_rounds[0].matches] == [
        "24 : 10 IMPs, 16.42–3.58",
        "13.00–7.00",
    ]
    assert desk.get(draw_address(section)).status_code == 200
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


@pytest.mark.slow
def test_a_typed_match_is_read_again_as_it_was_typed(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    report_score(section, (1, home, away), 83, 39)
    event = section.session.event
    publish_results(event=event)
    sentence = "83 : 39 IMPs on 4 boards gave 20 : 0 victory points"
    public = f"/events/{event.pk}/matches/{home}/{away}/?round=1"
    for address in (match_page(section, home, away), public):
        assert sentence in find_texts(desk.get(address), "main")[0]
    assert "39 : 83 IMPs" in find_texts(desk.get(match_page(section, away, home)), "main")[0]
    assert "83 : 39 IMPs, 20.00–0.00" in find_texts(desk.get(draw_address(section)), "main")[0]
    cards = {
        f"/events/{event.pk}/pairs/{home}/": "83 : 39",
        f"/events/{event.pk}/pairs/{away}/": "39 : 83",
        f"/events/{event.pk}/?why=total-{home}": "83 : 39",
    }
    for address, imps in cards.items():
        assert imps in find_texts(Client().get(address), "td"), address
    sheets = reverse("session_print_pdf", args=[section.ref])
    (listed,) = read_pages(desk.get(f"{sheets}?kinds=scored-matches&paper=a4").content)
    assert "83 : 39" in listed.texts


def test_a_typed_match_goes_out_as_it_was_typed(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    report_score(section, (1, home, away), 83, 39)
    results = EventResults(section.session.event)
    table = make_matches_table(results)
    values_by_key = dict(zip([column.key for column in table.columns], table.rows[0], strict=True))
    keys = ("home_points", "away_points", "home_score", "away_score")
    assert [values_by_key[key] for key in keys] == [83, 39, 20, 0]
    matches = json.loads(desk.get(reverse("event_json", args=[section.session.event_id])).content)[
        "matches"
    ]
    assert [(match["score"], match["imps"]) for match in matches if match["score"]] == [
        (["20", "0"], ["83", "39"])
    ]


def test_fixtures_of_a_league_have_the_typed_imps(desk):
    section = make_round_robin(teams=4)
    report_score(section, (1, 1, 4), 83, 39)
    results = EventResults(section.session.event).first_session
    (fixture, *_others) = list_section_fixtures(results, section)
    assert fixture.result_text.endswith("(83 : 39 IMPs)")
    sheets = reverse("session_print_pdf", args=[section.ref])
    (page, *_more) = read_pages(desk.get(f"{sheets}?kinds=fixtures&paper=a4").content)
    assert {"20 : 0", "83 : 39"} <= set(page.texts)


def test_boards_count_once_all_are_entered(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    report_score(section, (1, home, away), 10, 24)
    boards = sorted({line.board_no for line in fetch_section_lines(section).all if home == line.ns})
    for board_no in boards:
        for ns, ew, text in ((home, away, "6NTN="), (away, home, "6NTN-1")):
            enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)
    assert list_totals(reload_drawn_section(section))[home] == 20
    with pytest.raises(DeskError, match="All boards of this match are entered"):
        report_score(reload_drawn_section(section), (1, home, away), 10, 25)


def test_a_match_that_nobody_plays_is_refused(desk):
    section = start_swiss(desk)
    with pytest.raises(DeskError, match="1 and 1 have no match in round 1"):
        report_score(section, (1, 1, 1), 3, 2)


def test_every_figure_of_a_reported_match_goes_out(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    report_score(section, (1, home, away), 13, 7, "vp")
    results = EventResults(section.session.event)
    table = make_matches_table(results)
    values_by_key = dict(zip([column.key for column in table.columns], table.rows[0], strict=True))
    keys = ("boards", "home_points", "away_points", "home_score", "away_score")
    assert [values_by_key[key] for key in keys] == [4, None, None, 13, 7]
    event = section.session.event
    response = desk.get(reverse("event_json", args=[event.pk]))
    assert json.loads(response.content)["standings"]


def test_scored_match_cards_are_printed_with_results_alone_listed(desk):
    section = start_swiss(desk)
    (home, away), (other_home, other_away) = first_pairings(section)
    report_score(section, (1, other_home, other_away), 13, 7, "vp")
    assert [
        match.has_boards
        for match in SectionJob(reload_drawn_section(section)).get_added_sheets(MatchSheets).matches
    ] == [False]
    assert SectionJob(reload_drawn_section(section)).has_results
    boards = sorted({line.board_no for line in fetch_section_lines(section).all if home == line.ns})
    for board_no in boards:
        for ns, ew, text in ((home, away, "6NTN="), (away, home, "6NTN-1")):
            enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)
    address = reverse("session_print_pdf", args=[section.ref])
    card, listed = read_pages(desk.get(f"{address}?kinds=scored-matches&paper=a4").content)
    assert {"Round 1, tables 1 and 2", "6NT", "990", "1440", "20"} & {*card.texts}
    assert "13 : 7" in listed.texts
    of_one_team = replace(
        DEFAULT_PRINT_OPTIONS, selection=Selection(pairs=parse_numbers(f"{home}"))
    )
    assert (
        len(
            SectionJob(reload_drawn_section(section), of_one_team)
            .get_added_sheets(MatchSheets)
            .matches
        )
        == 1
    )


def send(desk, address, shown, home, away, unit="vp"):
    return desk.post(
        address, {"round": "1", "shown": shown, "home": home, "away": away, "unit": unit}
    )


@pytest.mark.slow
def test_another_result_stored_meanwhile_is_not_overwritten_unasked(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    address = match_page(section, home, away)
    assert desk.get(address).context["report"]["shown"].value() is None
    report_score(section, (1, home, away), 13, 7, "vp")
    refused = send(desk, address, "", "12", "8")
    assert refused.status_code == 422
    assert find_errors(refused) == [
        f"{home} against {away}: 13 : 7 VPs was saved since you opened this page; you typed 12 : 8 VPs. "
        "Press Save again to replace it."
    ]
    form = refused.context["report"]
    assert form["home"].value() == "12"
    assert form["away"].value() == "8"
    assert Match.objects.get().home_points == "13"
    assert send(desk, address, form["shown"].value(), "12", "8").status_code == 302
    assert Match.objects.get().home_points == "12"
    # The same result, or boxes that nobody touched, change nothing.
    assert send(desk, address, "13 : 7 VPs", "12", "8").status_code == 302
    assert send(desk, address, "13 : 7 VPs", "13", "7").status_code == 302
    assert Match.objects.get().home_points == "12"


@pytest.mark.slow
def test_boards_that_contradict_a_typed_result_are_named(desk):
    section = start_swiss(desk)
    home, away = first_pairings(section)[0]
    report_score(section, (1, home, away), 4, 10)
    first, *others = sorted({line.board_no for line in fetch_section_lines(section).all})
    address = match_page(section, home, away)
    for board_no in (first, *others):
        for ns, ew, text in ((home, away, "6NTN="), (away, home, "6NTN-1")):
            enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)
        if board_no == first:
            words = find_texts(desk.get(address), "main")[0]
            assert (
                "The boards entered so far give 14 : 0 IMPs, but the result 4 : 10 IMPs was typed."
                in words
            )
    words = find_texts(desk.get(address), "main")[0]
    assert "All boards are entered, so they count, and not the result 4 : 10 IMPs" in words
