"""Tonight: the running night is large with its next hour, others are rows; without one it says what was and what comes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.movement.lines.entries import LATER
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.base.roles import Role
from director.core.club.next_nights import add_next_night
from director.core.night.clock import pause_clock, start_clock
from director.core.night.events import EntryBar
from director.core.night.phones import record_phone_contact
from director.core.night.publishing import publish_results
from director.models import Access, Club, Event, Session
from director.models.event import Clock
from tests.director.pages import HTMX, count_queries, find_elements, find_texts
from tests.director.party.parties import enter_winner, make_party, make_seated_party
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_account,
    make_club,
    make_night,
    sign_in,
)

pytestmark = pytest.mark.django_db


def move_to_today(name: str, session: Session) -> Session:
    """Call the event of *session* by *name* and play it today. Return the session."""
    Event.objects.filter(pk=session.event_id).update(name=name, date=timezone.localdate())
    session.refresh_from_db()
    return session


def make_tonight(name: str, *, leave: int | None = None, pairs: int = 6):
    """Return the section of a night of today, with all results but the last *leave*."""
    section = make_night(pairs=pairs, boards_per_set=1)
    if leave is not None:
        enter_all_results(section, leave=leave)
    move_to_today(name, section.session)
    return section


def read_names(page, place: str) -> list[str]:
    return find_texts(page, f"{place} .what a")


def test_the_night_that_runs_is_large_with_round_clock_results_and_one_filled_button(desk):
    section = make_tonight("Thursday pairs", leave=2)
    session = start_clock(session=section.session)
    Session.objects.filter(pk=session.pk).update(round_no=2)
    page = desk.get("/")
    assert find_texts(page, ".hero h2") == ["Thursday pairs"]
    (hero,) = find_texts(page, ".hero")
    assert "Round 2 of 3" in hero
    assert "7 of 9 results entered" in hero
    assert "Play ends about" in hero
    (clock,) = find_elements(page, ".hero .clock")
    assert clock.get("data-ends")
    (_due, entered) = find_elements(page, ".hero rect")
    assert entered.get("width") == "77"
    (button,) = find_elements(page, ".hero .button")
    assert button.get("href") == f"/sessions/{session.pk}/play/"
    filled = [
        link for link in find_elements(page, "main .button") if "quiet" not in link.get("class")
    ]
    assert filled == [button]


def test_a_paused_clock_shows_the_time_left_and_one_that_is_not_used_only_the_round(desk):
    section = make_tonight("Pairs", leave=2)
    page = desk.get("/")
    assert not find_elements(page, ".hero .clock")
    assert find_texts(page, ".hero .round") == ["Round 3 of 3"]
    start_clock(session=section.session)
    pause_clock(session=section.session)
    page = desk.get("/")
    assert "Paused." in find_texts(page, ".hero .round")[0]
    (clock,) = find_elements(page, ".hero .clock")
    assert clock.get("data-ends") is None


def test_two_nights_that_run_are_both_large_and_a_third_is_a_row(desk):
    for name in ("Pairs", "Beginners", "Club room"):
        make_tonight(name, leave=2)
    make_tonight("Supervised")
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Pairs", "Beginners"]
    assert read_names(page, ".others") == ["Club room", "Supervised"]


def test_the_next_night_is_large_while_none_runs(desk):
    make_tonight("Pairs")
    make_tonight("Beginners")
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Pairs"]
    assert read_names(page, ".others") == ["Beginners"]
    assert find_texts(page, ".hero .button") == ["Print"]


def test_results_that_wait_to_be_published_come_before_finished_nights(desk):
    published = make_tonight("Afternoon", leave=0)
    publish_results(event=published.session.event)
    make_tonight("Evening", leave=0)
    page = desk.get("/")
    assert read_names(page, ".heroes") == ["Evening"]
    assert find_texts(page, ".hero .button") == ["Results"]
    assert find_texts(page, ".finished h2") == ["Finished"]
    assert read_names(page, ".finished") == ["Afternoon"]
    assert "published" in find_texts(page, ".finished li")[0]
    publish_results(event=Event.objects.get(name="Evening"))
    page = desk.get("/")
    assert not find_elements(page, ".hero")
    assert read_names(page, ".finished") == ["Afternoon", "Evening"]
    (start,) = [
        link for link in find_elements(page, "main .button") if "quiet" not in link.get("class")
    ]
    assert start.get("href") == "/events/new/"


def enter_rounds(section, *, upto: int, owing=()) -> None:
    """Enter all results of rounds 1 to *upto*, but not those of the *owing* rounds and tables."""
    for line in fetch_section_lines(section).all:
        if line.round_no <= upto and (line.round_no, line.table_no) not in owing:
            enter_on_line(section, line, "3NTN=")


def read_facts(page) -> dict[str, str]:
    labels, texts = find_texts(page, ".hour dt"), find_texts(page, ".hour dd")
    return dict(zip(labels, texts, strict=True))


def make_running(*, round_no: int = 2, owing=((1, 2), (2, 2))):
    """Return the section of a night of 5 pairs in *round_no*, of which the *owing* tables have no results."""
    section = make_tonight("Thursday pairs", pairs=5)
    enter_rounds(section, upto=round_no, owing=owing)
    session = start_clock(session=section.session)
    Session.objects.filter(pk=session.pk).update(round_no=round_no)
    return section


def test_a_running_night_says_who_is_late_and_who_sits_out_next_and_leads_there(desk):
    section = make_running()
    page = desk.get("/")
    facts = read_facts(page)
    assert facts["Late in round 1"] == "table 2"
    assert facts["Still playing"] == "table 2"
    (sit_out,) = (label for label in facts if label.startswith("Sits out"))
    assert sit_out == "Sits out round 3"
    assert "&" in facts[sit_out]
    assert "Phones" not in facts
    late = find_elements(page, ".hour .late a")
    assert [link.get("href") for link in late] == [
        f"/sessions/{section.session_id}/scores/rounds/1/tables/2/"
    ]
    (room,) = find_elements(page, ".hero .room-small")
    assert room.get("href") == f"/sessions/{section.session_id}/room/"


def test_a_running_night_is_read_again_without_taking_the_focus(desk):
    make_tonight("Pairs")
    (heroes,) = find_elements(desk.get("/"), "#heroes")
    assert "hx-get" not in heroes.attrib
    make_running()
    page = desk.get("/")
    (heroes,) = find_elements(page, "#heroes")
    assert heroes.get("hx-get") == "/"
    (button,) = find_elements(page, ".hero .button")
    assert "autofocus" in button.attrib
    (button,) = find_elements(desk.get("/", **HTMX), ".hero .button")
    assert "autofocus" not in button.attrib


def test_who_still_plays_after_the_end_of_the_round_is_marked(desk):
    section = make_running(owing=[(2, 2)])
    assert not find_elements(desk.get("/"), ".hour .late")
    Session.objects.filter(pk=section.session_id).update(
        round_ends_at=timezone.now() - timedelta(minutes=3)
    )
    assert find_texts(desk.get("/"), ".hour .late dt") == ["Still playing"]


def test_nobody_is_late_where_results_are_entered_after_play(desk):
    section = make_running()
    Club.objects.filter(pk=section.session.event.club_id).update(enters_after_play=True)
    assert not any(label.startswith("Late") for label in read_facts(desk.get("/")))


def test_nobody_is_late_before_anything_is_entered(desk):
    section = make_tonight("Pairs", pairs=5)
    session = start_clock(session=section.session)
    Session.objects.filter(pk=session.pk).update(round_no=2)
    assert list(read_facts(desk.get("/"))) == ["Sits out round 3"]


def test_tables_that_owe_results_are_late_once_play_is_over_and_nobody_sits_out(desk):
    section = make_running(round_no=3, owing=[(3, 1)])
    Session.objects.filter(pk=section.session_id).update(clock=Clock.OVER, round_ends_at=None)
    assert read_facts(desk.get("/")) == {"Late in round 3": "table 1"}


def test_a_board_to_be_played_later_is_no_debt(desk):
    section = make_running(owing=[(1, 2)])
    for line in fetch_section_lines(section).all:
        if (line.round_no, line.table_no) == (1, 2):
            enter_on_line(section, line, LATER)
    assert not any(label.startswith("Late") for label in read_facts(desk.get("/")))


def test_phones_are_counted_by_tables_without_those_on_paper(desk):
    section = make_running()
    accesses = [open_table(section, table_no) for table_no in (1, 2)]
    assert read_facts(desk.get("/"))["Phones"] == "0 of 2"
    record_phone_contact(accesses[0].pk, device="aa", side="ns", unsent_count=0)
    assert read_facts(desk.get("/"))["Phones"] == "1 of 2"
    section.at_tables = {"tables": {"2": {"entry": "paper"}}}
    section.save()
    assert read_facts(desk.get("/"))["Phones"] == "1 of 1"


def open_table(section, table_no: int) -> Access:
    now = timezone.now()
    return Access.objects.create(
        token=f"table-{table_no}",
        session=section.session,
        section=section,
        table_no=table_no,
        made_at=now,
        expires_at=now + timedelta(hours=6),
    )


def test_a_running_party_says_which_tables_still_play_and_who_sits_out(desk):
    party = make_seated_party(players=9)
    session = move_to_today("Whist drive", party.session)
    start_clock(session=session)
    assert list(read_facts(desk.get("/"))) == ["Sits out round 1"]
    enter_winner(party, 1)
    facts = read_facts(desk.get("/"))
    assert facts["Still playing"] == "table 2"
    assert facts["Sits out round 1"].startswith("Player ")


def test_a_running_night_costs_as_much_beside_more_of_them(desk):
    make_running()
    desk.get("/")
    few = count_queries(desk, "/")
    for _number in range(3):
        make_running()
    assert count_queries(desk, "/") == few


def test_without_a_night_it_shows_the_last_winners_and_what_comes_and_repeats_a_night(desk):
    section = make_night(pairs=6, boards_per_set=1)
    enter_all_results(section)
    publish_results(event=section.session.event)
    today = timezone.localdate()
    Event.objects.update(name="Thursday pairs", date=today - timedelta(days=7))
    add_next_night(club=make_club(), date=today + timedelta(days=1), kind="Whist drive")
    page = desk.get("/")
    assert find_texts(page, ".last-night h2") == ["Thursday pairs"]
    assert find_elements(page, ".last-night .winner")
    assert "Whist drive" in find_texts(page, ".to-come .nights")[0]
    (repeat,) = find_elements(page, ".to-come form")
    assert repeat.get("action") == f"/events/{section.session.event_id}/repeat/"
    assert f"Like last {today:%A}" in find_texts(page, ".to-come form")[0]
    assert not find_elements(page, ".start-cards")
    desk.post(repeat.get("action"))
    assert Event.objects.filter(date=today).count() == 1


def test_a_viewer_is_offered_no_night_to_repeat(db):
    section = make_night(pairs=6, boards_per_set=1)
    Event.objects.filter(pk=section.session.event_id).update(
        date=timezone.localdate() - timedelta(days=7)
    )
    viewer = sign_in(make_account("vera", Role.VIEWER))
    page = viewer.get("/")
    assert not find_elements(page, ".to-come form")
    assert "No nights today." in find_texts(page, "main p")


def test_a_party_is_large_too_with_its_own_word_for_a_round(desk):
    party = make_party(players=16, rounds=8, named=True)
    session = move_to_today("Whist drive", party.session)
    page = desk.get("/")
    assert find_texts(page, ".hero h2") == ["Whist drive"]
    assert "16 players · Progressive euchre no seats yet Seats" in find_texts(page, ".hero")[0]
    start_clock(session=session)
    assert find_elements(desk.get("/"), ".hero .clock")


def test_without_a_night_there_are_three_ways_in_with_a_drawing_each(desk):
    make_club()
    page = desk.get("/")
    assert find_texts(page, ".start-cards h2") == ["Start a night", "Practice", "Import results"]
    assert len(find_elements(page, ".start-cards svg")) == 3
    (start,) = [
        link for link in find_elements(page, "main .button") if link.get("class") == "button"
    ]
    assert start.get("href") == "/events/new/"


def test_a_viewer_reads_that_there_is_no_night_and_starts_none(db):
    make_club()
    viewer = sign_in(make_account("vera", Role.VIEWER))
    page = viewer.get("/")
    assert find_texts(page, "main p")[-1] == "No nights today."
    assert not find_elements(page, ".start-cards")


def test_tonight_costs_the_same_for_ten_nights(desk):
    make_tonight("Pairs", leave=2)
    move_to_today("Whist drive", make_party(players=16).session)
    desk.get("/")
    few = count_queries(desk, "/")
    for number in range(5):
        make_tonight(f"Pairs {number}", leave=number)
        move_to_today(f"Whist drive {number}", make_party(players=16).session)
    assert count_queries(desk, "/") == few


def test_a_night_of_yesterday_is_not_of_tonight(desk):
    section = make_tonight("Pairs")
    Event.objects.filter(pk=section.session.event_id).update(
        date=timezone.localdate() - timedelta(days=7)
    )
    assert not find_elements(desk.get("/"), ".hero")


def test_a_bar_is_full_only_when_nothing_is_missing():
    assert [EntryBar(count, 400).percent for count in (0, 1, 399, 400)] == [0, 1, 99, 100]
