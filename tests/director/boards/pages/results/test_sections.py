"""Several sections of a session and several sessions of an event: scored, ranked, published, taken away."""

import json
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from director.additions.rulings.page import Penalty
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import (
    ScoringField,
    compute_letter_rank,
    fetch_event_fields,
    fetch_scoring_field,
)
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import enter_result
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.event import EventResults
from director.core.base.standings_versions import complete_versions
from director.core.base.versions import fetch_event_version
from director.core.files.kind_parts import FiledKind
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.event_kinds import ask_kind
from director.models import Event, Result, Section, Session
from director.models.event import RankingScope, Strata
from director.sheets import RECAP_TITLE
from scoring.bridge.entries import parse_entry
from scoring.model import Board, Field, Line
from scoring.registry import get_method, list_methods_for_game, rank_field
from tests.director.pages import find_texts, read_table_rows
from tests.factories import add_ruling, enter_on_line, make_sections
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def fresh(event: Event) -> EventResults:
    return EventResults(Event.objects.select_related("club").get(pk=event.pk))


def plain_field(sections, *, winners: int) -> Field:
    """Return the field of *sections* put together here, pair 7 of section B as 2007."""
    boards: dict[int, list[Line]] = {}
    for number, section in enumerate(sections, 1):
        for line in fetch_section_lines(section).all:
            ns, ew = (
                1000 * number + (section.get_printed_number(pair) if winners == 2 else pair)
                for pair in (line.ns, line.ew)
            )
            entry = parse_entry(line.text)
            score = entry.ns_score(line.board_no)
            scored = Line(ns, ew, score, entry.artificial, section=section.letter)
            boards.setdefault(line.board_no, []).append(scored)
    return Field(
        winners, tuple(Board(board_no, tuple(lines)) for board_no, lines in sorted(boards.items()))
    )


def plain_totals(ranking) -> dict[tuple[str | None, str], tuple]:
    """Return total, percentage and place by direction and label, of a ranking of :func:`plain_field`."""
    return {
        (
            standing.direction,
            f"{'ABCDEF'[standing.contestant // 1000 - 1]}{standing.contestant % 1000}",
        ): (
            standing.total,
            standing.percent,
            standing.rank_text,
        )
        for standing in ranking.standings
    }


def totals(standings) -> dict[tuple[str | None, str], tuple]:
    return {
        (row.direction or None, row.label.split()[0]): (row.total, row.percent, row.place)
        for group in standings.groups
        for row in group.rows
    }


class TestNumbers:
    @given(st.integers(1, 702), st.integers(1, 702))
    def test_letters_go_from_a_to_z_and_on(self, first, second):
        assert (compute_letter_rank(letter_of(first)) < compute_letter_rank(letter_of(second))) == (
            first < second
        )

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

    def test_one_section_keeps_its_own_numbers(self):
        (section,) = make_sections(letters="A")
        scoring_field = fetch_scoring_field(section)
        assert [scoring_field.get_scoring_number(pair) for pair in (1, 4)] == [1, 1]
        assert [scoring_field.get_label(pair) for pair in (1, 4)] == ["1 N-S", "1 E-W"]


def letter_of(rank: int) -> str:
    text = ""
    while rank:
        rank, sign = divmod(rank - 1, 26)
        text = chr(ord("A") + sign) + text
    return text


