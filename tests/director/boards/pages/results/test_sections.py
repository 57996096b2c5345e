"""Several sections of a session and several sessions of an event: scored, ranked, published, taken away."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from director.boards.movement.sections import (
    ScoringField,
    fetch_event_fields,
)
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.standings.event import EventResults
from director.core.base.versions import fetch_event_version
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.models import Event, Result, Section, Session
from director.models.event import Strata
from scoring.registry import get_method, list_methods_for_game
from tests.director.pages import find_texts, read_table_rows
from tests.factories import enter_on_line, make_sections
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def fresh(event: Event) -> EventResults:
    return EventResults(Event.objects.select_related("club").get(pk=event.pk))


def totals(standings) -> dict[tuple[str | None, str], tuple]:
    return {
        (row.direction or None, row.label.split()[0]): (row.total, row.percent, row.place)
        for group in standings.groups
        for row in group.rows
    }


class TestNumbers:
    @given(st.sets(st.integers(1, 702), min_size=2, max_size=6), st.data())
    def test_every_pair_has_a_number_of_its_own_that_leads_back_to_it(self, ranks, data):
        event = Event(pk=1, name="Pairs")
        session = Session(pk=1, event=event, number=1)
        sections = tuple(
            Section(
                pk=rank,
                session=session,
                letter=letter_of(rank),
                winners=data.draw(st.integers(1, 2)),
                ew_offset=9,
            )
            for rank in sorted(ranks)
        )
        scoring_field = ScoringField(session, sections)
        pairs = [(section, pair_no) for section in sections for pair_no in (1, 9, 10, 18)]
        numbers = [scoring_field.get_field_number(section, pair_no) for section, pair_no in pairs]
        assert len(set(numbers)) == len(pairs)
        assert [scoring_field.get_section_and_number(number) for number in numbers] == pairs
        for (section, pair_no), number in zip(pairs, numbers, strict=True):
            scored, direction = (
                scoring_field.get_scoring_number(number),
                scoring_field.get_direction(number) or None,
            )
            assert scoring_field.get_pair_no(scored, direction) == number
            assert (
                scoring_field.get_label(number) == f"{section.letter}{section.get_label(pair_no)}"
            )
            side = {"NS": " N-S", "EW": " E-W", None: ""}[direction]
            assert f"{scored}{side}" == scoring_field.get_label(number)


def letter_of(rank: int) -> str:
    text = ""
    while rank:
        rank, sign = divmod(rank - 1, 26)
        text = chr(ord("A") + sign) + text
    return text


class TestScoring:
    @pytest.mark.slow
    @pytest.mark.parametrize("key", ["mitchell", "howell"])
    @pytest.mark.parametrize(
        "method",
        [method.key for method in list_methods_for_game("bridge") if method.key != "four-pairs"],
    )
    def test_every_method_gives_the_same_by_two_routes(self, method, key):
        sections = make_sections(key=key, letters="AB", sessions=2)
        for result in Result.objects.filter(awards__text="A6040").select_related(
            "section__session__event"
        ):
            key = {"board_no": result.board_no, "ns": result.ns, "ew": result.ew}
            enter_result(section=result.section, **key, text="PASS", user=None)
        options = {option.name: option.choices for option in get_method(method).options}
        for compare in options.get("compare", ("",)):
            set_scoring(
                section=sections[0], scoring=method, options={"compare": compare} if compare else {}
            )
            event = fresh(sections[0].session.event).event
            assert [
                compute_field_differences(scoring_field)
                for scoring_field in fetch_event_fields(event)
            ] == [
                [],
                [],
            ]
            results = fresh(event)
            assert results.standings.groups[0].rows[0].place.startswith("1")
            assert len(results.pairs) == 2 * 2 * 6
            json.dumps(get_event_kind(event).serialize_results(event))

    def test_sections_of_one_and_of_two_winners_stand_in_one_list(self):
        mitchell, howell = make_sections(letters="AB", played=False)
        howell.results.all().delete()
        Section.objects.filter(pk=howell.pk).update(winners=1, ew_offset=0)
        enter_result(section=mitchell, board_no=1, ns=1, ew=4, text="4SS=", user=None)
        enter_result(section=howell, board_no=1, ns=1, ew=4, text="4SS-1", user=None)
        (group,) = fresh(mitchell.session.event).standings.groups
        assert {row.label for row in group.rows if row.place} == {"A1 N-S", "A1 E-W", "B1", "B4"}

    def test_sections_count_handicaps_in_one_unit(self):
        first, second = make_sections(letters="AB")
        given = {1: PairExtras(handicap="3")}
        store_extras(section=first, extras=SectionExtras(given, handicap_unit="%"), user=None)
        with pytest.raises(DeskError, match="Section A counts its handicaps in % of the total"):
            store_extras(section=second, extras=SectionExtras(given, handicap_unit="mp"), user=None)
        store_extras(section=second, extras=SectionExtras(given, handicap_unit="%"), user=None)
        rows = [row for group in fresh(first.session.event).standings.groups for row in group.rows]
        assert {row.label: row.handicap for row in rows if row.handicap} == {
            "A1 N-S": "+3 %",
            "B1 N-S": "+3 %",
        }
        store_extras(
            section=first,
            extras=SectionExtras({2: PairExtras(stratum="B")}, strata=Strata.APART),
            user=None,
        )
        with pytest.raises(DeskError, match="Section A has: each stratum counts by itself"):
            store_extras(
                section=second, extras=SectionExtras({2: PairExtras(stratum="B")}), user=None
            )


class TestSessions:
    @pytest.mark.slow
    def test_who_moved_to_another_seat_is_the_same_contestant(self):
        sections = make_sections(letters="AB", sessions=2)
        one, other = sections[2].entries.get(pair_no=1), sections[3].entries.get(pair_no=2)
        one.continues, other.continues = other.continues, one.continues
        one.save()
        other.save()
        results = fresh(sections[0].session.event)
        first, second = (totals(sheets.standings) for sheets in results.sessions)
        assert (
            totals(results.standings)["NS", "A1"][1]
            == (first["NS", "A1"][1] + second["NS", "B2"][1]) / 2
        )


class TestPages:
    @pytest.mark.slow
    def test_a_change_in_any_section_gives_the_event_another_version(self):
        sections = make_sections(letters="ABC", sessions=2)
        event_id = sections[0].session.event_id
        versions = [fetch_event_version(event_id)]
        for section in sections:
            line = section.results.earliest("pk")
            enter_on_line(section, line, "7NTN-3")
            versions.append(fetch_event_version(event_id))
        assert None not in versions
        assert len(set(versions)) == 7

    @pytest.mark.slow
    def test_every_page_of_every_session_opens(self):
        sections = make_sections(letters="ABC", sessions=2)
        event = sections[0].session.event
        publish_results(event=event)
        visitor = Client()
        page = visitor.get(event.get_absolute_url())
        assert find_texts(page, "nav a")[:3] == ["All sessions", "Session 1", "Session 2"]
        assert len(read_table_rows(page)) > 0
        for address in (
            *(
                "sessions/1/",
                "sessions/2/",
                "sessions/2/boards/3/",
                "sessions/2/recap/",
                "sessions/2/pairs/200004/",
            ),
            *(
                "boards/3/",
                "pairs/100001/",
                "recap/",
                "changes/",
                "results.json",
                "sessions/2/?why=total-200004",
            ),
        ):
            assert visitor.get(f"/events/{event.pk}/{address}").status_code == 200, address
        for address in (
            "sessions/3/",
            "sessions/2/pairs/900001/",
            "sessions/2/pairs/55/",
            "sessions/2/boards/99/",
        ):
            assert visitor.get(f"/events/{event.pk}/{address}").status_code == 404, address

    @pytest.mark.slow
    def test_queries_do_not_grow_with_sections(self):
        few = make_sections(letters="AB")
        event = few[0].session.event
        many = make_sections(letters="ABCDEF")
        other = many[0].session.event
        asked = []
        for night in (event, other):
            with CaptureQueriesContext(connection) as captured:
                get_event_kind(night).serialize_results(night)
            asked.append(len(captured))
        assert asked[0] == asked[1]
