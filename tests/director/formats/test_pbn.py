import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.formats.errors import ImportFileError
from director.formats.pbn import PbnTable, read_games


def tags(text):
    return [game.value_by_tag for game in read_games(text.encode())]


def test_games_end_at_a_tag_that_comes_again_whatever_blank_lines_stand_between():
    once = '[Event "A"]\r\n[Board "1"]\r\n[Deal "N:- - - -"]\r\n'
    assert tags(once + once.replace("1", "2")) == tags(once + "\r\n" + once.replace("1", "2"))
    assert [game["board"] for game in tags(once + once.replace("1", "2"))] == ["1", "2"]


def test_several_tags_on_a_line_comments_and_percent_lines():
    text = '% PBN 2.1\n; hello\n{ a comment\n[Event "no"]\n}\n[Event "A"] [Board "3"] ; yes\n% skipped [Board "4"]\n'
    assert tags(text) == [{"event": "A", "board": "3"}]


def test_quotes_and_backslashes_escaped_or_not():
    assert tags('[Event "The \\"Ash\\" \\\\ cup"]') == [{"event": 'The "Ash" \\ cup'}]
    assert tags('[Event "A"]\n[Site "The "Ash" club"]') == [
        {"event": "A", "site": 'The "Ash" club'}
    ]


def test_values_are_inherited_but_not_those_of_a_deal():
    text = (
        '[Event "##Cup"]\n[Site "Here"]\n[Board "1"]\n[Deal "N:a"]\n\n'
        '[Board "2"]\n[Site "#"]\n[Deal "#"]\n\n[Board "3"]\n[Round "#"]\n'
    )
    assert tags(text) == [
        {"event": "Cup", "site": "Here", "board": "1", "deal": "N:a"},
        {"event": "Cup", "site": "Here", "board": "2", "deal": "#"},
        {"event": "Cup", "board": "3", "round": ""},
    ]


def test_a_table_has_cells_by_column_and_short_rows_are_filled_up():
    head = '[Board "1"]\n[ScoreTable "+Rank\\2R;Names\\\\20L;MP"]\n'
    text = head + '1 "Ash; \\"B\\"" 3.5 ; best\n\n2 {odd} Birch\n[Play "N"]'
    (game,) = read_games(text.encode())
    assert game.find_table("ScoreTable") == PbnTable(
        ("rank", "names", "mp"), (("1", 'Ash; "B"', "3.5"), ("2", "Birch", "?"))
    )
    assert game.find_table("TotalScoreTable") is None
    assert next(game.find_table("ScoreTable").iter_records())["mp"] == "3.5"


def test_a_quote_that_nothing_closes_is_passed_over():
    (game,) = read_games(b'[Board "1"]\n[ScoreTable "Names;MP;Lead"]\n"Ash" 3 "HK\n')
    assert game.find_table("ScoreTable").rows == (("Ash", "3", "HK"),)


def test_unknown_values_are_empty():
    (game,) = read_games(b'[Event "?"]\n[Date "????.??.??"]\n[Site "a?"]')
    assert [game.get_tag(name) for name in ("Event", "Date", "Site", "Room")] == [
        "",
        "????.??.??",
        "a?",
        "",
    ]


@pytest.mark.parametrize(
    "data", [b"% PBN 2.1\r\n% EXPORT\r\n", b'[Event "cut'], ids=["no game", "cut short"]
)
def test_a_file_without_a_game_is_refused(data):
    with pytest.raises(ImportFileError) as refused:
        list(read_games(data))
    assert refused.value.code in ("pbn-no-games", "file-other-format")


def test_the_sentence_for_no_game():
    with pytest.raises(ImportFileError) as refused:
        list(read_games(b"% PBN 2.1"))
    assert (
        str(refused.value)
        == "The PBN file has no boards. Export the event again and choose that file."
    )


@given(st.text(alphabet='[]"\\{};%#\n\r ABoard1ScoreTable', max_size=200))
def test_whatever_stands_there_every_row_has_a_cell_for_each_column(text):
    for game in read_games(f'[Event "x"]\n[ScoreTable "A;B"]\n{text}'.encode()):
        table = game.find_table("ScoreTable")
        assert table is None or {len(row) for row in table.rows} <= {len(table.columns)}
