"""Registry, documentation and golden files name the same scoring methods."""

import re
from pathlib import Path

import pytest

from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS
from tests.golden import GOLDEN, list_golden_headings

METHODS = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
KEYS = {method.key for method in METHODS}
ROOT = Path(__file__).parents[2]
GOLDEN_FILES = sorted((GOLDEN / "scoring").glob("*.csv"))


PAGES = {
    path.stem: path
    for path in (ROOT / "docs" / "scoring").glob("*.md")
    if path.stem not in ("README", "parties", "seasons")
}


def listed():
    text = (ROOT / "docs" / "scoring" / "README.md").read_text(encoding="utf-8")
    table = text[text.index("| key |") :].split("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|"))[:2] for line in table]


def test_the_index_has_one_row_for_each_method_in_their_order():
    assert listed() == [(f"[`{method.key}`]({method.key}.md)", method.name) for method in METHODS]


def test_every_method_has_a_page_and_every_page_a_method():
    assert set(PAGES) == KEYS


def test_every_method_has_a_golden_file_and_every_golden_file_a_method():
    assert {path.stem.partition("_")[0] for path in GOLDEN_FILES} == KEYS


def test_every_golden_file_is_compared_by_a_test():
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py")
    )
    in_full = {path.stem for path in GOLDEN_FILES if path.stem in tests}
    by_session = {"matchpoints_club-howell-12-pairs", "matchpoints_club-mitchell-13-pairs"}
    assert in_full | by_session == {path.stem for path in GOLDEN_FILES}


@pytest.mark.parametrize(
    "path",
    [path for folder in ("scoring", "rules") for path in (GOLDEN / folder).glob("*.csv")],
    ids=lambda path: path.stem,
)
def test_golden_file_says_where_it_comes_from(path):
    assert list_golden_headings(path) == ["# origin", "# source", "# checked"]


def test_every_source_key_is_in_the_list_of_sources():
    listed = set(
        re.findall(
            r"^\| (\[\w+\]) ",
            (ROOT / "docs" / "sources.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    files = [
        *(ROOT / "scoring").rglob("*.py"),
        *(ROOT / "docs" / "scoring").glob("*.md"),
        *GOLDEN_FILES,
    ]
    cited = {
        key
        for path in files
        for key in re.findall(r"\[[A-Z]+\d*\](?=[\s.;|])", path.read_text(encoding="utf-8"))
    }
    assert cited - listed == set()
