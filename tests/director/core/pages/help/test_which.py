"""The help that lets a director choose: every movement, party and method, in words, with true figures."""

import re

from director.core.pages.help_documents import DOCS_FOLDER, DOCUMENT_SUMMARIES, load_documents
from movements.balance import fairness
from movements.registry import make_plan


def text_of(name):
    return (DOCS_FOLDER / name).read_text(encoding="utf-8")


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
