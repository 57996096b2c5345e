"""Tables of names: what columns hold, what is asked, and lines that stay in their place."""

import pytest

from director.formats.errors import ImportFileError
from director.formats.names.arranged import arrange_list
from director.formats.names.headings import match_list_column
from director.formats.names.pairs import read_pairs
from director.formats.names.players import read_players
from director.formats.names.row_people import read_row_people
from director.formats.names.tables.questions import apply_answers
from director.formats.names.tables.reading import read_columns_question, read_list_table
from director.formats.names.tables.rows import decode_list
from director.formats.names.tables.table import PAIRS, PEOPLE, PLAYERS, PLAYERS_OF_TEAMS, TEAMS
from director.formats.names.teams import read_teams


@pytest.mark.parametrize(
    ("headings", "fields"),
    [
        ("Name;First name;Surname;Number", "name first last plain number"),
        ("Naam;Voornaam;Achternaam;Lidnummer", "name first last number"),
        ("Namn;Förnamn;Efternamn;Medlemsnr", "name first last number"),
        ("Navn;Fornavn;Etternavn;Medlemsnummer", "name first last number"),
        ("Nimi;Etunimi;Sukunimi;Jäsennumero", "name first last number"),
        ("Jméno;Křestní jméno;Příjmení;Legitimace", "name first last number"),
        ("Imię i nazwisko;Imię;Nazwisko;Nr legitymacji", "name first last number"),
        ("Név;Keresztnév;Vezetéknév;Igazolványszám", "name first last number"),
        ("Nume;Prenume;Nume de familie;Legitimație", "name first last number"),
        ("Игрок;Имя;Фамилия;Членский билет", "name name last number"),
        ("Ad Soyad;Adı;Soyadı;Lisans No", "name first last number"),
        ("Ονοματεπώνυμο;Όνομα;Επώνυμο;Αρ. Μητρώου", "name name last number"),
        ("Nombre completo;Nombre;Apellidos;Licencia", "name name last number"),
        ("Giocatore;Nome;Cognome;Tessera", "name name last number"),
        ("Jogador;Nome;Apelido;N.º de sócio", "name name last number"),
        ("Joueur;Prénom;Nom de famille;N° licence", "name first last number"),
        ("Spieler;Vorname;Nachname;Mitglieds-Nr.", "name first last number"),
        ("姓名;名字;姓;编号", "name first last number"),
    ],
)
def test_headings_are_known_in_the_languages_of_clubs(headings, fields):
    assert " ".join(match_list_column(each).field for each in headings.split(";")) == fields


@pytest.mark.parametrize(
    ("heading", "field", "player_no"),
    [
        ("Player 2", "name", 2),
        ("2. Spieler", "name", 2),
        ("Second player", "name", 2),
        ("Prénom J1", "first", 1),
        ("Partner’s surname", "last", 2),
        ("Player 1 EBU number", "", 0),
        ("South", "name", 2),
        ("Numéro 2", "plain number", 2),
    ],
)
def test_a_heading_says_whose_column_it_is(heading, field, player_no):
    assert match_list_column(heading)[:2] == (field, player_no)


@pytest.mark.parametrize(
    "heading", ["", "Ann Ash", "Score", "Contract", "[Name]", "x" * 60, "12", "Player 99"]
)
def test_other_words_are_no_headings(heading):
    assert not match_list_column(heading).field


