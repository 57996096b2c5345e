"""Lists of people taken in: columns by their headings, who is known, what is asked, what is put right first."""

import pytest

from director.additions.imports.store.event import import_file
from director.core.club.club import change_club
from director.core.club.people import add_person, fetch_people
from director.core.club.people_lists.file import format_people, read_people
from director.core.club.people_lists.matching import ListedPerson, match_listed_people
from director.core.club.people_lists.storing import store_people
from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.models import Club, Person
from tests.cases import leave_to_slow
from tests.director.pages import find_elements, find_texts
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def listed(text: str) -> list[ListedPerson]:
    return list(read_people(text.encode(), make_club()).people)


def state() -> list[tuple]:
    return [
        (person.name, person.number, list(map(str, person.others)), person.email, person.is_visitor)
        for person in fetch_people(make_club())
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name;Number;Club no;E-mail;Visitor\nAda Ash;1001;17;ada@example.org;yes\n",
        "Surname,First name,Membership number,Club Number,Email address,Guest\nAsh,Ada,1001,17,ada@example.org,x\n",
        "E-MAIL\tNaam\tLidnummer\tClub nr.\tVisitor\nada@example.org\tAda Ash\t1001\t17\t1\n",
        "Name;Vorname;Mitglieds-Nr.;Club-Nr.;E-Mail-Adresse;Gast\nAsh;Ada;1001;17;ada@example.org;ja\n",
        "Nom;Prénom;Licence;Club n° ;Courriel;Invité\nAsh;Ada;1001;17;ada@example.org;oui\n",
        "Members of the club;;;;\n1 November 2026\n\nName;Number;Club no;E-mail;Visitor\n"
        "Ada Ash;1001;17;ada@example.org;yes\n",
    ],
    ids=["semicolons", "a union's", "tabs", "surname and first name", "accents", "titles above"],
)
def test_columns_are_known_by_their_headings(text):
    assert listed(text) == [
        ListedPerson("Ada Ash", "1001", {"Club": "17"}, "ada@example.org", True)
    ]


def test_a_whole_name_beside_the_first_name_stays_whole():
    people = listed("Name;First name;Number\nAda Ash;Ada;1001\nBert Birch;;1002\nAdams;Ada;1003\n")
    assert [person.name for person in people] == ["Ada Ash", "Bert Birch", "Ada Adams"]


def test_columns_without_headings_are_known_by_what_they_hold():
    assert listed("1001;Ada Ash;ada@example.org\n1002;Bert Birch;\n") == [
        ListedPerson("Ada Ash", "1001", {}, "ada@example.org"),
        ListedPerson("Bert Birch", "1002"),
    ]
    assert listed("Ada Ash 20001\nBert von Birch\n") == [
        ListedPerson("Ada Ash", "20001"),
        ListedPerson("Bert von Birch"),
    ]


def test_the_usual_numbers_are_those_of_the_body_that_the_club_names():
    text = "Name;EBU No;WBU No\nAda Ash;1001;17\n"
    assert listed(text) == [ListedPerson("Ada Ash", "1001", {"WBU": "17"})]
    change_club(club=make_club(), name="Riverside Club", paper="a4", number_body="wbu")
    assert list(read_people(text.encode(), Club.objects.get()).people) == [
        ListedPerson("Ada Ash", "17", {"EBU": "1001"})
    ]


def test_a_federation_alone_heads_its_numbers():
    expected = [ListedPerson("Ada Ash", "1001", {"WBU": "17"})]
    assert listed("Name;EBU;WBU\nAda Ash;1001;17\n") == expected
    assert listed("Name;NBB nummer\nAda Ash;1001\n") == [ListedPerson("Ada Ash", "1001")]


def test_a_telephone_number_is_no_membership_number():
    assert listed("Ann Ash 01865 000001\nBob Birch 01865 000002\n") == [
        ListedPerson("Ann Ash"),
        ListedPerson("Bob Birch"),
    ]


