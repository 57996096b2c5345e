"""Which pair of the session before a pair is: kept with its people, whatever happens at Seats."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.seats.seating import (
    draw_entries,
    move_entry,
    name_entries,
    name_entry,
    swap_entries,
)
from director.boards.play.seats.undoing import redo_seats, undo_entries_draw, undo_seats
from director.boards.play.sessions import add_session
from director.boards.scoring.extras import SectionExtras, fetch_section_extras
from director.errors import DeskError, PersonTwiceError
from director.models import Entry, Section
from tests.cases import leave_to_slow
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.boards.play.sessions.nights import (
    make_session_sections,
    make_two_sessions,
    reload_sections,
)
from tests.director.boards.play.sessions.test_addresses import section_address
from tests.director.pages import find_texts
from tests.factories import enter_all_results, make_pair_names

pytestmark = pytest.mark.django_db


def links(section: Section) -> dict[int, str]:
    """Return by pair which pair of the session before it is, with the letter of its section."""
    linked = section.entries.filter(continues__isnull=False).select_related("continues__section")
    return {
        entry.pair_no: f"{entry.continues.section.letter}{entry.continues.pair_no}"
        for entry in linked
    }


def people(entry: Entry) -> set[str]:
    return {player.name for player in entry.players.all()}


def two_sessions() -> tuple[Section, Section]:
    sections = make_two_sessions(letters="A")
    return sections[0], sections[1]


STRAIGHT = {number: f"A{number}" for number in range(1, 7)}


def test_seated_as_before_everybody_is_the_pair_they_were():
    assert links(two_sessions()[1]) == STRAIGHT


def test_links_go_along_when_pairs_of_the_later_session_swap():
    _first, second = two_sessions()
    swap_entries(section=second, first_no=1, second_no=5)
    assert links(second) == STRAIGHT | {1: "A5", 5: "A1"}


def test_links_go_along_when_pairs_of_the_earlier_session_swap():
    first, second = two_sessions()
    swap_entries(section=first, first_no=1, second_no=5)
    assert links(second) == STRAIGHT | {1: "A5", 5: "A1"}


@pytest.mark.parametrize("at", [0, 1])
def test_links_go_along_with_a_draw_and_back(at):
    sections = two_sessions()
    draw_entries(section=sections[at], seed=7)
    drawn = list(Entry.objects.filter(section=sections[1]).select_related("continues"))
    assert links(sections[1]) != STRAIGHT
    assert all(people(entry) == people(entry.continues) for entry in drawn)
    undo_entries_draw(section=sections[at])
    assert links(sections[1]) == STRAIGHT


@pytest.mark.parametrize("at", [0, 1])
def test_a_cleared_seat_is_nobody(at):
    sections = two_sessions()
    name_entry(section=sections[at], pair_no=2, names=())
    assert links(sections[1]) == {
        number: place for number, place in STRAIGHT.items() if number != 2
    }


def test_a_substitute_for_one_of_two_leaves_the_pair_what_it_was():
    _first, second = two_sessions()
    name_entry(section=second, pair_no=2, names=(make_pair_names(1)[0], "Zoe Zander"))
    assert links(second) == STRAIGHT


def test_two_others_are_another_pair():
    _first, second = two_sessions()
    name_entry(section=second, pair_no=2, names=("Yan Young", "Zoe Zander"))
    assert links(second) == {number: place for number, place in STRAIGHT.items() if number != 2}


def unnamed_sessions() -> tuple[Section, Section]:
    first, *_others = make_session_sections(letters="A", named=False)
    second = add_session(section=first, number=2, is_seated=True).sections.get()
    return reload_sections(first, second)


def test_seated_as_before_pairs_without_names_are_those_of_their_numbers():
    _first, second = unnamed_sessions()
    assert links(second) == STRAIGHT


@pytest.mark.parametrize("at", [0, 1], ids=["of the earlier session", "of the later one"])
def test_names_that_are_given_later_leave_a_pair_what_its_number_was(at):
    sections = unnamed_sessions()
    name_entry(section=sections[at], pair_no=3, names=make_pair_names(3))
    assert links(sections[1]) == STRAIGHT
    name_entry(section=sections[1 - at], pair_no=3, names=make_pair_names(4))
    assert links(sections[1]) == {
        number: place for number, place in STRAIGHT.items() if number != 3
    }


@pytest.mark.slow
def test_typed_names_find_their_pair():
    first = make_session_sections(letters="AB")[0]
    session = add_session(section=first, number=2, is_seated=False)
    second, other = reload_sections(*session.sections.all())
    name_entry(section=second, pair_no=4, names=reversed(make_pair_names(0)))
    name_entry(section=second, pair_no=5, names=make_pair_names(7))
    name_entry(section=other, pair_no=1, names=(make_pair_names(1)[0], make_pair_names(2)[0]))
    assert links(second) == {4: "A1", 5: "B2"}
    assert links(other) == {}


def test_a_pasted_list_finds_every_pair():
    first = make_session_sections(letters="A")[0]
    session = add_session(section=first, number=2, is_seated=False)
    (second,) = reload_sections(*session.sections.all())
    names = [(None, make_pair_names(number)) for number in reversed(range(6))]
    name_entries(section=second, pairs=names)
    assert links(second) == {number: f"A{7 - number}" for number in range(1, 7)}


def test_everybody_seated_afresh_leaves_no_old_link():
    _first, second = two_sessions()
    name_entries(section=second, pairs=[(None, make_pair_names(3))], is_replacement=True)
    assert links(second) == {1: "A4"}


def test_names_of_the_earlier_session_find_the_later_pair():
    first, second = two_sessions()
    name_entry(section=first, pair_no=2, names=())
    name_entry(section=first, pair_no=2, names=make_pair_names(1))
    assert links(second) == STRAIGHT


def test_nobody_sits_in_two_sections_of_a_session():
    _first, second, third = make_session_sections()
    name = make_pair_names(13)[0]
    sentence = f"{name} already plays in pair {third.get_label(2)} of section C. "
    with pytest.raises(
        PersonTwiceError, match=f"^{sentence}Remove the name there first, or correct this one.$"
    ):
        name_entry(section=second, pair_no=1, names=make_pair_names(13))


def test_a_person_sits_in_both_sessions():
    first, second = two_sessions()
    assert people(first.entries.first()) == people(second.entries.first())


def test_a_pair_that_moves_to_another_section_stays_who_it_is(desk):
    *_first, a, b, _c = make_two_sessions()
    name_entry(section=b, pair_no=2, names=())
    response = desk.post(section_address(a, "seats/move"), {"moved": "3", "to": "B"}, follow=True)
    assert find_texts(response, "#messages .say") == ["Pair 3 N-S is now pair 2 N-S of section B."]
    assert links(a) == {number: place for number, place in STRAIGHT.items() if number != 3}
    assert links(b) == {number: f"B{number}" for number in range(1, 7)} | {2: "A3"}
    assert people(b.entries.get(pair_no=2)) == set(make_pair_names(2))


@pytest.mark.parametrize(
    "theirs", [{}, {4: PairExtras(stratum="A")}], ids=["none there", "some there"]
)
def test_handicap_stratum_and_carry_over_go_with_a_pair_to_another_section(theirs):
    a, b, _c = make_session_sections()
    name_entry(section=b, pair_no=2, names=())
    own = PairExtras(handicap="3", stratum="B")
    store_extras(
        section=a, extras=SectionExtras({1: PairExtras(stratum="A"), 3: own}, "%"), user=None
    )
    if theirs:
        store_extras(section=b, extras=SectionExtras(theirs), user=None)
    move_entry(section=a, pair_no=3, letter="B")
    a, b = reload_sections(a, b)
    assert fetch_section_extras(a).extras_by_pair == {1: PairExtras(stratum="A")}
    assert fetch_section_extras(b) == SectionExtras(theirs | {2: own}, "%")


def test_a_move_to_another_section_is_undone_until_results_of_the_pair_are_in():
    a, b, _c = make_session_sections()
    name_entry(section=b, pair_no=2, names=())
    store_extras(section=a, extras=SectionExtras({3: PairExtras(stratum="A")}, "%"), user=None)
    move_entry(section=a, pair_no=3, letter="B")
    moved = a.acts.latest("number").number
    undo_seats(section=a, number=moved, user=None)
    assert people(a.entries.get(pair_no=3)) == set(make_pair_names(2))
    assert [fetch_section_extras(each).extras_by_pair for each in reload_sections(a, b)] == [
        {3: PairExtras(stratum="A")},
        {},
    ]
    redo_seats(section=a, number=moved, user=None)
    enter_all_results(b)
    with pytest.raises(
        DeskError, match=r"^Results of pair 2 N-S have been entered, so it stays in section B\. "
    ):
        undo_seats(section=a, number=a.acts.latest("number").number, user=None)


def test_a_draw_stays_once_the_next_session_is_seated_by_it():
    first = make_session_sections(letters="A")[0]
    draw_entries(section=first, seed=7)
    add_session(section=first, number=2, is_seated=True)
    with pytest.raises(
        DeskError, match=r"^The seats here decided where Pair \d.* of session 2 sits, so they stay"
    ):
        undo_entries_draw(section=first)


def test_links_of_the_later_session_follow_a_pair_that_moves_in_the_earlier():
    a, b, _c, later, *_others = make_two_sessions()
    name_entry(section=b, pair_no=5, names=())
    move_entry(section=a, pair_no=3, letter="B")
    assert links(later) == STRAIGHT | {3: "B5"}


@pytest.mark.parametrize(
    ("pair_no", "letter", "sentence"),
    leave_to_slow(
        [
            (3, "B", "Section B has no empty place. Free one first, or choose a larger movement."),
            (3, "A", "Choose a pair with names, and the section to move it to."),
            (3, "X", "Choose a pair with names, and the section to move it to."),
            (99, "B", "Choose a pair with names, and the section to move it to."),
        ],
        but=1,
    ),
)
def test_a_pair_moves_only_to_an_empty_place(pair_no, letter, sentence):
    first, *_others = make_session_sections()
    with pytest.raises(DeskError) as refused:
        move_entry(section=first, pair_no=pair_no, letter=letter)
    assert str(refused.value) == sentence
    assert first.entries.filter(entry_players__isnull=False).distinct().count() == 6


def test_a_pair_with_results_stays():
    first, second, _third = make_session_sections()
    name_entry(section=second, pair_no=1, names=())
    enter_all_results(first)
    with pytest.raises(
        DeskError, match=r"^Results of pair 3 N-S have been entered, so it stays in section A\. "
    ):
        move_entry(section=first, pair_no=3, letter="B")


ELM, OAK = (
    ("Ada Ash", "Bert Birch", "Cid Cole", "Dee Dunn", "Eve Elm"),
    ("Fay Fox", "Guy Gray", "Hal Hill", "Ida Iden"),
)
VISITORS = ("Kit Kerr", "Lou Lund", "Max Moss", "Nan Nye")


def team_sessions(*, is_seated: bool = False, team: str = "Elm") -> tuple[Section, Section]:
    """Return two sessions of teams: five people called *team* and four called Oak in the first."""
    first = make_teams_section()
    name_entries(section=first, pairs=[(1, Entrant(ELM, team)), (2, Entrant(OAK, "Oak"))])
    second = add_session(section=first, number=2, is_seated=is_seated).sections.get()
    return reload_sections(first, second)


@pytest.mark.slow
def test_a_name_given_later_finds_its_team():
    first, second = team_sessions()
    name_entry(section=second, pair_no=4, names=VISITORS)
    assert links(second) == {}
    name_entry(section=second, pair_no=4, names=Entrant(VISITORS, "Oak"))
    assert links(second) == {4: "A2"}
    name_entry(section=first, pair_no=2, names=Entrant(OAK, "Yew"))
    assert links(second) == {}
    name_entry(section=first, pair_no=3, names=Entrant((), "Oak"))
    assert links(second) == {4: "A3"}


def test_two_of_a_team_are_not_the_team():
    _first, second = team_sessions()
    name_entry(section=second, pair_no=1, names=(*ELM[:2], *VISITORS[:2]))
    assert links(second) == {}