@pytest.mark.parametrize("delimiter", ["\t", ";", ",", "|", "      "])
def test_cells_are_divided_by_any_sign(delimiter):
    lines = (["Number", "Surname", "Forename"], ["701", "Ash", "Ann"], ["702", "Birch", "Bobby"])
    if delimiter.isspace() and len(delimiter) > 1:
        text = "\n".join("".join(cell.ljust(12) for cell in line) for line in lines)
    else:
        text = "\n".join(delimiter.join(line) for line in lines)
    table = read_list_table(text, PEOPLE)
    people = [read_row_people(table, row)[1] for row in table.rows]
    assert [(person.name, person.number) for person in people] == [
        ("Ann Ash", "701"),
        ("Bobby Birch", "702"),
    ]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Příjmení;Jméno\nBřeza;Řehoř", "cp1250"),
        ("Név\nKőris Ödön", "cp1250"),
        ("Soyadı;Adı\nÇınar;Işık", "cp1254"),
        ("Επώνυμο;Όνομα\nΠεύκος;Νίκος", "cp1253"),
        ("Фамилия;Имя\nКленов;Борис", "cp1251"),
        ("Efternavn;Fornavn\nBjørk;Åse", "cp1252"),
        ("Prénom;Nom\nZoë;Frêne", "mac-roman"),
        ("Uzvārds;Vārds\nBērzs;Jānis", "cp1257"),
        ("Name\nZoë", "utf-16"),
    ],
)
def test_the_headings_tell_the_code_page(text, page):
    assert decode_list(text.encode(page)) == text


@pytest.mark.parametrize(
    ("shape", "text", "question"),
    [
        (PEOPLE, "Kode,Pxnoma,Qunoma\n71,Ash,Ann", "Which column is the surname?"),
        (PEOPLE, "Number,Surname,Qunoma\n71,Ash,Ann", "Which column is the first name?"),
        (PEOPLE, "Number,Qunoma,First name\n71,Ash,Ann", "Which column is the surname?"),
        (PEOPLE, "Ann;Ash;701\nBob;Birch;702", "Which column is the surname?"),
        (PAIRS, "Dupo,Unua,Dua\n1,Ann Ash,Bob Birch", "Which columns are the players?"),
        (PAIRS, "1;Ann;Ash;Bob;Birch", "Which column is the surname?"),
        (PLAYERS, "Nro,Unua\n1,Ann Ash", "Which column is the name?"),
        (
            TEAMS,
            "Grupo,Player 1,Player 2,Player 3,Player 4\nOwls,Ann Ash,Bob Birch,Cyd Cole,Dan Dove",
            "Which columns are the team and its players?",
        ),
    ],
)
def test_an_unknown_heading_is_asked_about(shape, text, question):
    with pytest.raises(ImportFileError) as asked:
        arrange_list(text, shape)
    assert str(asked.value) == f"{question} Choose what each column has."
    assert read_columns_question(text, shape).text.splitlines()[-1].split("\t") == text.replace(
        ";", ","
    ).splitlines()[-1].split(",")


@pytest.mark.parametrize(
    ("shape", "text", "choices"),
    [
        (PEOPLE, "Kode,Pxnoma,Qunoma\n71,Ash,Ann", ["number", "", ""]),
        (PEOPLE, "Kxde,Pxnoma,Mxlo\n1,Ash,a@example.org", ["number", "", "email"]),
        (PAIRS, "Dupo,Unua,Dua\n1,Ann Ash,Bob Birch", ["place", "name-1", "name-2"]),
        (PAIRS, "Dupo,Ambaux\n1,Ann Ash & Bob Birch", ["place", "name"]),
        (PLAYERS, "Nro,Unua\n1,Ann Ash", ["place", "name"]),
        (
            TEAMS,
            "Grupo,Unua,Dua,Tria,Kvara\nOwls,Ann Ash,Bob Birch,Cyd Cole,Dan Dove",
            ["team", "name-1", "name-2", "name-3", "name-4"],
        ),
    ],
)
def test_a_question_proposes_what_the_cells_look_like(shape, text, choices):
    assert [column.choice for column in read_columns_question(text, shape).columns] == choices


@pytest.mark.parametrize("heading", ["", "Number;Name\n"])
def test_membership_numbers_with_many_noughts_are_no_places(heading):
    table = read_list_table(f"{heading}0000001234;Ann Ash\n0000001235;Bob Birch", PLAYERS)
    assert [column.field for column in table.columns] == ["number", "name"]


