"""Deals in RBN, RBX, DLM, DGE and filled-up BRI: what is written as they want it reads back, all else is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.additions.imports.formats.door import read_source
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from scoring.hands.cards import CARDS, DEAL_COUNT, make_numbered_deal, parse_hands

SEATS = "NESW"
boards = st.dictionaries(
    st.integers(1, 99),
    st.integers(0, DEAL_COUNT - 1).map(make_numbered_deal),
    min_size=1,
    max_size=3,
)
in_order = st.lists(st.integers(0, DEAL_COUNT - 1).map(make_numbered_deal), min_size=1, max_size=3)


def cards_in_file(data):
    raw = data if isinstance(data, bytes) else data.encode()
    return {deal.board_no: deal.hands for deal in read_deals(raw)}


def refusals(data):
    with pytest.raises(ImportFileError) as refused:
        read_deals(data if isinstance(data, bytes) else data.encode())
    return list(map(str, refused.value.problems))


def rbn_hands(deal, first="W", sign=":", hands=4):
    index = SEATS.index(first)
    held = [deal.get_hand(seat) for seat in (SEATS[index:] + SEATS[:index])[:hands]]
    return f"{first}{''.join(sign + hand for hand in held)}{':' if hands == 3 else ''}"


def rbn(deals, **how):
    head = "% RBN 3.2\nD 20261117\nE Club evening:Pairs\nN Ash+Birch:Cox+Dow:6\n{The board B 3 was\nH played twice.}\n"
    return head + "\n\n".join(
        f"B {no}:A\nH {rbn_hands(deal, **how)}\nA WN:P1NPPA\nC 1N:N\n\nN Elm+Fir:Gum+Hazel\nA WN:A"
        for no, deal in deals.items()
    )


def rbx(deals, **how):
    return "%{RBX 1}" + "\n".join(
        f"E{{Club evening}}B{{{no}}}H{{{rbn_hands(deal, **how)}}}A{{NZ:A}}"
        for no, deal in deals.items()
    )


def letters(deal):
    owner = {card: index for index, seat in enumerate(SEATS) for card in deal.get_cards(seat)}
    return "".join(
        chr(97 + 4 * owner[first] + owner[second])
        for first, second in zip(CARDS[::2], CARDS[1::2], strict=True)
    )


def dlm_line(board_no, text, duplicates=0):
    check_sum = board_no ^ duplicates
    for letter in text:
        check_sum ^= ord(letter)
    return f"Duplicates {board_no:02}={duplicates}\nBoard {board_no:02}={text}{check_sum:03}"


def dlm(deals, duplicates=0, first=None, last=None):
    first, last = first or min(deals), last or max(deals)
    empty = "aaaaaabffffffkkkkkklpppppp"
    lines = [
        dlm_line(no, letters(deals[no]) if no in deals else empty, duplicates if no in deals else 0)
        for no in range(1, 100)
        if no in deals or not first <= no <= last
    ]
    head = [
        "[Document]",
        "Headline=Club",
        "Status=Show",
        f"From board={first}",
        f"To board={last}",
        "Checksum=7",
    ]
    return "\r\n".join([*head, *lines, ""])


def dge(deal):
    return "".join(
        f"{sign}{deal.get_suit(seat, suit)}"
        for seat in SEATS
        for suit, sign in zip("SHDC", "\6\3\4\5", strict=True)
    )


def bri(deal):
    return "".join(
        f"{CARDS.index(card) + 1:02}" for seat in "NES" for card in sorted(deal.get_cards(seat))
    )


@pytest.mark.parametrize(
    ("line", "duplicates", "north"),
    [
        ("cgcajjjnakpkchipnjhmbmbpbh022", 0, "AT87.JT3.J.AKT95"),
        ("jlifaelnecgmoldfjmcflinlap023", 0, "9653.T94.Q54.T54"),
        ("fnbkmmincldklcfcofoiefnapm018", 1, "T53.AJ7.AT.AQ762"),
    ],
)
def test_boards_that_clubs_have_shown_are_whole(line, duplicates, north):
    text = f"[DOCUMENT]\nFrom board=1\nTo board=1\nDuplicates 01={duplicates}\nBoard 01={line}"
    assert cards_in_file(text)[1].get_hand("N") == north


@given(deals=in_order)
@pytest.mark.parametrize("separator", ["", "\r\n", "\x1a"])
def test_ber_is_read_and_not_taken_for_bri(deals, separator):
    owners = [
        {card: str(number) for number, seat in enumerate(SEATS, 1) for card in deal.get_cards(seat)}
        for deal in deals
    ]
    text = "".join("".join(owner[card] for card in CARDS) + separator for owner in owners)
    assert cards_in_file(text) == dict(enumerate(deals, start=1))
    wrong_owner = "2" if text[0] == "1" else "1"
    assert refusals(wrong_owner + text[1:])[0].startswith("Board 1: ")


def test_ber_that_ends_early_is_named():
    assert refusals("1" * 52 + "2" * 20)[-1].startswith("The file ends in the middle of board 2.")


def test_39_boards_of_bri_are_not_taken_for_32_of_dup():
    deals = [make_numbered_deal(no) for no in range(39)]
    text = "".join(bri(deal) + " " * 32 + "\0" * 18 for deal in deals)
    assert len(text) % 156 == 0
    assert cards_in_file(text) == dict(enumerate(deals, start=1))


@given(in_order, st.sampled_from(["", "\0" * 60, "\r\n"]))
def test_dge_reads_back(deals, filling):
    assert cards_in_file("".join(dge(deal) + filling for deal in deals)) == dict(
        enumerate(deals, start=1)
    )


def test_lessons_without_numbers_count_from_one():
    text = "\n\n".join(f"T Lesson\nH {rbn_hands(make_numbered_deal(no))}" for no in (5, 6))
    assert cards_in_file(text) == {1: make_numbered_deal(5), 2: make_numbered_deal(6)}


FIVE = parse_hands("N:K843.T542.J6.863 AQJ7.K.Q75.AT942 962.AJ7.KT82.J75 T5.Q9863.A943.KQ")
SIX = FIVE.turn_by_quarters(1)
LETTERS = letters(FIVE)
AGAIN = "from the dealing program."
HOSTILE = {
    "RBN, twelve cards": (
        f"B 7\nH {rbn_hands(FIVE)[:2] + rbn_hands(FIVE)[3:]}",
        "Board 7: West has 12 cards instead of 13. Correct the file.",
    ),
    "RBN, a card twice": (
        "B 7\nH N:AKQJT98765432...:A.KQJT98765432..:.A.KQJT98765432.:",
        "Board 7: East and North both have the ace of spades. Correct the file.",
    ),
    "RBN, two boards of a number": (
        rbn({7: FIVE}) + "\n\n" + rbn({7: SIX}),
        "Board 7 is in the file twice with different cards. Delete one.",
    ),
    "RBN, a board of another name": (
        f"B xy\nH {rbn_hands(FIVE)}",
        "Deal 1: “xy” isn’t a board number. Use 1 to 999.",
    ),
    "RBN, two hands": (
        "B 7\nH W:AKQ.JT9.876.5432:T.AKQ.JT9.876543",
        "Deal 1: “W:AKQ.JT9.876.5432:T.AKQ.JT9.876543” isn’t a deal. It must start with N, E, S or W and have "
        "three or four hands.",
    ),
    "RBX, cut off": (
        f"B{{7}}H{{{rbn_hands(FIVE)}}}\nB{{8}}H{{{rbn_hands(SIX)[:30]}}}",
        (
            f"Deal 2: “{rbn_hands(SIX)[:30]}” isn’t a deal. It must start with N, E, S or W and have three or four "
            "hands."
        ),
    ),
    "DLM, check sum": (
        dlm({7: FIVE}).replace(LETTERS, LETTERS[:-1] + ("b" if LETTERS[-1] == "a" else "a")),
        None,
    ),
    "DLM, twelve cards": (
        f"[Document]\nFrom board=1\nTo board=1\n{dlm_line(1, 'b' + 'aaaaabffffffkkkkkklpppppp')}",
        "Board 1: North has 12 cards instead of 13. Correct the file.",
    ),
    "DLM, other letters": (
        dlm({7: FIVE}).replace(LETTERS, LETTERS[:-1] + "z"),
        None,
    ),
    "DLM, a board lacking": (
        dlm({7: FIVE, 9: SIX}),
        (
            "The file should have boards 7 to 9, but 1 are missing, starting with board 8. Save it again from the "
            "dealing program."
        ),
    ),
    "DLM, cut off": (
        dlm({7: FIVE, 8: SIX}).partition("Board 08=")[0] + "Board 08=abc",
        (
            "The file should have boards 7 to 8, but 1 are missing, starting with board 8. Save it again from the "
            "dealing program."
        ),
    ),
    "DLM, two boards of a number": (
        dlm({7: FIVE}) + dlm_line(7, letters(SIX)),
        "Board 7 is in the file twice with different cards. Delete one.",
    ),
    "DLM, no boards named": (
        "[Document]\nStatus=Show\n",
        "The file doesn’t say which boards it has. From board and To board must be 1 to 999. Save it again from the "
        "dealing program.",
    ),
    "DGE, another sign": (
        (dge(FIVE) + dge(SIX)).replace("\3", "x", 1),
        "Board 1: a hand has something other than suits and cards from A to 2. Save the file again.",
    ),
    "DGE, cut off": (
        dge(FIVE) + dge(SIX)[:40],
        "The file ends in the middle of board 2. Save it again from the dealing program.",
    ),
    "DGE, a card twice": (
        dge(FIVE).replace("\6" + FIVE.get_suit("N", "S"), "\6" + FIVE.get_suit("N", "S") + FIVE.get_suit("E", "S")[:1], 1),
        "Board 1: North has 14 cards instead of 13. Correct the file.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_each_hostile_file_gets_one_sentence(text, sentence):
    (told_sentence,) = refusals(text)
    if sentence is None:
        assert told_sentence.startswith("Board 7: ")
        assert told_sentence.endswith(AGAIN)
    else:
        assert told_sentence == sentence


@pytest.mark.parametrize(
    "text",
    [rbn({7: FIVE}), rbx({7: FIVE}), dlm({7: FIVE}), dge(FIVE), bri(FIVE)],
    ids=["RBN", "RBX", "DLM", "DGE", "BRI"],
)
def test_cards_among_results_say_where_they_belong(text):
    with pytest.raises(ImportFileError) as refused:
        read_source(text.encode())
    assert str(refused.value) == (
        "The file has the deals of 1 board but no results. Import it under Hands in the session that plays them."
    )


@given(st.sampled_from([rbn, rbx, dlm]), st.data())
def test_whatever_is_cut_or_changed_it_is_read_or_refused_with_sentences(write, data):
    text = write({7: FIVE, 8: SIX})
    at = data.draw(st.integers(0, len(text) - 1))
    broken = text[:at] + data.draw(st.sampled_from(["", "x", "\n", "9", ":", "=", "}"]))
    if data.draw(st.booleans()):
        broken += text[at + 1 :]
    try:
        deals, sentences = cards_in_file(broken), []
    except ImportFileError as error:
        deals, sentences = {}, list(map(str, error.problems))
    assert {sentence[-1] for sentence in sentences} <= {"."}
    assert bool(deals) != bool(sentences)
