"""What a reader must hold in mind, in figures that may only fall: whoever makes one smaller writes the new one here.

Lines and modules are not counted: fewer of them made lines fuller and glued modules together.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from director.boards.movement.lines.read import fetch_section_lines
from tests.director.boards.play.scores.entry_pages import address, posted_line
from tests.factories import make_played

ROOT = Path(__file__).parents[2]
PRODUCT = ("director", "movements", "scoring", "templates")
SWITCH = re.compile(
    r"Contest\.(?:PAIRS|INDIVIDUAL|TEAMS)\b|\bcalled (?:==|!=|in) |\.contest (?:==|!=|in) |\bteam_size\b"
)
MOST = {
    "JSON fields": 46,
    "paths that boards and party share": 11,
    "templates that boards and party share": 7,
    "switches by contest in boards": 54,
    "exception classes": 36,
    "class names with several meanings": 2,
    "own classes renamed on import": 0,
}
PASSED = {"typed result": (33, 117), "standings page": (59, 275)}
"""The modules and functions that one request may pass."""


def files(*folders: str, ending: str = "py") -> list[Path]:
    """Return the files of *folders* below the root, those of migrations left out."""
    found = (path for folder in folders for path in (ROOT / folder).rglob(f"*.{ending}"))
    return sorted(path for path in found if "migrations" not in path.parts)


def below(folder: str, ending: str) -> set[Path]:
    """Return the paths of the files of *folder* from there; those that every kind has for itself are left out."""
    own = {"__init__.py", "demo.py", "kind.py", "sentences.py", "shell.py", "urls.py", "words.py"}
    return {
        path.relative_to(ROOT / folder)
        for path in files(folder, ending=ending)
        if path.name not in own
    }


@pytest.fixture(scope="module")
def figures() -> dict[str, int]:
    """Return every figure as it is now."""
    code = {path: path.read_text(encoding="utf-8") for path in files(*PRODUCT)}
    nodes = [(path, node) for path, text in code.items() for node in ast.walk(ast.parse(text))]
    classes = defaultdict(set)
    for path, node in nodes:
        if isinstance(node, ast.ClassDef) and node.name not in ("Meta", "Command"):
            classes[node.name].add(path)
    imports = [node for _, node in nodes if isinstance(node, ast.ImportFrom)]
    own = [node for node in imports if (node.module or "").split(".")[0] in PRODUCT]
    return {
        "JSON fields": sum(text.count("models.JSONField(") for text in code.values()),
        "paths that boards and party share": len(
            below("director/boards", "py") & below("director/party", "py")
        ),
        "templates that boards and party share": len(
            below("templates/boards", "html") & below("templates/party", "html")
        ),
        "switches by contest in boards": sum(
            len(SWITCH.findall(text)) for path, text in code.items() if "boards" in path.parts
        ),
        "exception classes": sum(name.endswith("Error") for name in classes),
        "class names with several meanings": sum(len(paths) > 1 for paths in classes.values()),
        "own classes renamed on import": sum(
            name.asname is not None and name.name[0].isupper() and not name.name.isupper()
            for node in own
            for name in node.names
        ),
    }


@pytest.mark.parametrize("what", MOST)
def test_figure_does_not_grow(figures, what):
    assert figures[what] <= MOST[what]


@contextmanager
def passed() -> Iterator[Callable[[], tuple[int, int]]]:
    """Count the modules and functions of the program that the block passes."""
    seen = set()
    inside = tuple(f"{ROOT / folder}/" for folder in PRODUCT)

    def note(frame, event, _argument):
        code = frame.f_code
        if (
            event == "call"
            and code.co_filename.startswith(inside)
            and not code.co_name.startswith("<")
        ):
            seen.add((code.co_filename, code.co_qualname))

    sys.setprofile(note)
    try:
        yield lambda: (len({file for file, _ in seen}), len(seen))
    finally:
        sys.setprofile(None)


def open_standings(desk, section):
    page = f"/sessions/{section.place}/results/"
    return lambda: desk.get(page)


def type_a_result(desk, section):
    line = next(line for line in fetch_section_lines(section).all if line.result is None)
    sent = posted_line(f"{line.board_no}-{line.ns}-{line.ew}", "4SS=")
    page = address(section, f"boards/{line.board_no}/")
    return lambda: desk.post(page, sent)


@pytest.mark.parametrize(
    ("what", "request_made"), [("typed result", type_a_result), ("standings page", open_standings)]
)
def test_request_of_a_published_night_passes_no_more(desk, what, request_made):
    section = make_played(leave=3)
    request_made(desk, section)()  # what is imported and kept at the first time
    send = request_made(desk, section)
    with passed() as count:
        answer = send()
    assert answer.status_code in (200, 302)
    modules, functions = count()
    assert modules <= PASSED[what][0]
    assert functions <= PASSED[what][1]
