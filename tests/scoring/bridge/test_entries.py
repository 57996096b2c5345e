import re
from itertools import product

import pytest

from scoring.bridge.contracts import Contract
from scoring.bridge.entries import EntryKind, ResultEntry, parse_entry
from scoring.errors import EntryError, ScoringError

CONTRACTS = [
    Contract(*parts) for parts in product(range(1, 8), ("C", "D", "H", "S", "NT"), (0, 1, 2))
]


def played(level, denomination, doubled, declarer, tricks):
    return ResultEntry(EntryKind.PLAYED, Contract(level, denomination, doubled), declarer, tricks)


@pytest.mark.parametrize("tricks", range(7))
def test_no_small_number_of_tricks_is_guessed_at_and_either_meaning_reads_as_told(tricks):
    for contract in CONTRACTS:
        with pytest.raises(
            EntryError, match=r"could mean (.*) \((.*)\) or (.*) \((.*)\)\. Type"
        ) as refusal:
            parse_entry(f"{contract}E{tricks}")
        as_tricks, as_difference = re.findall(r"\((\S+)\)", str(refusal.value))
        assert parse_entry(as_tricks).tricks == tricks
        assert abs(parse_entry(as_difference).tricks - contract.tricks_needed) == tricks


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AVE", "A5050"),
        ("Ave+", "A6060"),
        ("AVE-", "A4040"),
        ("AVE+/AVE-", "A6040"),
        ("AVE-/+", "A4060"),
        ("AVE/AVE+", "A5060"),
        ("A60+/40-", "A60+/40-"),
    ],
)
def test_average_plus_and_minus_are_flat_by_methods_without_own_averages(text, canonical):
    assert str(parse_entry(text, has_own_average=False)) == canonical


@pytest.mark.parametrize(
    "kind", [EntryKind.PASSED, EntryKind.NOT_PLAYED], ids=["passed", "not-played"]
)
def test_entry_without_parts_reads_back_what_str_writes(kind):
    assert parse_entry(str(ResultEntry(kind))) == ResultEntry(kind)


@pytest.mark.parametrize("tricks", range(14))
def test_whist_tricks_read_back_what_str_writes(tricks):
    entry = ResultEntry(EntryKind.TRICKS, tricks=tricks)
    assert parse_entry(str(entry), game="whist") == entry


