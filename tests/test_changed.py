"""What ``--since`` runs after a change: the tests of what changed and of all that stands on it."""

import re
import shutil
import subprocess
import sys

import pytest

from tests import changed
from tests.changed import (
    ROOT,
    SETTINGS,
    find_importing_tests,
    find_near_folders,
    find_tested_folders,
    find_tests_of_additions,
    is_same_without_additions,
    list_changed_files,
    list_concerned_tests,
    read_additions,
)


def test_a_change_of_scoring_concerns_the_program_but_no_movements():
    folders = find_tested_folders(["scoring/methods/matchpoints.py"])
    assert {"tests/scoring/methods", "tests/director/boards/pages/results"} <= folders
    assert "tests/movements" not in folders


def test_a_page_concerns_no_other_page():
    folders = find_tested_folders(["director/boards/pages/seats.py"])
    assert "tests/director/boards/pages/results" not in folders


@pytest.mark.parametrize(
    ("page", "folder"),
    [
        ("templates/boards/results/page.html", "tests/director/boards/pages/results"),
        ("templates/additions/labels/page.html", "tests/director/additions/labels"),
        ("director/static/core/desk/resend.js", "tests/director"),
    ],
)
def test_a_template_or_script_concerns_the_tests_of_its_pages(page, folder):
    assert folder in find_tested_folders([page])


def test_a_helper_of_tests_concerns_the_tests_that_import_it():
    concerned = find_importing_tests(["tests/director/simultaneous.py"])
    assert concerned
    assert all(name.startswith("tests/") for name in concerned)
    assert "tests/test_refusals.py" not in concerned


def test_a_golden_file_concerns_the_tests_that_read_golden_files():
    concerned = find_importing_tests(["tests/golden/scoring/matchpoints_published.csv"])
    assert any(name.startswith("tests/scoring/printed/") for name in concerned)


def test_tests_that_use_an_addition_are_those_that_import_it_at_any_distance():
    concerned = find_tests_of_additions(["imports"])
    assert "tests/director/additions/imports/units/test_units.py" in concerned
    assert "tests/director/additions/imports/store/test_bws.py" in concerned
    assert "tests/director/additions/library/test_editor.py" not in concerned


def test_an_unknown_revision_is_refused_in_the_words_of_git():
    with pytest.raises(pytest.UsageError, match="no-such-revision"):
        list_changed_files("no-such-revision")


ADDED = (
    '    "director.additions.masterpoints",\n]',
    '    "director.additions.masterpoints",\n    "director.additions.notes",\n]',
)


def test_a_name_in_the_list_of_additions_concerns_only_tests_of_that_addition():
    text = (ROOT / SETTINGS).read_text(encoding="utf-8")
    assert ADDED[0] in text
    longer_text = text.replace(*ADDED)
    assert is_same_without_additions(text, longer_text)
    assert read_additions(text) ^ read_additions(longer_text) == {"notes"}
    assert not is_same_without_additions(text, text.replace("USE_TZ = True", "USE_TZ = False"))


def test_the_tests_of_the_changed_folders_come_before_those_of_what_imports_them():
    names = ["director/boards/play/scores/result.py", "templates/additions/labels/page.html"]
    assert find_near_folders(names) == {
        "tests/director/boards/play/scores",
        "tests/director/additions/labels",
    }


def test_changed_tests_come_first(monkeypatch):
    name = "tests/director/core/base/test_grids.py"
    monkeypatch.setattr(changed, "list_changed_files", lambda _revision: [name])
    concerned = list_concerned_tests("main")
    assert next(iter(concerned)) == name
    assert "tests/test_refusals.py" in concerned


def test_the_namesake_comes_first_then_its_folder_then_what_imports_it(monkeypatch):
    name = "scoring/methods/matchpoints.py"
    monkeypatch.setattr(changed, "list_changed_files", lambda _revision: [name])
    concerned = list_concerned_tests("main")
    paths = list(concerned)
    assert paths[0] == "tests/scoring/methods/test_matchpoints.py"
    assert list(concerned.values()) == sorted(concerned.values())
    assert concerned[paths[0]] == concerned["tests/scoring/methods/test_average.py"] == 0
    assert concerned["tests/test_refusals.py"] == 1


def make_changed_copy(folder):
    """Copy the project to *folder*, commit it there, and change matchpoints."""
    copy = folder / "project"
    leave = shutil.ignore_patterns(".git", ".*_cache", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=leave)
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b.c commit -q -m start"):
        subprocess.run(["git", *command.split()], cwd=copy, check=True)  # noqa: S607
    module = copy / "scoring/methods/matchpoints.py"
    module.write_text(module.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    return copy


@pytest.mark.slow
def test_tests_run_in_the_order_of_the_list(tmp_path):
    """The plug-ins of pytest sort the tests too, each in its way."""
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", "--since", "HEAD"],
        cwd=make_changed_copy(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    modules = list(dict.fromkeys(re.findall(r"^tests/\S+?\.py", collected, re.M)))
    assert modules[0] == "tests/scoring/methods/test_matchpoints.py"
    nearest = [name for name in modules if name.startswith("tests/scoring/methods/")]
    assert modules[: len(nearest)] == nearest
