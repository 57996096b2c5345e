"""What past weeks were like for those who play tonight, and a draw that makes up for it."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.memory import (
    PairMemory,
    PairSchedule,
    PersonMemory,
    draw_fair_order,
    fetch_memory_by_pair,
    fetch_schedule_by_pair,
    format_memory_advice,
)
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.models import Club, Person
from movements.registry import make_plan
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import enter_all_results, make_club, make_pair_names

TONIGHT = date(2026, 11, 17)
NAMES = [make_pair_names(number) for number in range(20)]


def night(*, weeks_ago: int, names=NAMES[:5], key: str = "mitchell", played: bool = True, **kwargs):
    """Return the section of a night of so many weeks ago, the pairs in the order of *names*."""
    session = create_event(
        club=make_club(), name="Tuesday pairs", date=TONIGHT - timedelta(weeks=weeks_ago)
    )
    section = fetch_section(session.pk)
    store_plan(
        section=section, movement=make_plan(key, pairs=len(names), boards_per_set=1, **kwargs)
    )
    name_entries(section=section, pairs=[(None, pair) for pair in names])
    if played:
        enter_all_results(section)
    return fetch_section(session.pk)


def people(**counts: int) -> PairMemory:
    return PairMemory((PersonMemory(name="Ada Ash", **counts),))


@pytest.mark.django_db
class TestWhatIsRemembered:
    def figures(self, section) -> list[tuple[int, int, int]]:
        """Return for the first of each pair: nights, rounds sat out, nights sat still."""
        memories = [memory for _no, memory in sorted(fetch_memory_by_pair(section).items())]
        return [
            (first.session_count, first.rounds_sat_out, first.stationary_sessions)
            for first in (memory.people[0] for memory in memories)
        ]

    def test_rounds_sat_out_and_nights_sat_still(self):
        night(
            weeks_ago=1
        )  # a Mitchell of three tables: every N-S pair stays, and sits out once as its E-W pair misses
        assert self.figures(night(weeks_ago=0, played=False)) == [
            (1, 1, 1),
            (1, 1, 1),
            (1, 1, 1),
            (1, 0, 0),
            (1, 0, 0),
        ]

    def test_night_of_the_first_day_there_is_has_none_before_it(self):
        section = night(weeks_ago=0, played=False)
        section.session.event.date = date.min
        assert self.figures(section) == [(0, 0, 0)] * 5

    @pytest.mark.slow
    def test_same_number_of_queries_for_few_and_many_weeks(self):
        asked = []
        for weeks, pairs in ((1, 6), (5, 16)):
            for weeks_ago in range(1, weeks + 1):
                night(weeks_ago=weeks_ago, names=NAMES[:pairs])
            section = night(weeks_ago=0, names=NAMES[:pairs], played=False)
            with CaptureQueriesContext(connection) as queries_asked:
                assert fetch_memory_by_pair(section)[1].people[0].session_count
            asked.append(len(queries_asked))
        assert asked == [5, 5]


class TestWords:
    def test_figures_of_both(self):
        same = PersonMemory("Ada Penn", 8, 2, 3)
        assert (
            PairMemory((same, PersonMemory("Bert Ives", 8, 2, 3))).text
            == "sat out 2 rounds, stationary 3 of 8 nights"
        )
        assert PairMemory((same, PersonMemory("Bert Ives", 1, 1, 1))).text == (
            "Penn sat out 2 rounds, stationary 3 of 8 nights; Ives sat out 1 round, stationary 1 of 1 night"
        )
        assert (
            PairMemory((same, PersonMemory("Bert Ives"))).text
            == "Penn sat out 2 rounds, stationary 3 of 8 nights"
        )
        assert PairMemory((PersonMemory("Bert Ives"),)).text == ""

    def test_who_sits_out_again_and_who_asked_to_sit_still(self):
        memories = {
            1: PairMemory(
                (PersonMemory("Ada Penn", 3, 2, 0, date(2026, 11, 10)), PersonMemory("Bert Ives"))
            ),
            2: PairMemory((PersonMemory("Cleo Fox", 3, 1, 0, date(2026, 10, 6)),)),
            3: PairMemory((PersonMemory("Dora Elm", 3, 0, 0),)),
            4: PairMemory((PersonMemory("Ed Birch", needs_stationary_seat=True),)),
        }
        places = {1: PairSchedule(1), 2: PairSchedule(1), 3: PairSchedule(), 4: PairSchedule()}
        labels = {number: str(number) for number in places}
        assert format_memory_advice(memories, places, labels, TONIGHT) == (
            "Penn – Ives sat out last week and, as pair 1, will sit out again. Elm (3) has sat out less. Swap the "
            "two, or use Fair draw.",
            "Fox sat out on 6 October and, as pair 2, will sit out again. Birch (4) has sat out less. Swap the two, or "
            "use Fair draw.",
            "Birch asked for a stationary seat, but pair 4 moves. Give them a stationary one.",
        )

    def test_a_few_are_named_and_the_others_counted(self):
        memories = {
            number: people(session_count=3, rounds_sat_out=number <= 5, last_sit_out_day=TONIGHT)
            for number in range(1, 11)
        }
        memories |= {number: people(session_count=3) for number in range(6, 11)}
        places = {number: PairSchedule(int(number <= 5)) for number in memories}
        said = format_memory_advice(
            memories, places, {number: str(number) for number in memories}, TONIGHT
        )
        assert len(said) == 4
        assert said[0] == (
            "Ash sat out earlier today and, as pair 1, will sit out again. Ash (6) has sat out less. Swap the two, "
            "or use Fair draw."
        )
        assert said[3] == "2 more pairs sit out again, although others have sat out less."

    def test_nothing_is_said_where_everybody_sits_out(self):
        memories = {
            number: people(session_count=3, rounds_sat_out=1, last_sit_out_day=TONIGHT)
            for number in (1, 2)
        }
        assert (
            format_memory_advice(
                memories, {1: PairSchedule(1), 2: PairSchedule(1)}, {1: "1", 2: "2"}, TONIGHT
            )
            == ()
        )


MEMORIES = st.builds(
    lambda nights, out, still, asks: people(
        session_count=nights,
        rounds_sat_out=out,
        stationary_sessions=min(still, nights),
        needs_stationary_seat=asks,
    ),
    st.integers(0, 12),
    st.integers(0, 9),
    st.integers(0, 12),
    st.booleans(),
)
FIELDS = st.lists(
    st.tuples(st.builds(PairSchedule, st.integers(0, 2), st.booleans()), MEMORIES),
    min_size=1,
    max_size=16,
)


class TestTheDraw:
    @given(FIELDS, st.integers(0, 999_999))
    def test_everybody_gets_a_place_and_the_seed_tells_which(self, field, seed):
        places, pairs = [place for place, _pair in field], [pair for _place, pair in field]
        order = draw_fair_order(places, pairs, seed)
        assert sorted(order) == list(range(len(pairs)))
        assert order == draw_fair_order(places, pairs, seed)

    @given(FIELDS, st.integers(0, 999_999))
    def test_who_asked_stays_wherever_somebody_does(self, field, seed):
        places, pairs = [place for place, _pair in field], [pair for _place, pair in field]
        order = draw_fair_order(places, pairs, seed)
        staying = [
            pairs[source].needs_stationary_seat
            for place, source in zip(places, order, strict=True)
            if place.is_stationary
        ]
        moving = [
            pairs[source].needs_stationary_seat
            for place, source in zip(places, order, strict=True)
            if not place.is_stationary
        ]
        assert all(staying) or not any(moving)

    def test_seats_that_stay_go_to_those_who_moved_most(self):
        places = [
            PairSchedule(is_stationary=True),
            PairSchedule(is_stationary=True),
            PairSchedule(),
            PairSchedule(),
        ]
        pairs = [people(session_count=8, stationary_sessions=still) for still in (8, 2, 5, 0)]
        assert {frozenset(draw_fair_order(places, pairs, seed)[:2]) for seed in range(20)} == {
            frozenset({1, 3})
        }

    def test_ties_go_by_lot(self):
        assert {
            draw_fair_order(
                [PairSchedule(1), PairSchedule(), PairSchedule()], [people()] * 3, seed
            )[0]
            for seed in range(40)
        } == {0, 1, 2}


@pytest.mark.django_db
class TestThePages:
    def test_figures_stand_beside_the_names_with_advice(self, desk):
        night(weeks_ago=1, names=[*NAMES[3:5], *NAMES[:3]])
        section = night(weeks_ago=0, names=[*NAMES[3:5], *NAMES[:3]], played=False)
        page = desk.get(f"/sessions/{section.session_id}/seats/")
        assert find_texts(page, ".memory")[0] == "sat out 1 round, stationary 1 of 1 night"
        assert len(find_texts(page, ".memory")) == 5
        assert find_texts(page, "#names .warn") == [
            "Dunn – 3 sat out last week and, as pair 1 N-S, will sit out again. Birch – 1 (1 E-W) has sat out less. "
            "Swap the two, or use Fair draw.",
            "Elm – 4 sat out last week and, as pair 2 N-S, will sit out again. Cole – 2 (2 E-W) has sat out less. "
            "Swap the two, or use Fair draw.",
        ]

    def test_club_that_remembers_nothing_offers_no_such_draw(self, desk):
        section = night(weeks_ago=0, played=False)
        buttons = f"/sessions/{section.session_id}/seats/"
        assert [
            element.get("value")
            for element in find_elements(desk.get(buttons), "button")
            if element.get("name") == "how"
        ] == ["memory"]
        response = desk.post(
            "/club/", {"club_name": "Riverside Club", "paper": "a4", "memory_weeks": "0"}
        )
        assert response.status_code == 302
        assert [
            element
            for element in find_elements(desk.get(buttons), "button")
            if element.get("name") == "how"
        ] == []

    @pytest.mark.parametrize("weeks", ["x", "-1", "105"])
    def test_weeks_that_are_none_are_answered_with_a_sentence(self, desk, weeks):
        make_club()
        response = desk.post(
            "/club/", {"club_name": "Riverside Club", "paper": "a4", "memory_weeks": weeks}
        )
        assert find_texts(response, "main .bad") == [
            "Type a whole number of weeks from 0 to 104, such as 12."
        ]
        assert Club.objects.get().memory_weeks == 12

    def test_person_asks_for_a_seat_that_stays(self, desk):
        section = night(weeks_ago=0, played=False)
        person = Person.objects.get(name=NAMES[4][1])
        desk.post(f"/people/{person.pk}/", {"name": person.name, "number": "", "seat": "stays"})
        person.refresh_from_db()
        assert person.sits_still
        page = desk.get(f"/sessions/{section.session_id}/seats/")
        assert (
            len(
                [
                    text
                    for text in find_texts(page, "#names .warn")
                    if "asked for a stationary seat" in text
                ]
            )
            == 1
        )

    @pytest.mark.slow
    def test_same_number_of_queries_for_few_and_many(self, desk):
        asked = []
        for pairs in (5, 16):
            night(weeks_ago=1, names=NAMES[:pairs])
            section = night(weeks_ago=0, names=NAMES[:pairs], played=False)
            asked.append(count_queries(desk, f"/sessions/{section.session_id}/seats/"))
        assert asked[0] == asked[1]


@pytest.mark.django_db
def test_places_of_a_movement():
    section = night(weeks_ago=0, played=False)
    plan = section.plans.get()
    assert fetch_schedule_by_pair(section, plan) == {
        1: PairSchedule(1, True),
        2: PairSchedule(1, True),
        3: PairSchedule(1, True),
        4: PairSchedule(),
        5: PairSchedule(),
    }
    assert fetch_schedule_by_pair(section, None) == {}
