"""The page of each method: its example comes out by both routes, and all its options are there."""

import os
import re

import pytest

from scoring.display import format_exact, format_percent
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.oracle.checking import check_ranking
from tests.scoring.test_completeness import METHODS, PAGES

SECTIONS = [
    "When not",
    "Formula",
    "Worked example",
    "Ties and gaps",
    "Options",
    "Source",
]
HEADS = {
    "One winner.": (1, "pairs"),
    "Two winners.": (2, "pairs"),
    "A match of teams.": (1, "teams"),
}


def parts_of(key):
    """Return the page of a method: its heading, and its sections by their titles."""
    heading, *sections = PAGES[key].read_text(encoding="utf-8").split("\n## ")
    return heading, {
        title: text.strip() for title, _, text in (section.partition("\n") for section in sections)
    }


def tables(text):
    """Return the tables of *text*, each a list of rows by their column names."""
    shown = []
    for block in re.findall(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE):
        names, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        ]
        shown.append([dict(zip(names, row, strict=True)) for row in rows])
    return shown


def field_of(rows, winners, contest):
    boards = {}
    for row in rows:
        declared = (
            {"declarer": row["declarer"], "honours": int(row["honours"])}
            if "declarer" in row
            else {}
        )
        known = {**declared, **({"contract": row["contract"]} if "contract" in row else {})}
        line = Line(int(row["N-S"]), int(row["E-W"]), int(row["score"]), **known)
        boards.setdefault(int(row["board"]), []).append(line)
    return Field(
        winners,
        tuple(Board(number, tuple(lines)) for number, lines in boards.items()),
        contest=contest,
    )


def contestant(standing):
    return str(standing.contestant) + {"NS": " N-S", "EW": " E-W", None: ""}[standing.direction]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_page_has_its_heading_and_all_sections(method):
    if os.environ.get("UPDATE_GOLDEN") == "1":
        update_page(method)  # before the other tests read it
    heading, sections = parts_of(method.key)
    assert heading.splitlines()[0] == f"# {method.name} (`{method.key}`)"
    *games, last = method.games
    played = f"{', '.join(games)} and {last}" if games else last
    counted = f"Counted in {method.unit}. For {played}, a contest of {method.contest}."
    assert heading.strip().splitlines()[-1] == counted
    assert list(sections) == SECTIONS
    assert all(sections.values())
    assert sections["Source"].startswith(f"{method.source}. ")


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_worked_example_of_the_page_comes_out(method):
    text = parts_of(method.key)[1]["Worked example"]
    first = text.splitlines()[0]
    head = next(head for head in HEADS if first.startswith(head))
    options = dict(re.findall(r"`(\w+)` ([\w-]+)", first))
    lines, standings = tables(text)
    field = field_of(lines, *HEADS[head])
    ranking = rank_field(method.key, field, options)
    scored = [scored for board in ranking.boards for scored in board.lines]
    assert [(format_exact(line.ns_points), format_exact(line.ew_points)) for line in scored] == [
        (row["N-S points"], row["E-W points"]) for row in lines
    ]
    assert [
        (
            standing.rank_text,
            contestant(standing),
            format_exact(standing.total),
            *((format_percent(standing.percent),) if standing.percent is not None else ()),
        )
        for standing in ranking.standings
    ] == [tuple(row.values()) for row in standings]
    assert check_ranking(method.key, field, options) == []


def option_rows(method):
    """Return the rows that the page of *method* has for its options."""
    return [
        (
            f"`{option.name}`",
            ", ".join(
                (option.default, *(choice for choice in option.choices if choice != option.default))
            ),
            option.help,
        )
        for option in method.options
    ]


def update_page(method):
    """Write the options of *method* and its source on its page, which has both sections."""
    text = PAGES[method.key].read_text(encoding="utf-8")
    rows = "".join(f"| {' | '.join(row)} |\n" for row in option_rows(method))
    text = re.sub(
        r"(?<=\| what it chooses \|\n\| --- \| --- \| --- \|\n)(\|.*\n)+", lambda _: rows, text
    )
    source = f"## Source\n\n{method.source}. Keys are in"
    text = re.sub(r"## Source\n\n.*?\. Keys are in", lambda _: source, text)
    PAGES[method.key].write_text(text, encoding="utf-8", newline="\n")


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.key)
def test_page_lists_every_option_with_its_choices_and_help(method):
    text = parts_of(method.key)[1]["Options"]
    if not method.options:
        assert text == "None."
        return
    assert [tuple(row.values()) for row in tables(text)[0]] == option_rows(method)


def test_numbers_in_words_match_the_tables():
    """Every percentage a page says in words stands in its table, to the hundredth."""
    missing = []
    for key in PAGES:
        text = parts_of(key)[1]["Worked example"]
        words = text.rpartition("|\n")[2]
        figures = {value for table in tables(text) for row in table for value in row.values()}
        missing += [
            (key, percent)
            for percent in re.findall(r"(\d+\.\d\d) %", words)
            if percent not in figures
        ]
    assert missing == []
