"""Without what is built on top, a night of pairs goes from Field to the spreadsheet."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.additions import ADDITIONS

ROOT = Path(__file__).parent.parent
NIGHT = """
import re
import sys

import django

django.setup()
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment

from director.event_kinds import list_event_kinds
from director.boards.play.results.method import set_scoring
from scoring.registry import MATCH_METHODS
from tests.factories import enter_all_results, make_director, make_night

setup_test_environment()
call_command("migrate", verbosity=0)
call_command("demo", verbosity=0)
section = make_night(pairs=8)
enter_all_results(section)
sections = [section]
# Contests bring methods that count matches of pairs.
for method in MATCH_METHODS[:1]:
    matched = make_night(key="howell", pairs=6)
    set_scoring(section=matched, scoring=method.key, options={})
    enter_all_results(matched)
    sections.append(matched)
client = Client(HTTP_HOST="localhost")
client.force_login(make_director())

session_address = f"/sessions/{section.session_id}"
waiting, opened = ["/", f"{session_address}/field/", f"{session_address}/play/"], set()
steps = ("play", "field", "seats", "scores", "results", "results/matches", "scores/rounds/1/tables/1")
for begun in sections[1:]:
    waiting[:0] = [f"/sessions/{begun.session_id}/{step}/" for step in steps]
while waiting and len(opened) < MOST:
    address = waiting.pop(0)
    if address in opened:
        continue
    opened.add(address)
    response = client.get(address)
    assert response.status_code < 500 and response.status_code != 404, (response.status_code, address)
    if response.headers.get("Content-Type", "").startswith("text/html"):
        links = re.findall(r'href="(/(?!static)[^"#]*)', response.content.decode())
        waiting += [link.replace("&amp;", "&") for link in links]

sheet = client.get(f"/events/{section.session.event_id}/export/xlsx/")
assert sheet.status_code == 200 and sheet.content[:2] == b"PK", sheet.status_code
exports = client.get(f"{session_address}/results/?tab=export").content.decode()
files = re.findall('<label for="file-|<option value="([a-z.-]+)', exports)
print("files:", *(file or "|" for file in files))
print("kinds:", *(kind.contest for kind in list_event_kinds()))
print("loaded:", *sorted(sys.modules))
"""
"""A night of pairs on a database of its own."""
MAX_CORE_LINES = 108_500
"""The lines that a night of pairs loads without additions, and 1 % more."""
NEVER_LOADED = {
    "movements.classic", "movements.__main__", "movements.party", "movements.replan",
    "movements.swiss", "movements.teams", "scoring.teams",
    "scoring.classic", "scoring.__main__", "scoring.party",
}  # fmt: skip
"""Parts of the pure packages that a night of pairs has no use for."""


TESTS_OF_A_NIGHT = (
    "tests/director/boards/test_demo.py",
    "tests/director/boards/pages/field/test_field.py",
    "tests/director/boards/play/seats/test_write.py",
    "tests/director/boards/play/scores/test_result.py",
    "tests/director/core/night/test_printing.py",
)
"""Some tests of each step. Others name what an addition has, such as a list of all games."""


def make_environment(folder: Path, additions: list[str]) -> dict[str, str]:
    """Return the environment of a program with *additions* and its data in *folder*."""
    environment = {
        **os.environ,
        "KALAMAZOO_APPS": ",".join(additions),
        "KALAMAZOO_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "director.settings",
        "PYTHONPATH": str(ROOT),
    }
    environment.pop("DATABASE_URL", None)
    return environment


class PlayedNight(NamedTuple):
    """The *files* that Export offers, the *kinds* of events, and the *modules* that a night has loaded.

    Files are grouped by purpose.
    """

    files: list[list[str]]
    kinds: list[str]
    modules: list[str]


def play_night(folder: Path, additions: list[str], most_pages: int) -> PlayedNight:
    """Play a night of pairs with *additions* in a program of its own."""
    played = subprocess.run(
        [sys.executable, "-c", NIGHT.replace("MOST", str(most_pages))],
        cwd=ROOT,
        env=make_environment(folder, additions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr[-2000:]
    files, kinds, loaded = (line.partition(": ")[2] for line in played.stdout.splitlines()[-3:])
    packages = ("director", "movements", "scoring")
    return PlayedNight(
        files=[group.split() for group in files.split("|")[1:]],
        kinds=kinds.split(),
        modules=[name for name in loaded.split() if name.partition(".")[0] in packages],
    )


RECORDS = {
    "director.party",
    "director.party.models",
    "director.party.records",
    "director.party.trumps",
}
"""What every program has of parties: their records, for backups and deletions."""


def find_used_additions(modules: Iterable[str]) -> set[str]:
    """Return the additions of which one of *modules* is a part."""
    return {
        name
        for name, package in ADDITIONS.items()
        if any(f"{module}.".startswith(f"{package}.") for module in set(modules) - RECORDS)
    }


def count_lines(modules: Iterable[str]) -> int:
    """Return how many lines *modules* have, without migrations."""
    lines = 0
    for module in modules:
        path = ROOT / Path(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if "migrations" not in path.parts:
            lines += path.read_text(encoding="utf-8").count("\n")
    return lines


def test_a_night_of_pairs_needs_no_addition_and_loads_little_else(tmp_path):
    night = play_night(tmp_path, [], most_pages=60)
    assert night.kinds == ["pairs"]
    assert find_used_additions(night.modules) == set()
    # Export has no group without a file.
    assert night.files == [["site"], ["xlsx", *["csv"] * 3, *["zip"] * 2], ["json", "results.json"]]
    assert not [name for name in night.modules if ".".join(name.split(".")[:2]) in NEVER_LOADED]
    lines = count_lines(night.modules)
    assert lines <= MAX_CORE_LINES, (
        f"A night of pairs without additions loads {lines:,} lines. What it never touches belongs to an addition "
        "(docs/developing.md). If the night itself has grown, raise MAX_CORE_LINES."
    )


@pytest.mark.slow
def test_tests_of_a_night_of_pairs_pass_without_additions(tmp_path):
    options = ("-n", "0", "--all")
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *TESTS_OF_A_NIGHT],
        cwd=ROOT,
        env=make_environment(tmp_path, []),
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("name", ADDITIONS)
def test_each_addition_can_be_taken_out(tmp_path, name):
    rest = [addition for addition in ADDITIONS if addition != name]
    night = play_night(tmp_path, rest, most_pages=150)
    assert name not in night.kinds
    assert find_used_additions(night.modules) == set(rest)
    assert any("usebio" in group for group in night.files) == (name != "exports")
