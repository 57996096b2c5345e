"""Leavers, latecomers and rounds sat out at a party: every place where somebody reads of them."""

from fractions import Fraction

import pytest
from django.core.management import call_command
from django.test import Client

from director.core.night.publishing import publish_results
from director.party.models import Party
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.paper.files import make_standings_table
from director.party.paper.printing import make_party_job
from director.party.play.people import LateArrival, change_players
from director.party.play.play import finish_party
from director.party.play.setup import set_up_party
from director.party.scoring.sheets import fetch_party_results
from tests.director.pages import count_queries, find_texts, read_table_rows
from tests.director.party.parties import (
    enter_winner,
    get_latest_round,
    make_seated_party,
    play_round,
)
from tests.director.party.room_lines import list_room_lines
from tests.oracle.events import compute_event_differences

pytestmark = pytest.mark.django_db
PRIZES = {"places": 1, "by_group": False, "equal_numbers": False, "booby": True}


def losing(party, number):
    """Play the latest round so that player *number* loses, everybody of the first side of the other tables wins."""
    latest_round = get_latest_round(party)
    where = {
        table["table"]: side
        for table in latest_round.seating
        for side, those in enumerate(table["sides"])
        if str(number) in those
    }
    play_round(party, winner=lambda table_no: 1 - where[table_no] if table_no in where else 0)


def make_evening(**fields):
    """Return a published party of 16: player 4 loses twice and leaves with three more, player 17 comes in round 3."""
    party = make_seated_party(players=16, rounds=5, prizes=PRIZES, named=True, **fields)
    losing(party, 4)
    losing(party, 4)
    change_players(party=party, arrivals=[], leavers=[4], user=None)
    change_players(party=party, arrivals=[LateArrival("Ida Late", "A")], leavers=[], user=None)
    losing(party, 17)
    losing(party, 17)
    for table in get_latest_round(party).seating:
        if len(table["sides"]) == 2:
            enter_winner(party, table["table"], 0)
    publish_results(event=fetch_party_by_session(party.pk).session.event, user=None)
    return fetch_party_by_session(party.pk)


def row_of(party, number):
    return next(row for row in fetch_party_results(party).standings if row.number == number)


def test_who_left_and_who_came_late_is_told_with_the_games_played():
    party = make_evening()
    assert row_of(party, 4).presence == "left after round 2"
    assert row_of(party, 4).games_played == 2
    assert row_of(party, 17).presence == "joined in round 3"
    assert row_of(party, 17).games_played == 3
    assert row_of(party, 1).presence == ""
    assert row_of(party, 1).games_played == 5


def test_neither_takes_the_booby_prize_nor_plays_off_for_it():
    evening = fetch_party_record(make_evening())
    lowest = evening.ranking.standings[-1]
    assert lowest.is_partly_present
    booby = next(prize for prize in evening.prizes if prize.kind == "booby")
    concerned = {*booby.players, *(booby.tie.players if booby.tie else ())}
    assert concerned
    assert not concerned & {"4", "17"}


def test_presence_uses_the_evening_s_own_word_for_a_round():
    party = make_evening()
    Party.objects.update(preset="whist-drive")
    party = fetch_party_by_session(party.pk)
    word = party.round_noun
    assert word != "round"
    said = [row.presence for row in fetch_party_results(party).standings if row.presence]
    assert any(f"joined in {word} 3" in words for words in said)
    assert any(f"left after {word} 2" in words for words in said)
    finish_party(party=party, is_over=True, user=None)
    lines = list_room_lines(fetch_party_by_session(party.pk))
    assert any(f"left after {word} 2" in line.name for line in lines)


def test_the_public_page_and_the_desk_say_it(desk):
    party = make_evening()
    for client, address in (
        (Client(), party.session.event.get_absolute_url()),
        (desk, f"/parties/{party.pk}/results/"),
    ):
        response = client.get(f"{address}?by=all")
        assert "Played" in find_texts(response, "thead th")
        name = party.players.get(number=4).person.name
        row = next(row for row in read_table_rows(response, "table.results") if name in row[2])
        assert (row[2], row[3]) == (f"{name} left after round 2", "2")


def test_the_players_page_and_the_phone_say_it():
    party = make_evening()
    event = party.session.event
    page = Client().get(f"{event.get_absolute_url()}players/4/")
    assert "left after round 2" in " ".join(find_texts(page, "main p"))
    late = party.players.get(number=17)
    assert "(3 rounds played, joined in round 3)" in " ".join(
        find_texts(Client().get(f"/p/{late.token}/"), "main p")
    )
    assert "2 rounds played, left after round 2" in " ".join(find_texts(page, "main p"))


def test_the_room_says_it_beside_the_name():
    party = make_evening()
    finish_party(party=party, is_over=True, user=None)
    told = {line.name for line in list_room_lines(fetch_party_by_session(party.pk))}
    left, stayed = (party.players.get(number=number).person.name for number in (4, 1))
    assert {f"{left} (2 played, left after round 2)", f"{stayed} (5 played)"} <= told


