"""Tables with headings and signs of other languages and programs."""

import pytest

from director.additions.imports.formats.columns.files import read_columns
from director.additions.imports.formats.door import read_source


def test_russian_contracts_and_seats_are_read():
    data = "Сдача;СЮ;ЗВ;Контракт;Разыгрывающий;Взятки\n1;1;2;4П;С;10\n1;3;4;3БК;В;9\n1;5;6;2Ч;Ю;8\n"
    lines = read_columns(data.encode("windows-1251")).sections[0].boards[0].lines
    assert [(line.result.contract, line.result.declarer) for line in lines] == [
        ("4S", "N"),
        ("3NT", "E"),
        ("2H", "S"),
    ]


LEADS = """Donne;NS;EO;Contrat;Décl.;Entame;Résultat
1;1;2;{}C;S;{};+1
1;3;4;3SA;N;{};-1
2;1;2;2P;E;{};=
2;3;4;2K;E;{};=
"""


def read_leads(text):
    event = read_source(text.encode())
    leads = [line.lead for board in event.sections[0].boards for line in board.lines]
    doubts = [str(doubt) for doubt in event.warnings if doubt.code == "doubt-leads"]
    return leads, doubts


@pytest.mark.parametrize(
    ("leads", "cards"),
    [
        (("RP", "AC", "VK", "10T"), ["SK", "HA", "DJ", "CT"]),  # French
        (("P R", "C A", "K V", "T 10"), ["SK", "HA", "DJ", "CT"]),
        (("WP", "KC", "DK", "10T"), ["SJ", "HK", "DQ", "CT"]),  # Polish
        (("PB", "CK", "KD", "T10"), ["SJ", "HK", "DQ", "CT"]),  # German
        (("♠K", "K♥", "♦Q", "10♣"), ["SK", "HK", "DQ", "CT"]),
        (("♠ Roi", "Herz As", "Q♦️", "10 of clubs"), ["SK", "HA", "DQ", "CT"]),
    ],
)
def test_leads_are_of_the_language_of_the_contracts(leads, cards):
    assert read_leads(LEADS.format(4, *leads)) == (cards, [])


@pytest.mark.parametrize(
    ("contracts", "leads", "cards"),
    [
        (("4S", "2R", "2K"), ("SH", "RV", "KB"), ["SK", "DQ", "CJ"]),  # Dutch
        (("4S", "2R", "2K"), ("SKn", "RE", "KD"), ["SJ", "DA", "CQ"]),  # Swedish
        (("4П", "2Ч", "2Б"), ("ТП", "КЧ", "10Т"), ["SA", "HK", "CT"]),  # Russian
        (("4S", "2H", "2C"), ("АS", "HК", "10С"), ["SA", "HK", "CT"]),  # Cyrillic А, К and С
        (("4Π", "2Κ", "2Σ"), ("ΑΠ", "ΡΚ", "ΒΣ"), ["SA", "HK", "CJ"]),  # Greek
        (("4S", "2H", "2D"), ("SD", "HB", "DK"), ["SQ", "HJ", "DK"]),  # German honours
        (("4PA", "2HE", "2RU"), ("PaK", "HeÄ", "RiJ"), ["SK", "HA", "CJ"]),  # Finnish
    ],
)
def test_cards_of_other_languages(contracts, leads, cards):
    rows = zip(range(1, 4), contracts, leads, strict=True)
    lines = [f"{board};1;2;{contract};N;{lead};9" for board, contract, lead in rows]
    assert read_leads("Board;NS;EW;Contract;By;Lead;Tricks\n" + "\n".join(lines)) == (cards, [])


def test_leads_decide_between_languages_that_fit_the_contracts():
    text = "Board;NS;EW;Contract;By;Lead;Tricks\n1;1;2;4C;N;RP;10\n2;1;2;3SA;N;VT;9\n"
    contracts = [
        board.lines[0].result.contract for board in read_source(text.encode()).sections[0].boards
    ]
    assert contracts == ["4H", "3NT"]


def test_leads_that_could_be_several_cards_are_named():
    text = (
        "Board;NS;EW;Contract;By;Lead;Tricks\n1;1;2;4S;N;♠V;10\n2;1;2;3NT;N;??;9\n3;1;2;3D;N;HK;9\n"
    )
    leads, doubts = read_leads(text)
    assert leads == ["", "", "HK"]
    assert doubts == [
        "2 leads could be more than one card, or none, and were left out: “♠V”, “??”."
    ]
