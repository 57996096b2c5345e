"""The movements of the cases, and how nights are made of them: sets A, B, … of so many boards; ``1v6A`` is N-S 1."""

import re

from scoring.laws.irregularities.model import SessionLines, TableLine
from scoring.model import Board, Field, Line

M5 = (
    "1v6A 2v7B 3v8C 4v9D 5v10E / 1v10B 2v6C 3v7D 4v8E 5v9A / 1v9C 2v10D 3v6E 4v7A 5v8B / "
    "1v8D 2v9E 3v10A 4v6B 5v7C / 1v7E 2v8A 3v9B 4v10C 5v6D"
)
S4 = "1v5A 2v6B 3v7C 4v8D / 1v8B 2v5C 3v6D 4v7A / 1v6C 2v7D 3v8A 4v5B / 1v5D 2v6A 3v7B 4v8C"
R4 = "1v5A 2v6B 3v7D 4v8A / 1v8B 2v5C 3v6A 4v7B / 1v7C 2v8D 3v5B 4v6C / 1v6D 2v7A 3v8C 4v5D"
H8 = (
    "8v1A 2v4C 3v7E 5v6B / 8v2B 3v5D 4v1F 6v7C / 8v3C 4v6E 5v2G 7v1D / 8v4D 5v7F 6v3A 1v2E / "
    "8v5E 6v1G 7v4B 2v3F / 8v6F 7v2A 1v5C 3v4G / 8v7G 1v3B 2v6D 4v5A"
)


ELSEWHERE = "NP: played elsewhere"


def list_boards(letter, per_set=2):
    first = (ord(letter) - ord("A")) * per_set + 1
    return range(first, first + per_set)


def list_due_lines(plan, per_set=2):
    rows = []
    for round_no, tables in enumerate(plan.split(" / "), start=1):
        for table_no, table in enumerate(tables.split(), start=1):
            ns, ew, letter = re.fullmatch(r"(\d+)v(\d+)([A-Z])", table).groups()
            rows += [
                TableLine(board, int(ns), int(ew), round_no, table_no)
                for board in list_boards(letter, per_set)
            ]
    return tuple(rows)


def list_played_lines(rows, rounds, skip=()):
    """Every line of *rows* in the first *rounds*, as planned, but those of *skip*: round and table, or with a board."""
    return tuple(
        TableLine(row.board_no, row.ns, row.ew, row.round_no, row.table_no)
        for row in rows
        if row.round_no <= rounds
        and (row.round_no, row.table_no) not in skip
        and (row.round_no, row.table_no, row.board_no) not in skip
    )


def make_played_line(board_no, ns, ew, round_no, table_no, **more):
    return TableLine(board_no, ns, ew, round_no, table_no, **more)


def make_night(plan, lines, *, rounds=None, per_set=2, **more):
    rows = list_due_lines(plan, per_set)
    last = max((line.round_no for line in lines), default=0) if rounds is None else rounds
    in_order = tuple(sorted(lines, key=lambda line: line.round_no))
    return SessionLines(rows, in_order, last_round_over=last, **more)


def make_field(scores, winners=1):
    """A field of *scores*: for each board the lines, each pairs with a score or a whole ``Line``."""
    return Field(
        winners,
        tuple(
            Board(
                board_no,
                tuple(
                    line if isinstance(line, Line) else Line(line[0], line[1], score=line[2])
                    for line in lines
                ),
            )
            for board_no, lines in scores.items()
        ),
    )


def list_written_lines(choice):
    """What *choice* writes, without what falls away because it was played elsewhere."""
    return [
        (line.board_no, line.ns, line.ew, line.score_text)
        for line in choice.lines
        if line.score_text != ELSEWHERE
    ]


def list_replaced_lines(choice):
    return [
        (line.board_no, line.ns, line.ew) for line in choice.lines if line.score_text == ELSEWHERE
    ]


def get_finding_facts(finding):
    return finding.kind.value, finding.law, [choice.key for choice in finding.choices]
