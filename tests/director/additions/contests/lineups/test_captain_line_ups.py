"""The line-ups that captains hand in: blind until both are in, then the director's to change."""

import pytest

from director.additions.contests.matches.reported import report_match
from director.boards.movement.sitters import fetch_line_ups
from director.boards.play.results.acts import undo_section
from director.core.night.publishing import publish_results
from director.models import Act, LineUpSeat
from scoring.model import MatchResult
from tests.director.additions.contests.captains.test_captains import (
    Captain,
    league,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_errors

pytestmark = pytest.mark.django_db
__all__ = ["league"]  # a fixture


def open_line_ups(captain: Captain, round_no: int = 1):
    return captain.client.get(f"{captain.address}line-ups/{round_no}/")


def hand_in(captain: Captain, *names: str, round_no: int = 1):
    """Hand in *names*: North, South, East, West."""
    typed = dict(zip("NSEW", names, strict=True))
    return captain.client.post(f"{captain.address}line-ups/{round_no}/", typed, follow=True)


def list_members(team: str, *seats: str) -> list[str]:
    return [f"{team} {seat}" for seat in seats]


ORDER = ("West", "North", "South", "East")


def find_opponent(section, team: int) -> int:
    row = section.plan.rows.filter(round_no=1)
    return next(
        ew if ns == team else ns for ns, ew in row.values_list("ns", "ew") if team in (ns, ew)
    )


def test_a_line_up_is_hidden_until_both_are_in(league):
    first, second = Captain(league, 1), Captain(league, find_opponent(league, 1))
    answer = hand_in(first, *list_members("Elm", *ORDER))
    assert "Your line-up for round 1 is in." in answer.text
    waiting = open_line_ups(second).text
    assert "is in." in waiting
    assert "Elm West" not in waiting
    name = ("", "Elm", "Oak", "Ash", "Yew")[second.team]
    hand_in(second, *list_members(name, *ORDER))
    for captain in (first, second):
        shown = open_line_ups(captain).text
        assert f"North {name} West" in shown
        assert "North Elm West" in shown
        assert "<form" not in shown
    sits = fetch_line_ups(reload_drawn_section(league)).get_sitter_by_seat(1, 1)
    assert [sits[seat].text for seat in "NSEW"] == list_members("Elm", *ORDER)


def test_after_both_are_in_only_the_director_changes_one(league, desk):
    first, second = Captain(league, 1), Captain(league, find_opponent(league, 1))
    name = ("", "Elm", "Oak", "Ash", "Yew")[second.team]
    hand_in(first, *list_members("Elm", *ORDER))
    hand_in(first, *list_members("Elm", "North", "West", "South", "East"))  # still open
    hand_in(second, *list_members(name, *ORDER))
    refused = hand_in(first, *list_members("Elm", *ORDER))
    assert refused.status_code == 422
    assert "Both line-ups are in." in refused.text
    assert LineUpSeat.objects.get(entry__pair_no=1, seat="N").person.name == "Elm North"
    last = Act.objects.order_by("pk").last()
    undo_section(section=reload_drawn_section(league), number=last.number, user=None)
    assert not LineUpSeat.objects.filter(entry__pair_no=second.team).exists()


def test_the_history_says_who_handed_it_in(league):
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER))
    assert (
        Act.objects.order_by("pk").last().words
        == "Line-up of team 1 in round 1, handed in by its captain."
    )


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            ("North", "North", "South", "East"),
            "Elm North has two seats for team 1. Change one of them.",
        ),
        (("", "North", "South", "East"), "Choose who sits North."),
    ],
)
def test_impossible_input_is_refused_and_nothing_is_stored(league, names, sentence):
    typed = [f"Elm {seat}" if seat else "" for seat in names]
    response = hand_in(Captain(league, 1), *typed)
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert not LineUpSeat.objects.exists()


def test_a_stranger_is_refused(league):
    response = hand_in(
        Captain(league, 1), "Zoe Zander", *list_members("Elm", "North", "South", "East")
    )
    assert response.status_code == 422
    assert not LineUpSeat.objects.exists()


def test_a_round_without_a_match_leads_back_to_the_list(league):
    answer = Captain(league, 1).client.get(f"{Captain(league, 1).address}line-ups/9/", follow=True)
    assert "Your team has no match in round 9. Choose one from the list." in answer.text


def test_a_match_with_a_result_and_a_final_event_have_no_form(league):
    captain = Captain(league, 1)
    other = find_opponent(league, 1)
    report_match(
        section=reload_drawn_section(league),
        key=(1, min(1, other), max(1, other)),
        result=MatchResult("imp", 20, 10),
        user=None,
    )
    assert "<form" not in open_line_ups(captain).text
    refused = hand_in(captain, *list_members("Elm", *ORDER))
    assert refused.status_code == 422
    assert "This match has its result." in refused.text
    assert not LineUpSeat.objects.exists()


def test_final_results_have_no_form(league):
    event = reload_drawn_section(league).session.event
    publish_results(event=event, hours=0)
    assert reload_drawn_section(league).session.event.is_final
    assert "<form" not in open_line_ups(Captain(league, 1), 2).text


def test_the_list_of_matches_leads_to_the_line_up(league):
    captain = Captain(league, 1)
    assert f"{captain.address}line-ups/2/" in captain.page().text


def test_the_page_asks_as_much_for_many_teams_as_for_few(league):
    captain = Captain(league, 1)
    count = count_queries(captain.client, f"{captain.address}line-ups/1/")
    assert count <= 40