@pytest.mark.parametrize(
    ("text", "entry", "canonical"),
    [
        ("4S=", played(4, "S", 0, "NS", 10), "4S="),
        ("4SS=", played(4, "S", 0, "S", 10), "4SS="),
        ("4SN+1", played(4, "S", 0, "N", 11), "4SN+1"),
        ("3NTX-2", played(3, "NT", 1, "NS", 7), "3NTX-2"),
        ("3NTE-2", played(3, "NT", 0, "E", 7), "3NTE-2"),
        ("3NE-1", played(3, "NT", 0, "E", 8), "3NTE-1"),
        ("3NS=", played(3, "NT", 0, "S", 9), "3NTS="),
        ("3NNS=", played(3, "NT", 0, "NS", 9), "3NT="),
        ("3N=", played(3, "NT", 0, "NS", 9), "3NT="),
        ("1CE+1", played(1, "C", 0, "E", 8), "1CE+1"),
        ("4HEW-1", played(4, "H", 0, "EW", 9), "4HEW-1"),
        ("3NTEX-2", played(3, "NT", 1, "E", 7), "3NTXE-2"),
        ("4sxxw+1", played(4, "S", 2, "W", 11), "4SXXW+1"),
        (" 4 ♥ * w − 1 ", played(4, "H", 1, "W", 9), "4HXW-1"),
        ("1NT+0", played(1, "NT", 0, "NS", 7), "1NT="),
        ("4SS10", played(4, "S", 0, "S", 10), "4SS="),
        ("4s s 9", played(4, "S", 0, "S", 9), "4SS-1"),
        ("3NT9", played(3, "NT", 0, "NS", 9), "3NT="),
        ("4HXW13", played(4, "H", 1, "W", 13), "4HXW+3"),
        ("W3NT=", played(3, "NT", 0, "W", 9), "3NTW="),
        ("s4s10", played(4, "S", 0, "S", 10), "4SS="),
        ("4 spades south making", played(4, "S", 0, "S", 10), "4SS="),
        ("4 Hearts doubled by North made 9", played(4, "H", 1, "N", 9), "4HXN-1"),
        ("w 3 no trumps -2", played(3, "NT", 0, "W", 7), "3NTW-2"),
        ("EW5CX-2", played(5, "C", 1, "EW", 9), "5CXEW-2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_played_entry_is_read_as_directors_type_it(text, entry, canonical):
    assert parse_entry(text) == entry
    assert str(parse_entry(text)) == canonical


@pytest.mark.parametrize("text", ["PASS", "p", "Passed", "all pass", "passed out"])
def test_passed_entry_in_every_spelling(text):
    assert parse_entry(text) == ResultEntry(EntryKind.PASSED)


@pytest.mark.parametrize("text", ["NP", "np", "not played"])
def test_not_played_entry_in_every_spelling(text):
    assert (parse_entry(text), parse_entry(text, game="whist")) == (
        ResultEntry(EntryKind.NOT_PLAYED),
    ) * 2


FORMS = "isn’t a result. Try 4SS=, 3NTXE-2, PASS, +620, A6040 or NP."
END = "Type {0}= for just made, {0}+1 for an overtrick, {0}-1 for one down."
ZERO = "could mean two things. Type PASS for passed out or NP for not played."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8S", "“8S”: bids go from 1 to 7, not 8."),
        ("4Z", "“4Z”: unknown denomination Z. Use C, D, H, S or NT."),
        ("3NTXXX", "“3NTXXX”: use X for doubled, XX for redoubled."),
        ("4S+4", "“4S+4”: 4S with 4 more makes 14 tricks. A deal has 13."),
        ("4S+5", "“4S+5”: 4S with 5 more makes 15 tricks. A deal has 13."),
        ("4S-11", "“4S-11”: 4S can’t be 11 down. It needs 10 tricks, so 10 down is the most."),
        ("4S", f"“4S”: the result is missing. {END.format('4S')}"),
        ("4 spades south", f"“4 spades south”: the result is missing. {END.format('4SS')}"),
        ("4h n 420", f"“4h n 420”: “420” isn’t a result. {END.format('4HN')}"),
        ("spades 4 h =", f"“spades 4 h =” {FORMS}"),
        ("4S+", f"“4S+”: “+” isn’t a result. {END.format('4S')}"),
        ("4S==", f"“4S==”: “==” isn’t a result. {END.format('4S')}"),
        ("4SXSX=", f"“4SXSX=” {FORMS}"),
        ("4SS1", "“4SS1” could mean 1 trick (4SS-9) or 1 over (4SS+1). Type the one you mean."),
        ("1NT6", "“1NT6” could mean 6 tricks (1NT-1) or 6 over (1NT+6). Type the one you mean."),
        ("4SX0", "“4SX0” could mean 0 tricks (4SX-10) or just made (4SX=). Type the one you mean."),
        (
            "W6NT2",
            "“W6NT2” could mean 2 tricks (6NTW-10) or 2 down (6NTW-2). Type the one you mean.",
        ),
        ("4SS14", "“4SS14”: 4S with 4 more makes 14 tricks. A deal has 13."),
        ("4SS=10", f"“4SS=10”: “=10” isn’t a result. {END.format('4SS')}"),
        ("E4SW=", "“E4SW=” has two declarers, E and W. Type one, such as 4SW= or W4S=."),
        ("7/6", f"“7/6” {FORMS}"),
        ("60/70", f"“60/70” {FORMS}"),
        (
            "AVE++/AVE",
            "“AVE++/AVE” isn’t an artificial score. Try A6040, A50 or A33.3/66.7, N-S first.",
        ),
        ("hello", f"“hello” {FORMS}"),
        ("0", f"“0” {ZERO}"),
        ("-0", f"“-0” {ZERO}"),
        ("", "The result is empty. Type one such as 4S=, or NP for a board not played."),
        (" \t", "The result is empty. Type one such as 4S=, or NP for a board not played."),
        ("9" * 81, f"“{'9' * 20}…” {FORMS}"),
    ],
    ids=[
        "level-8",
        "no-such-suit",
        "doubled-thrice",
        "fourteen-tricks",
        "fifteen-tricks",
        "eleven-down",
        "no-result",
        "no-result-in-words",
        "score-behind-a-contract",
        "suit-before-the-level",
        "half-a-result",
        "two-results",
        "doubled-in-two-places",
        "one-trick-or-one-over",
        "six-tricks-or-six-over",
        "no-trick-or-just-made",
        "two-tricks-or-two-down",
        "fourteen-tricks-in-all",
        "made-and-tricks",
        "two-declarers",
        "tricks-of-whist",
        "shares-of-more-than-both-plus",
        "two-signs",
        "words",
        "zero",
        "minus-zero",
        "empty",
        "blank",
        "far-too-long",
    ],
)
def test_unreadable_entry_says_what_is_wrong(text, sentence):
    with pytest.raises(ScoringError) as refusal:
        parse_entry(text)
    assert str(refusal.value) == sentence


WHIST_FORMS = "isn’t a whist result. Type the N-S tricks, 0 to 13, or both sides, such as 7-6."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7-7", "N-S 7 tricks and E-W 7 tricks make 14. A deal has 13."),
        ("7 7", "N-S 7 tricks and E-W 7 tricks make 14. A deal has 13."),
        ("6-6", "N-S 6 tricks and E-W 6 tricks make 12. A deal has 13."),
        ("14", "“14”: N-S can’t have 14 tricks. A deal has 13."),
        ("0-14", "“0-14”: E-W can’t have 14 tricks. A deal has 13."),
        ("99999", "“99999”: N-S can’t have 99999 tricks. A deal has 13."),
        ("4S=", f"“4S=” {WHIST_FORMS}"),
        ("PASS", f"“PASS” {WHIST_FORMS}"),
        ("-3", f"“-3” {WHIST_FORMS}"),
    ],
    ids=[
        "seven-seven",
        "seven-blank-seven",
        "twelve",
        "fourteen",
        "fourteen-ew",
        "huge",
        "contract",
        "pass",
        "minus",
    ],
)
def test_unreadable_whist_entry_says_what_is_wrong(text, sentence):
    with pytest.raises(EntryError) as refusal:
        parse_entry(text, game="whist")
    assert str(refusal.value) == sentence