class TestScoring:
    @pytest.mark.parametrize("compare", ["field", "section"])
    @pytest.mark.parametrize(("key", "winners"), [("mitchell", 2), ("howell", 1)])
    def test_the_field_is_what_a_field_put_together_by_hand_is(self, key, winners, compare):
        sections = make_sections(key=key, letters="AB")
        event = sections[0].session.event
        set_scoring(section=sections[0], scoring="matchpoints", options={"compare": compare})
        expected = rank_field(
            "matchpoints", plain_field(sections, winners=winners), {"compare": compare}
        )
        assert totals(fresh(event).standings) == plain_totals(expected)

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
            json.dumps(ask_kind(event, FiledKind).serialize_results(event))

    def test_by_section_a_traveller_has_the_top_of_each_section(self):
        sections = make_sections(letters="AB")
        set_scoring(section=sections[0], scoring="matchpoints", options={"compare": "section"})
        whole, (board, *_rest) = (
            fresh(sections[0].session.event).first_session,
            fresh(sections[0].session.event).first_session.boards,
        )
        assert {whole.scored.get_top(1, line.ns.number) for line in board.lines} == {4}
        assert {line.ns.label[0] for line in board.lines} == {"A", "B"}
        assert all(line.ns.points + line.ew.points == 4 for line in board.lines)

    def test_sections_of_one_and_of_two_winners_stand_in_one_list(self):
        mitchell, howell = make_sections(letters="AB", played=False)
        howell.results.all().delete()
        Section.objects.filter(pk=howell.pk).update(winners=1, ew_offset=0)
        enter_result(section=mitchell, board_no=1, ns=1, ew=4, text="4SS=", user=None)
        enter_result(section=howell, board_no=1, ns=1, ew=4, text="4SS-1", user=None)
        (group,) = fresh(mitchell.session.event).standings.groups
        assert {row.label for row in group.rows if row.place} == {"A1 N-S", "A1 E-W", "B1", "B4"}

    def test_places_of_each_section_by_itself(self):
        sections = make_sections(letters="AB")
        together = totals(fresh(sections[0].session.event).standings)
        set_scoring(
            section=sections[0], scoring="matchpoints", options={}, places=RankingScope.SECTION
        )
        apart = fresh(sections[0].session.event).standings
        assert [group.title for group in apart.groups] == [
            *("Section A, North-South", "Section A, East-West"),
            *("Section B, North-South", "Section B, East-West"),
        ]
        for key, (total, percent, place) in totals(apart).items():
            rivals = [other for other in together if (other[0], other[1][0]) == (key[0], key[1][0])]
            better = [other for other in rivals if together[other][0] > total]
            assert (total, percent) == together[key][:2]
            assert place.rstrip("=") == str(1 + len(better))

    def test_a_ruling_in_one_section_leaves_others_unchanged(self):
        first, second = make_sections(letters="AB")
        before = totals(fresh(first.session.event).standings)
        add_ruling(
            section=second,
            facts="Late",
            decision="Penalty",
            penalty=Penalty(pair_no=2, amount=Decimal(1), unit="mp"),
            user=None,
        )
        store_extras(section=first, extras=SectionExtras({3: PairExtras(stratum="B")}), user=None)
        after = totals(fresh(first.session.event).standings)
        lost = {key: before[key][0] - figures[0] for key, figures in after.items()}
        assert {key: points for key, points in lost.items() if points} == {("NS", "B2"): 1}
        rows = {
            row.label: row
            for group in fresh(first.session.event).standings.groups
            for row in group.rows
        }
        assert [label for label, row in rows.items() if row.stratum] == ["A3 N-S"]
        assert rows["B2 N-S"].penalties == "−1 MP"

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

    def test_other_cards_in_one_section_are_compared_there_only(self):
        first, second = make_sections(letters="AB")
        for section in (first, second):
            line = section.results.filter(board_no=1).order_by("ns").first()
            group_board(section=section, board_no=1, groups={(line.ns, line.ew): "B"}, user=None)
        groups = score_section(first).groups_by_line
        assert sorted(groups.values()) == ["B of section A", "B of section B"]
        assert score_section(first).field.boards[0].get_scores_by_group().keys() == {
            "",
            *groups.values(),
        }


class TestSessions:
    def test_the_list_after_all_is_the_mean_of_the_sessions(self):
        sections = make_sections(letters="AB", sessions=2)
        enter_result(section=sections[2], board_no=1, ns=1, ew=4, text="7NTN=", user=None)
        results = fresh(sections[0].session.event)
        first, second = (totals(sheets.standings) for sheets in results.sessions)
        assert first != second
        after = totals(results.standings)
        assert {key: figures[:2] for key, figures in after.items()} == {
            key: (first[key][0] + second[key][0], (first[key][1] + second[key][1]) / 2)
            for key in first
        }
        for (direction, _label), (_total, percent, place) in after.items():
            rivals = [
                other
                for (way, _other), (_points, other, _place) in after.items()
                if way == direction
            ]
            assert place.rstrip("=") == str(1 + sum(other > percent for other in rivals))

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

    def test_who_missed_a_session_is_ranked_below_with_what_it_has(self):
        sections = make_sections(letters="AB", sessions=2)
        sections[2].entries.filter(pair_no=1).update(continues=None)
        rows = fresh(sections[0].session.event).standings.groups[0].rows
        assert [(row.label, row.session_no, row.place) for row in rows[-2:]] == [
            ("A1 N-S", 2, "6"),
            ("A1 N-S", 1, "7"),
        ]
        assert [row.percent for row in rows[-2:]] == [rows[-2].sessions[1], rows[-1].sessions[0]]
        assert [figure is None for figure in rows[-1].sessions] == [False, True]

    def test_a_session_that_has_not_begun_counts_for_nobody(self):
        sections = make_sections(letters="AB", sessions=2, played=False)
        for section in sections[:2]:
            for line in fetch_section_lines(section).all:
                enter_on_line(section, line, "4SS=")
        results = fresh(sections[0].session.event)
        assert results.standings.sessions == ("Session 1",)
        assert {row.place for group in results.standings.groups for row in group.rows} == {"1="}


