import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.formats.deals import DealInFile, read_deals, write_deals
from director.formats.errors import ImportFileError
from scoring.hands.cards import CARDS, DEAL_COUNT, make_numbered_deal
from scoring.hands.makeable import MakeableTricks
from tests.scoring.hands.cards import FILE, read_club_games

DEAL = "N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ"
deals = st.integers(0, DEAL_COUNT - 1).map(make_numbered_deal)
tables = st.none() | st.text("0123456789abcd", min_size=20, max_size=20).map(MakeableTricks)


def game(board_no="1", deal=DEAL, more=""):
    return f'[Event "A"]\n[Board "{board_no}"]\n[Deal "{deal}"]\n{more}\n'


def bri(deal):
    return "".join(
        f"{CARDS.index(card) + 1:02}"
        for seat in "NES"
        for card in sorted(deal.get_cards(seat), key=CARDS.index)
    )


def lin(deal, dealer="3", hands=4):
    held = ["".join(f"{suit}{deal.get_suit(seat, suit)}" for suit in "SHDC") for seat in "SWNE"]
    held[hands:] = [""] * (4 - hands)
    return f"md|{dealer}{','.join(held)}|"


def test_real_file_gives_its_deals_and_what_can_be_made():
    filed = read_deals(FILE.read_bytes())
    assert {deal.board_no: (deal.hands, deal.makeable) for deal in filed} == {
        board_no: (cards, makeable)
        for board_no, (cards, makeable, _par) in read_club_games().items()
    }


def test_table_tells_the_same_as_the_figures():
    text = FILE.read_bytes().replace(b"DoubleDummyTricks", b"OtherTricks")
    assert read_deals(text) == read_deals(FILE.read_bytes())


@given(st.dictionaries(st.integers(1, 40), st.tuples(deals, tables), min_size=1, max_size=3))
def test_deals_are_read_as_they_were_written(boards):
    filed = tuple(DealInFile(no, *boards[no]) for no in sorted(boards))
    assert read_deals(write_deals(filed, event="Ash & “Reed”", date="2026.11.17")) == filed


def test_written_deals_follow_the_pbn_standard():
    text = write_deals(
        [DealInFile(2, read_club_games()[2][0], read_club_games()[2][1])],
        event="Club evening, made plain",
    )
    own = text.decode("latin-1").split("\r\n")
    theirs = FILE.read_text(encoding="latin-1").split("\n\n")[2].splitlines()
    assert own[:3] == ["% PBN 2.1", "% EXPORT", ""]
    assert sorted(line for line in own[3:] if line.startswith("[")) == sorted(
        line for line in theirs if line.startswith("[")
    )
    assert [line.split() for line in own if line and not line.startswith(("[", "%"))] == [
        line.split() for line in theirs if not line.startswith("[")
    ]


@given(st.lists(deals, min_size=1, max_size=3), st.booleans())
def test_files_of_dealing_machines_number_their_boards(dealt, is_dup):
    text = "".join(bri(deal) + ("\x10" * 78 if is_dup else "") for deal in dealt)
    assert [(deal.board_no, deal.hands) for deal in read_deals(text.encode())] == list(
        enumerate(dealt, start=1)
    )


@given(deals, st.sampled_from("1234"), st.sampled_from([3, 4]))
def test_lin_has_hands_from_south_and_the_fourth_may_be_missing(deal, dealer, hands):
    text = f"qx|o7|{lin(deal, dealer, hands)}sv|o|mb|p|\r\n"
    assert [(deal.board_no, deal.hands) for deal in read_deals(text.encode())] == [(7, deal)]


def test_same_board_again_with_the_same_cards_is_one_board():
    assert len(read_deals((game() + game()).encode())) == 1


def test_games_without_cards_are_passed_over():
    assert [deal.board_no for deal in read_deals((game("3", "?") + game("4")).encode())] == [4]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty. Export it again and choose that file."),
        (
            b"Ada Ash & Bert Birch",
            "The file looks like something else. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
        ),
        (
            b"%PDF-1.7",
            "The file looks like a PDF. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file.",
        ),
        (
            game(deal="?").encode(),
            "The file has no deals. Choose the file from the dealing program.",
        ),
        (game("x").encode(), "Line 1: “x” isn’t a board number. Use 1 to 999."),
        (
            game("000001" + "9" * 5_000).encode(),
            f"Line 1: “000001{'9' * 194}…” isn’t a board number. Use 1 to 999.",
        ),
        (
            game("\x07").encode(),
            "Line 1: “�” isn’t a board number. Use 1 to 999.",
        ),
        (
            game(deal=DEAL.replace("K843", "K84")).encode(),
            "Board 1: North has 12 cards instead of 13. Correct the file.",
        ),
        (
            (game() + game(deal=str(make_numbered_deal(5)))).encode(),
            "Board 1 is in the file twice with different cards. Delete one.",
        ),
        (
            game(more='[DoubleDummyTricks "zz"]').encode(),
            (
                "Board 1: “zz” isn’t a list of makeable tricks. Enter 20 figures from 0 to d: N, S, E and W by NT, S, "
                "H, D and C."
            ),
        ),
        (
            b"53" + bri(make_numbered_deal(5)).encode()[2:],
            "Board 1: “53” isn’t a card from 01 to 52. Save the file again.",
        ),
        (
            b"md|5SAK|",
            "Board 1: “5SAK” isn’t a deal. It must start with the dealer and have three or four hands.",
        ),
    ],
    ids=[
        "empty",
        "words",
        "pdf",
        "no-deal",
        "no-number",
        "huge-number",
        "unseen",
        "twelve",
        "two-deals",
        "tricks",
        "no-card",
        "no-hands",
    ],
)
def test_wrong_file_gets_one_sentence(data, sentence):
    with pytest.raises(ImportFileError) as refusal:
        read_deals(data)
    assert str(refusal.value.problems[0]) == sentence


def test_a_table_of_tricks_that_no_deal_has_is_no_table():
    table = f'[OptimumResultTable "Declarer;Denomination;Result"]\nN NT {"9" * 5_000}\n'
    (deal,) = read_deals(game(more=table).encode())
    assert deal.makeable is None


def test_file_that_ends_within_a_board_is_told():
    text = bri(make_numbered_deal(5)) + bri(make_numbered_deal(6))[:40]
    with pytest.raises(ImportFileError) as refusal:
        read_deals(text.encode())
    assert (
        str(refusal.value)
        == "The file ends in the middle of board 2. Save it again from the dealing program."
    )
