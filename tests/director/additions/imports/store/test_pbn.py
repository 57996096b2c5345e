"""PBN in: real results in both forms, and what our own export writes read back equal."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from director.additions.imports.formats.pbn import read_pbn
from director.additions.imports.store.event import import_file
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.formats.errors import ImportFileError
from director.models import OfficialLine
from scoring.display import format_rounded
from tests.director.additions.exports.nights import (
    list_export_tables,
    make_export_event,
)

FIXTURES = Path(__file__).parents[4] / "fixtures" / "pbn"
NINE = "nine-pairs-cross-imps"


def fixture(name):
    return (FIXTURES / name).read_bytes()


def official():
    return json.loads(fixture(f"{NINE}.official.json"))


def read_in(data, **settings):
    return import_file(data=data, file_name="night.pbn", again=True, **settings)


def test_both_forms_of_one_evening_hold_the_same_results():
    by_result, by_board = (
        read_pbn(fixture(f"{NINE}{ending}")) for ending in (".pbn", ".scoretable.pbn")
    )
    told = {
        (
            board["board"],
            line["ns"],
            line["ew"],
            line["contract"],
            line["declarer"] or "",
            line["tricks"],
            line["score"],
        )
        for board in official()["boards"]
        for line in board["lines"]
    }
    (section,) = by_board.sections
    assert len(told) == 108
    assert {
        (
            board.board_no,
            line.ns_no,
            line.ew_no,
            line.result.contract,
            line.result.declarer,
            line.result.tricks,
            line.result.score,
        )
        for board in section.boards
        for line in board.lines
    } == told
    assert [pair.number for pair in section.pairs] == official()["pairs"]
    assert section.winner_count == by_result.sections[0].winner_count == 1
    assert [board.board_no for board in by_result.sections[0].boards] == [
        board.board_no for board in section.boards
    ]


def cut(data, board_no, rows):
    """Return a PBN file with tables up to the row so many of a board."""
    lines = data.decode("latin-1").splitlines(keepends=True)
    board = lines.index(next(line for line in lines if line.startswith(f'[Board "{board_no}"]')))
    table = next(
        number for number in range(board, len(lines)) if lines[number].startswith("[ScoreTable")
    )
    return "".join(lines[: table + 1 + rows]).encode("latin-1")


def test_a_table_that_is_cut_off_between_two_rows_is_told():
    whole = read_pbn(fixture(f"{NINE}.scoretable.pbn"))
    short = read_pbn(cut(fixture(f"{NINE}.scoretable.pbn"), 20, 3))
    told = (
        "Board 20, the last in the file, has fewer results (3) than others (4 or more). If the file is incomplete, "
        "export and import it again."
    )
    assert told not in map(str, whole.warnings)
    assert told in map(str, short.warnings)


@pytest.mark.slow
@pytest.mark.django_db
def test_standings_that_count_more_boards_than_there_are_tell_of_a_file_cut_off_between_two_boards():
    data = export_file(
        list_export_tables(make_export_event(1, pairs=6, key="howell")), "pbn"
    ).content
    games = data.decode("latin-1").split("\r\n\r\n")
    whole, short = (
        read_pbn("\r\n\r\n".join(part).encode("latin-1")) for part in (games, games[:-1])
    )
    assert not any("incomplete" in str(doubt) for doubt in whole.warnings)
    (told,) = (str(doubt) for doubt in short.warnings if "incomplete" in str(doubt))
    assert told.startswith("Pair 1 has ")
    assert told.endswith("in its results. If the file is incomplete, export and import it again.")


@pytest.mark.django_db
def test_the_official_figures_come_out_and_the_program_is_named():
    imported = read_in(fixture(f"{NINE}.scoretable.pbn"))
    assert imported.notes == (
        "Scored by Cross-IMPs, imp cap 17, as KoPS does: all 108 results then match the file.",
        "It includes the hands of 27 boards.",
    )
    assert imported.difference_texts == ()
    assert OfficialLine.objects.count() == 108
    totals = {
        row.label: row
        for group in EventResults(imported.event).standings.groups
        for row in group.rows
    }
    assert {label: (format_rounded(row.total), row.place) for label, row in totals.items()} == {
        label: (format_rounded(Fraction(str(pair["imps"]))), str(pair["place"]))
        for label, pair in official()["totals"].items()
    }


def game(board, north, east):
    return (
        f'[Event "Cup"]\n[Date "2026.11.17"]\n[Board "{board}"]\n[North "{north}, N"]\n[South "{north}, S"]\n'
        f'[East "{east}, E"]\n[West "{east}, W"]\n[Scoring "MP"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n\n'
    )


def test_names_of_people_make_pairs_where_no_number_stands():
    text = (
        game(1, "Ash", "Cox")
        + game(1, "Birch", "Dow")
        + game(2, "Ash", "Dow")
        + game(2, "Birch", "Cox")
    )
    (section,) = read_pbn(text.encode()).sections
    assert section.winner_count == 2
    assert [(pair.number_text, pair.players[0].name) for pair in section.pairs] == [
        ("1NS", "N Ash"),
        ("2NS", "N Birch"),
        ("1EW", "E Cox"),
        ("2EW", "E Dow"),
    ]


def test_deals_alone_are_no_results():
    with pytest.raises(ImportFileError) as refused:
        read_pbn(fixture("deals-28-boards.pbn"))
    assert str(refused.value) == (
        "The file has the deals of 28 boards but no results. Import it under Hands in the session that plays them."
    )
