"""Handicaps, strata and carry-over: typed or pasted, net and gross in the standings, put back, kept when published."""

from decimal import Decimal
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from director.additions.rulings.rulings import Penalty
from director.boards.movement.lines.dependent_scores import fetch_group_by_line
from director.boards.movement.sections import EXTRAS, fetch_section, fetch_section_acts
from director.boards.movement.words import PairExtras
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.seats.seating import draw_entries, name_entry, swap_entries
from director.boards.play.seats.undoing import undo_entries_draw
from director.boards.scoring.extras import SectionExtras, fetch_section_extras
from director.core.base.standings_versions import complete_versions
from director.core.night.history import filter_undone_acts, find_act_to_undo
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import StandingsVersion
from director.models.event import Strata
from movements.registry import make_plan
from scoring.errors import ScoringError
from tests.director.boards.others import make_contest_section
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
    replace_awards_by_passes,
)
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
    read_table_rows,
)
from tests.factories import add_ruling, extras_address, make_night, make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """A Howell of four pairs with every result in."""
    return fetch_section(make_played_section(published=False).session_id)


def rows(section):
    section = fetch_section(section.session_id)
    return {
        row.contestant: row
        for group in fetch_session_sheets(section).standings.groups
        for row in group.rows
    }


def store(section, pairs, user=None, **more):
    extras = SectionExtras({number: PairExtras(*one) for number, one in pairs.items()}, **more)
    store_extras(section=section, extras=extras, user=user)


def stored(section):
    return fetch_section_extras(fetch_section(section.session_id))


def test_a_handicap_is_added_and_what_it_was_without_it_stays_to_be_read(section):
    before = rows(section)
    store(section, {2: ("3.5",), 3: ("-2",)}, handicap_unit="%")
    after = rows(section)
    assert {number: row.gross_percent for number, row in after.items()} == {
        number: row.percent for number, row in before.items()
    }
    assert {number: row.gross for number, row in after.items()} == {
        number: row.total for number, row in before.items()
    }
    assert [after[number].percent - before[number].percent for number in (1, 2, 3, 4)] == [
        0,
        Fraction(7, 2),
        -2,
        0,
    ]
    assert [after[number].handicap for number in (1, 2, 3, 4)] == ["", "+3.5 %", "−2 %", ""]
    assert find_session_differences(fetch_section(section.session_id)) == []


def test_carry_over_counts_like_points_and_is_no_part_of_the_handicap(section):
    before = rows(section)
    store(section, {1: ("", "", "4.5")}, carry_over_unit="mp")
    after = rows(section)
    assert after[1].total - before[1].total == Fraction(9, 2)
    assert after[1].carry_over == "+4.5 MP"
    assert after[1].gross is None


def step_back(section, user=None):
    number = find_act_to_undo(fetch_section_acts(section, (EXTRAS,))).number
    return undo_section(section=section, number=number, user=user, kinds=(EXTRAS,))


def test_the_places_in_strata_count_those_below_or_not(section):
    order = sorted(
        rows(section).values(), key=lambda row: (int(row.place.rstrip("=")), row.contestant)
    )
    best, second, third, last = (row.contestant for row in order)
    letters = {best: ("", "A"), second: ("", "B"), third: ("", "C"), last: ("", "B")}
    store(section, letters)
    found = rows(section)
    assert [found[number].stratum for number in (best, second, third, last)] == ["A", "B", "C", "B"]
    places = [found[number].stratum_places.replace("=", "") for number in (second, third, last)]
    assert found[best].stratum_places == f"A {found[best].place}"
    ranks = {number: int(found[number].place.rstrip("=")) for number in (second, third, last)}
    in_b = {number: 1 + sum(other < ranks[number] for other in ranks.values()) for number in ranks}
    assert places == [f"B {in_b[second]}", f"C 1, B {in_b[third]}", f"B {in_b[last]}"]
    store(section, letters, strata=Strata.APART)
    apart = rows(section)
    assert apart[best].stratum_places == "A 1"
    assert apart[third].stratum_places == "C 1"


def test_extras_shown_by_columns_need_no_note(section):
    before = fetch_session_sheets(section).standings.notes
    store(section, {1: ("3", "A", "1")}, handicap_unit="%", carry_over_unit="mp")
    most = "Percentages are out of the boards and the carry-over, at most 1 MP."
    assert fetch_session_sheets(section).standings.notes == (most, *before)


