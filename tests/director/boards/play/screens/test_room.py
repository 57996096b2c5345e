"""The room's screen of a night of pairs: what it shows when, for whom, and how cheaply it is asked."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.core.night.clock_buttons import end_clock_round, start_clock
from director.core.night.publishing import publish_results
from director.models import Event, Session
from movements.registry import make_plan
from tests.cases import leave_to_slow
from tests.director.pages import HTMX, count_queries, find_elements, find_texts
from tests.director.party.parties import make_seated_party
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_night,
    make_played_section,
    make_section,
    make_sections,
    make_small_and_large_sections,
    set_clock,
    start_round_clock,
)

pytestmark = pytest.mark.django_db


def room_address(section, /, **asked: str) -> str:
    wishes = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"/sessions/{section.session_id}/room/{'?' * bool(wishes)}{wishes}"


def lines(response) -> list[tuple[str, str, str]]:
    return [
        tuple("".join(part.itertext()) for part in line)
        for line in find_elements(response, ".room-lines li")
    ]


def footer(response) -> list[str]:
    return find_texts(response, "footer span")


class TestWhatItShows:
    def test_nothing_before_a_movement_is_chosen(self, desk):
        response = desk.get(room_address(make_section()))
        assert find_texts(response, ".big") == ["Welcome"]
        assert footer(response) == ["The movement is being chosen."]

    def test_everybody_looks_for_the_first_seat_by_name(self, desk):
        response = desk.get(room_address(make_night(pairs=5, boards_per_set=2)))
        assert find_texts(response, "h2") == ["Please take your seats"]
        assert lines(response) == [
            ("1 N-S", "Ada Ash Ash & Fred Dunn 0", "table 1, N-S"),
            ("2 N-S", "Bert Ash Birch & Gwen Elm 1", "table 2, N-S"),
            ("3 N-S", "Cleo Ash Cole & Hugh Fox 2", "sits out"),
            ("1 E-W", "Dora Ash Dunn & Ida Gray 3", "table 1, E-W"),
            ("2 E-W", "Edith Ash Elm & Jack Hill 4", "table 2, E-W"),
        ]

    def test_between_rounds_everybody_s_next_table_by_name(self, desk):
        section = make_night(pairs=6, boards_per_set=2)
        set_clock(section, round_no=2)
        response = desk.get(room_address(section))
        assert find_texts(response, "h2") == ["Round 2"]
        assert find_texts(response, ".next") == [
            "Now: N-S stay, E-W up one table, boards down one table."
        ]
        assert [(left, right) for left, _name, right in lines(response)] == [
            ("1 N-S", "stays at table 1, N-S"),
            ("2 N-S", "stays at table 2, N-S"),
            ("3 N-S", "stays at table 3, N-S"),
            ("1 E-W", "table 2, E-W"),
            ("2 E-W", "table 3, E-W"),
            ("3 E-W", "table 1, E-W"),
        ]

    def test_during_a_round_the_clock_the_next_move_and_who_still_plays(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        start_round_clock(section, round_no=2)
        stored = fetch_section_lines(section)
        for line in stored.get_table_lines(2, 1):
            enter_on_line(section, line, "PASS")
        response = desk.get(room_address(section))
        assert find_elements(response, ".clock")[0].get("data-bell") == "runs"
        assert find_texts(response, "header span") == ["Round 2 of 3"]
        assert find_texts(response, ".next") == [
            "Next: N-S stay, E-W up one table, boards down one table."
        ]
        assert footer(response)[0] == "Still playing: tables 2, 3"

    def test_round_that_is_in_says_so(self, desk):
        section = make_night(pairs=4, boards_per_set=1, key="howell")
        start_round_clock(section, round_no=1)
        enter_all_results(section)
        assert footer(desk.get(room_address(section)))[0] == "All tables have finished."

    @pytest.mark.parametrize("clock", ["over", "waiting"])
    def test_published_standings_are_shown_without_a_switch_of_their_own(self, desk, clock):
        section = make_played_section(published=True)
        set_clock(section, clock=clock)
        for wish in ({"page": "2"}, {"show": "standings", "page": "2"}):
            response = desk.get(room_address(section, **wish))
            assert len(lines(response)) == 4, wish

    @pytest.mark.slow
    def test_next_session_of_a_published_event_shows_its_seats(self, desk):
        sections = make_sections(letters="A", sessions=2, played=False)
        enter_all_results(sections[0])
        Event.objects.update(published_at=timezone.now())
        response = desk.get(room_address(sections[1]))
        assert find_texts(response, "h2") == ["Please take your seats"]

    @pytest.mark.slow
    def test_many_tables_are_counted(self, desk):
        section = make_night(pairs=40, boards_per_set=1)
        start_round_clock(section, round_no=1)
        assert footer(desk.get(room_address(section)))[0] == "Still playing: 20 tables"

    def test_last_round_promises_no_move(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        start_round_clock(section, round_no=3)
        assert find_texts(desk.get(room_address(section)), ".next") == []

    def test_the_end_of_play_is_told_all_the_time(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        start_round_clock(section, round_no=2, minutes_left=5)
        session = Session.objects.get(pk=section.session_id)
        end = timezone.localtime(session.round_ends_at + timedelta(minutes=session.round_minutes))
        assert footer(desk.get(room_address(section)))[1] == f"Finish about {end:%H:%M}"

    def test_after_play_it_waits_for_the_director_s_word(self, desk):
        section = make_played_section(published=False)
        set_clock(section, clock="over", round_no=3)
        response = desk.get(room_address(section))
        assert find_texts(response, ".big") == ["Thank you"]
        assert not find_elements(response, ".qr")
        desk.post(f"/sessions/{section.session_id}/room/standings/", {"shows": "1"})
        response = desk.get(room_address(section))
        assert find_texts(response, "h2") == ["Standings"]
        assert len(lines(response)) == 4
        assert lines(response)[0][0] == "1"
        desk.post(f"/sessions/{section.session_id}/room/standings/", {"shows": "0"})
        assert lines(desk.get(room_address(section))) == []
        publish_results(event=section.session.event)
        for show in ("", "?show=clock"):
            assert find_elements(desk.get(room_address(section) + show), ".qr"), show


class TestStandings:
    def show(self, desk, section, **wishes):
        return desk.get(room_address(section, show="standings", **wishes))

    @pytest.mark.slow
    def test_both_directions_of_a_small_night_are_beside_each_other(self, desk):
        section = make_night(pairs=14, boards_per_set=1)
        enter_all_results(section)
        set_clock(section, clock="over", room_standings=True)
        response = self.show(desk, section)
        assert find_texts(response, "h3") == ["North-South", "East-West"]
        assert [len(column) for column in find_elements(response, ".room-board ol")] == [7, 7]
        assert not any(note.startswith("Page") for note in footer(response))

    def test_a_low_window_shows_fewer_places_and_all_of_them_in_turn(self, desk):
        section = make_night(pairs=14, boards_per_set=1)
        enter_all_results(section)
        set_clock(section, clock="over", room_standings=True)
        asks, places = room_address(section, show="standings", places="3"), []
        for _page in range(6):
            response = desk.get(asks, **HTMX)
            places += [line[0] for line in lines(response)]
            asks = find_elements(response, "#room")[0].get("hx-get")
            assert "places=3" in asks
            assert len(lines(response)) <= 3
        assert len(places) == 14
        assert "page=1" in asks

    def test_published_night_shows_its_winners_first(self, desk):
        section = make_played_section(published=True)
        set_clock(section, clock="over")
        response = desk.get(room_address(section))
        assert find_texts(response, "h2") == ["Winners"]
        assert find_texts(response, "h3") == ["Place 1", "Place 2", "Place 3"]
        assert len(find_elements(response, ".first-place")) == 1
        assert "Page 1 of 2" in footer(response)
        response = desk.get(room_address(section, page="2"))
        assert find_texts(response, "h2") == ["Standings"]

    def test_winners_of_both_directions_are_equally_large(self, desk):
        section = make_night(pairs=6, boards_per_set=1)
        enter_all_results(section)
        Event.objects.update(published_at=timezone.now())
        response = desk.get(room_address(section))
        assert find_texts(response, "h3") == ["North-South", "East-West"]
        assert len(find_elements(response, ".first-place")) == 2

    def test_standings_that_can_still_change_name_no_winner(self, desk):
        section = make_played_section(published=False)
        set_clock(section, clock="over", room_standings=True)
        assert find_texts(desk.get(room_address(section)), "h2") == ["Standings"]
        section = make_night(pairs=6, boards_per_set=1)
        enter_all_results(section, leave=1)
        Event.objects.update(published_at=timezone.now())
        assert find_texts(self.show(desk, section), "h2") == ["Standings, 8 of 9 results entered"]

    def test_pair_without_names_is_called_by_its_number(self, desk):
        section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
        enter_all_results(section)
        set_clock(section, clock="over", room_standings=True)
        assert sorted(line[1] for line in lines(self.show(desk, section))) == [
            "Pair 1",
            "Pair 2",
            "Pair 3",
            "Pair 4",
        ]


class TestTwoScreens:
    @pytest.fixture
    def section(self):
        section = make_night(pairs=6, boards_per_set=1)
        start_round_clock(section, round_no=1)
        return section

    def test_one_shows_the_clock_while_another_shows_the_next_seats(self, desk, section):
        assert find_texts(desk.get(room_address(section)), "header span") == ["Round 1 of 3"]
        response = desk.get(room_address(section, show="seats"))
        assert find_texts(response, "h2") == ["Round 2"]
        assert find_texts(response, ".next") == [
            "Next: N-S stay, E-W up one table, boards down one table."
        ]
        assert lines(response)[3] == ("1 E-W", "Dora Ash Dunn & Ida Gray 3", "table 2, E-W")

    def test_seats_of_the_last_round_are_those_taken(self, desk, section):
        start_round_clock(section, round_no=3)
        assert find_texts(desk.get(room_address(section, show="seats")), "h2") == ["Round 3"]

    def test_clock_stays_between_rounds(self, desk, section):
        set_clock(section, clock="waiting", round_no=2, round_minutes=20, round_ends_at=None)
        response = desk.get(room_address(section, show="clock"))
        assert find_texts(response, ".clock") == ["20:00"]
        assert find_texts(response, ".next") == [
            "Now: N-S stay, E-W up one table, boards down one table."
        ]

    def test_standings_wait_for_the_director(self, desk, section):
        response = desk.get(room_address(section, show="standings"))
        assert footer(response)[0] == "The director hasn’t shown them yet."
        set_clock(section, room_standings=True)
        assert footer(desk.get(room_address(section, show="standings")))[0] == "No results yet."
        enter_all_results(section, leave=3)
        response = desk.get(room_address(section, show="standings"))
        assert find_texts(response, "h2") == ["Standings, 6 of 9 results entered"]
        assert find_texts(response, "h3") == ["North-South", "East-West"]
        assert len(lines(response)) == 6

    def test_a_screen_goes_on_asking_for_its_part(self, desk, section):
        asks = find_elements(desk.get(room_address(section, show="clock")), "#room")[0].get(
            "hx-get"
        )
        assert asks.startswith(room_address(section, show="clock") + "&state=")

    def test_unknown_wish_shows_what_is_needed(self, desk, section):
        assert find_elements(desk.get(room_address(section, show="rubbish", section="Z")), ".clock")


class TestSections:
    def test_all_stand_on_a_screen_with_their_letters(self, desk):
        sections = make_sections(letters="AB", played=False)
        start_round_clock(sections[0], round_no=2)
        response = desk.get(room_address(sections[0]))
        assert find_texts(response, ".next") == [
            "Next: N-S stay, E-W up one table, boards down one table."
        ]
        assert footer(response)[0] == "Still playing: tables A1, A2, A3, B1, B2, B3"
        seats = desk.get(room_address(sections[0], show="seats"))
        assert find_texts(seats, "h2") == ["Round 3: section A"]
        assert lines(seats)[0][0] == "A1 N-S"

    def test_a_screen_for_each(self, desk):
        sections = make_sections(letters="AB", played=False)
        start_round_clock(sections[0], round_no=2)
        response = desk.get(room_address(sections[0], section="B"))
        assert footer(response)[0] == "Still playing: tables B1, B2, B3"
        seats = desk.get(room_address(sections[0], section="B", show="seats"))
        assert find_texts(seats, "h2") == ["Round 3: section B"]

    def test_moves_that_differ_name_their_section(self, desk):
        sections = make_sections(letters="AB", played=False)
        store_plan(section=sections[1], movement=make_plan("howell", pairs=6, boards_per_set=2))
        start_round_clock(sections[0], round_no=2)
        assert find_texts(desk.get(room_address(sections[0])), ".next") == [
            "Next: A: N-S stay, E-W up one table, boards down one table.",
            "Next: B: Everyone follows the guide card.",
        ]

    def test_later_sessions_show_the_list_after_all(self, desk):
        sections = make_sections(letters="A", sessions=2)
        set_clock(sections[1], clock="over", room_standings=True)
        titles = [
            find_texts(desk.get(room_address(sections[1], page=str(number))), "h2")[0]
            for number in range(1, 4)
        ]
        assert titles == ["Standings", "After all sessions", "Standings"]


class TestThePoll:
    def poll(self, desk, section):
        asks = find_elements(desk.get(room_address(section)), "#room")[0].get("hx-get")
        return lambda: desk.get(asks, **HTMX)

    @pytest.fixture
    def section(self):
        section = make_night(pairs=6, boards_per_set=1)
        start_round_clock(section, round_no=1)
        return section

    def test_nothing_changed_is_answered_with_nothing(self, desk, section):
        response = self.poll(desk, section)()
        assert response.status_code == 204
        assert response.content == b""

    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda section: enter_all_results(section, leave=8), id="result"),
            pytest.param(
                lambda section: end_clock_round(
                    session=Session.objects.get(pk=section.session_id), round_count=3
                ),
                id="clock",
            ),
            pytest.param(lambda section: set_clock(section, room_standings=True), id="standings"),
            pytest.param(
                lambda section: set_clock(section, round_ends_at=timezone.now()), id="time-is-up"
            ),
        ],
    )
    def test_what_changes_is_news(self, desk, section, change):
        poll = self.poll(desk, section)
        change(section)
        response = poll()
        assert response.status_code == 200
        assert response.templates[0].name == "core/screens/_room.html"

    def test_several_pages_turn(self, desk):
        section = make_night(pairs=40, boards_per_set=1)
        seen, asks = [], room_address(section)
        for _turn in range(9):
            response = desk.get(asks, **HTMX)
            seen += [left for left, _name, _right in lines(response)]
            asks = find_elements(response, "#room")[0].get("hx-get")
            if "page=1" in asks:
                break
        assert len(seen) == len(set(seen)) == 40

    def test_quiet_question_reads_no_lines(self, desk):
        asked = []
        for pairs in (6, 40):
            section = make_night(pairs=pairs, boards_per_set=1)
            start_round_clock(section, round_no=1)
            poll = self.poll(desk, section)
            with CaptureQueriesContext(connection) as queries_asked:
                assert poll().status_code == 204
            asked.append(len(queries_asked))
        assert asked == [5, 5]

    def test_standings_are_scored_once_for_all_their_pages(self, desk):
        section = make_played_section()
        set_clock(section, clock="over", room_standings=True)
        first, again = (
            count_queries(desk, room_address(section)),
            count_queries(desk, room_address(section)),
        )
        assert again < first

    def test_event_off_the_lists_is_never_quiet(self, desk, section):
        poll = self.poll(desk, section)
        Event.objects.update(removed_at=timezone.now())
        assert poll().status_code == 200


class TestWhoSeesIt:
    def test_signed_out_goes_to_sign_in(self, client):
        section = make_night()
        response = client.get(room_address(section))
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={room_address(section)}"
        assert (
            client.post(
                f"/sessions/{section.session_id}/room/standings/", {"shows": "1"}
            ).status_code
            == 403
        )
        assert not Session.objects.get(pk=section.session_id).room_standings

    def test_session_that_is_none_is_not_here(self, desk):
        assert desk.get("/sessions/999/room/").status_code == 404
        party = make_seated_party(players=8)
        assert desk.get(f"/sessions/{party.session.pk}/room/").status_code == 404


@pytest.mark.parametrize("show", leave_to_slow(["", "clock", "seats", "standings"], but=1))
def test_same_number_of_queries_for_a_small_and_a_large_night(desk, show):
    asked = []
    for section in make_small_and_large_sections():
        start_clock(session=section.session)
        set_clock(section, room_standings=True)
        asked.append(count_queries(desk, room_address(section, show=show)))
    assert asked[0] == asked[1] <= 20  # two ask for the number of changes, before and after
