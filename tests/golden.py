"""Golden files: text that a person can review, compared exactly.

A golden file begins with comment lines (``#``) that say where it comes from; one of them reads ``#
origin: published`` (copied from a source, never rewritten by the program) or ``# origin: derived``
(the program's own output, looked over by a person).  ``UPDATE_GOLDEN=1`` rewrites only the derived
ones.
"""

import csv
import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def read_golden(name: str) -> str:
    """Return the body of ``tests/golden/<name>`` without its comment lines."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("#"))


def read_golden_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a golden CSV file by the names of its columns."""
    return list(csv.DictReader(read_golden(name).splitlines()))


def list_golden_headings(path: Path) -> list[str]:
    """Return what the comment lines of *path* say, by the words before the colon."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.partition(":")[0] for line in lines if line[0] == "#"]


def assert_rows(page: Path, heading: str, rows: list[list[str]]) -> None:
    """Fail unless the table of *page* whose first column is *heading* has *rows*; with ``UPDATE_GOLDEN=1`` rewrite it."""
    text = page.read_text(encoding="utf-8")
    start = text.index(f"\n| {heading} |") + 1
    table = text[start:].split("\n\n", 1)[0]
    head = table.splitlines()[:2]
    rewritten = "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])
    if os.environ.get("UPDATE_GOLDEN") == "1":
        page.write_text(text.replace(table, rewritten), encoding="utf-8", newline="\n")
        return
    assert table == rewritten, f"UPDATE_GOLDEN=1 writes the table of {page.name}"


def assert_golden(name: str, actual: str, *, source: str = "") -> None:
    """Fail unless *actual* equals the golden file; with ``UPDATE_GOLDEN=1`` rewrite it if it is derived.

    A new file says that it is from *source*.
    """
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN") == "1":
        header = f"# source: {source}\n# origin: derived\n" if source else "# origin: derived\n"
        if path.exists():
            header = "".join(
                line
                for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
                if line.startswith("#")
            )
        if "origin: derived" in header:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(header + actual, encoding="utf-8", newline="\n")
            return
    assert path.exists(), f"{name} is missing; UPDATE_GOLDEN=1 writes it"
    assert actual == read_golden(name), (
        f"{name} differs; look at it, then UPDATE_GOLDEN=1 if the change is meant"
    )
