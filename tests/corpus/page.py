"""The counts of ``figures.tsv`` as the table in ``docs/corpus.md``."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "corpus.md"
SHOWN_OUTCOMES = ("equal", "read", "differs", "asked", "named", "refused", "traceback")
_BEGIN = "<!-- table: python -m tests.corpus repositories FOLDER --write -->\n"
_END = "<!-- end of table -->\n"


def make_table(names: Sequence[str], outcome_by_file: Mapping[tuple[str, str], str]) -> str:
    """Return the table of the repositories that have files with results, and their sum.

    >>> print(make_table(["a/b", "c/d"], {("a/b", "1.pbn"): "equal"}).splitlines()[2])
    | a/b | 1 | 1 |  |  |  |  |  |  |
    """
    return "\n".join((*_iter_lines(names, outcome_by_file), ""))


def _iter_lines(
    names: Sequence[str], outcome_by_file: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    yield f"| repository | files | {' | '.join(SHOWN_OUTCOMES)} |"
    yield "| --- " * (len(SHOWN_OUTCOMES) + 2) + "|"
    total: Counter[str] = Counter()
    for name in names:
        counts = Counter(
            outcome
            for (repository, _path), outcome in outcome_by_file.items()
            if repository == name
        )
        total += counts
        if counts:
            yield _format_row(name, counts)
    yield _format_row(f"**all {len(names)}**", total)


def _format_row(name: str, counts: Counter[str]) -> str:
    figures = (counts[outcome] or "" for outcome in SHOWN_OUTCOMES)
    return f"| {name} | {counts.total()} | {' | '.join(map(str, figures))} |"


def write_table(names: Sequence[str], outcome_by_file: Mapping[tuple[str, str], str]) -> None:
    """Write the table into the page, in place of the one that it has."""
    before, _begin, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    _table, _end, after = rest.partition(_END)
    table = make_table(names, outcome_by_file)
    PAGE.write_text(f"{before}{_BEGIN}{table}{_END}{after}", encoding="utf-8")
