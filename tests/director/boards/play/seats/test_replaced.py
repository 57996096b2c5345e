"""Others at a place during play: earlier rounds keep who played them, later ones have who sits now."""

from xml.etree import ElementTree

import pytest

from director.additions.contests.lineup_changes import store_line_ups
from director.additions.exports.event import make_results_export
from director.additions.exports.files.pbn import write_pbn
from director.additions.exports.files.usebio import write_usebio, write_usebio_files
from director.additions.exports.files.usebio_receivers import MYABF_RECEIVER
from director.additions.exports.receiver_page import detect_export_problems
from director.additions.phones.boards.player_view import read_player_page
from director.boards.contests import Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.paper.exports import make_export_tables
from director.boards.play.scores.result import import_result
from director.boards.play.seats.memory import fetch_memory_by_pair
from director.boards.play.seats.seating import name_entries, name_entry, swap_entries
from director.boards.play.sessions import add_session
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults, list_played_parts
from director.core.club.people import fetch_person_events
from director.core.club.people_seen import set_nights
from director.core.night.links.opening import open_entry_addresses
from director.core.night.table_api import ResultsReader
from director.models import LineUpSeat, Person
from tests.cases import leave_to_slow
from tests.director.additions.exports.files.myabf import upload_to_myabf
from tests.director.boards.play.seats.contests import make_players_section, make_teams_section
from tests.director.boards.play.seats.seating import make_seats_form, read_seat_texts, seats_address
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import find_elements, find_errors
from tests.factories import make_night, make_pair_names

pytestmark = pytest.mark.django_db


def play_rounds(section, *rounds: int) -> None:
    """Enter a result on every line of *rounds*."""
    for line in fetch_section_lines(section).all:
        if line.round_no in rounds:
            import_result(
                section=section, line=line, text="4SS=" if line.ns % 2 else "3NTE-1", user=None
            )


def make_pairs(pairs: int = 6):
    section = make_night(pairs=pairs, key="howell")
    return section


def row_names(section) -> dict[int, str]:
    return {row.contestant: row.names for row in fetch_session_sheets(section).rows}


def opponents(section, pair_no: int) -> dict[int, str]:
    """Return by round what those who met *pair_no* find on their cards."""
    sheets = fetch_session_sheets(section)
    lines = (
        line for card in sheets.pairs for line in card.lines if line.opponents.number == pair_no
    )
    return {line.round_no: line.opponents.names for line in lines}


def chosen(page) -> list[str]:
    options = find_elements(page, "#from-round option")
    return [option.get("value") for option in options if option.get("selected") is not None]


ADA, BERT = make_pair_names(1)


def test_before_play_a_replacement_is_simply_a_replacement(desk):
    section = make_pairs()
    assert find_elements(desk.get(seats_address(section)), "#from-round") == []
    desk.post(seats_address(section), make_seats_form(section, p2_2="Cleo Cole"))
    assert not LineUpSeat.objects.exists()
    play_rounds(section, 1)
    assert row_names(section)[2] == f"{ADA} & Cleo Cole"


@pytest.mark.slow
def test_myabf_is_sent_the_two_who_played_most():
    section = make_pairs()
    play_rounds(section, 1)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=2)
    play_rounds(section, 2, 3, 4, 5)
    results = EventResults(section.session.event)
    (data,) = write_usebio_files(make_results_export(results), MYABF_RECEIVER).values()
    upload_to_myabf(data)
    (pair,) = (
        pair
        for pair in ElementTree.fromstring(data).iter("PAIR")  # noqa: S314  our own file
        if pair.findtext("PAIR_NUMBER") == "2"
    )
    names = [player.findtext("PLAYER_NAME") for player in pair.iter("PLAYER")]
    assert names == [ADA, "Cleo Cole"]
    assert "1 pair has a substitute: only the two who played most are sent" in [
        problem.message for problem in detect_export_problems(results, MYABF_RECEIVER)
    ]