def test_every_change_is_put_back_step_by_step(section, director):
    bare = rows(section)
    store(section, {1: ("3",)}, director, handicap_unit="mp")
    three = rows(section)
    store(section, {1: ("5", "B")}, director, handicap_unit="mp")
    store(section, {1: ("5", "B")}, director, handicap_unit="mp")
    five, acts = rows(section), fetch_section_acts(section, (EXTRAS,))
    assert [str(act.made_by) for act in acts] == ["dora", "dora"]
    step_back(section, director)
    assert rows(section) == three
    step_back(section, director)
    assert rows(section) == bare
    assert find_act_to_undo(acts) is None
    for state in (three, five):
        redo_section(
            section=section,
            number=filter_undone_acts(acts).first().number,
            user=None,
            kinds=(EXTRAS,),
        )
        assert rows(section) == state


@pytest.mark.parametrize(
    ("pairs", "units", "sentence"),
    [
        pytest.param(
            {9: ("", "A")},
            {},
            "There is no pair 9 here. The pairs are 1, 2, 3, 4.",
            id="no-such-pair",
        ),
        pytest.param(
            {1: ("1",)},
            {"handicap_unit": "imp"},
            "A handicap needs a unit. Choose one of matchpoints, % of the total.",
            id="a-unit-of-another-method",
        ),
        pytest.param(
            {1: ("", "", "1")},
            {},
            "A carry-over needs a unit. Choose one of matchpoints, % of the total.",
            id="no-unit",
        ),
    ],
)
def test_impossible_extras_are_refused_in_one_sentence(section, pairs, units, sentence):
    with pytest.raises(DeskError) as refused:
        store(section, pairs, **units)
    assert str(refused.value) == sentence
    assert stored(section) == SectionExtras()


def test_a_method_without_credits_takes_strata_only(desk, section):
    set_scoring(section=section, scoring="ascherman", options={})
    store(section, {1: ("1", "B")}, handicap_unit="mp")
    with pytest.raises(ScoringError) as refused:
        set_scoring(section=section, scoring="cross-imps", options={})
    assert str(refused.value) == "Pair 1: Cross-IMPs doesn’t use mp. Enter the adjustment in imp."
    store(section, {1: ("", "B")})
    replace_awards_by_passes()
    set_scoring(section=section, scoring="safford", options={})
    page = desk.get(f"/sessions/{section.session_id}/results/extras/")
    assert find_texts(page, ".warn")[-1] == (
        "Safford’s shared totals can’t use handicaps or carry-over, only strata."
    )
    with pytest.raises(DeskError) as refused:
        store(section, {1: ("1",)}, handicap_unit="mp")
    assert str(refused.value) == (
        "Scoring by safford’s shared totals doesn’t use any handicap. Empty that column, or choose another method."
    )


def test_what_a_pair_has_follows_its_people_to_another_place():
    section = make_night(pairs=10)
    store(section, {1: ("1", "A"), 2: ("2", "B")}, handicap_unit="%")
    swap_entries(section=section, first_no=1, second_no=7)
    draw_entries(section=section, seed=17)
    drawn = fetch_section(section.session_id)
    people = {
        entry.pair_no: str(entry.entry_players.first().person) for entry in drawn.entries.all()
    }
    pairs = {people[number]: one.stratum for number, one in stored(drawn).extras_by_pair.items()}
    undo_entries_draw(section=section)
    back = fetch_section(section.session_id)
    assert {number: one.stratum for number, one in stored(back).extras_by_pair.items()} == {
        7: "A",
        2: "B",
    }
    people = {
        entry.pair_no: str(entry.entry_players.first().person) for entry in back.entries.all()
    }
    assert pairs == {people[7]: "A", people[2]: "B"}


def test_what_a_pair_has_follows_its_people_into_another_movement():
    section = make_night(pairs=8, named=False)
    name_entry(section=section, pair_no=3, names=("Ada Ash", "Bert Birch"))
    store(section, {3: ("1", "A"), 5: ("", "B")}, handicap_unit="%")
    store_plan(section=fetch_section(section.session_id), movement=make_plan("howell", pairs=8))
    assert stored(section).extras_by_pair == {1: PairExtras("1", "A"), 5: PairExtras(stratum="B")}