class TestPages:
    def test_a_card_leads_to_the_other_pairs_of_its_section(self):
        sections = make_sections(letters="AB")
        event = sections[0].session.event
        publish_results(event=event)
        page = Client().get(f"/events/{event.pk}/pairs/200004/")
        others = ["B1 N-S", "B2 N-S", "B3 N-S", "B1 E-W", "B2 E-W", "B3 E-W"]
        assert find_texts(page, "nav.pager a") == others

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

    def test_a_page_calls_pairs_by_section_and_number_in_one_column(self):
        sections = make_sections(letters="AB", sessions=2)
        event = sections[0].session.event
        publish_results(event=event)
        page = Client().get(f"/events/{event.pk}/sessions/2/boards/1/")
        assert find_texts(page, "th")[:2] == ["N\N{NON-BREAKING HYPHEN}S", "N-S names"]
        assert [row[0] for row in read_table_rows(page)][:6] == ["A1", "A2", "A3", "B1", "B2", "B3"]
        whole = Client().get(event.get_absolute_url())
        assert find_texts(whole, "th")[:7] == [
            "Place",
            "Pair",
            "Names",
            "Session 1",
            "Session 2",
            "Total",
            "Percent",
        ]

    def test_links_of_a_page_of_a_session_stay_in_it(self):
        sections = make_sections(letters="AB", sessions=2)
        event = sections[0].session.event
        publish_results(event=event)
        page = Client().get(f"/events/{event.pk}/sessions/2/").content.decode()
        assert f"/events/{event.pk}/sessions/2/pairs/100001/" in page
        assert f'"/events/{event.pk}/pairs/' not in page

    def test_a_correction_names_session_and_section(self):
        sections = make_sections(letters="AB", sessions=2)
        event = sections[0].session.event
        publish_results(event=event)
        enter_result(section=sections[3], board_no=1, ns=1, ew=4, text="7NTN=", user=None)
        complete_versions([event.pk])
        version = event.versions.order_by("-number").first()
        assert [change["what"] for change in version.changes] == [
            "Session 2, Board 1, B1 N-S against B1 E-W"
        ]
        assert [group["title"] for group in version.standings] == [
            *("North-South", "East-West", "Session 1, North-South", "Session 1, East-West"),
            *("Session 2, North-South", "Session 2, East-West"),
        ]

    def test_json_says_which_session_and_section(self):
        sections = make_sections(letters="AB", sessions=2)
        event = sections[0].session.event
        answer = json.loads(json.dumps(ask_kind(event, FiledKind).serialize_results(event)))
        assert {
            (board["session"], line["section"])
            for board in answer["boards"]
            for line in board["lines"]
        } == {(session, letter) for session in (1, 2) for letter in "AB"}
        assert answer["standings"][0].keys() >= {"section", "contestant", "sessions", "direction"}
        assert {row["contestant"] for row in answer["standings"]} == {1, 2, 3}
        assert [len(session["standings"]) for session in answer["sessions"]] == [12, 12]

    def test_files_have_columns_for_session_and_section(self):
        sections = make_sections(letters="AB", sessions=2)
        event = sections[0].session.event
        tables = {
            table.title: table
            for table in ask_kind(event, FiledKind).make_export_tables(event).tables
        }
        titles = {
            name: [column.title for column in table.columns] for name, table in tables.items()
        }
        assert titles["Standings"][:4] == ["Place", "Section", "Pair", "Direction"]
        assert titles["Standings"][-4:] == ["Session 1", "Session 2", "Total", "Percent"]
        assert {"Session", "Section"} <= set(titles["Boards"])
        assert {"Session", "Section"} <= set(titles["Pair cards"])
        assert titles[RECAP_TITLE][:3] == ["Session", "Section", "Pair"]
        assert len(tables[RECAP_TITLE].rows) == len(tables["Standings"].rows) * 2 == 24

    @pytest.mark.slow
    def test_queries_do_not_grow_with_sections(self):
        few = make_sections(letters="AB")
        event = few[0].session.event
        many = make_sections(letters="ABCDEF")
        other = many[0].session.event
        asked = []
        for night in (event, other):
            with CaptureQueriesContext(connection) as captured:
                ask_kind(night, FiledKind).serialize_results(night)
            asked.append(len(captured))
        assert asked[0] == asked[1]