def test_files_name_everybody_where_they_sat():
    section = make_pairs()
    play_rounds(section, 1, 2)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=3)
    play_rounds(section, 3, 4, 5)
    sent = make_results_export(EventResults(section.session.event))
    root = ElementTree.fromstring(write_usebio(sent))  # noqa: S314  our own file
    (pair,) = (pair for pair in root.iter("PAIR") if pair.findtext("PAIR_NUMBER") == "2")
    told = {
        player.findtext("PLAYER_NAME"): player.findtext("BOARDS_PLAYED")
        for player in pair.iter("PLAYER")
    }
    boards = int(pair.findtext("BOARDS_PLAYED"))
    assert told == {ADA: f"{boards}", BERT: f"{boards * 2 // 5}", "Cleo Cole": f"{boards * 3 // 5}"}
    lines = [
        line
        for board in sent.sessions[0].sections[0].boards
        for line in board.lines
        if "2" in (line.ns, line.ew)
    ]
    sat = {line.round_no: {seat.name for seat in line.seats} for line in lines}
    assert [BERT in sat[round_no] for round_no in range(1, 6)] == [True, True, False, False, False]
    assert ["Cleo Cole" in sat[round_no] for round_no in range(1, 6)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert b"Cole, Cleo" in write_pbn(sent)
    row = next(
        row
        for row in serialize_results(EventResults(section.session.event))["standings"]
        if row["contestant"] == 2
    )
    assert row["names"] == [ADA, BERT]
    assert row["substitutes"] == [{"name": "Cleo Cole", "rounds": [{"from": 3, "to": None}]}]


@pytest.mark.slow
def test_a_player_of_an_individual_is_replaced(desk):
    section = make_players_section()
    name_entries(section=section, pairs=[(number, [f"Player {number}"]) for number in range(1, 9)])
    play_rounds(section, 1, 2, 3)
    desk.post(
        seats_address(section), {"name-5-1": "Sid Sub", "was-5": "Player 5", "from-round": "4"}
    )
    play_rounds(section, 4, 5, 6, 7)
    assert row_names(section)[5] == "Player 5 (Sid Sub from round 4)"
    sheets = fetch_session_sheets(section)
    row = next(row for row in sheets.rows if row.contestant == 5)
    first, second = list_played_parts(sheets, row)
    assert first.name == "Player 5"
    assert second.name == "Sid Sub"
    assert first.boards * 4 == second.boards * 3
    assert first.total + second.total == row.total
    partners = {
        line.round_no: line.partner.names
        for card in sheets.pairs
        for line in card.lines
        if line.partner.number == 5
    }
    assert [partners[round_no] for round_no in (3, 4)] == ["Player 5", "Sid Sub"]
    sent = make_results_export(EventResults(section.session.event))
    root = ElementTree.fromstring(write_usebio(sent))  # noqa: S314
    told = [
        (player.findtext("PLAYER_NAME"), int(player.findtext("BOARDS_PLAYED")))
        for player in root.iter("PLAYER")
        if player.findtext("PLAYER_NUMBER") == "5"
    ]
    assert told == [("Player 5", first.boards), ("Sid Sub", second.boards)]
    for name in ("Player 5", "Sid Sub"):
        assert [event.pk for event in fetch_person_events(Person.objects.get(name=name))] == [
            section.session.event_id
        ]


def test_a_name_that_was_wrong_is_corrected_in_all_rounds_and_substitutes_stay():
    section = make_pairs()
    play_rounds(section, 1)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=2)
    name_entry(section=section, pair_no=2, names=["Anna New", "Cleo Cole"], from_round=0)
    assert row_names(section)[2] == f"Anna New & {BERT} (Cleo Cole from round 2)"
    name_entry(section=section, pair_no=2, names=["Anna New", BERT], from_round=0)
    assert row_names(section)[2] == f"Anna New & {BERT}"
    assert LineUpSeat.objects.count() == 0


def test_who_comes_to_an_empty_seat_has_played_there_since_it_was_empty():
    section = make_pairs()
    name_entry(section=section, pair_no=2, names=[ADA, ""])
    play_rounds(section, 1, 2)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"])
    assert row_names(section)[2] == f"{ADA} & Cleo Cole"
    assert LineUpSeat.objects.count() == 0


def test_nobody_plays_at_two_places_in_one_round(desk):
    section = make_pairs()
    play_rounds(section, 1, 2)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=3)
    other = make_pair_names(2)[0]
    typed = make_seats_form(section, p3_2=BERT)
    response = desk.post(seats_address(section), typed | {"from-round": "2"})
    sentence = f"{BERT} played in pair 2 until round 2. Choose a later round, or another name."
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert chosen(response) == ["2"]
    assert desk.post(seats_address(section), typed | {"from-round": "3"}).status_code == 302
    assert read_seat_texts(section)[3] == f"{other} & {BERT}"


