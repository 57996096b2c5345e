"""Files of table units with single players, with teams, and with entries that were changed."""

from datetime import date

import pytest

from director.additions.imports.store.event import import_file
from director.additions.imports.units.bws import read_bws
from director.formats.errors import ImportFileError
from director.models.event import Contest
from tests.director.additions.imports.store.test_teams import list_stored_lines
from tests.director.additions.imports.units.bws_events import (
    enter_contracts,
    make_tables,
)
from tests.director.additions.imports.units.bws_written import SINGLES, hand_record, write_bws
from tests.director.boards.others import make_contest_section
from tests.scoring.hands.cards import read_club_games

pytestmark = pytest.mark.django_db


def make_event_of_contracts(contest, **kwargs):
    """Return an event of *contest* with a contract on every line."""
    section = make_contest_section(contest, **kwargs)
    enter_contracts(section)
    return section.session.event


def test_results_that_name_only_north_and_east_have_the_others_from_the_movement():
    event = make_event_of_contracts(Contest.INDIVIDUAL)
    tables = make_tables(event)
    tables["ReceivedData"] = [
        {name: value for name, value in row.items() if name not in SINGLES}
        for row in tables["ReceivedData"]
    ]
    tables["ReceivedData"][0] |= {"PairNS": 8}
    imported = import_file(data=write_bws(tables, more=SINGLES), file_name="night.bws")
    assert list_stored_lines(imported.event) == list_stored_lines(event)[1:]
    assert imported.warnings[1] == (
        "Table 1, round 1, board 1: the file doesn’t say which four players sat there. The result was left out; enter "
        "it in Scores."
    )


def test_single_players_beside_pairs_are_refused():
    event = make_event_of_contracts(Contest.INDIVIDUAL)
    tables = make_tables(event)
    pairs = night([(1, 1, 1, 2, 1, 2)])
    tables["Section"] += [{"ID": 9, "Letter": "B", "Session": 1}]
    for name in ("RoundData", "ReceivedData"):
        tables[name] += [row | {"Section": 9} for row in pairs[name]]
    with pytest.raises(ImportFileError) as refused:
        read_bws(write_bws(tables, more=SINGLES))
    assert str(refused.value) == (
        "Section A is an individual contest, but section B isn’t. Import a file with one of them only."
    )


TEAMS = {
    "round robin": {"key": "round-robin", "size": 4, "boards_per_set": 4},
    "odd number": {"key": "round-robin", "size": 5, "boards_per_set": 2},
    "match": {"key": "team-match", "size": 2, "boards_per_set": 6},
}


def in_two_rooms(tables):
    """Return *tables* with the second table of each match in section B."""
    rows = tables["Section"]
    rows.append(rows[0] | {"ID": 2, "Letter": "B"})
    rows[0] |= {"ID": 1}
    for name in ("RoundData", "ReceivedData", "PlayerNumbers"):
        for row in tables[name]:
            row["Section"], row["Table"] = 2 - row["Table"] % 2, (row["Table"] + 1) // 2
    return tables


def test_a_match_in_two_rooms_is_asked_about():
    event = make_event_of_contracts(Contest.TEAMS, **TEAMS["match"])
    data = write_bws(in_two_rooms(make_tables(event)))
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        import_file(data=data, file_name="night.bws")


def night(rounds, changes=(), section=None, **tables):
    """Return the tables of a night with *rounds*: round, table, N-S, E-W, first and last board.

    Each board has a result. *changes* are entries in addition, as columns and the number of the
    result that they repeat.
    """
    rows, results = [], []
    for round_no, table_no, ns, ew, low, high in rounds:
        place = {"Section": 1, "Round": round_no, "Table": table_no}
        rows.append(place | {"NSPair": ns, "EWPair": ew, "LowBoard": low, "HighBoard": high})
        for board_no in range(low, high + 1) if ns and ew else ():
            contract = {"Contract": "3 NT", "NS/EW": "N", "Declarer": ns, "Result": "="}
            sides = {"ID": len(results) + 1, "Board": board_no, "PairNS": ns, "PairEW": ew}
            results.append(place | sides | contract)
    for number, changed in changes:
        results.append(results[number] | {"ID": len(results) + 1} | changed)
    of_section = {"ID": 1, "Letter": "A", "Session": 1} | (section or {})
    return {"Section": [of_section], "RoundData": rows, "ReceivedData": results} | tables


