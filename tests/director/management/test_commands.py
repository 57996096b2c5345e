"""The commands for other programs: the answer alone on standard output, one sentence and status 2 otherwise."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from director.core.files.exports import list_format_keys
from director.core.night.publishing import unpublish_results
from director.models import Event, Result
from tests.closed_output import run_with_closed_output
from tests.director.additions.imports.store.usebio_files import (
    HOWELL,
    is_nothing_stored,
    read_fixture,
    replace_in_fixture,
)
from tests.factories import make_played_section
from tests.scoring.printed.usebio import FIXTURES

KNOWN = ", ".join(list_format_keys())

ROOT = Path(__file__).parents[3]


@pytest.fixture
def run(db):
    """Run a command in this process; return standard output and error as text."""

    def run(*arguments):
        out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
        call_command(*map(str, arguments), stdout=out, stderr=err)
        out.flush()
        return out.buffer.getvalue().decode("utf-8"), err.getvalue()

    return run


@pytest.fixture
def refusal(run):
    """Run a command that is refused; return its sentence."""

    def refusal(*arguments):
        with pytest.raises(CommandError) as caught:
            run(*arguments)
        assert caught.value.returncode == 2
        return str(caught.value)

    return refusal


def night_file(folder, data=None):
    path = folder / "night.xml"
    path.write_bytes(data or read_fixture())
    return path


# -- from a terminal ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_errand_from_a_terminal(data_folder):
    environment = os.environ | {"KALAMAZOO_DATA": str(data_folder), "PYTHONWARNINGS": ""}
    environment.pop("DATABASE_URL", None)

    def manage(*arguments):
        command = [sys.executable, "manage.py", *map(str, arguments)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr.decode()

    found = "Scored by matchpoints as Compscore does. Every figure agrees with the file.\nIt includes the hands of 27 boards.\n"
    status, answer, said = manage("import_results", FIXTURES / f"{HOWELL}.xml")
    assert status == 0
    assert answer == b"1\n"
    assert said[: len(found)] == found
    assert said[len(found) :].startswith("Elements left out: “MASTER_POINT_SCALE” (“Club”), ")
    status, answer, said = manage("export", 1, "--format", "csv")
    assert status == 0
    assert answer[:3] == b"\xef\xbb\xbf"
    assert said == ""


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_error(data_folder):
    environment = os.environ | {"KALAMAZOO_DATA": str(data_folder), "PYTHONWARNINGS": ""}
    environment.pop("DATABASE_URL", None)
    answers = {}
    for text in (
        "--help",
        "standings --help",
        f"import_results {FIXTURES / HOWELL}.xml",
        "standings 1",
        "standings 1 --json",
        "export 1 --format csv",
        "export 1 --format xlsx",
        "standings 9",
    ):
        answers[text] = run_with_closed_output("manage.py", *text.split(), env=environment)
    no_event = (2, "There is no event 9; the latest are 1 (Club pairs, 27 July 2022).\n")
    assert answers.pop("standings 9") == no_event
    assert (
        answers.pop(f"import_results {FIXTURES / HOWELL}.xml")[0] == 0
    )  # what to look at is on standard error
    assert answers == dict.fromkeys(answers, (0, ""))


NO_EVENT = "The following arguments are required: event; see python manage.py standings --help."
NO_NUMBER = "Argument event: invalid int value: 'last'; see python manage.py standings --help."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [((), NO_EVENT), (("last",), NO_NUMBER)],
    ids=["no event", "no number"],
)
def test_a_command_that_is_written_wrongly_says_how(refusal, arguments, sentence):
    assert refusal("standings", *arguments) == sentence


def test_the_figures_of_a_night_that_was_read_in(run):
    number = run("import_results", FIXTURES / f"{HOWELL}.xml")[0]
    places = [
        row["place"] for row in json.loads(run("standings", number, "--json")[0])["standings"]
    ]
    assert places == [str(place) for place in range(1, 13)]


# -- import_results ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_import_takes_options_of_the_scoring(run, tmp_path):
    run(
        "import_results",
        night_file(tmp_path),
        "--option",
        "board_points=adjusted",
        "--option",
        "per_beaten=1",
    )
    options = Event.objects.get().scoring_options
    assert (options["board_points"], options["per_beaten"]) == ("adjusted", "1")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        pytest.param("neuberg", "--option “neuberg” needs a value. Use NAME=VALUE.", id="no value"),
        pytest.param(
            "neuberg=maybe",
            "Option neuberg of matchpoints can’t be “maybe”. Choose one of yes, no, half, factor.",
            id="no choice",
        ),
    ],
)
def test_import_refuses_an_option_that_is_none(refusal, tmp_path, option, sentence):
    assert refusal("import_results", night_file(tmp_path), "--option", option) == sentence
    assert is_nothing_stored()


def test_several_events_are_numbered_for_the_option_that_chooses(run, refusal, tmp_path):
    one, other = (
        f'[Event "{name}"]\n[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n'
        '[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n'
        for name in ("Monday", "Tuesday")
    )
    file = night_file(tmp_path, f"{one}\n{other}".encode())
    assert refusal("import_results", file) == (
        "The file has 2 events: 1 Monday; 2 Tuesday. Import each with --event and its number."
    )
    number = run("import_results", file, "--event", "2")[0]
    assert Event.objects.get(pk=int(number)).name == "Tuesday"


def test_the_columns_of_a_table_are_said_at_the_terminal(run, refusal, tmp_path):
    path = tmp_path / "night.csv"
    path.write_bytes(b"Bret,North and South,What,East and West\n1,1,420,2\n1,3,-50,4\n")
    assert refusal("import_results", path).startswith(
        "The file looks like plain text, not a table of results"
    )
    assert refusal("import_results", path, "--columns", "board,ns,points,ew").startswith(
        "Unknown column “points”. Use board, ns, ew, "
    )
    run("import_results", path, "--columns", "board,ns,score,ew")
    assert sorted(Result.objects.values_list("ns_score", flat=True)) == [-50, 420]


def test_import_names_every_fault_of_a_file(refusal, tmp_path):
    data = replace_in_fixture(
        HOWELL,
        ("<BOARD_NUMBER>7</BOARD_NUMBER>", "<BOARD_NUMBER>seven</BOARD_NUMBER>"),
        ("<SCORE>-90</SCORE>", "<SCORE>x</SCORE>"),
    )
    first, *faults = refusal("import_results", night_file(tmp_path, data)).splitlines()
    assert first == "Nothing was imported. Correct 2 faults:"
    assert len(faults) == 2
    assert is_nothing_stored()


def test_import_of_a_file_that_is_not_there(refusal, tmp_path):
    path = tmp_path / "gone.xml"
    assert refusal("import_results", path) == (
        f"The file {path} can’t be read (No such file or directory). Check its name and folder."
    )


# -- standings ---------------------------------------------------------------------------------------------------------


def test_standings_that_cannot_be_made_say_why(refusal):
    section = make_played_section()
    Event.objects.update(scoring="average", scoring_options={})
    assert refusal("standings", section.session.event_id).endswith("Enter A50 or no result.")


@pytest.mark.parametrize(
    "command",
    [("standings", "99"), ("export", "99", "--format", "csv")],
    ids=["standings", "export"],
)
def test_an_event_that_is_not_there(refusal, command):
    assert refusal(*command) == "There is no event 99; there are no events yet."


# -- export ------------------------------------------------------------------------------------------------------------


def test_export_of_one_table_to_standard_output(run):
    section = make_played_section()
    out, _err = run("export", section.session.event_id, "--format", "csv", "--table", "boards")
    titles, *lines = csv.reader(io.StringIO(out.removeprefix("\ufeff"), newline=""))
    assert titles[:4] == ["Board", "Dealer", "Vulnerable", "Top"]
    assert len(lines) == Result.objects.count()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ["--format", "doc"], f"Unknown export format “doc”. Choose one of {KNOWN}.", id="format"
        ),
        pytest.param(
            ["--format", "csv", "--table", "prizes"],
            "Unknown table “prizes”. Choose one of standings, boards, pair-cards, recap, event, players.",
            id="table",
        ),
        pytest.param(
            ["--format", "xlsx", "--table", "boards"],
            "xlsx files contain all tables. Use csv for a single table.",
            id="one table of a workbook",
        ),
    ],
)
def test_export_that_is_not_possible(refusal, arguments, sentence):
    assert refusal("export", make_played_section().session.event_id, *arguments) == sentence


@pytest.mark.slow
def test_files_no_longer_in_a_site_are_deleted_from_its_folder(run, refusal, tmp_path):
    event = make_played_section().session.event
    run("export", "--format", "site", "--output", tmp_path)
    run("export", event.pk, "--format", "site", "--output", tmp_path)
    assert [path.name for path in tmp_path.rglob("boards/*.html") if "events" in path.parts] == []
    assert (tmp_path / "boards/1.html").exists()
    unpublish_results(event=event)
    assert refusal("export", "--format", "site", "--output", tmp_path) == (
        "No event is published yet, so the site would be empty. Publish one."
    )


@pytest.mark.slow
def test_a_site_is_not_mixed_with_other_files(run, refusal, tmp_path):
    event = make_played_section().session.event
    (tmp_path / "thesis.doc").write_text("mine")
    sentence = f"The folder {tmp_path} has other files. Use an empty or a new folder."
    assert refusal("export", event.pk, "--format", "site", "--output", tmp_path) == sentence
    outside = tmp_path.parent / "outside"
    outside.write_text("mine too")
    for listed in ('["../outside"]', f'["{outside}"]', "{}", "[1]", "no list"):
        (tmp_path / "files.json").write_text(listed)
        assert refusal("export", event.pk, "--format", "site", "--output", tmp_path) == sentence
    assert outside.read_text() == "mine too"


def test_export_to_a_place_that_is_not_there(refusal, tmp_path):
    path = tmp_path / "gone" / "night.csv"
    assert refusal(
        "export", make_played_section().session.event_id, "--format", "csv", "--output", path
    ) == (f"The file {path} can’t be written (No such file or directory). Use another name.")
