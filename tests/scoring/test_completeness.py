"""Registry, documentation and golden files name the same scoring methods."""

import re
from pathlib import Path

import pytest

from scoring import SCORING_METHODS, TEAM_METHODS
from tests.golden import GOLDEN

METHODS = (*SCORING_METHODS, *TEAM_METHODS)
KEYS = {method.key for method in METHODS}
ROOT = Path(__file__).parents[2]
GOLDEN_FILES = sorted((GOLDEN / "scoring").glob("*.csv"))


def documented():
    text = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    table = text[text.index("| key |") :].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return {row[0].strip("`"): row for row in rows}


def test_documentation_has_one_row_for_each_method():
    assert set(documented()) == KEYS


def test_every_method_has_a_golden_file_and_every_golden_file_a_method():
    assert {path.stem.partition("_")[0] for path in GOLDEN_FILES} == KEYS


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_documentation_names_the_method_its_options_and_its_source(method):
    _, name, _, _, options, _, source = documented()[method.key]
    described = {
        found["name"]: tuple(found["choices"].split(", "))
        for found in re.finditer(r"`(?P<name>\w+)` (?P<choices>[^·]*[^· ])", options)
    }
    ours = {
        option.name: (option.default, *(choice for choice in option.choices if choice != option.default))
        for option in method.options
    }
    assert (name, described, source) == (method.name, ours, method.source)


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.stem)
def test_golden_file_says_where_it_comes_from(path):
    heading = [line.partition(":")[0] for line in path.read_text(encoding="utf-8").splitlines() if line[0] == "#"]
    assert heading == ["# origin", "# source", "# checked"]


def test_every_source_key_is_in_the_list_of_sources():
    listed = set(
        re.findall(r"^\| (\[\w+\]) ", (ROOT / "docs" / "sources.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    files = [*(ROOT / "scoring").glob("*.py"), ROOT / "docs" / "scoring.md", *GOLDEN_FILES]
    cited = {key for path in files for key in re.findall(r"\[[A-Z]+\d*\](?=[\s.;|])", path.read_text(encoding="utf-8"))}
    assert cited - listed == set()