HOWELL = [
    (1, 1, 1, 4, 1, 2), (1, 2, 2, 3, 1, 2), (2, 1, 2, 4, 3, 4), (2, 2, 3, 1, 3, 4),
    (3, 1, 3, 4, 5, 6), (3, 2, 1, 2, 5, 6),
]  # fmt: skip
MITCHELL = [
    (1, 1, 1, 1, 1, 2), (1, 2, 2, 2, 3, 4), (1, 3, 3, 3, 5, 6),
    (2, 1, 1, 3, 3, 4), (2, 2, 2, 1, 5, 6), (2, 3, 3, 2, 1, 2),
]  # fmt: skip


def read_lines(tables):
    """Return the event and its lines on each board."""
    event = read_bws(write_bws(tables))
    (section,) = event.sections
    boards = {
        board.board_no: [
            (
                line.ns_no,
                line.ew_no,
                f"{line.result.contract}{line.result.declarer}",
                line.result.artificial,
            )
            for line in board.lines
        ]
        for board in section.boards
    }
    return event, boards


def test_a_turned_board_of_two_winners_is_left_to_the_director():
    event, boards = read_lines(night(MITCHELL, [(7, {"Declarer": 3, "NS/EW": "N"})]))
    assert (1, 3, "", "") in boards[4]
    assert [str(doubt) for doubt in event.warnings if "direction" in str(doubt)] == [
        "Table 1, round 2, board 4: the pairs sat in the other direction. The result was left out; enter it in "
        "Scores."
    ]


def test_contracts_without_a_result_are_no_results():
    results = night(HOWELL)["ReceivedData"]
    waiting = [results[0] | {"ID": 90, "Contract": "7 NT", "Result": ""}]
    assert read_lines(night(HOWELL, IntermediateData=waiting)) == read_lines(night(HOWELL))


def seats(round_no, table_no, names):
    """Return rows of PlayerNumbers for who sit N, E, S and W."""
    return [
        {"Section": 1, "Table": table_no, "Round": round_no, "Direction": seat, "Name": name}
        for seat, name in zip("NESW", names, strict=True)
    ]


MATCH = [(1, 1, 1, 2, 1, 6), (1, 2, 2, 1, 1, 6), (2, 1, 1, 2, 7, 12), (2, 2, 2, 1, 7, 12)]


def test_all_who_played_for_a_team_are_its_players():
    people = [
        *seats(0, 1, ["Ada", "Cid", "Bo", "Dee"]),
        *seats(0, 2, ["Eve", "Gus", "Fay", "Hal"]),
        *seats(2, 1, ["Ivo", "Cid", "Jan", "Dee"]),
    ]
    tables = night(MATCH, section={"ScoringType": 4}, PlayerNumbers=people)
    (section,) = read_bws(write_bws(tables)).sections
    assert [[player.name for player in pair.players] for pair in section.pairs] == [
        ["Ada", "Bo", "Ivo", "Jan", "Gus", "Hal"],
        ["Eve", "Fay", "Cid", "Dee"],
    ]


def test_a_match_whose_pairs_have_numbers_of_their_own_has_two_teams():
    rounds = [(1, 1, 1, 2, 1, 6), (1, 2, 3, 4, 1, 6), (2, 1, 1, 2, 7, 12), (2, 2, 3, 4, 7, 12)]
    tables = night(rounds, PlayerNumbers=seats(0, 1, ["Ada", "Cid", "Bo", "Dee"]))
    with pytest.raises(ImportFileError, match="Say whether they are pairs or teams"):
        read_bws(write_bws(tables))
    (section,) = read_bws(write_bws(tables), "teams").sections
    assert [pair.number for pair in section.pairs] == [1, 2]
    assert {(row.ns_no, row.ew_no) for row in section.rounds} == {(1, 2), (2, 1)}
    assert [player.name for player in section.pairs[0].players] == ["Ada", "Bo"]


def test_sections_without_results_and_boards_out_of_order_are_read():
    tables = night(HOWELL)
    for row in tables["RoundData"]:
        row["CustomBoards"] = f"{row['HighBoard']},{row['LowBoard']}"
    tables["Section"].append({"ID": 2, "Letter": "B", "ScoringType": 4})
    tables["Session"] = [{"Name": "Spring cup", "Date": date(2026, 3, 1)}]
    deal = read_club_games()[1][0]
    tables["HandRecord"] = [hand_record(1, 1, deal)]
    event = read_bws(write_bws(tables))
    (section,) = event.sections
    assert event.contest == "pairs"
    assert event.title == "Spring cup"
    assert event.date == date(2026, 3, 1)
    assert {row.boards for row in section.rounds} == {(1, 2), (3, 4), (5, 6)}
    assert [hand.hands for hand in section.hands] == [deal]
