"""Import the result files of public repositories: ``python -m tests.corpus repositories FOLDER``.

``repositories.txt`` names them, and nothing of theirs is here. The folder holds those that are on
this machine, each as ``owner+name``: files, or a git directory (also one named ``repo`` in it). A
file that may hold results of bridge is imported into an empty club, and one word says what became of
it:

- *equal*: imported, and every official figure agrees
- *read*: imported, without official figures to compare with
- *differs*: imported, and official figures differ
- *asked*: the director has to choose, such as the event, or whether they are pairs or teams
- *cards*: deals without results
- *named*: a part of the results, or a ranking; the sentence names the program and what to do
- *other*: no results, such as a text, an empty file, or a page without a contract
- *refused*: refused in another sentence
- *traceback*: the program failed

The command prints a table, and each file with another word than in ``figures.tsv``. ``--write``
stores ``figures.tsv``, and its counts in ``docs/corpus.md``. It fails if a file ends in a traceback.
"""

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from django.db import transaction

from director.additions.imports.formats.source.choices import SeveralEventsError
from director.additions.imports.store.event import ImportReport, import_file
from director.core.base.uploads import recognise_file
from director.errors import DeskError
from director.formats.door import FileUse
from director.formats.errors import ImportFileError
from director.formats.kinds import WEB_PAGE, describe_file_kind
from scoring.errors import ScoringError
from tests.corpus.page import write_table

HERE = Path(__file__).parent
NAMES = HERE / "repositories.txt"
FIGURES = HERE / "figures.tsv"
OUTCOMES = (
    "equal",
    "read",
    "differs",
    "asked",
    "cards",
    "named",
    "refused",
    "traceback",
    "other",
)
UNSTORED_OUTCOMES = ("cards", "other")
"""Outcomes of files without results. They aren't stored, since most files have them."""
MAX_BYTES = 16_000_000
RESULT_SUFFIXES = {".bws", ".mdb", ".pbn", ".lin", ".usebio"}
"""Suffixes that only files of bridge have."""
TEXT_SUFFIXES = {".xml", ".csv", ".tsv", ".txt", ".htm", ".html", ".xlsx"}
"""Suffixes of files that may hold anything; one of RESULT_MARKS must be in it."""
RESULT_MARKS = (
    b"<usebio",
    b"[board ",
    b"matchpoint",
    b"magic contest",
    b"declarer",
    b"contract",
    b"|rs|",
    b"jfr 2005",
)
SURE_MARKS = (b"<usebio", b"[board ", b"magic contest", b"|rs|")
"""Marks that hardly any file without boards has."""

_EQUAL_NOTES = (
    "agrees with the file",
    "then match the file",
    "every total, place and result matches the file",
)
"""One of them is said of each import whose official figures all agree, also after rulings."""

_NAMING_CODES = ("page-known", "pairs-scorer-ranking", "seats-not-pairs")
_OUTCOMES_BY_CODE = (
    dict.fromkeys(("ask-teams", "ask-contest"), "asked")
    | dict.fromkeys(_NAMING_CODES, "named")
    | {"only-practice": "cards"}
)
_EMPTY_CODES = {"no-lines", "pbn-no-games"}
_CONTRACT = re.compile(rb"\b[1-7] ?(?:NT|SA|[NCDHS]|\xe2\x99[\xa3\xa5\xa6\xa0])\b")
_MIN_CONTRACTS = 2
"""A page with fewer contracts is a form, or the template of a page."""


class RepositoryFile(NamedTuple):
    """A file that may hold results. The *path* is that in the repository."""

    path: str
    data: bytes


class FileResult(NamedTuple):
    """What became of a file: one of ``OUTCOMES``, and the sentence or the counts."""

    outcome: str
    text: str


def read_names() -> list[str]:
    """Return the repositories as ``owner/name``."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_candidate(path: str, data: bytes) -> bool:
    """Return whether a file may hold results of bridge.

    >>> is_candidate("a/b.pbn", b""), is_candidate("a/b.html", b"<p>Contract</p>"), is_candidate("b.html", b"<p>")
    (True, True, False)
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in RESULT_SUFFIXES or suffix == ".xlsx":
        return True
    if suffix not in TEXT_SUFFIXES:
        return False
    lower_data = data.lower()
    return any(mark in lower_data for mark in RESULT_MARKS)


def iter_files(folder: Path) -> Iterator[RepositoryFile]:
    """Yield the files of the repository in *folder* that may hold results, by path."""
    git_directories = (folder / "repo", folder / "repo" / ".git", folder / ".git", folder)
    git_directory = next((path for path in git_directories if (path / "HEAD").exists()), None)
    source = _iter_git_files(git_directory) if git_directory else _iter_plain_files(folder)
    for file in source:
        if is_candidate(file.path, file.data):
            yield file