def test_answers_become_headings_that_every_door_knows():
    text = "Kode,Pxnoma,Qunoma,Klubo\n71,Ash,Ann,Elm\n"
    answered = apply_answers(text, {"column-0": "number", "column-1": "last", "column-2": "first"})
    assert answered.splitlines() == [
        "Membership number\tSurname\tFirst name\t[Klubo]",
        "71\tAsh\tAnn\tElm",
    ]
    table = read_list_table(answered, PEOPLE)
    assert read_row_people(table, table.rows[0])[1].label == "Ann Ash (71)"
    assert table.left_out == ["Columns left out: “Klubo” (“Elm”)."]
    # What was left out can be chosen later, and what was chosen left out.
    again = apply_answers(answered, {"column-1": "last", "column-2": "first", "column-3": "email"})
    assert again.splitlines()[0] == "[Membership number]\tSurname\tFirst name\tE-mail"


def test_a_first_line_of_names_gets_headings_above_it():
    text = "Ann;Ash\nBob;Birch"
    answers = {"column-0": "first", "column-1": "last"}
    assert apply_answers(text, answers).splitlines() == [
        "First name\tSurname",
        "Ann\tAsh",
        "Bob\tBirch",
    ]
    titled = "Kode,Pxnoma,Qunoma\n71,Ash,Ann"
    assert apply_answers(titled, {"untitled": "1", "column-1": "last"}).splitlines()[1:] == [
        "Kode\tPxnoma\tQunoma",
        "71\tAsh\tAnn",
    ]


def test_odd_answers_change_nothing_else():
    odd = {"column-": "name", "column-x": "name", "column-1": "<b>", "column-99999": "name"}
    assert apply_answers("Name;Foo\nAnn Ash;1", odd).splitlines() == [
        "[Name]\t[Foo]",
        "Ann Ash\t1",
    ]


@pytest.mark.parametrize(
    ("read", "text", "line_no"),
    [
        (read_pairs, "Club\n\nPair;Player 1;Player 2\n1;Ann Ash;Bob Birch\n2;Cyd Cole;\n", 5),
        (read_pairs, "Table,North,South,East,West\n1,A B,C D,E F,G H\n2,I J,K L,M N,\n", 3),
        (read_players, "Nr;Navn\n1;Åse Birk\n1;Bo Ask\n", 3),
        (read_teams, "Lag;Spelare 1;Spelare 2;Spelare 3;Spelare 4\n\nUgglor;A B;C D;E F;\n", 3),
    ],
)
def test_a_fault_names_the_line_of_the_list(read, text, line_no):
    with pytest.raises(ImportFileError, match=f"Line {line_no}") as refused:
        read(text)
    assert len(refused.value.problems) == 1


def test_sums_below_a_table_are_nobody():
    table = read_list_table("Navn;Nr\nÅse Birk;1\nI alt:;1\nTotal;1", PEOPLE)
    assert [row[0] for row in table.rows] == ["Åse Birk", "I alt:"]
    assert [row[0] for row in read_list_table("Name\nAnn Ash\nTotal 1", PEOPLE).rows] == ["Ann Ash"]


