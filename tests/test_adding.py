"""The pages of ``docs/adding`` are true: each change is made in a copy, and the page's check runs there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.style.references import list_dead_names

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs/adding").glob("*.md"))
CHANGES = [page for page in PAGES if page.name != "README.md"]


class FileChange(NamedTuple):
    """A file of a diff: its path, and the text before and after of each part. A new file has one part."""

    path: str
    parts: list[tuple[str, str]]


def read_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


def read_diff(text: str) -> list[FileChange]:
    changes = []
    for part in re.split(r"^--- .*\n(?=\+\+\+ )", text, flags=re.MULTILINE)[1:]:
        head, *hunks = re.split(r"^@@\n", part, flags=re.MULTILINE)
        texts = [(_keep(hunk, " -"), _keep(hunk, " +")) for hunk in hunks]
        changes.append(FileChange(head.removeprefix("+++ ").strip(), texts))
    return changes


def _keep(hunk: str, marks: str) -> str:
    lines = [line or " \n" for line in hunk.splitlines(keepends=True)]
    return "".join(line[1:] if line.strip() else "\n" for line in lines if line[0] in f"{marks}\n")


def apply_change(root: Path, change: FileChange) -> None:
    """Change a file below *root*; every part must be found there exactly once."""
    path = root / change.path
    for before, after in change.parts:
        if not before:
            path.parent.mkdir(parents=True, exist_ok=True)
            assert not path.exists(), f"{change.path} is new on the page but is there"
            path.write_text(after, encoding="utf-8")
            continue
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{change.path} has no longer, or more than once:\n{before}"
        path.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_names_only_what_is_there(page):
    assert list_dead_names(page) == []


@pytest.mark.parametrize("page", CHANGES, ids=lambda page: page.stem)
def test_the_change_of_the_page_works(page, tmp_path):
    for name in ("director", "movements", "scoring", "templates", "docs"):
        leave = shutil.ignore_patterns("__pycache__", "static", "pictures")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    changes = [change for text in read_blocks(page, "diff") for change in read_diff(text)]
    assert changes
    for change in changes:
        apply_change(tmp_path, change)
    (check,) = read_blocks(page, "python")
    # A name of the other copy can't help: it isn't on the path.
    program = f"import django\ndjango.setup()\n{check}"
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "director.settings", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


def test_the_index_names_every_page():
    index = (ROOT / "docs/adding/README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((\w+\.md)\)", index)) == {page.name for page in CHANGES}
