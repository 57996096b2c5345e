"""Lists of pairs as people paste them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from director.formats.errors import ImportFileError, SeveralProblemsError
from director.formats.names.pairs import NamedPair, read_pairs

ADA_AND_BERT = ("Ada Ash", "Bert Hazel")


def players(text):
    return [pair.players for pair in read_pairs(text)]


def refusal(text):
    with pytest.raises(ImportFileError) as caught:
        read_pairs(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "Ada Ash & Bert Hazel",
        "Ada Ash&Bert Hazel",
        "Ada Ash and Bert Hazel",
        "Ada Ash AND Bert Hazel",
        "Ada Ash + Bert Hazel",
        "Ada Ash - Bert Hazel",
        "Ada Ash – Bert Hazel",
        "Ada Ash—Bert Hazel",
        "Ada Ash/Bert Hazel",
        "Ada Ash, Bert Hazel",
        "Ada Ash;Bert Hazel",
        "Ada Ash\tBert Hazel",
        "Ada Ash      Bert Hazel",
        "  Ada   Ash &\u00a0Bert\u200b Hazel  ",
        "Ash, Ada; Hazel, Bert",
        "Ash, Ada\tHazel, Bert",
        "Ash, Ada; Bert Hazel",
        "Ash, Ada & Hazel, Bert",
        "Ash, Ada / Hazel, Bert",
        '"Ash, Ada","Hazel, Bert"',
        '"Ada Ash";"Bert Hazel"',
        "Ada Ash & Bert Hazel;;",
        "Ada Ash\t\tBert Hazel\t17",
        "- Ada Ash & Bert Hazel",
        "• Ada Ash & Bert Hazel",
        "\ufeffAda Ash & Bert Hazel",
    ],
    ids=repr,
)
def test_two_names_are_found_however_they_are_separated(line):
    assert read_pairs(line) == [NamedPair(1, None, "", ADA_AND_BERT)]


@pytest.mark.parametrize(
    ("lead", "number", "direction"),
    [
        ("1. ", 1, ""),
        ("1) ", 1, ""),
        ("(1) ", 1, ""),
        ("#1 ", 1, ""),
        ("1\t", 1, ""),
        ("1;", 1, ""),
        ("1 - ", 1, ""),
        ("12 ", 12, ""),
        ("Pair 12: ", 12, ""),
        ("No. 7 ", 7, ""),
        ("3 N-S ", 3, "NS"),
        ("3NS: ", 3, "NS"),
        ("3 E/W ", 3, "EW"),
        ("3\tEW\t", 3, "EW"),
        ("N-S 3 ", 3, "NS"),
        ("ew3. ", 3, "EW"),
        ("E-W: ", None, "EW"),
        ("01 ", 1, ""),
        ("007. ", 7, ""),
        ("999 ", 999, ""),
    ],
    ids=repr,
)
def test_number_and_direction_in_front(lead, number, direction):
    assert read_pairs(f"{lead}Ada Ash & Bert Hazel") == [
        NamedPair(1, number, direction, ADA_AND_BERT)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1,Ada Ash,Bert Hazel", ADA_AND_BERT),
        ('1,"Ash, Ada","Hazel, Bert"', ADA_AND_BERT),
        ('"1","Ada Ash","Bert Hazel"', ADA_AND_BERT),
        ("Ada Ash-Oak & Bert Hazel", ("Ada Ash-Oak", "Bert Hazel")),
        ("Sandy Anderson & Andy Brand", ("Sandy Anderson", "Andy Brand")),
        ("John Smith, Jr. & Mary Brown", ("John Smith Jr.", "Mary Brown")),
        ("John Smith, Jr., Mary Brown", ("John Smith Jr.", "Mary Brown")),
        ("Mary Brown, Jr Smith", ("Mary Brown", "Jr Smith")),
        (
            "van den Berg, Jan Willem; de la Cruz, María José",
            ("Jan Willem van den Berg", "María José de la Cruz"),
        ),
        ("NS Patel & EW Rao", ("NS Patel", "EW Rao")),
        ("N. North & S. West", ("N. North", "S. West")),
        ('Ada "Bid" Ash & "Bo" Hazel', ('Ada "Bid" Ash', '"Bo" Hazel')),
        ("Zoe\u0308 Ash & Bert", ("Zoë Ash", "Bert")),
        ("王芳 & Łucja Żak", ("王芳", "Łucja Żak")),
        ("2Pac & 50Cent", ("2Pac", "50Cent")),
        ("1\t2\tAda Ash\tBert Hazel", ADA_AND_BERT),
        ("A\u202eda Ash\u2066 & Bert Hazel", ADA_AND_BERT),
        ("'; DROP TABLE x;-- & evil", ("DROP TABLE x", "evil")),
        ("Ada Ash, & Bert Hazel", ADA_AND_BERT),
    ],
    ids=repr,
)
def test_names_are_kept_as_they_are_meant(line, expected):
    assert players(line) == [expected]


def test_lines_are_numbered_as_they_stand_with_headings_and_empty_lines_passed_over():
    text = (
        "Pair\tName\tPartner\r\n\r\n1\tAda Ash\tBert Hazel\r\n2\t\t\r\n3\tCleo Pine\tDora Birch\r\n"
    )
    assert read_pairs(text) == [
        NamedPair(3, 1, "", ADA_AND_BERT),
        NamedPair(5, 3, "", ("Cleo Pine", "Dora Birch")),
    ]


def test_a_heading_of_one_direction_holds_for_the_lines_below_it():
    text = "North-South\nNo Names\n1 Ada & Bert\n7 N-S\n8 Cleo & Dora\nE/W:\n1 Edith & Fred\n2 N-S Gwen & Hugh"
    assert [(pair.line_no, pair.number, pair.direction) for pair in read_pairs(text)] == [
        (3, 1, "NS"),
        (5, 8, "NS"),
        (7, 1, "EW"),
        (8, 2, "NS"),
    ]


def test_a_heading_of_both_directions_gives_none():
    assert [pair.direction for pair in read_pairs("N-S\nNorth South East West\nAda & Bert")] == [""]


@pytest.mark.parametrize(
    ("lead", "given"),
    [
        ("0 ", "0"),
        ("000 ", "000"),
        ("1000 ", "1000"),
        ("999999999 ", "999999999"),
        ("-1 ", "-1"),
        ("1.5 ", "1.5"),
        ("1,5 ", "1,5"),
        ("1 2 ", "1 2"),
        ("1-2 ", "1-2"),
        ("Pair 0: ", "0"),
        ("0\t", "0"),
        ("N-S 0 ", "0"),
    ],
    ids=repr,
)
def test_a_number_no_pair_can_have_is_refused(lead, given):
    with pytest.raises(ImportFileError) as caught:
        read_pairs(f"{lead}Ada Ash & Bert Hazel")
    assert (
        str(caught.value) == f"Line 1: {given} isn’t a pair number. Use 1 to 999, or leave it out."
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        pytest.param(
            "3. Ada Ash",
            "Line 1 has only one name (“Ada Ash”). Type both partners with & between them.",
            id="one name",
        ),
        pytest.param(
            "Ash, Ada",
            "Line 1 has only one name (“Ash, Ada”). Type both partners with & between them.",
            id="one name, surname first",
        ),
        pytest.param(
            "Ada  Ash",
            "Line 1 has only one name (“Ada  Ash”). Type both partners with & between them.",
            id="one name, two blanks",
        ),
        pytest.param(
            "Ada Ash &",
            "Line 1 has only one name (“Ada Ash”). Type both partners with & between them.",
            id="partner missing",
        ),
        pytest.param(
            "Ada Ash & Bert Hazel & Cleo Pine",
            "Line 1 has 3 names (Ada Ash, Bert Hazel, Cleo Pine). Type two, with & between them.",
            id="three names",
        ),
        pytest.param(
            "Ada Ash, Bert Hazel & Cleo Pine",
            "Line 1 has 3 names (Ada Ash, Bert Hazel, Cleo Pine). Type two, with & between them.",
            id="three names, comma and &",
        ),
        pytest.param(
            "Ash, Ada & Bert Hazel",
            "Line 1 has 3 names (Ash, Ada, Bert Hazel). Type two, with & between them.",
            id="surname first beside a plain name",
        ),
        pytest.param(
            "Ada Ash, Bert Hazel & Cleo Pine, Dora Birch",
            "Line 1 has 4 names (Ada Ash, Bert Hazel, Cleo Pine, Dora Birch). Type two, with & between them.",
            id="two pairs on a line",
        ),
        pytest.param(
            "Ada Ash & Bert Hazel\tReed Club",
            "Line 1 has 3 names (Ada Ash, Bert Hazel, Reed Club). Type two, with & between them.",
            id="a further column",
        ),
        pytest.param(
            "Ash,Ada,Hazel,Bert",
            "Which column is the surname? Choose what each column has.",
            id="four columns",
        ),
        pytest.param(
            "123 & 456",
            "Line 1: “123 & 456” isn’t a name. Type both partners with & between them.",
            id="no letter",
        ),
        pytest.param(
            "Ada Ash & ada  ash",
            "Line 1 has Ada Ash as both partners. Type the other partner’s name.",
            id="own partner",
        ),
        pytest.param(
            "A" * 101 + " & Bert",
            f"Line 1: a name with 101 letters (“{'A' * 30}…”) is too long. Shorten it to 100.",
            id="long name",
        ),
        pytest.param(
            "",
            "The list has no pairs. Type one pair per line, such as “Ada Ash & Bert Hazel”.",
            id="nothing",
        ),
        pytest.param(
            "Pair Names\n1.\n2.\n",
            "The list has no pairs. Type one pair per line, such as “Ada Ash & Bert Hazel”.",
            id="only empty places",
        ),
    ],
)
def test_a_line_that_cannot_be_taken(line, sentence):
    assert refusal(line) == sentence


def test_a_person_in_two_pairs_is_named_with_both_lines():
    assert refusal("Ada Ash & Bert Hazel\nCleo Pine & ADA ASH") == (
        "Line 2: ADA ASH is already in line 1. Correct one, or use “ADA ASH 2” for another person."
    )


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        pytest.param("3 Ada & Bert\n3 Cleo & Dora", "3", id="one winner"),
        pytest.param("3 E-W Ada & Bert\nE-W 3 Cleo & Dora", "3 E-W", id="one direction"),
    ],
)
def test_a_pair_number_twice_is_named_with_both_lines(text, pair):
    assert refusal(text) == f"Line 2: pair {pair} is already in line 1. Use a different number."


def test_one_number_in_each_direction_is_no_repetition():
    assert [pair.number for pair in read_pairs("3 N-S Ada & Bert\n3 E-W Cleo & Dora")] == [3, 3]


def test_all_faults_of_a_list_come_at_once_each_with_its_line():
    with pytest.raises(SeveralProblemsError) as caught:
        read_pairs("Ada Ash\nCleo & Dora\nA & B & C\nDora & Edith\n")
    assert [(fault.code, fault.params["line_no"]) for fault in caught.value.problems] == [
        ("names-one", 1),
        ("names-many", 3),
        ("names-person-twice", 4),
    ]


def test_an_uploaded_workbook_is_read_by_its_headings():
    workbook = Workbook()
    for row in (["Tuesday"], [], ["Paar", "Spieler 1", "Spieler 2"], [7, "Ada Ash", "Bert Hazel"]):
        workbook.active.append(row)
    buffer = io.BytesIO()
    workbook.save(buffer)
    assert read_pairs(buffer.getvalue()) == [NamedPair(4, 7, "", ADA_AND_BERT)]


def test_an_uploaded_picture_is_named_and_refused():
    assert refusal(b"\x89PNG\r\n") == (
        "The file looks like a picture, not a list of names; copy the names and paste them, or save them as CSV."
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "The file is empty. Export it again and choose that file.", id="empty"),
        pytest.param(
            b"x" * 1_000_001,
            "The file is larger than 1 MB. Choose another file.",
            id="too large",
        ),
    ],
)
def test_an_uploaded_file_without_names(data, sentence):
    assert refusal(data) == sentence


def test_a_line_behind_very_many_tabs_is_read():
    """Each tab could begin a quoted field; looked at from each in turn, this line would take half a minute."""
    assert players("\t" * 200_000 + "Ada Ash\tBert Hazel") == [ADA_AND_BERT]


def test_a_number_behind_very_many_noughts_is_refused():
    noughts = "0" * 5_000
    with pytest.raises(ImportFileError) as caught:
        read_pairs(f"{noughts}1 Ada Ash & Bert Hazel")
    assert (
        str(caught.value)
        == f"Line 1: {noughts[:200]}… isn’t a pair number. Use 1 to 999, or leave it out."
    )


@given(st.one_of(st.text(), st.text(alphabet="aB ,;&/-\t\n.\"'12NSEW")))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    try:
        found = read_pairs(text)
        sentences = []
    except ImportFileError as error:
        found, sentences = [], [str(fault) for fault in error.problems]
    assert all(name.strip() for pair in found for name in pair.players)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert bool(found) != bool(sentences)