def test_a_team_of_a_party_names_its_players():
    text = "Lag;Spelare 1;Spelare 2\nUgglor;Eva Rönn;Fia Gran"
    assert [(each.name, each.team) for each in read_players(text, team_noun="team")] == [
        ("Eva Rönn", "Ugglor"),
        ("Fia Gran", "Ugglor"),
    ]
    assert [each.name for each in read_players(text)] == ["Eva Rönn", "Fia Gran"]
    assert arrange_list(text, PLAYERS_OF_TEAMS).text == "\nUgglor: Eva Rönn; Fia Gran"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Ann Ash, Bob Birch\nCyd Cole, Dan Dove",
            ["Ann Ash", "Bob Birch", "Cyd Cole", "Dan Dove"],
        ),
        ("Fresno Roble, Ann María\nHaya, Bob", ["Ann María Fresno Roble", "Bob Haya"]),
        ("Ann Ash +2", ["Ann Ash", "Guest of Ann Ash", "Guest of Ann Ash"]),
        ("Guest list\nAnn Ash\n2 guests", ["Ann Ash", "Guest", "Guest"]),
        (
            "Ann Ash (+1)\nBob Birch plus guest",
            ["Ann Ash", "Guest of Ann Ash", "Bob Birch", "Guest of Bob Birch"],
        ),
        (
            "Nombre,Invitados\nAnn Fresno,2\nBob Haya,",
            ["Ann Fresno", *["Guest of Ann Fresno"] * 2, "Bob Haya"],
        ),
        ("Name;Plus one\nAnn Ash;Bob Birch\nCyd Cole;no", ["Ann Ash", "Bob Birch", "Cyd Cole"]),
        ("Tisch 1\nAnna Esche\nTisch 2\nBob Birke", ["Anna Esche", "Bob Birke"]),
    ],
)
def test_a_comma_and_guests_at_a_party(text, names):
    assert [player.name for player in read_players(text)] == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Apellidos y nombre\nFresno Roble Ann", "Ann Fresno Roble"),
        ("Příjmení a jméno\nJasanová Anna Marie", "Anna Marie Jasanová"),
        ("Naam en voornaam;Achternaam Voornaam\n;van der Es Anna", "Anna van der Es"),
        ("Nom et prénom\nFRÊNE Anne Marie", "Anne Marie FRÊNE"),
        ("Nombre;Apellido 1;Apellido 2\nAnn María;Fresno;Roble", "Ann María Fresno Roble"),
        ("First name;Surname\nANN;Ash", "ANN Ash"),
        ("Surname;First name\nAsh;Mrs Ann", "Ann Ash"),
        ("ФИО\nЯсенева Анна Петровна", "Анна Петровна Ясенева"),
        ("Cognome e nome\nFRASSINO ANNA", "ANNA FRASSINO"),
        ("ASH;Ann;701", "Ann ASH"),
    ],
)
def test_names_are_joined_as_their_columns_say(text, name):
    table = read_list_table(text, PEOPLE)
    assert [person.name for person in read_row_people(table, table.rows[0]).values()] == [name]


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("Team,P1,P2,P3,P4\nOwls,A B,C D,E F,G H", {"Owls": "A B, C D, E F, G H"}),
        ("Team,Pair 1,Pair 2\nOwls,A B & C D,E F & G H", {"Owls": "A B, C D, E F, G H"}),
        ("Owls\tA B\nOwls\tC D\nOwls\tE F\nOwls\tG H", {"Owls": "A B, C D, E F, G H"}),
        ("Lag\nUgglor\nKorpar", {"Ugglor": "", "Korpar": ""}),
        ('Team,Captain,Members\nOwls,A B,"C D, E F, G H"', {"Owls": "A B, C D, E F, G H"}),
    ],
)
def test_teams_as_clubs_write_them(text, teams):
    assert {team.name: ", ".join(team.players) for team in read_teams(text)} == teams


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Table;NS;EW\n1;A B & C D;E F & G H", [("NS", "A B", "C D"), ("EW", "E F", "G H")]),
        ("A B\tC D\tNS\nE F\tG H\tEW", [("NS", "A B", "C D"), ("EW", "E F", "G H")]),
        ("name_1;name_2;ebu_1;ebu_2\nA B;C D;1101;1102", [("", "A B (1101)", "C D (1102)")]),
        ("Name & Partner\nA B & C D", [("", "A B", "C D")]),
        ("N. North & S. West", [("", "N. North", "S. West")]),
        ("Player;EBU No;Partner;EBU No\nA B;1101;C D;1102", [("", "A B (1101)", "C D (1102)")]),
    ],
)
def test_pairs_as_clubs_write_them(text, pairs):
    assert [(pair.direction, *pair.players) for pair in read_pairs(text)] == pairs
