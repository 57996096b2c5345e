"""Tables with headings and signs of other languages and programs."""

import pytest

from director.additions.imports.formats.columns.files import read_columns

ENGLISH = "Board;NS;EW;Contract;By;Tricks;Score"
ROWS = "1;1;2;4S;N;10;420\n1;3;4;3NT;S;9;400\n1;5;6;4S;N;9;-50\n"


@pytest.mark.parametrize(
    "headings",
    [
        "Rozdání;NS;EW;Závazek;Hlavní hráč;Zdvihy;Zápis",
        "Krabice;NS;EW;Závazek;Hrál;Zdvihů;Skóre",
        "Leosztás;ÉD;KN;Felvétel;Felvevő;Ütés;Pont",
        "El;KG;DB;Kontrat;Deklaran;Löve;Skor",
        "Сдача;NS;EW;Контракт;Разыгрывающий;Взятки;Запись",
        "Podjela;NS;EW;Kontrakt;Izvođač;Štihovi;Rezultat",
        "Razdelitev;NS;EW;Kontrakt;Igralec;Vzetki;Točke",
        "Jaotus;NS;EW;Leping;Mängija;Tihid;Punktid",
        "Dalinys;NS;EW;Kontraktas;Žaidėjas;Kirčiai;Taškai",
        "Dona;NS;EV;Contract;Declarant;Levate;Scor",
        "Bd;NS Pair;EW Pair;Con;Dec;Tks;NS Score",
        "Board#;NS#;EW#;Final Contract;Played By;Result;+/-",
        "Mão;NS;EO;Contrato;Carteador;Vazas;Pontuação",
        "Board;NS;EW;What;Who;Made;Worth",
    ],
)
def test_headings_of_other_languages_say_the_same(headings):
    lines = read_columns(f"{ENGLISH}\n{ROWS}".encode()).sections[0].boards
    assert read_columns(f"{headings}\n{ROWS}".encode()).sections[0].boards == lines


@pytest.mark.parametrize("sign", ["~", "^", ":", "   ", " \t "])
def test_rare_signs_divide_cells_if_the_headings_are_known(sign):
    lines = read_columns(f"{ENGLISH}\n{ROWS}".encode()).sections[0].boards
    data = f"{ENGLISH}\n{ROWS}".replace(";", sign).encode()
    assert read_columns(data).sections[0].boards == lines


def test_russian_contracts_and_seats_are_read():
    data = "Сдача;СЮ;ЗВ;Контракт;Разыгрывающий;Взятки\n1;1;2;4П;С;10\n1;3;4;3БК;В;9\n1;5;6;2Ч;Ю;8\n"
    lines = read_columns(data.encode("windows-1251")).sections[0].boards[0].lines
    assert [(line.result.contract, line.result.declarer) for line in lines] == [
        ("4S", "N"),
        ("3NT", "E"),
        ("2H", "S"),
    ]