def test_files_and_paper_say_it():
    party = make_evening()
    table = make_standings_table(fetch_party_results(party))
    keys = [column.key for column in table.columns]
    row = next(row for row in table.rows if row[1] == 4)
    assert row[keys.index("played")] == 2
    assert row[keys.index("note")] == "left after round 2"
    note = make_party_job(party).prize_note
    assert note.endswith(
        "Players who left before the end get no prize. Late arrivals and withdrawals get no booby prize."
    )


def test_json_says_it(capsys):
    party = make_evening()
    call_command("standings", str(party.session.event_id), "--json")
    output = capsys.readouterr().out
    assert '"presence": "left after round 2"' in output
    published = Client().get(f"{party.session.event.get_absolute_url()}results.json").json()
    one = next(row for row in published["standings"] if row["contestant"] == "4")
    assert one["played"] == 2
    assert one["left"] == 3
    assert one["joined"] == 1
    assert one["sit_out_credit"] == "0"


def test_somebody_who_is_only_announced_to_leave_or_leaves_after_the_end_has_not_left():
    party = make_seated_party(players=16, rounds=2, prizes=PRIZES)
    play_round(party)
    enter_winner(party, 1)
    change_players(party=party, arrivals=[], leavers=[1, 2, 3, 4], user=None)
    assert fetch_party_record(fetch_party_by_session(party.pk)).presences == ()


@pytest.mark.parametrize(("choice", "credit"), [("nothing", "0"), ("average", ""), ("6.5", "13/2")])
def test_a_round_sat_out_is_worth_what_the_club_chose(desk, choice, credit):
    party = make_seated_party(
        players=14, rounds=3, system="drive-whist", method="tricks", prizes=PRIZES
    )
    for _round in range(2):
        one = get_latest_round(party)
        for table in one.seating:
            if len(table["sides"]) == 2:
                enter_winner(party, table["table"], None, points=(8, 5))
        desk.post(f"/parties/{party.pk}/play/rounds/{one.round_no}/next/")
    way = {"deal": "13", "sit_out": choice}
    set_up_party(party=fetch_party_by_session(party.pk), user=None, method_options=way)
    party = fetch_party_by_session(party.pk)
    evening = fetch_party_record(party)
    out = [standing for standing in evening.ranking.standings if standing.presence]
    assert {one.presence.description for one in out} == {"sat out 1 round"}
    for one in out:
        own = one.get_figure("tricks")
        assert one.sit_out_credit == (
            own / one.games_played if choice == "average" else Fraction(credit)
        )
        assert one.total == own + one.sit_out_credit
    assert compute_event_differences(party.session.event) == []
    why = desk.get(f"/parties/{party.pk}/results/?by=all&why={out[0].player}").context[
        "explanation"
    ]
    assert " for 1 round sat out (" in why.formula
    phone = (
        Client()
        .get(f"/p/{party.players.get(number=int(out[0].player)).token}/")
        .context["player_summary"]
    )
    assert phone.total == out[0].total
    assert phone.presence == "sat out 1 round"
    texts = find_texts(desk.get(f"/parties/{party.pk}/results/?by=all"), "thead th")
    assert ("Sat out" in texts) is (choice != "nothing")


def test_step_1_asks_what_sitting_out_is_worth_and_whether_leavers_win(desk):
    party = make_seated_party(players=14, system="drive-whist", method="tricks")
    form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    asked = next(field for field in form.method_option_fields if field.html_name == "count-sit_out")
    assert asked.label == "Score for a sit-out"
    (_usual, usual_choices), (_others, other_choices) = asked.field.choices
    assert usual_choices == [
        ("nothing", "nothing"),
        ("average", "the player’s own average"),
        ("6.5", "6½"),
    ]
    assert other_choices[:2] == [("0.5", "½"), ("1", "1")]
    assert "prize-leavers" in [field.html_name for field in form.prize_ticks]


def test_the_results_read_no_more_of_a_large_party_with_leavers(desk):
    counts = []
    for players in (16, 48):
        party = make_seated_party(players=players, rounds=5, prizes=PRIZES)
        play_round(party)
        change_players(party=party, arrivals=[], leavers=[1, 2, 3, 4], user=None)
        play_round(party)
        counts.append(count_queries(desk, f"/parties/{party.pk}/results/"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("choice", "counted"),
    [("best", [5, 0]), ("1", [5, 3]), ("3/4", [Fraction(15, 4), Fraction(9, 4)])],
)
def test_a_short_table_counts_as_the_club_chose(choice, counted):
    party = make_seated_party(
        players=14, method="points", options={"odd": "short-table", "round_ends": "deals"}
    )
    party.method_options |= {"short_table": choice}
    party.save()
    short = next(
        table
        for table in get_latest_round(party).seating
        if len(table["sides"]) == 2 and len(table["sides"][0]) == 1
    )
    for table in get_latest_round(party).seating:
        enter_winner(party, table["table"], None, points=(5, 3))
    totals = {
        row.number: row.total
        for row in fetch_party_results(fetch_party_by_session(party.pk)).standings
    }
    assert [totals[int(side[0])] for side in short["sides"]] == counted
    others = [total for number, total in totals.items() if [str(number)] not in short["sides"]]
    assert sorted(set(others)) == [3, 5]
    assert compute_event_differences(fetch_party_by_session(party.pk).session.event) == []
