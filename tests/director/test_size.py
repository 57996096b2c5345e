"""What a reader must hold in mind, in figures that may only fall: whoever makes one smaller writes the new one here.

Lines and modules are not counted: fewer of them made lines fuller and glued modules together.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.director.boards.play.scores.entry_pages import make_posted_line, scores_address
from tests.factories import make_played_section

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
    "exception classes": 39,
    "class names with several meanings": 3,
    "own classes renamed on import": 0,
}
PASSED = {
    "typed result": (30, 126, 74),
    "corrected result": (48, 279, 270),
    "standings page": (37, 120, 102),
    "standings after a correction": (53, 234, 256),  # with the headline and its picture
}
"""The modules and functions that one request may pass, and its hops: calls from one module to another.

They are counted as the program is served, with results that are kept through an entry. Each query that is
composed once is a hop. Both pages may pass one function more than they do: what writes the first setting
that an event's head shows as a fact."""


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
            len(SWITCH.findall(text))
            for path, text in code.items()
            if "boards" in path.relative_to(ROOT).parts
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
def passed() -> Iterator[Callable[[], tuple[int, int, int]]]:
    """Count the modules and functions of the program that the block passes, and its hops."""
    seen = set()
    hops = Counter()
    inside = tuple(f"{ROOT / folder}/" for folder in PRODUCT)

    def note(frame, event, _argument):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(inside) or code.co_name[0] == "<":
            return
        seen.add((code.co_filename, code.co_qualname))
        caller = frame.f_back
        while caller and caller.f_code.co_name[0] == "<":  # a comprehension in the caller
            caller = caller.f_back
        caller_file = caller.f_code.co_filename if caller else ""
        if caller_file.startswith(inside) and caller_file != code.co_filename:
            hops[caller.f_code.co_qualname, code.co_qualname] += 1

    sys.setprofile(note)
    try:
        yield lambda: (len({file for file, _ in seen}), len(seen), hops.total())
    finally:
        sys.setprofile(None)


def open_standings(desk, section):
    page = f"/sessions/{section.ref}/results/"
    return lambda: desk.get(page)


def type_a_result(desk, section):
    line = next(line for line in fetch_section_lines(section).all if line.result is None)
    sent = make_posted_line(f"{line.board_no}-{line.ns}-{line.ew}", "4SS=")
    page = scores_address(section, f"boards/{line.board_no}/")
    return lambda: desk.post(page, sent)


def correct_a_result(desk, section):
    line = next(line for line in fetch_section_lines(section).all if line.result is not None)
    text = "4SS-1" if line.text == "4SS=" else "4SS="
    key = f"{line.board_no}-{line.ns}-{line.ew}"
    sent = make_posted_line(key, text, shown=line.text, version=line.result.version)
    page = scores_address(section, f"boards/{line.board_no}/")
    return lambda: desk.post(page, sent)


def open_corrected_standings(desk, section):
    correct_a_result(desk, section)()
    return open_standings(desk, section)


@pytest.mark.parametrize(
    ("what", "request_made"),
    [
        ("typed result", type_a_result),
        ("corrected result", correct_a_result),
        ("standings page", open_standings),
        ("standings after a correction", open_corrected_standings),
    ],
)
@pytest.mark.django_db(transaction=True)  # results are kept through an entry once it is committed
def test_request_of_a_published_night_passes_no_more(desk, what, request_made):
    section = make_played_section(leave=4)
    for _time in range(2):  # what is imported and kept at the first time, and of both texts
        request_made(desk, section)()
    send = request_made(desk, section)
    with passed() as count:
        response = send()
    assert response.status_code in (200, 302)
    modules, functions, hops = count()
    assert modules <= PASSED[what][0]
    assert functions <= PASSED[what][1]
    assert hops <= PASSED[what][2]