def test_read_entry_refuses_a_game_without_entries():
    with pytest.raises(EntryError) as refusal:
        parse_entry("7", game="bezique")
    assert (
        str(refusal.value)
        == "Unknown game “bezique”. Choose bridge, whist, auction or auction-1914."
    )


def test_whist_entry_scores_the_tricks_of_ns():
    assert parse_entry("8-5", game="whist").ns_score(board_no=1) == 8


@pytest.mark.parametrize(
    ("score", "board_no", "sentence"),
    [
        (
            615,
            4,
            "Board 4: no contract scores N-S +615 with both sides vulnerable; the nearest are +600 and +620.",
        ),
        (
            420,
            2,
            "Board 2: no contract scores N-S +420 with N-S vulnerable; the nearest are +400 and +450.",
        ),
        (
            4,
            1,
            "Board 1: no contract scores N-S +4 with no side vulnerable; the nearest are -50 and +50.",
        ),
        (
            -9000,
            3,
            "Board 3: no contract scores N-S -9000 with E-W vulnerable; the nearest is -7000.",
        ),
        (
            9000,
            3,
            "Board 3: no contract scores N-S +9000 with E-W vulnerable; the nearest is +7600.",
        ),
    ],
    ids=["not-a-ten", "wrong-vulnerability", "tiny", "far-below", "far-above"],
)
def test_check_names_the_nearest_possible_scores(score, board_no, sentence):
    with pytest.raises(EntryError) as refusal:
        ResultEntry(EntryKind.SCORE, score=score).check_score(board_no)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["4SS=", "PASS", "A6040", "NP"])
def test_check_lets_every_other_entry_pass(text):
    assert parse_entry(text).check_score(board_no=1) is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: ResultEntry(EntryKind.PLAYED, Contract(4, "S"), "S"),
            "A played entry needs contract, declarer, tricks and nothing else.",
        ),
        (
            lambda: ResultEntry(EntryKind.PASSED, score=0),
            "A passed entry needs no part and nothing else.",
        ),
        (
            lambda: ResultEntry(EntryKind.TRICKS, tricks=14),
            "14 tricks isn’t possible. Enter 0 to 13.",
        ),
        (
            lambda: played(4, "S", 0, "Q", 10),
            "“Q” isn’t a seat. Use N, E, S or W, or NS or EW for a side.",
        ),
    ],
    ids=["no-tricks", "passed-with-score", "fourteen-tricks", "no-such-seat"],
)
def test_entry_cannot_be_put_together_wrongly(make, sentence):
    with pytest.raises(ScoringError) as refusal:
        make()
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("text", ["4S", "4S EW40", "3N", "7S NS30"])
def test_contract_of_auction_without_a_result_is_no_score(text):
    with pytest.raises(EntryError, match="the result is missing"):
        parse_entry(text, game="auction")


@pytest.mark.parametrize(("text", "score"), [("+4S", 4), ("24S", 24), ("-100N", -100)])
def test_score_of_auction_may_name_the_declarer(text, score):
    assert parse_entry(text, game="auction").score == score
