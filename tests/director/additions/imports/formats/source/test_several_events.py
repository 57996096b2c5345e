"""A file of several events: the director chooses one, and none is mixed with another."""

import pytest

from director.additions.imports.formats.door import read_source
from director.additions.imports.formats.source.choices import SeveralEventsError
from director.core.base.uploads import read_hands
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.usebio.factories import (
    write_board,
    write_line,
    write_usebio,
)

MONDAY = ("Monday Pairs", "2026.03.09")
TUESDAY = ("Tuesday Pairs", "2026.03.10")


def game(event, board_no, contract, **more):
    name, day = event
    tags = {"Event": name, "Date": day, "Board": board_no, "PairNS": 1, "PairEW": 2} | more
    tags |= {"Declarer": "N", "Contract": contract, "Result": 10}
    return "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())


def pbn(*games):
    return "\n".join(games).encode()


def two_in_usebio():
    one, other = write_usebio(TITLE="Monday Pairs"), write_usebio(TITLE="Tuesday Pairs")
    return one.replace(b"</USEBIO>", other[other.index(b"<EVENT ") :])


FILES = {
    "pbn": pbn(game(MONDAY, 1, "4S"), game(TUESDAY, 1, "4H")),
    "usebio": two_in_usebio(),
}


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("name", FILES)
def test_the_chosen_event_is_read_alone(name, number):
    event = read_source(FILES[name], event_no=number)
    assert (event.title or event.description).split()[0] == ("Monday", "Tuesday")[number - 1]
    assert sum(len(board.lines) for section in event.sections for board in section.boards) == 1


def test_number_that_no_event_has_asks_again():
    with pytest.raises(SeveralEventsError):
        read_source(FILES["pbn"], event_no=3)


def test_hands_under_another_name_are_no_second_event():
    deal = "N:AKQ2.AK3.AK4.AKQ JT98.QJT.QJT.JT9 765.9876.9876.87 43.542.532.65432"
    cards = f'[Event "Spring deals"]\n[Board "2"]\n[Deal "{deal}"]\n'
    event = read_source(pbn(game(MONDAY, 1, "4S"), cards))
    assert event.title == "Monday Pairs"


def test_stages_stay_the_sessions_where_a_file_names_them():
    sittings = [
        game(MONDAY, 1, "4S", Stage="Session 1"),
        game(("Monday Pairs", "2026.03.10"), 2, "4H", Stage="Session 1"),
    ]
    assert len(read_source(pbn(*sittings)).sessions) == 1


def test_the_date_of_another_event_makes_no_session():
    undated = game(MONDAY, 2, "4H").replace('[Date "2026.03.09"]\n', "")
    event = read_source(pbn(game(MONDAY, 1, "4S"), undated, game(TUESDAY, 1, "4D")), event_no=1)
    assert len(event.sessions) == 1


SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
DEALT = {"N": "K843 T542 J6 863", "E": "AQJ7 K Q75 AT942", "S": "962 AJ7 KT82 J75"}
OTHER_DEAL = {"N": DEALT["E"], "E": DEALT["N"], "S": DEALT["S"]}
REST = "T5 Q9863 A943 KQ"


def dealt_board(number, deal):
    hands = []
    for seat, cards in (deal | {"W": REST}).items():
        suits = zip(SUITS, cards.split(), strict=True)
        held = "".join(f"<{suit}>{ranks}</{suit}>" for suit, ranks in suits)
        hands.append(f"<HAND><DIRECTION>{seat}</DIRECTION>{held}</HAND>")
    return write_board(write_line(), *hands, number=str(number))


def two_with_hands(first, second):
    """Return USEBIO of two events with one board each, *first* and *second*."""
    one = write_usebio(TITLE="Monday Pairs", boards=[dealt_board(*first)])
    other = write_usebio(TITLE="Tuesday Pairs", boards=[dealt_board(*second)])
    return one.replace(b"</USEBIO>", other[other.index(b"<EVENT ") :])


def test_hands_of_several_events_are_taken_together():
    data = two_with_hands((1, DEALT), (2, OTHER_DEAL))
    assert [deal.board_no for deal in read_hands(data)] == [1, 2]
    alike = two_with_hands((1, DEALT), (1, DEALT))
    assert [deal.board_no for deal in read_hands(alike)] == [1]
    with pytest.raises(ImportFileError, match="results but no cards"):
        read_hands(FILES["usebio"])


def test_events_with_different_cards_are_named():
    with pytest.raises(ImportFileError) as refused:
        read_hands(two_with_hands((1, DEALT), (1, OTHER_DEAL)))
    assert str(refused.value) == (
        "The file has 2 events with different cards: Monday Pairs; Tuesday Pairs. "
        "Save the one that was played here as a file of its own."
    )
