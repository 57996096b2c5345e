from itertools import product

import pytest

from scoring.bridge.contracts import (
    Contract,
    Vulnerability,
    compute_contract_score,
    compute_ns_score,
    list_possible_scores,
    parse_contract,
)
from scoring.errors import ContractError, ScoringError
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


def test_ns_score_looks_at_the_vulnerability_of_the_declaring_side():
    down_two = [
        compute_ns_score(Contract(3, "NT", 1), "E", 7, vulnerable) for vulnerable in Vulnerability
    ]
    assert down_two == [300, 300, 500, 500]


def test_read_contract_reads_back_what_str_writes():
    assert [parse_contract(str(contract)) for contract in CONTRACTS] == CONTRACTS


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
