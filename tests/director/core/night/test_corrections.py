"""Published results: provisional for a time, every change kept, then final until they are opened again."""

from decimal import Decimal

import pytest
from django.test import Client

from director.additions.rulings.rulings import Penalty, withdraw_ruling
from director.boards.movement.sections import fetch_first_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry, swap_entries
from director.core.base.standings_versions import complete_versions
from director.core.base.versions import LruCache
from director.core.night.publishing import (
    publish_results,
)
from director.models import Event, Result, StandingsVersion
from tests.cases import leave_to_slow
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    read_table_rows,
)
from tests.factories import (
    add_ruling,
    make_played_section,
    public_address,
    results_address,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """A published Howell of four pairs; on board 1 the first line is 1 against 4."""
    section = make_played_section(published=False)
    enter_result(
        section=section,
        board_no=1,
        ns=line(section).ns,
        ew=line(section).ew,
        text="4SS=",
        user=None,
    )
    publish_results(event=section.session.event, hours=24)
    return fetch_first_section(section.session.event_id)


def line(section) -> Result:
    return Result.objects.filter(section=section, board_no=1).order_by("ns").first()


def named(section):
    return f"Board 1, {line(section).ns} against {line(section).ew}"


def enter(section, text, user=None):
    one = line(section)
    return enter_result(section=section, board_no=1, ns=one.ns, ew=one.ew, text=text, user=user)


def versions(section):
    """Every version: what happened and what changed."""
    complete_versions([section.session.event_id])
    kept = StandingsVersion.objects.filter(event=section.session.event_id).order_by("number")
    return [
        (one.action, [(change["what"], change["was"], change["now"]) for change in one.changes])
        for one in kept
    ]


# -- versions ----------------------------------------------------------------------------------------------------------


def results(section):
    return list(
        Result.objects.filter(section=section).exclude(text="PASS").order_by("board_no", "ns")
    )


def test_scoring_names_and_rulings_are_corrections(section, director):
    set_scoring(section=section, scoring="matchpoints", options={"per_beaten": "1"}, user=director)
    before = versions(section)[-1]
    assert before == ("corrected", [("Scoring, per beaten", "2", "1")])

    name_entry(section=section, pair_no=1, names=("Zoe Quick", "Yan Slow"), user=director)
    assert versions(section)[-1][1][0][2] == "Zoe Quick & Yan Slow"
    swap_entries(section=section, first_no=1, second_no=2, user=director)
    assert [change[0] for change in versions(section)[-1][1]] == ["Pair 1", "Pair 2"]

    one = line(section)
    ruling = add_ruling(
        section=section,
        user=director,
        facts="Late.",
        decision="Fined.",
        board_no=1,
        pair_no=one.ns,
        adjusted="A6040",
        penalty=Penalty(Decimal(1), "mp", one.ns),
    )
    given = [(named(section), "4SS=", "A6040"), (f"Penalty of {one.ns}, ruling 1", "", "−1 MP")]
    assert versions(section)[-1] == ("corrected", given)
    withdraw_ruling(ruling=ruling, user=director)
    assert versions(section)[-1] == ("corrected", [(what, now, was) for what, was, now in given])


# -- the pages ---------------------------------------------------------------------------------------------------------


def test_names_stand_in_the_list_of_changes_as_they_are_written(section):
    name_entry(section=section, pair_no=1, names=("Zoe Quick-Slow",))
    assert (
        read_table_rows(Client().get(public_address(section, "changes/")))[0][2] == "Zoe Quick-Slow"
    )


def test_the_hours_are_typed_when_publishing(desk):
    section = make_played_section(published=False)
    response = desk.post(public_address(section, "publish/"), {"hours": "48"}, follow=True)
    assert response.redirect_chain == [(results_address(section), 302)]
    assert Event.objects.get().correction_hours == 48


@pytest.mark.parametrize(
    ("hours", "sentence"),
    leave_to_slow(
        [
            pytest.param(
                "x",
                "“x” isn’t a number of hours. Type a whole number in figures, such as 24.",
                id="letters",
            ),
            pytest.param("", "Enter the hours for corrections, such as 24.", id="nothing"),
            pytest.param(
                "999", "999 hours is too long or too short. Enter 0 to 720.", id="too-many"
            ),
        ],
        but=1,
    ),
)
def test_bad_hours_are_one_sentence_and_stay_as_typed(desk, hours, sentence):
    section = make_played_section(published=False)
    response = desk.post(public_address(section, "publish/"), {"hours": hours})
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert [box.get("value") for box in find_elements(response, "#id_hours")] == [hours]
    assert Event.objects.get().has_been_published is False


def test_an_entry_costs_the_same_before_publishing_and_the_log_the_same_however_long(section):
    few = count_queries(Client(), public_address(section, "changes/"))
    for text in ("4SS+1", "4SS-1", "PASS"):
        enter(section, text)
    assert len(versions(section)) == 2
    LruCache.clear_all()
    assert count_queries(Client(), public_address(section, "changes/")) == few
