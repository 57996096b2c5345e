"""PBN out: by the rules of its export format, and read back every line, name and figure."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from director.additions.exports.event import make_exported_event
from director.additions.exports.files.event_file import ExportedPart
from director.additions.exports.files.pbn import write_pbn
from director.core.files.exports import export_file
from director.models import Person
from director.models.event import Contest
from scoring.display import format_percent, format_rounded
from tests.director.additions.exports.nights import (
    GIVEN,
    METHODS,
    WEIGHTED,
    list_export_tables,
    make_export_event,
)
from tests.director.additions.exports.pbn_read import parse_figure, read_pbn_games, reorder_name
from tests.director.boards.others import make_contest_section
from tests.factories import enter_all_results, make_night

pytestmark = pytest.mark.django_db

UNITS = {"matchpoints": "MP", "cross-imps": "IMP", "butler": "IMP", "aggregate": "", "imps": "IMP"}


def read(event, form):
    return read_pbn_games(export_file(list_export_tables(event), form).content)


def facts_of_line(sent, line, board, section, session):
    """Return what a file has to tell of a line."""
    points = (line.ns_points, line.ew_points) if UNITS[sent.sessions[0].method] else (None, None)
    return (
        f"Session {session.number}" if len(sent.sessions) > 1 else None,
        section.letter or None,
        board.board_no,
        line.ns,
        line.ew,
        ""
        if line.result.artificial
        else {"PASS": "Pass", "": "?"}.get(line.result.contract, line.result.contract),
        line.result.declarer
        or ("" if line.result.artificial or line.result.contract == "PASS" else "?"),
        line.result.score,
        *(None if points_row is None else format_rounded(points_row) for points_row in points),
        f"A{line.result.artificial[1:3]}.00/{line.result.artificial[3:]}.00"
        if line.result.artificial
        else "",
    )


def all_told(sent):
    return [
        facts_of_line(sent, line, board, section, session)
        for session in sent.sessions
        for section in session.sections
        for board in section.boards
        for line in board.lines
    ]


def rows_of(sent, game):
    unit = UNITS[sent.sessions[0].method]
    for row in game["ScoreTable"]:
        shares = [parse_figure(row[f"Percentage_{side}"]) for side in ("NS", "EW")]
        is_awarded = row["Percentage_NS"].startswith("^")
        score = parse_figure(row["Score_NS"])
        yield (
            *(
                game.get("Stage"),
                game.get("Section"),
                int(game["Board"]),
                row["PairId_NS"],
                row["PairId_EW"],
            ),
            row["Contract"].replace("-", ""),
            row["Declarer"].replace("-", ""),
            None if score is None else int(score),
            *(parse_figure(row[f"{unit}_{side}"]) if unit else None for side in ("NS", "EW")),
            f"A{shares[0]}/{shares[1]}" if is_awarded else "",
        )


def result_of(sent, game):
    unit = UNITS[sent.sessions[0].method]
    points = game[f"Score{unit}"].split() if unit else [None] * 4
    shares = game.get("ScorePercentage", "").split()
    sides = ("HomeTeam", "VisitTeam") if sent.contest == "teams" else ("PairNS", "PairEW")
    return (
        *(
            game.get("Stage"),
            game.get("Section"),
            int(game["Board"]),
            *(game[side] for side in sides),
        ),
        *(game["Contract"], game["Declarer"]),
        int(game["Score"].removeprefix("NS ")) if "Score" in game else None,
        points[1],
        points[3],
        f"A{shares[1]}/{shares[3]}" if shares else "",
    )


@pytest.mark.parametrize("seed", range(3))
def test_every_line_reads_back_from_both_forms(seed):
    chance = random.Random(seed)
    event = make_export_event(
        seed,
        scoring=chance.choice([*METHODS]),
        letters=chance.choice(["A", "AB"]),
        sessions=chance.choice([1, 2]),
        key=chance.choice(["mitchell", "howell"]),
        pairs=6,
        ruled=(*GIVEN, *WEIGHTED),
    )
    sent = make_exported_event(list_export_tables(event))
    by_board, by_result = read(event, "pbn"), read(event, "pbn-results")
    assert [row for game in by_board for row in rows_of(sent, game)] == all_told(sent)
    assert [result_of(sent, game) for game in by_result] == all_told(sent)


def test_the_standings_and_the_names_read_back():
    event = make_export_event(1, letters="AB", pairs=6)
    sent = make_exported_event(list_export_tables(event))
    found = [row for game in read(event, "pbn") for row in game.get("TotalScoreTable", ())]
    assert [
        (row["Rank"], row["PairId"], row["TotalMP"], row["TotalPercentage"], row["NrBoards"])
        for row in found
    ] == [
        (
            entry.rank.rstrip("="),
            entry.label,
            format_rounded(entry.total),
            format_percent(entry.percent),
            str(entry.board_count),
        )
        for section in sent.sections
        for entry in section.entries
    ]
    assert [[reorder_name(name) for name in row["Names"].split(";")] for row in found] == [
        [player.name for player in entry.players]
        for section in sent.sections
        for entry in section.entries
    ]


def test_names_of_any_alphabet_and_with_quotes_keep_the_file_whole():
    section = make_night(pairs=4, key="howell", boards_per_set=1)
    enter_all_results(section)
    names = ['Łucja "Lu" Łoś', "Zoë van den Berg", "王小明", "A;B\\C", "Ada", "#Ada"]
    for person, name in zip(Person.objects.order_by("pk"), names, strict=False):
        Person.objects.filter(pk=person.pk).update(name=name)
    found = read(section.session.event, "pbn-results")
    seen = {
        reorder_name(game[seat]) for game in found for seat in ("North", "East", "South", "West")
    }
    assert {'Łucja "Lu" Łoś', "Zoë van den Berg", "王小明", "A,B\\C", "Ada", " #Ada"} <= seen


def test_no_member_number_stands_in_it():
    event = make_export_event(1, pairs=6)
    content = write_pbn(make_exported_event(list_export_tables(event))).decode("latin-1")
    assert Person.objects.exclude(number="").exists()
    assert not any(
        number in content
        for number in Person.objects.exclude(number="").values_list("number", flat=True)
    )


@pytest.mark.parametrize("contest", [Contest.TEAMS, Contest.INDIVIDUAL])
def test_teams_and_single_players_have_their_lines_and_seats(contest):
    section = make_contest_section(contest, long=True)
    enter_all_results(section)
    sent = make_exported_event(list_export_tables(section.session.event))
    found = read(section.session.event, "pbn-results")
    assert [result_of(sent, game) for game in found] == all_told(sent)
    seats = [
        tuple(player.name for player in line.seats)
        for section in sent.sections
        for board in section.boards
        for line in board.lines
    ]
    assert [
        tuple(reorder_name(game[seat]) for seat in ("North", "East", "South", "West"))
        for game in found
    ] == seats


def test_percentages_of_lines_are_shares_of_their_matchpoints():
    event = make_export_event(3)
    for game in read(event, "pbn"):
        for row in game["ScoreTable"]:
            if row["MP_NS"].startswith(("-", "^")):
                continue
            ns, ew = (Fraction(row[f"MP_{side}"]) for side in ("NS", "EW"))
            shares = [row[f"Percentage_{side}"] for side in ("NS", "EW")]
            assert shares == [format_percent(points / (ns + ew) * 100) for points in (ns, ew)]


def test_boards_name_who_sat_there_if_somebody_was_replaced():
    event = make_export_event(3)
    for number, person in enumerate(Person.objects.all()):
        Person.objects.filter(pk=person.pk).update(name=f"Ada Ash{number}")
    sent = make_exported_event(list_export_tables(event))
    (session,) = sent.sessions
    (section,) = session.sections
    entry = replace(section.entries[0], parts=(ExportedPart(4, None, None),) * 2)
    section = replace(section, entries=(entry, *section.entries[1:]))
    sent = replace(sent, sessions=(replace(session, sections=(section,)),))
    for game, board in zip(read_pbn_games(write_pbn(sent)), section.boards, strict=True):
        for row, line in zip(game["ScoreTable"], board.lines, strict=True):
            names = [person.name for person in line.seats[::2] if person]
            assert sorted(map(reorder_name, row["Names_NS"].split(";"))) == sorted(names)