def test_a_published_night_keeps_the_change(desk, section, director):
    publish_results(event=section.session.event, hours=24)
    section = fetch_section(section.session_id)
    store(section, {1: ("3", "B")}, director, handicap_unit="%")
    complete_versions([section.session.event_id])
    kept = StandingsVersion.objects.get(number=2)
    assert [(change["what"], change["was"], change["now"]) for change in kept.changes] == [
        ("Handicap of 1", "", "+3 %"),
        ("Stratum of 1", "", "B"),
    ]
    (row,) = [row for row in kept.standings[0]["rows"] if row["pair"] == "1"]
    assert (row["handicap"], row["stratum"]) == ("+3 %", "B")
    changes = desk.get(f"/events/{section.session.event_id}/changes/")
    assert find_texts(changes, "tbody th small") == ["handicap +3 %", "B 1"]


# -- at the desk -------------------------------------------------------------------------------------------------------


def test_boxes_and_a_pasted_list_are_stored_together_and_shown_in_every_table(desk, section):
    data = {
        "handicap_unit": "%",
        "carry_over_unit": "mp",
        "strata": "below",
        "handicap-1": "−1,5",
        "stratum-1": "a",
    }
    response = desk.post(
        extras_address(section), data | {"pasted": "2\t+3\tb\t4\n\npair 3;;c"}, follow=True
    )
    assert find_texts(response, "#messages p") == ["Handicaps, strata and carry-over saved."]
    values = {box.get("name"): box.get("value") for box in find_elements(response, "input")}
    assert [values[f"{name}-2"] for name in ("handicap", "stratum", "carry_over")] == [
        "3",
        "B",
        "4",
    ]
    assert (values["handicap-1"], values["stratum-1"], values["stratum-3"]) == ("-1.5", "A", "C")

    heads = ["Stratum", "In strata", "Carry-over", "Gross percent", "Handicap"]
    event_id = section.session.event_id
    page = desk.get(f"/sessions/{section.session_id}/results/")
    texts = find_texts(page, ".standings th")
    assert [head for head in texts if head in heads] == heads[1:]
    assert sorted(find_texts(page, ".standings td.c-handicap")) == ["", "", "+3 %", "−1.5 %"]
    book = load_workbook(BytesIO(desk.get(f"/events/{event_id}/export/xlsx/").content))
    titles = [cell.value for cell in next(book["Standings"].iter_rows())]
    assert [title for title in titles if title in heads] == heads
    found = {
        row["contestant"]: row
        for row in desk.get(f"/events/{event_id}/results.json").json()["standings"]
    }
    assert [found[2][name] for name in ("handicap", "carry_over", "stratum")] == [
        "+3 %",
        "+4 MP",
        "B",
    ]
    paper = desk.get(
        f"/sessions/{section.session_id}/print/sheets.pdf?kinds=standings&paper=a4&spare=0"
    )
    words = PdfReader(BytesIO(paper.content)).pages[0].extract_text().split()
    assert {"strata", "Gross", "cap", "+4", "+3", "−1.5"} <= set(words)

    was = {box.get("name"): box.get("value") for box in find_elements(response, "td input")}
    undone = press(desk, response, "undo")
    assert find_texts(undone, "#messages p") == ["Handicaps, strata and carry-over: change undone."]
    assert {box.get("value") for box in find_elements(undone, "td input")} == {""}
    assert [button.get("name") for button in find_elements(undone, ".actions button")] == [
        None,
        "redo",
    ]
    again = press(desk, undone, "redo")
    assert find_texts(again, "#messages p") == ["Handicaps, strata and carry-over: change redone."]
    assert {box.get("name"): box.get("value") for box in find_elements(again, "td input")} == was


def press(desk, page, name):
    """Press the button *name* of a page."""
    (button,) = [
        button for button in find_elements(page, ".actions button") if button.get("name") == name
    ]
    return desk.post(page.request["PATH_INFO"], {name: button.get("value")}, follow=True)


def test_extras_are_not_undone_after_another_director_s_change(desk):
    section = make_night(pairs=10)
    store(section, {1: ("1", "A")}, handicap_unit="%")
    page = desk.get(extras_address(section))
    swap_entries(section=section, first_no=1, second_no=7)
    refused = press(desk, page, "undo")
    swapped = "Pairs 1 N-S and 2 E-W swapped."
    assert find_errors(refused) == [
        f"A later change depends on this one. Undo that first: {swapped}"
    ]
    assert stored(section).extras_by_pair == {7: PairExtras("1", "A")}


