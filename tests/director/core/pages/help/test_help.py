"""Help inside the program: each page of the desk has its part, and the documents can be read and searched."""

import re

import pytest

from director.core.pages.help import DESK, SECTIONS, find_help_section, load_documents
from director.urls import urlpatterns
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db
FOR_OTHERS = re.compile(
    r"help|embedded|table_|api|(party_phone|welcome|join|sign_in|published|player|captain_page|captain_line_up)$"
)
NO_PAGES = re.compile(r"practice|(session_open|party_open|merge_undo|sign_out|health|feed)$")


@pytest.mark.parametrize("page", [each.name for each in urlpatterns])
def test_each_page_of_the_desk_has_its_help(page):
    """Each address leads to a page of the desk with a section of its own, to a page for somebody else, or to none."""
    assert bool(find_help_section(page)) != bool(FOR_OTHERS.match(page) or NO_PAGES.match(page)), (
        page
    )


def test_help_of_a_page_is_three_to_six_lines():
    lengths = {
        section.title: section.html.count("<li>") for section in load_documents()[DESK].sections[1:]
    }
    assert {title: length for title, length in lengths.items() if not 3 <= length <= 6} == {}
    assert {section.anchor for section in load_documents()[DESK].sections[1:]} == set(
        SECTIONS.values()
    )


def test_help_that_all_contests_share_names_pairs_only_for_pairs_or_beside_players_and_teams():
    of_pairs = {"change-movement"}  # offered for pairs alone
    lines = [
        line
        for section in load_documents()[DESK].sections[1:]
        if section.anchor not in of_pairs and not section.anchor.endswith("of-a-party")
        for line in re.findall(r"<li>(.*?)</li>", section.html, flags=re.DOTALL)
    ]
    assert [
        line
        for line in lines
        if re.search(r"\bpairs?\b", line) and not re.search("In pairs|teams?", line)
    ] == []


def test_the_panel_has_the_help_of_its_page_and_leads_to_the_rest(desk):
    (link,) = [
        a
        for a in find_elements(desk.get("/people/"), "a")
        if a.get("href", "").startswith("/help/for/")
    ]
    panel = desk.get(link.get("href"), headers={"HX-Request": "true"})
    assert find_texts(panel, "h2") == ["People"]
    assert find_texts(desk.get(link.get("href")), "h2") == ["People"]  # without a script
    scores = find_elements(desk.get("/help/for/session_scores/"), "a")
    assert "/help/first-evening.md" in [a.get("href") for a in scores]  # wherever the panel stands
    assert desk.get("/help/for/something/").status_code == 200


def test_documents_are_read_and_lead_to_each_other(desk):
    page = desk.get("/help/desk.md")
    assert find_texts(page, "h1") == ["The desk, page by page"]
    targets = {a.get("href") for a in find_elements(page, "a")}
    assert "glossary.md" in targets
    assert desk.get("/help/glossary.md").status_code == 200
    assert [
        desk.get(f"/help/{name}").status_code
        for name in ("none.md", "../README.md", "pictures/scores.png")
    ] == [404] * 3


def test_search_finds_sections_by_their_words(desk):
    assert find_texts(desk.get("/help/?q=merge people"), "h2")[0] == "People"
    texts = find_texts(desk.get("/help/?q=backup"), "h2")
    assert texts[:2] == ["Restore a backup", "Backups"]
    assert find_texts(desk.get("/help/?q=hesitation"), "h2")[0] == "Hesitation Mitchell"
    assert "Phones at the tables" in find_texts(desk.get("/help/?q=phone broken"), "h2")
    assert "No help found for “xyzzy”." in desk.get("/help/?q=xyzzy").content.decode()


def test_every_document_is_a_page(desk):
    assert {desk.get(f"/help/{name}").status_code for name in load_documents()} == {200}


def test_components_stand_on_one_page_with_every_state(desk):
    page = desk.get("/help/components/")
    assert "Ensure this value is less than or equal to 30." in find_errors(page)
    assert {box.get("disabled") is None for box in find_elements(page, "input")} == {True, False}
