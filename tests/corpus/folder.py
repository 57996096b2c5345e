"""Run a folder of files through the door: ``python -m tests.corpus FOLDER``.

Each file gets one line: read, refused in one sentence, wrong, or a traceback, and the seconds.  A
file is wrong if the line isn't that of ``expected.tsv`` in the folder (name, tab, outcome), which
``--write`` makes. The command fails if a file is wrong or ends in a traceback.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from director.additions.imports.formats.door import read_source
from director.core.base.uploads import read_hands, recognise_file
from director.formats.errors import ImportFileError

EXPECTED = "expected.tsv"
_BAD = ("wrong", "traceback")


class FileOutcome(NamedTuple):
    """What became of a file. The *text* has the figures or the sentence."""

    word: str
    text: str

    def __str__(self) -> str:
        return f"{self.word}: {self.text}"


def read_file(data: bytes) -> FileOutcome:
    """Return what the door makes of *data*.

    >>> print(file_outcome(b"Board,NS,EW,Score\\n1,1,2,420\\n1,3,4,400"))
    read: pairs, 1 session, 1 section, 4 contestants, 1 board, 2 results, 0 hands
    >>> print(file_outcome(b"%PDF-1.7"))
    refused: The file looks like a PDF, not results; export them as USEBIO, PBN, CSV or XLSX and choose that file.
    """
    try:
        bids = recognise_file(data)
        if bids and bids[0].use == "hands":
            return FileOutcome("read", f"{len(read_hands(data))} hands")
        if bids and bids[0].use == "people":
            return FileOutcome("read", f"people in {bids[0].understood_count} lines")
        return FileOutcome("read", _list_figures(data))
    except ImportFileError as error:
        return FileOutcome("refused", str(error.problems[0]))
    except Exception as error:
        return FileOutcome("traceback", f"{type(error).__name__}: {error}")


def read_folder(folder: Path) -> Iterator[tuple[str, FileOutcome, float]]:
    """Yield each file below *folder* with its outcome and the seconds it took."""
    expected = dict(_read_expected(folder))
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name in (EXPECTED, "SOURCE.txt"):
            continue
        name = path.relative_to(folder).as_posix()
        started = time.perf_counter()
        outcome = read_file(path.read_bytes())
        seconds = time.perf_counter() - started
        if name in expected and expected[name] != str(outcome):
            outcome = FileOutcome("wrong", f"{outcome} instead of {expected[name]}")
        yield name, outcome, seconds


def _list_figures(data: bytes) -> str:
    event = read_source(data)
    sections = event.sections
    boards = [board for section in sections for board in section.boards if board.lines]
    counts = {
        "session": len(event.sessions),
        "section": len(sections),
        "contestant": sum(len(section.pairs) for section in sections),
        "board": len(boards),
        "result": sum(len(board.lines) for board in boards),
        "hand": sum(len(section.hands) for section in sections),
    }
    words = (f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts.items())
    return ", ".join((event.contest, *words))


def _read_expected(folder: Path) -> Iterator[tuple[str, str]]:
    path = folder / EXPECTED
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _tab, outcome = line.partition("\t")
            yield name, outcome


def main(arguments: list[str]) -> int:
    """Print a line for each file of a folder. Return 1 if one is wrong or ends in a traceback."""
    parser = argparse.ArgumentParser(description="Run a folder of files through the door.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true", help=f"store the outcomes as {EXPECTED}")
    options = parser.parse_args(arguments)
    if options.write:
        (options.folder / EXPECTED).unlink(missing_ok=True)
    lines = list(read_folder(options.folder))
    for name, outcome, seconds in lines:
        sys.stdout.write(f"{seconds:6.2f}  {name}  {outcome}\n")
    if options.write:
        text = "".join(f"{name}\t{outcome}\n" for name, outcome, _seconds in lines)
        (options.folder / EXPECTED).write_text(text, encoding="utf-8")
    return int(any(outcome.word in _BAD for _name, outcome, _seconds in lines))
