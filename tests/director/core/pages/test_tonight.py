"""Tonight: the running night is large with its next hour, others are rows; without one it says what was and what comes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.pages import next_hour
from director.core.night.clock_buttons import start_clock
from director.core.night.phones import record_phone_contact
from director.core.night.publishing import publish_results
from director.models import Access, Club, Event, Session
from tests.director.pages import count_queries, find_elements, find_texts
from tests.director.party.parties import enter_winner, make_party, make_seated_party
from tests.factories import enter_all_results, enter_on_line, make_night

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


def read_late_labels(page) -> list[str]:
    return find_texts(page, ".tables .label.late")


def test_a_night_alone_shows_its_tables_and_marks_the_late_one(desk):
    section = make_running()
    page = desk.get("/")
    lines = fetch_section_lines(section).all
    assert len(find_elements(page, ".tables td .square")) == len(lines)
    assert len(find_elements(page, ".tables td .square.now")) == 1
    assert read_late_labels(page) == ["Table 2 late"]
    assert find_texts(page, ".tables .key span") == ["entered", "being played", "late", "to play"]

    for line in lines:
        if (line.round_no, line.table_no) == (1, 2):
            enter_on_line(section, line, "3NTN=")
    assert not read_late_labels(desk.get("/"))


def test_after_travellers_no_table_is_late(desk):
    make_running()
    Club.objects.update(enters_after_play=True)
    page = desk.get("/")
    assert not read_late_labels(page)
    assert "played" in find_texts(page, ".tables .key span")


def test_two_nights_at_once_keep_their_bars_alone(desk):
    make_tonight("Pairs", leave=2)
    assert find_elements(desk.get("/"), ".hero .tables")
    make_tonight("Teachers", leave=2)
    page = desk.get("/")
    assert len(find_elements(page, ".hero")) == 2
    assert not find_elements(page, ".hero .tables")


def test_a_hall_has_no_tables_on_tonight(desk, monkeypatch):
    make_tonight("Pairs", leave=2)
    monkeypatch.setattr(next_hour, "MAX_DRAWN_TABLES", 2)
    assert not find_elements(desk.get("/"), ".hero .tables")


def test_the_tables_of_a_night_cost_the_same_for_more_pairs(desk):
    section = make_tonight("Pairs", leave=2)
    desk.get("/")
    few = count_queries(desk, "/")
    Event.objects.filter(pk=section.session.event_id).delete()
    make_tonight("Pairs", leave=2, pairs=12)
    desk.get("/")
    assert count_queries(desk, "/") == few


def make_finished(name: str, *, pairs: int = 6):
    """Return the event of a published night of today."""
    section = make_tonight(name, leave=0, pairs=pairs)
    return publish_results(event=section.session.event)


def test_once_all_is_finished_the_winners_stand_there(desk):
    event = make_finished("Morning pairs")
    page = desk.get("/")
    assert find_texts(page, ".last-night h2") == ["Morning pairs"]
    assert find_elements(page, ".last-night .winner")
    (link,) = find_elements(page, ".last-night .end")
    assert link.get("href") == event.get_absolute_url()
    assert not find_elements(page, ".latest"), "the only night isn't listed again"

    make_finished("Evening pairs")
    page = desk.get("/")
    assert find_texts(page, ".last-night h2") == ["Evening pairs"]
    assert find_texts(page, ".latest tbody th a") == ["Morning pairs"]
    assert find_texts(page, ".latest tbody b") == ["70.00%", "62.50%"]


def test_while_a_night_runs_finished_ones_are_links(desk):
    make_finished("Morning pairs")
    make_tonight("Evening pairs", leave=2)
    page = desk.get("/")
    assert find_texts(page, ".finished b") == ["Morning pairs"]
    assert not find_elements(page, ".last-night")


def test_a_page_whose_last_night_is_published_shows_the_winners_at_its_next_poll(desk):
    section = make_tonight("Pairs", leave=0)
    assert "HX-Refresh" not in desk.get("/", headers={"HX-Request": "true"})
    publish_results(event=section.session.event)
    assert desk.get("/", headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_finished_nights_cost_the_same(desk):
    make_finished("Morning pairs")
    desk.get("/")
    few = count_queries(desk, "/")
    for number in range(4):
        make_finished(f"Pairs {number}", pairs=8)
    desk.get("/")
    assert count_queries(desk, "/") == few


@pytest.mark.slow
def test_tonight_costs_the_same_for_ten_nights(desk):
    make_tonight("Pairs", leave=2)
    make_tonight("Other pairs", leave=2)
    move_to_today("Whist drive", make_party(players=16).session)
    desk.get("/")
    few = count_queries(desk, "/")
    for number in range(5):
        make_tonight(f"Pairs {number}", leave=number)
        move_to_today(f"Whist drive {number}", make_party(players=16).session)
    assert count_queries(desk, "/") == few
