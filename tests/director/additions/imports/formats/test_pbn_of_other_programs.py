"""PBN as other programs write it: comments, words for results, and names with blanks."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from director.formats.pbn import read_games

DEAL = "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"
COLUMNS = (
    "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW;"
    "Names_NS\\14;Names_EW"
)


def traveller(rows, columns=COLUMNS, more=""):
    lines = "\n".join(rows)
    return (
        f'% PBN 2.1\n[Event "Club pairs"]\n[Date "2026.03.09"]\n[Board "1"]\n{more}[Scoring "MP"]\n'
        f'[ScoreTable "{columns}"]\n{lines}\n'
    ).encode()


def sections(data):
    return read_source(data).sections


def results(section):
    return [
        (
            board.board_no,
            [(line.result.contract, line.result.tricks, line.result.score) for line in board.lines],
        )
        for board in section.boards
    ]


def names(section):
    return {pair.number_text: [player.name for player in pair.players] for pair in section.pairs}


def test_braces_after_a_tag_or_before_one_are_comments():
    text = '{start} [Board "3"] {on\nmany [Board "8"]\nlines} [Dealer "N"]\n'
    assert [game.value_by_tag for game in read_games(text.encode())] == [
        {"board": "3", "dealer": "N"}
    ]


def test_several_notes_belong_to_one_game():
    text = '[Board "3"]\n[Auction "N"]\n1C =1= Pass\n[Note "1:strong"]\n[Note "2:weak"]\n[Result "9"]\n'
    (game,) = read_games(text.encode())
    assert game.get_tag("Board") == "3"
    assert game.get_tag("Result") == "9"


def test_pass_is_a_score():
    (section,) = sections(
        traveller(
            ["1 1 PASS - - PASS - 1 1 Ash-Birch Elm-Fir", "2 2 Pass - - 0 - 1 1 Ivy-Oak Yew-Box"]
        )
    )
    assert results(section) == [(1, [("PASS", None, 0), ("PASS", None, 0)])]


@pytest.mark.parametrize(
    ("result", "declarer", "tricks"),
    [
        ("NS 9 EW 4", "S", 9),
        ("EW 4 NS 9", "N", 9),
        ("NS 9 EW 4", "E", 4),
        ("NS 9", "^S", 9),
        ("EW 4", "S", 9),
        ("EW 10", "W", 10),
        ("^9", "S", 9),
    ],
)
def test_tricks_may_be_those_of_a_side(result, declarer, tricks):
    games = [
        f'[Board "{board_no}"]\n[North "A"]\n[South "B"]\n[East "C"]\n[West "D"]\n[Scoring "MP"]\n'
        f'[Declarer "{declarer}"]\n[Contract "4S"]\n[Result "{result}"]\n'
        for board_no in (1, 2)
    ]
    (section,) = sections("\n".join(games).encode())
    assert {line.result.tricks for board in section.boards for line in board.lines} == {tricks}


def test_rows_may_name_their_section():
    rows = [
        "A 1 1 4S N 10 420 - 2 0 Ash-Birch      Elm-Fir",
        "B 1 1 4S N 9 - 50 0 2 Ivy-Oak        Yew-Box",
    ]
    first, second = sections(traveller(rows, f"Section;{COLUMNS}", f'[Deal "{DEAL}"]\n'))
    assert first.name == "A"
    assert results(first) == [(1, [("4S", 10, 420)])]
    assert second.name == "B"
    assert results(second) == [(1, [("4S", 9, -50)])]
    assert len(first.hands) == len(second.hands) == 1


def test_names_with_blanks_are_cut_by_the_widths_of_columns():
    rows = [
        "1 1 4S N 10 420 - 2 0 De Witt-Birch  van Elm-Fir",
        "2 2 4S N 9 - 50 0 2 Ivy-Oak        Yew-Box",
    ]
    (section,) = sections(traveller(rows))
    assert names(section) == {
        "1NS": ["De Witt", "Birch"],
        "2NS": ["Ivy", "Oak"],
        "1EW": ["van Elm", "Fir"],
        "2EW": ["Yew", "Box"],
    }


def test_double_surnames_are_no_pairs():
    rows = [
        "1 1 4S N 10 420 - 2 0 Ash-Birch & Ivy Elm-Fir",
        "2 2 4S N 9 - 50 0 2 Ivy-Oak Yew-Box",
    ]
    (section,) = sections(traveller(rows))
    assert names(section)["2NS"] == ["Ivy-Oak"]


def test_second_room_may_leave_out_what_the_first_one_says():
    text = (
        '[Event "Final"]\n[HomeTeam "Reds"]\n[VisitTeam "Blues"]\n[Scoring "IMP"]\n'
        '[North "R1"]\n[South "R2"]\n[East "B1"]\n[West "B2"]\n[Board "7"]\n'
        '[Declarer "N"]\n[Contract "6NT"]\n[Result "12"]\n\n'
        '[North "B3"]\n[South "B4"]\n[East "R3"]\n[West "R4"]\n'
        '[Declarer "N"]\n[Contract "7NT"]\n[Result "12"]\n'
    )
    event = read_source(text.encode())
    assert event.contest == "teams"
    assert results(event.sections[0]) == [(7, [("6NT", 12, None), ("7NT", 12, None)])]
    assert names(event.sections[0]) == {
        "1": ["R1", "R2", "R3", "R4"],
        "2": ["B3", "B4", "B1", "B2"],
    }


@pytest.mark.parametrize(
    ("deal", "hand"),
    [
        (
            "S:SAKQ2.HAK3.DAK4.CAKQ SJT98.HQJT.DQJT.CJT9 S7654.H987.D9876.C87 S3.H6542.D532.C65432",
            "AKQ2.AK3.AK4.AKQ",
        ),
        (
            "S:AKQ6.T753.AJ7.Q2 JT52.Q9864.KT43.. 9873.J2.Q8.KJ843 4.AK.9652.AT9765",
            "AKQ6.T753.AJ7.Q2",
        ),
    ],
    ids=["suit-letters", "extra-dot"],
)
def test_hands_with_signs_of_other_programs_are_read(deal, hand):
    (filed,) = read_deals(f'[Board "1"]\n[Deal "{deal}"]\n'.encode())
    assert filed.hands.get_hand("S") == hand


def test_words_for_passed_out_and_for_adjusted():
    event = read_source(
        traveller(
            ["1 2 PO - -", "3 4 A A A", "5 6 2NT S 8"],
            "PairId_NS;PairId_EW;Contract;Declarer;Result",
        )
    )
    passed, adjusted, played = event.sections[0].boards[0].lines
    assert passed.result.contract == "PASS"
    assert adjusted.result.artificial == "A5050"
    assert played.result.contract == "2NT"
    assert [str(doubt) for doubt in event.warnings if doubt.code == "doubt-adjusted"] == [
        "Line 8, board 1: the file has “A” without the adjusted score, so average is imported. Correct it in Scores."
    ]


def test_one_list_of_places_is_one_winner_though_nobody_changed_sides():
    totals = (
        '[TotalScoreTable "-Rank\\3R;PairId\\5R;Names\\45;MP\\6R;Percentage\\5R"]\n'
        '1 1 "Ada Ash - Bert Birch" 2.0 100.00\n2 4 "Cleo Cedar - Dan Dogwood" 1.0 50.00\n'
        '3 2 "Eva Elm - Fay Fir" 0.5 25.00\n4 3 "Gus Gum - Hal Hazel" 0.0 0.00\n'
    )
    (section,) = sections(
        traveller(
            ["1 2 4S S 10", "3 4 4S S 9"],
            "PairId_NS;PairId_EW;Contract;Declarer;Result",
            more=totals,
        )
    )
    assert section.winner_count == 1
    assert names(section)["4"] == ["Cleo Cedar", "Dan Dogwood"]
    assert [str(pair.percent) for pair in section.pairs] == ["100.00", "25.00", "0.00", "50.00"]


def test_teams_that_the_first_board_alone_names_play_all_boards():
    first = '[Stage "Final"]\n[HomeTeam "Ash"]\n[VisitTeam "Birch"]\n[Board "1"]\n'
    played = '[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n\n'
    data = f'{first}{played}{played}[Board "2"]\n{played}{played}'.encode()
    (section,) = sections(data)
    assert [(board.board_no, len(board.lines)) for board in section.boards] == [(1, 2), (2, 2)]
    assert [pair.name for pair in section.pairs] == ["Ash", "Birch"]


def test_game_without_a_board_names_the_line_to_add():
    game = b'[Event "Club"]\n[North "Ann Ash"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'
    sentence = 'The game in line 1 doesn’t name its board. Add a line such as [Board "1"] to it.'
    with pytest.raises(ImportFileError) as refusal:
        read_source(game)
    assert str(refusal.value) == sentence
    with pytest.raises(ImportFileError) as refusal:
        read_deals(f'[Event "Club"]\n[Deal "{DEAL}"]\n'.encode())
    assert str(refusal.value) == sentence


def practice_game(board_no, contract="4S", result="10", names=""):
    return (
        f'{names}[Board "{board_no}"]\n[Deal "{DEAL}"]\n[Declarer "N"]\n'
        f'[Contract "{contract}"]\n[Result "{result}"]\n\n'
    )


def test_boards_that_were_bid_but_not_played_keep_their_cards_and_are_counted():
    seats = '[North "Ann"]\n[East "Bob"]\n[South "Cyd"]\n[West "Dan"]\n'
    games = practice_game(1, names=seats) + practice_game(2, "3NTX", "?", seats)
    event = read_source(games.encode())
    (section,) = event.sections
    assert [(board.board_no, len(board.lines)) for board in section.boards if board.lines] == [
        (1, 1)
    ]
    assert [deal.board_no for deal in section.hands] == [1, 2]
    assert (
        "1 board has a contract but no result, such as board 2. Only its cards were imported."
        in map(str, event.warnings)
    )


def test_contracts_without_any_result_are_a_file_of_cards():
    games = "".join(practice_game(board_no, result="") for board_no in (1, 2))
    with pytest.raises(ImportFileError) as refusal:
        read_source(games.encode())
    assert str(refusal.value).startswith("The file has the deals of 2 boards but no results.")


def test_results_of_practice_deals_that_name_nobody_lead_to_hands():
    games = "".join(practice_game(board_no) for board_no in (1, 2, 3))
    with pytest.raises(ImportFileError) as refusal:
        read_source(games.encode())
    assert str(refusal.value) == (
        "The file has 3 boards but hardly names a pair or player, as files of practice deals do. "
        "Import the cards under Hands in the session that plays them."
    )
