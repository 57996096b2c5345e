"""Table units are started with the movement of a session, and their results are stored on its lines."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from director.additions.imports.units import connector
from director.additions.imports.units.connector import Connector, Licence
from director.additions.imports.units.results import store_unit_results
from director.additions.imports.units.tables import make_session_guid, make_start_data
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import enter_result
from director.errors import DeskError
from director.models import Result
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import make_section_to_draw, start_draw
from tests.director.additions.exports.sending.servers import run_dripping_server
from tests.director.additions.imports.units.server import run_data_connector
from tests.factories import make_director, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue(settings):
    settings.UNITS_CLUB, settings.UNITS_KEY = "club", "secret"
    with run_data_connector() as queue:
        yield queue


def make_entered_row(line, section, letter="A", **changed):
    """Return what a unit sends for four spades by South, made, on *line*."""
    ns = section.get_printed_number(line.ns)
    usual = {
        "SectionLetters": letter,
        "TableNumber": line.table_no,
        "RoundNumber": line.round_no,
        "BoardNumber": line.board_no,
        "ScoringDirection": 3,
        "PairNorthSouth": ns,
        "PairEastWest": section.get_printed_number(line.ew),
        "DeclaringPair": ns,
        "DeclarerDirection": 3,
        "Level": 4,
        "Denomination": 4,
        "Stake": 0,
        "TotalTricks": 10,
        "LeadCardRank": 13,
        "LeadCardSuit": 3,
    }
    return usual | changed


def run_table_units(queue, action, section, *more):
    call_command(
        "table_units", action, str(section.session.event_id), "--address", queue.address, *more
    )


def list_texts(section):
    return [line.text for line in fetch_section_lines(section).all]


def list_unit_rounds(data):
    (session,) = data["Sessions"]
    (group,) = session["ScoringGroups"]
    for section in group["Sections"]:
        for table in section["Tables"]:
            for contest_round in table["Rounds"]:
                assert contest_round["SessionGuid"] == session["SessionGuid"]
                assert (contest_round["SectionLetters"], contest_round["TableNumber"]) == (
                    section["Letters"],
                    table["TableNumber"],
                )
                yield contest_round


@pytest.mark.parametrize(("key", "pairs"), [("mitchell", 8), ("howell", 6), ("howell", 7)])
def test_the_units_get_the_movement_line_by_line(key, pairs):
    section = make_night(key=key, pairs=pairs, boards_per_set=2)
    data = make_start_data([section])
    due = {
        (
            line.round_no,
            line.table_no,
            section.get_printed_number(line.ns),
            section.get_printed_number(line.ew),
            line.board_no,
        )
        for line in fetch_section_lines(section).all
    }
    given = set()
    for each in list_unit_rounds(data):
        for board_no in range(each["LowBoardNumber"], each["HighBoardNumber"] + 1):
            if each["PairNS"]:
                place = each["RoundNumber"], each["TableNumber"]
                given.add((*place, each["PairNS"], each["PairEW"], board_no))
    assert given == due
    assert len(data["Participations"]) == 4 * len(
        {line.table_no for line in fetch_section_lines(section).all if line.round_no == 1}
    )
    assert len(make_session_guid(section.session)) == 32


def test_start_and_read_store_every_result_and_leads(queue, capsys):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    run_table_units(queue, "start", section)
    asked = queue.asked[-1]
    assert asked["Command"] == 5
    assert asked["SessionGuid"] == ""
    assert json.loads(asked["SerializedData"])["ClubId"] == "club"
    lines = fetch_section_lines(section).all
    queue.put(*(make_entered_row(line, section) for line in lines))
    run_table_units(queue, "read", section)
    assert list_texts(section) == ["4SS="] * len(lines)
    assert {result.lead for result in Result.objects.all()} == {"HK"}
    assert f"{len(lines)} of {len(lines)} results stored." in capsys.readouterr().err
    run_table_units(queue, "read", section)
    assert queue.asked[-1]["Command"] == 19, "nothing is accepted where nothing came"
    run_table_units(queue, "read", section, "--all")
    assert f"0 of {len(lines)} results stored." in capsys.readouterr().err


def test_the_latest_entry_of_a_unit_counts():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    line = fetch_section_lines(section).all[0]
    records = [make_entered_row(line, section), make_entered_row(line, section, TotalTricks=9)]
    report = store_unit_results([section], records, user=None)
    assert report.stored_count == 1
    assert report.problems == ()
    assert list_texts(section)[0] == "4SS-1"


def test_the_director_s_result_stays_unless_units_may_replace_it():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    line = fetch_section_lines(section).all[0]
    key = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
    enter_result(section=section, text="3NTN=", user=make_director(), **key)
    section = fetch_section(section.session_id)
    report = store_unit_results([section], [make_entered_row(line, section)], user=None)
    assert report.stored_count == 0
    assert "3NTN=" in report.problems[0]
    assert "4SS=" in report.problems[0]
    assert list_texts(section)[0] == "3NTN="
    report = store_unit_results(
        [section], [make_entered_row(line, section)], user=None, is_replacing=True
    )
    assert report.problems == ()
    assert list_texts(section)[0] == "4SS="


ODD = {
    "another table": ({"TableNumber": 9}, "doesn’t play that board there"),
    "another section": ({"SectionLetters": "Q"}, "doesn’t play that board there"),
    "other pairs": ({"PairNorthSouth": 77, "DeclaringPair": 77}, "the unit has 77 N-S against"),
    "no number": ({"BoardNumber": "1"}, "can’t be read (BoardNumber)"),
    "true for a number": ({"TableNumber": True}, "can’t be read (TableNumber)"),
    "a level there is not": ({"Level": 8}, "can’t be read (Level)"),
    "tricks there are not": ({"TotalTricks": 14}, "can’t be read (Level)"),
    "HTML for letters": ({"SectionLetters": "<b>"}, "can’t be read (SectionLetters)"),
}


@pytest.mark.parametrize("name", leave_to_slow(ODD, but=1))
def test_an_unfit_record_is_reported_and_the_others_are_stored(name):
    changed, said = ODD[name]
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    first, second, *_rest = fetch_section_lines(section).all
    records = [
        make_entered_row(first, section, **changed),
        make_entered_row(second, section),
        "nonsense",
    ]
    report = store_unit_results([section], records, user=None)
    assert report.stored_count == 1
    assert any(said in problem for problem in report.problems)
    assert sum("it isn’t a record" in problem for problem in report.problems) == 1
    assert all(problem.isprintable() for problem in report.problems)


def test_pairs_that_sat_in_the_other_direction_are_told():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    line = fetch_section_lines(section).all[0]
    turned = make_entered_row(line, section, DeclaringPair=section.get_printed_number(line.ew))
    report = store_unit_results([section], [turned], user=None)
    assert report.stored_count == 0
    assert "the pairs sat in the other direction" in report.problems[0]


def test_a_result_that_a_unit_erased_stays_and_is_told():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    line = fetch_section_lines(section).all[0]
    erased = make_entered_row(line, section, IsDeleted=True)
    assert store_unit_results([section], [erased], user=None).problems == ()
    store_unit_results([section], [make_entered_row(line, section)], user=None)
    (problem,) = store_unit_results([section], [erased], user=None).problems
    assert "erased on the unit, but 4SS= stays here" in problem
    assert list_texts(section)[0] == "4SS="


def test_contests_that_units_cannot_play_are_refused(client):
    client.force_login(make_director())
    swiss = make_section_to_draw(Contest.PAIRS)
    with pytest.raises(DeskError, match="There is no movement yet"):
        make_start_data([swiss])
    start_draw(client, swiss, key="swiss-pairs")
    with pytest.raises(DeskError, match="drawn round by round"):
        make_start_data([fetch_section(swiss.session_id)])


def test_boards_with_a_gap_are_refused():
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    row = section.plan.rows.get(round_no=2, table_no=1)
    row.boards = [1, 4]
    row.save()
    with pytest.raises(DeskError, match="Table 1 plays boards 1, 4 in round 2"):
        make_start_data([section])


REFUSALS = [
    (b"<html>", 200, "isn’t from a Data Connector"),
    (b"[]", 200, "isn’t from a Data Connector"),
    (b'{"DataType": 12, "SerializedData": "[", "LastQueueItemId": 1}', 200, "isn’t from a Data"),
    (b'{"DataType": 12, "SerializedData": "{}", "LastQueueItemId": 1}', 200, "isn’t from a Data"),
    (b"{}", 503, "doesn’t answer (503"),
]


@pytest.mark.parametrize(("raw", "status", "said"), REFUSALS)
def test_another_server_at_the_address_is_refused(queue, raw, status, said):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    queue.raw, queue.status = raw, status
    with pytest.raises(CommandError, match="Data Connector") as refused:
        run_table_units(queue, "read", section)
    assert said in str(refused.value)


@pytest.mark.parametrize("opening", [b"HTTP/1.1 200", b"HTTP/1.1 200 OK\r\n\r\n{"])
def test_a_server_that_drips_bytes_is_left_in_time(monkeypatch, opening):
    monkeypatch.setattr(connector, "_MAX_SECONDS", 0.2)
    with run_dripping_server(opening) as server:
        address = f"http://127.0.0.1:{server.port}"
        with pytest.raises(DeskError, match="doesn’t answer"):
            Connector(address, Licence("club", "secret")).read_results("guid")


def test_a_wrong_licence_or_address_is_refused_and_the_key_is_never_told(queue, settings):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    settings.UNITS_KEY = "s3cr3t"
    with pytest.raises(CommandError, match="refused this: No licence") as refused:
        run_table_units(queue, "read", section)
    assert "s3cr3t" not in str(refused.value)
    settings.UNITS_KEY = ""
    with pytest.raises(CommandError, match="KALAMAZOO_UNITS_KEY"):
        run_table_units(queue, "read", section)
    settings.UNITS_KEY = "secret"
    for address in ("ftp://x", "nowhere", "http://x:99999"):
        queue.address = address
        with pytest.raises(CommandError, match="isn’t the address of a Data Connector"):
            run_table_units(queue, "read", section)
    queue.address = "http://127.0.0.1:9"
    with pytest.raises(CommandError, match="doesn’t answer"):
        run_table_units(queue, "read", section)


def test_show_prints_what_start_would_send(tmp_path, capsys):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    path = tmp_path / "units.json"
    event_id = str(section.session.event_id)
    call_command("table_units", "show", event_id, "--output", str(path))
    assert json.loads(path.read_text(encoding="utf-8")) == make_start_data([section])
    call_command("table_units", "show", event_id)
    assert json.loads(capsys.readouterr().out) == make_start_data([section])
    with pytest.raises(CommandError, match="no such session"):
        call_command("table_units", "show", event_id, "--session", "2")


def test_reading_goes_on_through_troubles_of_the_network(queue, capsys, monkeypatch):
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    lines = fetch_section_lines(section).all
    steps = []

    def sleep(seconds):
        steps.append(seconds)
        if len(steps) == 3:
            queue.status = 200
            queue.put(*(make_entered_row(line, section) for line in lines))
        if len(steps) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(
        "director.additions.imports.management.commands.table_units.time.sleep", sleep
    )
    queue.status = 500
    run_table_units(queue, "read", section, "--every", "20")
    error_output = capsys.readouterr().err
    assert error_output.count("doesn’t answer (500") == 1, "the same trouble is told once"
    assert f"{len(lines)} of {len(lines)} results stored." in error_output
    assert steps == [20] * 5
    assert list_texts(section) == ["4SS="] * len(lines)


@pytest.mark.parametrize("host", ["a b", "a..b", "a\x7fb", "x" * 70])
def test_an_address_that_cannot_be_looked_up_is_refused(host):
    connector = Connector(f"http://{host}:5079", Licence("club", "secret"))
    with pytest.raises(DeskError, match="isn’t the address of a Data Connector"):
        connector.read_results("guid")