def _has_known_suffix(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in RESULT_SUFFIXES | TEXT_SUFFIXES


def _iter_plain_files(folder: Path) -> Iterator[RepositoryFile]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and _has_known_suffix(name) and path.stat().st_size <= MAX_BYTES:
            yield RepositoryFile(name, path.read_bytes())


def _iter_git_files(git_directory: Path) -> Iterator[RepositoryFile]:
    for line in _run_git(git_directory, "ls-tree", "-r", "-l", "-z", "HEAD").decode().split("\0"):
        facts, _tab, path = line.partition("\t")
        if not path or not _has_known_suffix(path):
            continue
        _mode, _kind, key, size = facts.split()
        if not size.isdecimal() or int(size) > MAX_BYTES:
            continue
        try:
            data = _run_git(git_directory, "cat-file", "blob", key)
        except subprocess.CalledProcessError:
            continue  # the largest files may be listed but absent
        yield RepositoryFile(path, data)


def _run_git(git_directory: Path, *arguments: str) -> bytes:
    command = ["git", f"--git-dir={git_directory}", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def import_file_of_repository(file: RepositoryFile) -> FileResult:
    """Import *file* into an empty club, forget it again, and return what became of it."""
    try:
        with transaction.atomic():
            report = import_file(data=file.data, file_name=PurePosixPath(file.path).name)
            transaction.set_rollback(True)
        return _describe_report(report)
    except SeveralEventsError as error:
        return FileResult("asked", f"{len(error.names)} events")
    except (ImportFileError, DeskError, ScoringError) as error:
        return FileResult(_choose_refusal_outcome(error, file.data), str(error))
    except Exception as error:
        return FileResult("traceback", f"{type(error).__name__}: {error}")


def _choose_refusal_outcome(error: Exception, data: bytes) -> str:
    code = getattr(error, "code", "")
    if "deals of" in str(error) and "no results" in str(error):
        return "cards"
    if code in _EMPTY_CODES or (code in _NAMING_CODES and "no table" in str(error)):
        return "other"
    if code in _OUTCOMES_BY_CODE:
        return _OUTCOMES_BY_CODE[code]
    return "refused" if _has_results(data) else "other"


def _has_results(data: bytes) -> bool:
    """Return whether a refused file may hold results. A form of a page has hardly a contract."""
    if any(mark in data.lower() for mark in SURE_MARKS):
        return True
    try:
        candidates = recognise_file(data)
    except ImportFileError:
        return True
    if all(candidate.use != FileUse.RESULTS for candidate in candidates):
        return False
    is_page = describe_file_kind(data) == WEB_PAGE
    return not is_page or len(_CONTRACT.findall(data)) >= _MIN_CONTRACTS


def _describe_report(report: ImportReport) -> FileResult:
    differences = report.difference_texts
    if differences:
        return FileResult("differs", f"{report.counts_text}; {differences[0]}")
    notes = " ".join(report.notes)
    is_equal = any(text in notes for text in _EQUAL_NOTES)
    return FileResult("equal" if is_equal else "read", report.counts_text)


def read_figures() -> dict[tuple[str, str], str]:
    """Return the stored outcome of each repository and path."""
    if not FIGURES.exists():
        return {}
    outcome_by_file = {}
    for line in FIGURES.read_text(encoding="utf-8").splitlines():
        repository, path, outcome = line.split("\t")
        outcome_by_file[repository, path] = outcome
    return outcome_by_file


def main(arguments: list[str]) -> int:
    """Import the files of the repositories in a folder. Return 1 if one ends in a traceback."""
    parser = argparse.ArgumentParser(description="Import the result files of public repositories.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="repositories whose name contains this")
    parser.add_argument("--verbose", action="store_true", help="print each file with its sentence")
    parser.add_argument(
        "--write", action="store_true", help=f"store the outcomes in {FIGURES.name}"
    )
    options = parser.parse_args(arguments)
    known_outcomes = read_figures()
    outcomes = dict(known_outcomes)
    counts_by_repository: dict[str, Counter[str]] = {}
    changes = []
    for name in read_names():
        folder = options.folder / name.replace("/", "+")
        if options.only not in name or not folder.is_dir():
            continue
        counts = counts_by_repository[name] = Counter()
        for key in [key for key in outcomes if key[0] == name]:
            del outcomes[key]
        for file in iter_files(folder):
            result = import_file_of_repository(file)
            counts[result.outcome] += 1
            key = (name, file.path)
            if known_outcomes.get(key, result.outcome) != result.outcome:
                changes.append(f"{name} {file.path}: {known_outcomes[key]} → {result.outcome}")
            outcomes[key] = result.outcome
            if options.verbose or result.outcome == "traceback":
                sys.stdout.write(f"{result.outcome:9}  {name}  {file.path}  {result.text[:200]}\n")
    sys.stdout.write("\n".join((*_format_table(counts_by_repository), *changes)) + "\n")
    if options.write:
        lines = [
            f"{name}\t{path}\t{outcome}\n"
            for (name, path), outcome in sorted(outcomes.items())
            if outcome not in UNSTORED_OUTCOMES
        ]
        FIGURES.write_text("".join(lines), encoding="utf-8")
        write_table(read_names(), read_figures())
    return int(any(counts["traceback"] for counts in counts_by_repository.values()))


def _format_table(counts_by_repository: dict[str, Counter[str]]) -> Iterator[str]:
    yield f"| repository | files | {' | '.join(OUTCOMES)} |"
    yield "| --- " * (len(OUTCOMES) + 2) + "|"
    total: Counter[str] = Counter()
    for name, counts in counts_by_repository.items():
        total += counts
        yield _format_table_row(name, counts)
    yield _format_table_row(f"all {len(counts_by_repository)}", total)


def _format_table_row(name: str, counts: Counter[str]) -> str:
    figures = (counts[outcome] or "" for outcome in OUTCOMES)
    return f"| {name} | {counts.total()} | {' | '.join(map(str, figures))} |"
