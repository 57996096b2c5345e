"""The help that lets a director choose: every movement, party and method, in words, with true figures."""

import re

import pytest

from director.core.pages.help_documents import DOCS_FOLDER, DOCUMENT_SUMMARIES, load_documents
from movements.advice.advise import advise
from movements.balance import fairness
from movements.party.rounds import PARTY_SYSTEMS
from movements.registry import MOVEMENTS, make_plan
from scoring.party.methods import PARTY_METHODS
from scoring.registry import MATCH_METHODS, SCORING_METHODS, TEAM_METHODS

METHODS = (*SCORING_METHODS, *TEAM_METHODS, *MATCH_METHODS)
MINUTES_ROUNDED_TO = 5


def text_of(name):
    return (DOCS_FOLDER / name).read_text(encoding="utf-8")


def entry_of(name, title):
    """Return what *name* says of *title*: the text below its heading, or its row of a table."""
    pattern = (
        rf"^(?:### {re.escape(title)}\n(?P<text>.*?)(?=^#)|\| {re.escape(title)} \|(?P<row>.*)$)"
    )
    found = [
        match["text"] or match["row"]
        for match in re.finditer(pattern, text_of(name) + "\n#", re.MULTILINE | re.DOTALL)
    ]
    return found


@pytest.mark.parametrize(
    ("name", "registered"),
    [
        ("which-movement.md", MOVEMENTS),
        ("which-party.md", PARTY_SYSTEMS),
        ("which-scoring.md", (*METHODS, *PARTY_METHODS)),
    ],
    ids=["movements", "parties", "scoring"],
)
def test_help_explains_everything_registered_once(name, registered):
    entries = {entry.name: entry_of(name, entry.name) for entry in registered}
    assert {title for title, found in entries.items() if len(found) != 1} == set()


@pytest.mark.parametrize("spec", MOVEMENTS, ids=lambda spec: spec.key)
def test_help_has_the_sizes_of_each_movement(spec):
    (entry,) = entry_of("which-movement.md", spec.name)
    named = {int(number) for number in re.findall(r"\d+", entry)}
    assert {min(spec.legal_sizes), max(spec.legal_sizes)} <= named


def test_usual_movements_are_those_the_program_advises():
    """Each row of the first table names a movement and a length from the advice for its tables."""
    rows = re.findall(
        r"^\| (\d+) \| (.+?) \| (.+?) \|$", text_of("which-movement.md"), re.MULTILINE
    )
    assert len(rows) > 8
    for tables, *choices in rows:
        advised = {
            (advice.winners, advice.name, advice.rounds, advice.boards_per_set): advice.minutes
            for advice in advise(2 * int(tables))
        }
        for winners, choice in zip((2, 1), choices, strict=True):
            name, rounds, boards, hours, minutes = re.fullmatch(
                r"(.+), (\d+)\s×\s(\d+), (\d+)\sh\s(\d+)", choice
            ).groups()
            found = [
                time
                for (number, title, *length), time in advised.items()
                if number == winners
                and name.split()[-1] in title.split(",")[0]
                and length == [int(rounds), int(boards)]
            ]
            assert found, (tables, choice)
            rounded = [MINUTES_ROUNDED_TO * round(time / MINUTES_ROUNDED_TO) for time in found]
            assert 60 * int(hours) + int(minutes) in rounded, (tables, choice)


def test_worked_evening_of_fairness_has_the_figures_of_the_program():
    """The squares of four pairs after three rounds and after two."""
    text = text_of("what-fairness-means.md")
    _, *squares = re.findall(r"(?:^\| \d .*\n)+", text, re.MULTILINE)
    assert len(squares) == 2
    for square, rounds, qf in zip(squares, (3, 2), (100, 50), strict=True):
        figures = fairness(make_plan("howell", pairs=4, rounds=rounds))
        rows = [
            [int(cell) for cell in re.findall(r"-?\d+", line.replace("–", "0"))][1:]
            for line in square.splitlines()
        ]
        assert rows == [list(map(int, row)) for row in figures.competition]
        assert figures.qf == qf
        assert f"**fairness {qf}**" in text


def test_help_has_no_keys_commands_or_words_of_the_code():
    """A director reads no key in a title, no module to run and no column of the registry."""
    wrong = re.compile(
        r"python -m|<h\d[^>]*>[^\n]*<code>|<th[^>]*>(?:Key|Options|Promises|Source)</th>"
    )
    assert {name: wrong.findall(page.html) for name, page in load_documents().items()} == {
        name: [] for name in DOCUMENT_SUMMARIES
    }


def test_documents_of_the_help_lead_only_to_each_other():
    links = {
        target.partition("#")[0]
        for page in load_documents().values()
        for target in re.findall(r'href="([^"]*\.md[^"]*)"', page.html)
    }
    assert links - set(DOCUMENT_SUMMARIES) == set()


@pytest.mark.django_db
def test_documents_for_developers_are_no_pages_of_the_help(desk):
    names = ("movements.md", "scoring/README.md", "developing.md", "hosting.md")
    assert {desk.get(f"/help/{name}").status_code for name in names} == {404}