def test_two_first_names_have_the_surname_of_their_line_and_a_number_is_named():
    data = b"Surname,First name,Number\nAsh,Bob & Ann,701\nBirch,Cyd,702\n"
    people_file = read_people(data, make_club())
    assert [(person.name, person.number) for person in people_file.people] == [
        ("Bob Ash", ""),
        ("Ann Ash", ""),
        ("Cyd Birch", "702"),
    ]
    assert people_file.ignored_parts == [
        "Numbers of two people left out: “701” (“Bob Ash & Ann Ash”)."
    ]


def test_what_is_shown_is_read_again_the_same():
    people = listed('Name;Number;Club no;Phone\n"Ash; Ada";1001;17;555\nBert;;;\n')
    assert listed(format_people(people, make_club())) == people
    data = b"Name;Phone\nAda Ash;555\nBert Birch;556\n;557\n"
    assert read_people(data, make_club()).ignored_parts == [
        "Columns left out: “Phone” (3 times, such as “555”).",
        "Lines without a name left out: “557”.",
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    leave_to_slow(
        [
            (
                b"%PDF-1.7",
                "This file looks like a PDF, not a list of people. Save the list as CSV or XLSX.",
            ),
            (
                b"1001\n1002\n",
                "The list has no column of names. Add the heading Name, or First name and Surname.",
            ),
            (
                b"Name\n" + b"A\n" * 30_001,
                "The list has 30001 lines, but the limit is 30000. Split it.",
            ),
        ],
        but=1,
    ),
    ids=["a PDF", "no names", "too long"],
)
def test_invalid_lists_are_refused(data, sentence):
    with pytest.raises(DeskError) as refused:
        read_people(data, make_club())
    assert str(refused.value) == sentence


def page_of(desk, **sent):
    return desk.post("/people/list/", sent)


def happens(page) -> list[str]:
    cells = find_texts(page, "tbody td")
    rows = sorted(
        zip(map(int, cells[::3]), cells[2::3], strict=True)
    )  # those to be checked come first
    return [words.partition(" Same person?")[0] for _line_no, words in rows]


LIST = "Name;Number;Club no\nAda Ashe;1001;17\nBert Birch;2002;\nCleo Cole;3003;\nDora Dunn;4004;\n"


@pytest.fixture
def known() -> dict[str, Person]:
    """Ada by number under another name, Bert by name alone, Dora with another number."""
    club = make_club()
    return {
        name: add_person(club=club, name=name, number=number)
        for name, number in (("Ada Ash", "1001"), ("Bert Birch", ""), ("Dora Dunn", "4999"))
    }


def texts_raw(page) -> str:
    return "".join(find_elements(page, "#id_text")[0].itertext())


def test_a_listed_name_can_be_matched_to_a_person(desk, known):
    page = page_of(desk, text=LIST)
    bert, dora = (select.get("name") for select in find_elements(page, "select"))
    sent = {"text": LIST, bert: "new", dora: str(known["Dora Dunn"].pk)}
    assert happens(page_of(desk, **sent))[1::2] == ["new", "Dora Dunn: number 4004 instead of 4999"]
    assert happens(page_of(desk, **sent | {bert: "skip"}))[1] == "skipped"
    page_of(desk, **sent | {bert: "skip"}, do="store")
    assert [line[:2] for line in state()] == [
        ("Ada Ash", "1001"), ("Bert Birch", ""), ("Cleo Cole", "3003"), ("Dora Dunn", "4004"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Name;Number\nAda Ash;1001\nA. Ash;1001\n", "Lines 1 and 2 are both Ada Ash."),
        ("Name;Number\nCleo;x y\n", "“x y” isn’t a membership number: those have digits"),
        ("Name;E-mail\nCleo;cleo\n", "“cleo” isn’t an e-mail address."),
        ("Name;Number;Club no\nCleo;1001;77\n", "These numbers belong to Ada Ash and Edith Elm."),
    ],
)
def test_a_fault_keeps_the_whole_list_out(desk, known, text, fault):
    add_person(club=make_club(), name="Edith Elm", others="Club: 77")
    before = state()
    refused = page_of(desk, text=f"{text}Zoe Zimmer;;\n", do="store")
    assert refused.status_code == 422
    assert find_texts(refused, "#id_text_error")[0].endswith("Nothing has been imported yet.")
    assert fault in find_texts(refused, "td .bad")[0]
    assert "Zoe Zimmer" in texts_raw(refused)
    assert state() == before


