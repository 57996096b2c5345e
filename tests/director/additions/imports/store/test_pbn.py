"""PBN in: real results in both forms, and what our own export writes read back equal."""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from director.additions.exports.event import make_exported_event
from director.additions.imports.formats.pbn import read_pbn
from director.additions.imports.store.event import import_file
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.formats.errors import ImportFileError
from director.models import EntryPlayer, OfficialLine, Plan
from scoring.display import format_rounded
from tests.director.additions.exports.nights import (
    METHODS,
    list_export_tables,
    list_scored_lines,
    make_export_event,
)
from tests.director.additions.imports.store.usebio_divided import reload_event

FIXTURES = Path(__file__).parents[4] / "fixtures" / "pbn"
NINE = "nine-pairs-cross-imps"
WHOLE = ("A5050", "A6040", "A6060")  # what the format has a word for


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


@pytest.mark.parametrize("form", [".pbn", ".scoretable.pbn"])
@pytest.mark.parametrize(
    "written", [str.lower, str.upper, str.swapcase], ids=["small", "capitals", "swapped"]
)
def test_names_of_tags_and_columns_are_known_in_whatever_letters(form, written):
    def rewritten(match):
        value = match[2]
        if match[1].endswith("Table"):
            value = ";".join(
                f"{written(name)}{sign}{width}" for name, sign, width in columns(value)
            )
        return f'[{written(match[1])} "{value}"]'

    def columns(value):
        return (column.partition("\\") for column in value.split(";"))

    text = fixture(f"{NINE}{form}").decode("latin-1")
    other = re.sub(r'^\[(\w+) "(.*)"\]', rewritten, text, flags=re.MULTILINE)
    assert other != text
    assert read_pbn(other.encode("latin-1")) == read_pbn(text.encode("latin-1"))


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


@pytest.mark.django_db
def test_the_form_without_figures_is_the_same_night():
    by_board = read_in(fixture(f"{NINE}.scoretable.pbn")).event
    by_result = read_in(fixture(f"{NINE}.pbn"), options={"imp_cap": "17"}).event
    assert list_scored_lines(by_result) == list_scored_lines(by_board)
    assert by_result.source_fingerprint == by_board.source_fingerprint


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["pbn", "pbn-results"])
@pytest.mark.parametrize("seed", range(3))
def test_an_exported_event_reads_back_the_same(form, seed):
    chance = random.Random(seed)
    scoring = chance.choice(
        [method for method in METHODS if form == "pbn" or method != "aggregate"]
    )
    event = make_export_event(
        seed,
        scoring=scoring,
        letters=chance.choice(["A", "AB"]),
        sessions=chance.choice([1, 2]),
        key=chance.choice(["mitchell", "howell"]),
        pairs=2 * chance.randint(3, 4),
        ruled=WHOLE if scoring == "matchpoints" else ("A5050",),
        extras=False,
        penalty=False,
    )
    imported_event = read_in(
        export_file(list_export_tables(event), form).content, options=dict(event.scoring_options)
    ).event
    assert imported_event.scoring == scoring
    assert list_scored_lines(reload_event(imported_event)) == list_scored_lines(event)
    assert names(imported_event) == names(event)
    assert plan_rows(imported_event) == [
        [row for row in rows if row[:2] in played]
        for rows, played in zip(plan_rows(event), rounds_and_tables_in_file(event), strict=True)
    ]


def names(event):
    players = EntryPlayer.objects.filter(section__session__event=event).order_by(
        "section", "entry__pair_no", "order"
    )
    return [(player.section.letter, player.entry.pair_no, player.person.name) for player in players]


def rounds_and_tables_in_file(event):
    """Return for each section the rounds and tables of which the file holds a line."""
    return [
        {(line.round_no, line.table_no) for board in section.boards for line in board.lines}
        for section in make_exported_event(list_export_tables(event)).sections
    ]


def plan_rows(event):
    plans = Plan.objects.filter(section__session__event=event).order_by(
        "section__session__number", "section__letter"
    )
    return [
        [(row.round_no, row.table_no, row.ns, row.ew, row.boards) for row in plan.rows.all()]
        for plan in plans
    ]


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


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"4S"', '"9S"', "Line 1, board 1: “9S”: bids go from 1 to 7, not 9."),
        (
            '"10"',
            '"14"',
            "Line 1, board 1: the tricks are “14”. Use 0 to 13, or =, +1 or -2 relative to the contract.",
        ),
        ('Board "1"', 'Board "one"', "Line 1: “one” isn’t a board number. Use 1 to 999."),
        ('Declarer "N"', 'Declarer "Z"', "Line 1, board 1: the declarer is “Z”. Use N, E, S or W."),
    ],
)
def test_an_impossible_value_is_reported_with_its_line(old, new, sentence):
    with pytest.raises(ImportFileError) as refused:
        read_pbn(game(1, "Ash", "Cox").replace(old, new).encode())
    assert [str(fault) for fault in refused.value.problems] == [sentence]


def test_deals_alone_are_no_results():
    with pytest.raises(ImportFileError) as refused:
        read_pbn(fixture("deals-28-boards.pbn"))
    assert str(refused.value) == (
        "The file has the deals of 28 boards but no results. Import it under Hands in the session that plays them."
    )
