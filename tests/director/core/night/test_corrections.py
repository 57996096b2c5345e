"""Published results: provisional for a time, every change kept, then final until they are opened again."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.rulings.rulings import Penalty, withdraw_ruling
from director.boards.kind import BoardsKind
from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.sections import fetch_first_section, fetch_section_acts
from director.boards.movement.words import fetch_name_by_pair
from director.boards.play.results.acts import undo_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result, enter_results
from director.boards.play.seats.seating import name_entry, swap_entries
from director.boards.scoring.standings.event import RESULTS_CACHE
from director.core.base.standings_versions import complete_versions, record_correction
from director.core.base.versions import increment_event_version
from director.core.club.people import add_person, change_person
from director.core.club.people_merge import merge_person
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import (
    finalise_results,
    publish_results,
    reopen_results,
    unpublish_results,
)
from director.errors import DeskError, FinalError
from director.models import Event, Result, ResultVersion, StandingsVersion
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from tests.director.call_counts import count_calls
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import (
    add_ruling,
    enter_all_results,
    make_night,
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


def time_over(section):
    Event.objects.update(corrections_until=timezone.now() - timedelta(seconds=1))


# -- versions ----------------------------------------------------------------------------------------------------------


def test_publishing_starts_the_period_and_keeps_the_standings(section):
    event = section.session.event
    assert (
        timedelta(hours=23, minutes=59)
        < event.corrections_until - timezone.now()
        <= timedelta(hours=24)
    )
    assert event.correction_hours == 24
    assert event.is_final is False
    assert versions(section) == [("published", [])]
    (group,) = StandingsVersion.objects.get().standings
    assert [row["pair"] for row in group["rows"]] == [
        row["pair"] for row in sorted(group["rows"], key=by_place)
    ]


def by_place(row):
    return int(row["place"].rstrip("="))


def test_nothing_is_kept_before_publishing():
    make_played_section(published=False)
    assert not StandingsVersion.objects.exists()


def test_a_correction_keeps_who_what_from_and_to(section, director):
    enter(section, "4SS+1", director)
    assert versions(section)[1:] == [("corrected", [(named(section), "4SS=", "4SS+1")])]
    kept = StandingsVersion.objects.get(number=2)
    assert kept.made_by == director
    assert kept.standings != []


def test_the_same_again_and_a_refused_result_are_no_correction(section):
    enter(section, "4ss=")
    with pytest.raises(ValueError, match="4SS"):
        enter(section, "4SS+9")
    assert versions(section) == [("published", [])]


def test_a_page_of_results_is_one_correction(section, director):
    lines = [
        TypedLine(one.board_no, one.ns, one.ew, "PASS", one.text, one.version)
        for one in results(section)[:2]
    ]
    lines.append(TypedLine(9, 1, 2, "PASS", "", 0))
    entered = enter_results(section=section, typed_lines=lines, user=director)
    assert len(entered.saved_results) == 2
    assert len(entered.refused_lines) == 1
    assert [(action, len(changes)) for action, changes in versions(section)] == [
        ("published", 0),
        ("corrected", 2),
    ]


def results(section):
    return list(
        Result.objects.filter(section=section).exclude(text="PASS").order_by("board_no", "ns")
    )


def test_undoing_is_a_correction_too(section):
    enter(section, "4SS+1")
    assert versions(section)[-1] == ("corrected", [(named(section), "4SS=", "4SS+1")])
    undo_section(
        section=section, number=find_act_to_undo(fetch_section_acts(section)).number, user=None
    )
    assert versions(section)[-1] == ("corrected", [(named(section), "4SS+1", "4SS=")])


def test_corrections_that_nobody_read_in_between_are_one_version(section, director):
    enter(section, "4SS+1")
    enter(section, "4SS-1", director)
    assert versions(section)[1:] == [("corrected", [(named(section), "4SS=", "4SS-1")])]
    assert StandingsVersion.objects.get(number=2).made_by == director


def test_a_correction_that_is_undone_before_anybody_reads_it_leaves_no_version(section):
    enter(section, "4SS+1")
    enter(section, "4SS=")
    assert versions(section) == [("published", [])]
    enter(section, "PASS")
    assert versions(section)[1:] == [("corrected", [(named(section), "4SS=", "PASS")])]


def test_a_correction_scores_nothing_until_somebody_reads(section):
    RESULTS_CACHE.clear()
    with count_calls(ScoringMethod.rank) as counted:
        enter(section, "4SS+1")
    assert counted["rank"] == 0


def test_a_night_published_by_an_earlier_release_says_what_was_corrected(section):
    StandingsVersion.objects.update(facts=None)
    enter(section, "4SS+1")
    assert versions(section)[1:] == [("corrected", [(named(section), "4SS=", "4SS+1")])]


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


def test_another_name_of_a_person_is_a_correction_of_every_night_that_is_not_final(
    section, director
):
    final = make_played_section()
    finalise_results(event=final.session.event, user=director)
    ada, called = (
        section.entries.get(pair_no=1).entry_players.first().person,
        fetch_name_by_pair(section)[1],
    )
    former = ada.name
    change_person(person=ada, name="Zoe Quick", number="", user=director)
    renamed = called.replace(former, "Zoe Quick")
    assert versions(section)[1:] == [("corrected", [("Pair 1", called, renamed)])]
    kept = StandingsVersion.objects.get(event=section.session.event, number=2)
    assert kept.made_by == director
    assert [row["names"] for row in kept.standings[0]["rows"] if row["pair"] == "1"] == [renamed]
    assert [action for action, _changes in versions(final)] == ["published", "final"]
    yan = add_person(club=ada.club, name="Yan Slow")
    merge_person(person=ada, into=yan, user=director)
    assert versions(section)[2:] == [
        ("corrected", [("Pair 1", renamed, renamed.replace("Zoe Quick", "Yan Slow"))])
    ]
    change_person(person=yan, name="Yan Slow", number="17", user=director)
    assert len(versions(section)) == 3  # a number stands in no standings


def test_a_correction_after_closing_is_kept_too(section):
    unpublish_results(event=section.session.event)
    enter(section, "4SS+1")
    assert [action for action, _changes in versions(section)] == [
        "published",
        "closed",
        "corrected",
    ]


# -- final -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["button", "time"])
def test_final_results_do_not_change(section, director, how):
    if how == "button":
        finalise_results(event=section.session.event, user=director)
    else:
        time_over(section)
    section = fetch_first_section(section.session.event_id)
    until = timezone.localtime(section.session.event.corrections_until)
    sentence = f"Tuesday pairs is final since {until.day} {until:%B %Y, %H:%M}. To correct it, reopen it in Results."
    one = line(section)
    history = ResultVersion.objects.count()
    attempts = (
        lambda: enter(section, "4SS+1"),
        lambda: undo_section(
            section=section, number=find_act_to_undo(fetch_section_acts(section)).number, user=None
        ),
        lambda: set_scoring(section=section, scoring="matchpoints", options={"per_beaten": "1"}),
        lambda: name_entry(section=section, pair_no=1, names=("Zoe Quick",)),
        lambda: add_ruling(section=section, user=None, facts="Late.", decision="Warned."),
    )
    for attempt in attempts:
        with pytest.raises(FinalError) as refused:
            attempt()
        assert str(refused.value) == sentence
    typed = [TypedLine(1, one.ns, one.ew, "4SS+1", "4SS=", one.version)]
    refused = enter_results(section=section, typed_lines=typed, user=None).refused_lines
    assert [str(line.error) for line in refused] == [sentence]
    assert line(section).text == "4SS="
    assert ResultVersion.objects.count() == history
    assert Event.objects.get().scoring_options == {}


def test_final_results_stay_final_when_closed_and_published_again(section):
    finalise_results(event=section.session.event, user=None)
    event = Event.objects.get()
    unpublish_results(event=event)
    publish_results(event=event, hours=48)
    assert Event.objects.get().is_final


def test_opened_again_they_can_be_corrected_and_it_is_logged(section, director):
    finalise_results(event=section.session.event, user=director)
    reopen_results(event=section.session.event, user=director, hours=2)
    enter(section, "4SS+1", director)
    assert [action for action, _changes in versions(section)] == [
        "published",
        "final",
        "opened",
        "corrected",
    ]
    assert StandingsVersion.objects.get(number=3).made_by == director


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        pytest.param(
            lambda section: publish_results(event=section.session.event, hours=721),
            "721 hours is too long or too short. Enter 0 to 720.",
            id="too-long",
        ),
        pytest.param(
            lambda section: publish_results(event=section.session.event, hours=-1),
            "-1 hours is too long or too short. Enter 0 to 720.",
            id="negative",
        ),
        pytest.param(
            lambda section: finalise_results(event=section.session.event, user=None),
            "Tuesday pairs isn’t published yet. Publish it first.",
            id="final-before-published",
        ),
        pytest.param(
            lambda section: reopen_results(event=section.session.event, user=None, hours=2),
            "Tuesday pairs isn’t published yet. You can correct its results now.",
            id="open-before-published",
        ),
    ],
)
def test_a_period_that_makes_no_sense_is_refused(act, sentence):
    section = make_night(key="howell", pairs=4)
    with pytest.raises(DeskError) as refused:
        act(section)
    assert str(refused.value) == sentence
    assert Event.objects.get().has_been_published is False


# -- the pages ---------------------------------------------------------------------------------------------------------


def test_visitors_see_until_when_results_are_provisional(section):
    (words,) = find_texts(Client().get(public_address(section)), "#period")
    until = timezone.localtime(section.session.event.corrections_until)
    assert words == f"Provisional until {until:%a} {until.day} {until:%b, %H:%M}"


def test_visitors_see_that_results_are_final(section):
    time_over(section)
    (words,) = find_texts(Client().get(public_address(section)), "#period")
    assert words.startswith("Final since ")
    data = Client().get(public_address(section, "results.json")).json()["event"]
    assert data["is_final"] is True


def test_the_public_page_says_what_was_changed_but_not_by_which_account(section, desk, director):
    enter(section, "A6040", director)
    page = public_address(section, "changes/")
    assert read_table_rows(Client().get(page))[0] == [named(section), "4♠ S =", "60 : 40%"]
    assert find_texts(Client().get(page), "h2") == ["2 · Corrected", "1 · Published"]
    assert "dora" not in " ".join(
        find_texts(Client().get(page), "main") + find_texts(desk.get(page), "main")
    )
    assert find_texts(Client().get(page), "details caption") == ["Standings", "Standings"]


def test_a_bare_score_in_place_of_a_contract_is_told_beside_the_score_of_the_contract(section):
    enter(section, "+450")
    assert read_table_rows(Client().get(public_address(section, "changes/")))[0] == [
        named(section),
        "+420",
        "+450",
    ]


def test_final_results_cannot_be_typed_over_until_they_are_reopened(section, desk):
    finalise_results(event=section.session.event)
    page = desk.get(f"/sessions/{section.ref}/scores/boards/1/")
    assert all("readonly" in box.attrib for box in find_elements(page, ".entry-box"))
    assert "These results are final." in find_texts(page, ".say.warn")[0]
    assert [words for words in find_texts(page, "#entry-page button") if words != "Save"] == []


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
    [
        pytest.param(
            "x",
            "“x” isn’t a number of hours. Type a whole number in figures, such as 24.",
            id="letters",
        ),
        pytest.param("", "Enter the hours for corrections, such as 24.", id="nothing"),
        pytest.param("999", "999 hours is too long or too short. Enter 0 to 720.", id="too-many"),
    ],
)
def test_bad_hours_are_one_sentence_and_stay_as_typed(desk, hours, sentence):
    section = make_played_section(published=False)
    response = desk.post(public_address(section, "publish/"), {"hours": hours})
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert [box.get("value") for box in find_elements(response, "#id_hours")] == [hours]
    assert Event.objects.get().has_been_published is False


def test_final_and_open_again_on_the_page(desk, section):
    final = desk.post(public_address(section, "final/"), follow=True)
    assert find_texts(final, "#messages .say") == [
        "Tuesday pairs is final. To change anything, reopen it."
    ]
    assert find_texts(final, "#period")[0].startswith("Final since ")
    response = desk.post(public_address(section, "final/"), follow=True)
    assert find_texts(response, "#messages .say") == [
        "Tuesday pairs is final. To change anything, reopen it."
    ]
    opened = desk.post(public_address(section, "open/"), {"hours": "2"}, follow=True)
    assert find_texts(opened, "#messages .say")[0].startswith("Tuesday pairs is provisional until ")
    refused = desk.post(public_address(section, "open/"), {"hours": "0"})
    assert find_errors(refused) == ["Enter at least 1 hour for corrections."]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_a_final_line_is_refused_where_it_is_typed(desk, section, headers):
    time_over(section)
    one = line(section)
    key = f"1-{one.ns}-{one.ew}"
    typed = {f"text-{key}": "4SS+1", f"shown-{key}": "4SS=", f"version-{key}": str(one.version)}
    response = desk.post(f"/sessions/{section.session_id}/scores/boards/1/", typed, headers=headers)
    assert response.status_code == 422
    assert [text.startswith("Tuesday pairs is final since ") for text in find_errors(response)] == [
        True
    ]
    assert [box.get("value") for box in find_elements(response, f"#text-{key}")] == ["4SS+1"]


@pytest.mark.parametrize("action", ["final/", "open/"])
def test_the_period_is_the_directors_business(section, action):
    assert Client().get(public_address(section, action)).status_code == 302
    assert Client().post(public_address(section, action)).status_code == 403
    assert versions(section) == [("published", [])]


def test_an_entry_costs_the_same_before_publishing_and_the_log_the_same_however_long(section):
    few = count_queries(Client(), public_address(section, "changes/"))
    for text in ("4SS+1", "4SS-1", "PASS"):
        enter(section, text)
    assert len(versions(section)) == 2
    RESULTS_CACHE.clear()
    assert count_queries(Client(), public_address(section, "changes/")) == few


def test_a_night_of_two_winners_keeps_both_groups():
    section = make_night(pairs=10, boards_per_set=2)
    enter_all_results(section)
    publish_results(event=section.session.event)
    assert [group["title"] for group in StandingsVersion.objects.get().standings] == [
        "North-South",
        "East-West",
    ]


def test_a_version_stays_due_while_the_results_cannot_be_scored(monkeypatch):
    event = make_played_section().session.event
    content = Client().get("/results/").content
    record_correction(event, None)

    def refuse(_kind, _event):
        raise ScoringError(
            "board-number", "There is no board {board_no}. Board numbers start at 1.", board_no=0
        )

    with monkeypatch.context() as patch:
        patch.setattr(BoardsKind, "make_standings_snapshot", refuse)
        for page in ("/results/", "/results/feed.atom", f"/events/{event.pk}/changes/"):
            assert Client().get(page).status_code == 200
        assert StandingsVersion.objects.get(number=2).is_due
        assert find_texts(Client().get(f"/events/{event.pk}/changes/"), "h2") == ["1 · Published"]
    increment_event_version(event.pk)
    assert Client().get("/results/").content == content
    assert not StandingsVersion.objects.filter(number=2).exists()  # nothing differs
