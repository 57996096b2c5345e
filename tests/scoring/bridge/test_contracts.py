from itertools import product

import pytest

from scoring.bridge.contracts import (
    SIDES,
    Contract,
    Vulnerability,
    compute_contract_score,
    compute_ns_score,
    get_vulnerability,
    list_possible_scores,
    parse_contract,
)
from scoring.errors import ContractError, ScoringError
from tests.oracle.contracts import list_contract_differences
from tests.scoring import plain

CONTRACTS = [
    Contract(*parts) for parts in product(range(1, 8), ("C", "D", "H", "S", "NT"), (0, 1, 2))
]
UNDERTRICKS = {
    "not-vulnerable": [50 * n for n in range(1, 8)],
    "not-vulnerable-doubled": [100, 300, 500, 800, 1100, 1400, 1700],
    "not-vulnerable-redoubled": [200, 600, 1000, 1600, 2200, 2800, 3400],
    "vulnerable": [100 * n for n in range(1, 8)],
    "vulnerable-doubled": [200, 500, 800, 1100, 1400, 1700, 2000],
    "vulnerable-redoubled": [400, 1000, 1600, 2200, 2800, 3400, 4000],
}


@pytest.mark.parametrize("vulnerable", [False, True], ids=["not-vulnerable", "vulnerable"])
@pytest.mark.parametrize("doubled", [0, 1, 2], ids=["undoubled", "doubled", "redoubled"])
def test_contract_score_agrees_with_the_plain_route(doubled, vulnerable):
    asked = [
        (contract, tricks)
        for contract in CONTRACTS
        if contract.doubled == doubled
        for tricks in range(14)
    ]
    by_hand = {
        f"{contract}, {tricks} tricks": plain.contract_score(
            contract.level, contract.denomination, doubled, tricks, vulnerable
        )
        for contract, tricks in asked
    }
    assert {
        f"{contract}, {tricks} tricks": compute_contract_score(contract, tricks, vulnerable)
        for contract, tricks in asked
    } == by_hand
    assert len(by_hand) == 7 * 5 * 14


@pytest.mark.parametrize("board_no", range(1, 18))
def test_both_routes_to_the_score_of_a_contract_agree_on_every_board(board_no):
    vulnerable = get_vulnerability(board_no)
    said = [
        list_contract_differences(
            compute_ns_score(contract, side, tricks, vulnerable), contract, side, tricks, board_no
        )
        for contract in CONTRACTS
        for side in SIDES
        for tricks in range(14)
    ]
    assert set(map(tuple, said)) == {()}
    assert len(said) == 7 * 5 * 3 * 6 * 14


# Contract, tricks, score not vulnerable, score vulnerable: the table of Law 77.
@pytest.mark.parametrize(
    ("text", "tricks", "not_vulnerable", "vulnerable"),
    [
        ("1C", 7, 70, 70),
        ("1NT", 7, 90, 90),
        ("1NT", 9, 150, 150),
        ("2S", 8, 110, 110),
        ("3NT", 9, 400, 600),
        ("4H", 10, 420, 620),
        ("4S", 11, 450, 650),
        ("5D", 11, 400, 600),
        ("6C", 12, 920, 1370),
        ("6S", 12, 980, 1430),
        ("6NT", 13, 1020, 1470),
        ("7D", 13, 1440, 2140),
        ("7NT", 13, 1520, 2220),
        ("1CX", 7, 140, 140),
        ("2SX", 8, 470, 670),
        ("2SX", 9, 570, 870),
        ("1NTXX", 7, 560, 760),
        ("5CXX", 12, 1000, 1400),
        ("7NTXX", 13, 2280, 2980),
        ("7NTXX", 0, -7000, -7600),
    ],
    ids=str,
)
def test_contract_score_matches_the_table(text, tricks, not_vulnerable, vulnerable):
    contract = parse_contract(text)
    assert compute_contract_score(contract, tricks, False) == not_vulnerable
    assert compute_contract_score(contract, tricks, True) == vulnerable


