"""The pages of ``docs/adding`` are true: their changes are made in a copy, and their checks run there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs/adding").glob("*.md"))
CHANGES = [page for page in PAGES if page.name != "README.md"]


def read_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


def apply_diff(root: Path, diff: str) -> None:
    """Change files below *root*. Each hunk must be found in its file exactly once."""
    for part in re.split(r"^--- .*\n(?=\+\+\+ )", diff, flags=re.MULTILINE)[1:]:
        head, *hunks = re.split(r"^@@\n", part, flags=re.MULTILINE)
        path = root / head.removeprefix("+++ ").strip()
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for hunk in hunks:
            before, after = keep_lines(hunk, " -"), keep_lines(hunk, " +")
            assert text.count(before) == 1, f"{path} has no longer, or more than once:\n{before}"
            text = text.replace(before, after) if before else after
        path.write_text(text, encoding="utf-8")


def keep_lines(hunk: str, marks: str) -> str:
    lines = [line if line.strip() else " \n" for line in hunk.splitlines(keepends=True)]
    return "".join(line[1:] for line in lines if line[0] in marks)


@pytest.mark.slow
def test_the_changes_of_all_pages_work_together(tmp_path):
    leave = shutil.ignore_patterns("__pycache__", "static", "pictures")
    for name in (
        "director",
        "movements",
        "scoring",
        "templates",
        "docs",
        "tests/oracle",
        "tests/golden",
    ):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=leave)
    checks = []
    for page in CHANGES:
        for diff in read_blocks(page, "diff"):
            apply_diff(tmp_path, diff)
        checks += read_blocks(page, "python")
    assert len(checks) == len(CHANGES)
    program = "\n".join(["import django", "django.setup()", *checks])
    settings = {"DJANGO_SETTINGS_MODULE": "director.settings", "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


def test_the_index_names_every_page():
    index = (ROOT / "docs/adding/README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", index)) == {page.name for page in CHANGES}
