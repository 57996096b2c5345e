"""USEBIO out: valid by the rules of the format, and read back the same event."""

import random
from decimal import Decimal
from xml.etree.ElementTree import fromstring

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import store_unscheduled_result
from director.core.files.exports import export_file, list_event_formats
from director.models import Result
from director.models.event import Contest
from tests.director.additions.contests.seated_nights import start_seated_event
from tests.director.additions.exports.nights import (
    GIVEN,
    METHODS,
    WEIGHTED,
    list_export_tables,
    list_scored_lines,
    list_standings,
    make_export_event,
)
from tests.director.additions.exports.usebio_rules import list_breaches
from tests.director.boards.others import make_contest_section, make_empty_section
from tests.director.pages import find_texts
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_night,
    make_section,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


def write_usebio(event, receiver: str = "") -> bytes:
    return export_file(list_export_tables(event), "usebio", receiver=receiver).content


def read_in(data):
    return import_file(data=data, file_name="night.xml", again=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_night_reads_back_the_same(seed):
    chance = random.Random(seed)
    event = make_export_event(
        seed,
        scoring=chance.choice([*METHODS]),
        letters=chance.choice(["A", "A", "AB"]),
        sessions=chance.choice([1, 1, 2]),
        key=chance.choice(["mitchell", "howell"]),
        pairs=2 * chance.randint(3, 4),
        ruled=(*GIVEN, *WEIGHTED),
    )
    data = write_usebio(event)
    assert list_breaches(data) == []
    imported = read_in(data)
    assert list_standings(imported.event) == list_standings(event)
    assert list_scored_lines(imported.event) == list_scored_lines(event)


def test_a_pair_that_sat_the_other_way_is_listed_where_it_is_ranked():
    """A list of N-S pairs with one of E-W is refused by every reader: such a line is told from the other side."""
    section = make_night(pairs=6, boards_per_set=1)
    enter_all_results(section)
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "")
    Result.objects.filter(board_no=line.board_no, ns=line.ns).update(ns=line.ew, ew=line.ns)
    store_unscheduled_result(
        section=section, key=(line.board_no, line.ew, line.ns), text="4SS=", user=None
    )
    event = section.session.event
    data = write_usebio(event)
    (told,) = read_usebio(data).sections
    board = next(board for board in told.boards if board.board_no == line.board_no)
    (sent,) = (line for line in board.lines if line.is_turned)
    assert sent.ns_no == line.ns
    assert sent.ew_no == section.get_printed_number(line.ew)
    assert sent.result.contract == "4S"
    assert sent.result.declarer == "S"
    assert sent.result.tricks == 10
    assert b"<SCORE>-420</SCORE>" in data


@pytest.mark.slow
def test_teams_whose_players_sit_one_by_one_have_their_boards_by_teams(desk):
    section = start_seated_event(desk, make_empty_section(Contest.TEAMS), "awl-24")
    enter_all_results(section)
    data = write_usebio(section.session.event)
    assert list_breaches(data) == []
    (match,) = fromstring(data.split(b"\n", 2)[2]).iter("MATCH")  # noqa: S314
    boards = [Decimal(board.findtext("IMPS")) for board in match.iter("BOARD")]
    assert len(boards) == 6
    assert sum(boards) == Decimal(match.findtext("TEAM_SCORE"))
    sides = {
        (line.findtext("NS_PAIR_NUMBER"), line.findtext("EW_PAIR_NUMBER"))
        for line in match.iter("TRAVELLER_LINE")
    }
    assert sides == {("1", "2"), ("2", "1")}


def test_lines_of_single_players_have_their_four_numbers_except_for_unions():
    section = make_contest_section(Contest.INDIVIDUAL)
    enter_all_results(section)
    event = section.session.event
    lines = list(fromstring(write_usebio(event).split(b"\n", 2)[2]).iter("TRAVELLER_LINE"))  # noqa: S314
    assert len(lines) == section.results.count()
    for line in lines:
        assert line.find("NS_PAIR_NUMBER") is None
        assert len({line.findtext(f"{seat}_PLAYER_NUMBER") for seat in "NESW"}) == 4
    # Unions take lines of pairs only, so they get the list alone.
    assert b"TRAVELLER_LINE" not in write_usebio(event, "ebu")


def test_whist_has_no_words_in_it(desk):
    section = make_section(game="whist")
    known = ", ".join(known.key for known in list_event_formats(with_results_formats=False))
    event = section.session.event
    response = desk.get(f"/events/{event.pk}/export/usebio/")
    assert (response.status_code, *find_texts(response, ".say.bad")) == (
        404,
        f"Unknown export format “usebio”. Choose one of {known}.",
    )


def test_a_large_night_costs_the_database_no_more():
    small, large = make_small_and_large_sections()
    counts = []
    for section in (small, large):
        with CaptureQueriesContext(connection) as queries:
            write_usebio(section.session.event)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 14