def test_nothing_sent_is_said(desk):
    assert find_texts(page_of(desk, text=" "), ".say") == ["Choose a file, or paste the list."]
    assert desk.get("/people/list/").status_code == 200


def test_two_equal_lines_of_new_people_are_both_named(desk):
    text = "Name;Number\nAnn Ash;\nBert Birch;\nAsh, Ann;\n"
    response = desk.post("/people/list/", {"text": text, "do": "store"})
    assert "Lines 1 and 3 are both Ann Ash." in response.content.decode()
    assert state() == []


def test_a_name_typed_at_a_seat_stays_once_a_list_holds_it():
    """Correcting a first naming deletes the typed person, but not one whom the club lists."""
    typed = add_person(club=make_club(), name="Ada Ash", is_from_seat=True)
    change_no = Club.objects.get(pk=typed.club_id).change_no
    store_people(make_club(), match_listed_people(make_club(), listed("Name\nAda Ash\n"), {}))
    typed.refresh_from_db()
    assert not typed.is_from_seat
    assert Club.objects.get(pk=typed.club_id).change_no > change_no


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Smith, John, 1234567\nBirch, Bob, 7654321", ["John Smith", "Bob Birch"]),
        ("Ash,Ann\nBirch,Bob", ["Ann Ash", "Bob Birch"]),
        ("ASH;Ann;1101\nBIRCH;Bob;1102", ["Ann ASH", "Bob BIRCH"]),
        ("Ann Ash;F;1101\nBob Birch;M;1102", ["Ann Ash", "Bob Birch"]),
        (
            "\n".join(
                f"{name};Elm BC;110{number}"
                for number, name in enumerate(["A B", "C D", "E F", "G H"])
            ),
            ["A B", "C D", "E F", "G H"],
        ),
    ],
)
def test_cells_prove_what_columns_without_headings_have(text, names):
    assert [person.name for person in listed(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "7;Ash;Ann;Elm;F\n16;Birch;Bob;Elm;M",
        "Ann Ash;Elm BC;1101\nBob Birch;Oak BC;1102",
        "701,Ash,Ann\n702,Birch,Bob",
    ],
)
def test_cells_that_prove_nothing_are_asked_about_and_are_nobody(desk, text):
    page = page_of(desk, text=text)
    assert find_texts(page, ".say")[0].startswith("Which column is the ")
    assert Person.objects.count() == 0


def test_a_list_with_titles_finds_people_and_adds_others_without(desk):
    club = make_club()
    club.people.create(name="Dr Ann Ash")
    club.people.create(name="Bob Birch")
    listed = read_people(b"Dr Ann Ash\nProf. Bob Birch\nDr. Cyd Cole\nSir Dan Dove", club)
    rows = match_listed_people(club, listed.people, {})
    store_people(club, rows)
    names = {*club.people.values_list("name", flat=True)}
    assert names == {"Dr Ann Ash", "Bob Birch", "Cyd Cole", "Sir Dan Dove"}


def test_a_ranking_is_named_at_import_and_its_people_are_taken(desk):
    text = "Pos\tPair\tPlayers\tScore\t%\n1\t4\tAnn Ash & Bob Birch\t120\t62.50\n2\t7\tCyd Cole & Dan Dove\t90\t40"
    with pytest.raises(ImportFileError) as raised:
        import_file(data=text.encode(), file_name="ranking.txt")
    assert raised.value.code == "columns-of-ranking"
    names = [person.name for person in read_people(text.encode(), make_club()).people]
    assert names == ["Ann Ash", "Bob Birch", "Cyd Cole", "Dan Dove"]