@pytest.mark.parametrize("case", UNDERTRICKS)
def test_undertricks_match_the_table(case):
    contract = Contract(1, "S", doubled=2 if "redoubled" in case else 1 if "doubled" in case else 0)
    scores = [
        -compute_contract_score(contract, 7 - down, not case.startswith("not"))
        for down in range(1, 8)
    ]
    assert scores == UNDERTRICKS[case]


@pytest.mark.parametrize("tricks", [-1, 14])
def test_contract_score_refuses_tricks_no_deal_has(tricks):
    with pytest.raises(ScoringError) as refusal:
        compute_contract_score(Contract(4, "S"), tricks, is_vulnerable=False)
    assert str(refusal.value) == f"{tricks} tricks isn’t possible. Enter 0 to 13."


@pytest.mark.parametrize("vulnerable", Vulnerability, ids=lambda choice: choice.value)
@pytest.mark.parametrize(
    ("declarer", "other"), [("N", "E"), ("S", "W"), ("NS", "EW")], ids=["N-E", "S-W", "NS-EW"]
)
def test_ns_score_turns_its_sign_with_the_sides(declarer, other, vulnerable):
    turned = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}.get(
        vulnerable, vulnerable
    )
    for contract, tricks in product(CONTRACTS[::7], range(14)):
        swapped = -compute_ns_score(contract, other, tricks, turned)
        assert compute_ns_score(contract, declarer, tricks, vulnerable) == swapped


def test_ns_score_looks_at_the_vulnerability_of_the_declaring_side():
    down_two = [
        compute_ns_score(Contract(3, "NT", 1), "E", 7, vulnerable) for vulnerable in Vulnerability
    ]
    assert down_two == [300, 300, 500, 500]


def test_read_contract_reads_back_what_str_writes():
    assert [parse_contract(str(contract)) for contract in CONTRACTS] == CONTRACTS


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4♠", Contract(4, "S")),
        ("1♥️xx", Contract(1, "H", 2)),
        (" 3 n * ", Contract(3, "NT", 1)),
        ("2♢×", Contract(2, "D", 1)),
        ("7ntXX", Contract(7, "NT", 2)),
    ],
    ids=["symbol", "emoji", "blanks-and-star", "times-sign", "small-letters"],
)
def test_read_contract_takes_other_spellings(text, contract):
    assert parse_contract(text) == contract


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8S", "“8S”: bids go from 1 to 7, not 8."),
        ("0NT", "“0NT”: bids go from 1 to 7, not 0."),
        ("4Z", "“4Z”: unknown denomination Z. Use C, D, H, S or NT."),
        ("3NTXXX", "“3NTXXX”: use X for doubled, XX for redoubled."),
        ("S4", "“S4” isn’t a contract. Type level, denomination and X or XX, such as 4S or 3NTX."),
        ("", "“” isn’t a contract. Type level, denomination and X or XX, such as 4S or 3NTX."),
        ("99999999S", "“99999999S”: bids go from 1 to 7, not 99999999."),
    ],
    ids=["eight", "nought", "no-such-suit", "doubled-thrice", "turned", "empty", "huge"],
)
def test_read_contract_says_what_is_wrong(text, sentence):
    with pytest.raises(ContractError) as refusal:
        parse_contract(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((8, "S", 0), "contract-level"),
        ((4, "N", 0), "contract-denomination"),
        ((4, "S", 3), "contract-doubling"),
    ],
    ids=["level", "denomination", "doubling"],
)
def test_contract_cannot_be_made_from_wrong_parts(parts, code):
    with pytest.raises(ContractError) as refusal:
        Contract(*parts)
    assert refusal.value.code == code


@pytest.mark.parametrize("vulnerable", Vulnerability, ids=lambda choice: choice.value)
def test_possible_scores_match_the_plain_route(vulnerable):
    scores = set()
    for contract, tricks in product(CONTRACTS, range(14)):
        parts = (contract.level, contract.denomination, contract.doubled, tricks)
        scores.add(
            plain.contract_score(*parts, vulnerable in (Vulnerability.NS, Vulnerability.ALL))
        )
        scores.add(
            -plain.contract_score(*parts, vulnerable in (Vulnerability.EW, Vulnerability.ALL))
        )
    assert list_possible_scores(vulnerable) == tuple(sorted(scores))