def test_the_private_page_of_opponents_says_whom_they_meet_in_each_round():
    section = make_pairs()
    play_rounds(section, 1, 2)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=3)
    met = {}
    for pair_no, access in open_entry_addresses(section=section, pairs=[1, 3, 4, 5, 6]).items():
        night = read_player_page(access, reader=ResultsReader.PAIR)
        met |= {row.round_no: row.opponent_names for row in night.rounds if row.opponents == "2"}
        assert night.names == " & ".join(make_pair_names(pair_no - 1))
    assert {round_no: name.endswith("Cleo Cole") for round_no, name in met.items()} == {
        round_no: round_no > 2 for round_no in range(1, section.plan.rounds + 1)
    }
    assert (
        read_player_page(
            open_entry_addresses(section=section, pairs=[2])[2], reader=ResultsReader.PAIR
        ).names
        == f"{ADA} & {BERT} (Cleo Cole from round 3)"
    )


@pytest.mark.parametrize("asked", leave_to_slow(["", "99", "x"], but=1))
def test_an_unknown_round_is_the_one_being_played(desk, asked):
    section = make_pairs()
    play_rounds(section, 1, 2)
    desk.post(
        seats_address(section), make_seats_form(section, p2_2="Cleo Cole") | {"from-round": asked}
    )
    assert row_names(section)[2] == f"{ADA} & {BERT} (Cleo Cole from round 3)"


def test_swapped_pairs_take_their_substitutes_along():
    section = make_pairs()
    play_rounds(section, 1)
    name_entry(section=section, pair_no=2, names=[ADA, "Cleo Cole"], from_round=2)
    swap_entries(section=section, first_no=2, second_no=4)
    assert row_names(section)[4] == f"{ADA} & {BERT} (Cleo Cole from round 2)"
    assert row_names(section)[2] == " & ".join(make_pair_names(3))


@pytest.mark.slow
def test_a_substitute_in_session_2_leaves_session_1_as_it_was():
    section = make_pairs()
    play_rounds(section, 1, 2, 3, 4, 5)
    session = add_session(section=section, number=2, is_seated=True)
    second = fetch_section(session.pk)
    name_entry(section=second, pair_no=2, names=[ADA, "Cleo Cole"])
    play_rounds(second, 1)
    event = section.session.event
    results = EventResults(event)
    assert {row.contestant: row.names for row in results.sessions[0].rows}[2] == f"{ADA} & {BERT}"
    over_all = [row for group in results.standings.groups for row in group.rows]
    assert (
        next(row.names for row in over_all if row.contestant == 2)
        == f"{ADA} & {BERT} (Cleo Cole in session 2)"
    )
    table = make_export_tables(results).make_table_by_name["players"]()
    at = {column.key: number for number, column in enumerate(table.columns)}
    boards = {row[at["name"]]: row[at["boards"]] for row in table.rows}
    each_round = boards["Cleo Cole"]
    assert (boards[BERT], boards[ADA]) == (5 * each_round, 6 * each_round)


def test_sit_outs_are_remembered_of_those_who_sat_out():
    section = make_night(pairs=5, key="howell")
    out = next(
        contestant for round_no, contestant, *_where in section.plan.sit_outs if round_no == 1
    )
    later = sum(
        contestant == out and round_no > 1
        for round_no, contestant, *_where in section.plan.sit_outs
    )
    first, second = make_pair_names(out - 1)
    play_rounds(section, 1, 2)
    name_entry(section=section, pair_no=out, names=[first, "Cleo Cole"], from_round=2)
    second_session = fetch_section(add_session(section=section, number=2, is_seated=True).pk)
    name_entry(section=second_session, pair_no=out, names=["Cleo Cole", second])
    cleo, bert = fetch_memory_by_pair(second_session)[out].people
    assert cleo.name == "Cleo Cole"
    assert cleo.rounds_sat_out == later
    assert bert.name == second
    assert bert.rounds_sat_out == 1


# Teams.

FIRST = ("Ada", "Bert", "Cid", "Dee")


def make_named(teams: int = 4):
    section = make_teams_section(teams)
    name_entries(
        section=section,
        pairs=[
            (number, Entrant([f"{name} Team{number}" for name in FIRST], f"Team{number}"))
            for number in range(1, teams + 1)
        ],
    )
    return section


NEW = ["Zoe Zorn", "Bert Team1", "Cid Team1", "Dee Team1"]


def test_somebody_in_a_line_up_played_one_night():
    section = make_named()
    store_line_ups(
        section=section,
        round_no=1,
        line_ups_by_team={1: dict(zip("NSEW", ["Dee Team1", *NEW[:3]], strict=True))},
    )
    people = list(Person.objects.filter(name__in=["Dee Team1", "Zoe Zorn"]).order_by("name"))
    set_nights(people)
    assert [person.nights for person in people] == [1, 1]