def test_undone_extras_are_not_redone_for_other_people(desk):
    section = make_night(pairs=10)
    store(section, {1: ("1", "A")}, handicap_unit="%")
    page = press(desk, desk.get(extras_address(section)), "undo")
    swap_entries(section=section, first_no=1, second_no=7)
    assert find_errors(press(desk, page, "redo")) == [
        "You can’t redo this because of a later change: Pairs 1 N-S and 2 E-W swapped."
    ]
    assert stored(section) == SectionExtras()


def test_cards_of_a_board_that_were_changed_since_stand_in_nobodys_way(desk, section):
    store(section, {1: ("1", "A")}, handicap_unit="%")
    page = desk.get(extras_address(section))
    line = fetch_session_sheets(section).lines.get_board_lines(1)[0]
    group_board(section=section, board_no=1, groups={(line.ns, line.ew): "B"}, user=None)
    assert find_errors(press(desk, page, "undo")) == []
    now = fetch_section(section.session_id)
    assert fetch_section_extras(now) == SectionExtras()
    assert fetch_group_by_line(now) == {(1, line.ns, line.ew): "B"}


def test_what_cannot_be_read_is_named_line_by_line_and_nothing_is_stored_half(desk, section):
    data = {"handicap_unit": "%", "handicap-1": "three", "stratum-2": "AB", "carry_over-3": "1"}
    refused = desk.post(extras_address(section), data | {"pasted": "9;1\n2\n4;x"})
    assert refused.status_code == 422
    assert find_errors(refused) == [
        "Pair 1: “three” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
        "Pair 2: “AB” isn’t a stratum. Type one letter, A for the highest.",
        "Line 1: “9” isn’t a pair. Begin with a number from the list.",
        "Line 2: type pair, handicap, stratum and carry-over, separated by tabs or semicolons.",
        "Pair 4: “x” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
    ]
    assert [
        box.get("value")
        for box in find_elements(refused, "input")
        if box.get("name") == "handicap-1"
    ] == ["three"]
    assert find_texts(refused, "#pasted") == ["9;1 2 4;x"]
    assert stored(section) == SectionExtras()


def test_teams_are_called_teams_in_what_is_refused(desk):
    section = make_contest_section("teams")
    refused = desk.post(
        extras_address(section),
        {"handicap_unit": "%", "handicap-1": "three", "pasted": "99;1\nteam 2\nteam 3;x"},
    )
    assert find_errors(refused) == [
        "Team 1: “three” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
        "Line 1: “99” isn’t a team. Begin with a number from the list.",
        "Line 2: type team, handicap, stratum and carry-over, separated by tabs or semicolons.",
        "Team 3: “x” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
    ]


def test_with_two_winners_a_pasted_pair_has_its_direction(desk):
    section = make_night(pairs=10)
    data = {"handicap_unit": "%", "pasted": "1 n-s;1\n1 EW;2"}
    desk.post(extras_address(section), data)
    assert stored(section).extras_by_pair == {1: PairExtras("1"), 6: PairExtras("2")}
    assert find_errors(desk.post(extras_address(section), {"pasted": "1;1"})) == [
        "Line 1: “1” isn’t a pair. Begin with a number from the list."
    ]


def test_why_names_handicap_carry_over_and_penalty_apart(desk, section):
    store(section, {1: ("3", "", "2")}, handicap_unit="%", carry_over_unit="mp")
    penalty = Penalty(Decimal(1), "mp", 1)
    add_ruling(
        section=section, user=None, facts="Late.", decision="Fined.", law="90", penalty=penalty
    )
    page = desk.get(f"/sessions/{section.session_id}/results/?why=total-1")
    assert find_texts(page, ".why p") == [
        "8.22 matchpoints of a possible 14 on 6 boards = 58.71%. First place. "
        "Matchpoints: 2 per result beaten, 1 per tie, Law 78A; Law 90."
    ]
    assert read_table_rows(page, ".why .adding") == [
        ["6 boards", "6.80", "6.80"],
        ["Penalty (90)", "−1.00", "5.80"],
        ["Handicap of 3 %", "0.42", "6.22"],
        ["Carry-over", "2.00", "8.22"],
    ]


def test_they_cost_no_query_on_the_page_of_results(desk, section):
    page = f"/sessions/{section.session_id}/results/"
    before = count_queries(desk, page)
    store(section, {1: ("3", "B")}, handicap_unit="%")
    assert count_queries(desk, page) == before


def test_without_any_the_standings_are_as_they_were(section):
    scored, sheets = fetch_scored_session(section)
    assert scored.gross_standings_by_pair == {}
    assert {row.gross for group in sheets.standings.groups for row in group.rows} == {None}
