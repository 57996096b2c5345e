"""Help inside the program: each page of the desk has its part, and the documents can be read and searched."""

import re

import pytest

from director.core.pages.help import DESK_ANCHORS_BY_PAGE, _find_anchor
from director.core.pages.help_documents import (
    DESK_DOCUMENT,
    find_section_with_group,
    load_documents,
)
from director.urls import urlpatterns
from tests.cases import leave_to_slow
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db
FOR_OTHERS = re.compile(
    r"help|embedded|table_|(party_phone|welcome|join|sign_in|published|player)$"
)
NO_PAGES = re.compile(r"practice|(session_open|party_open|merge_undo|sign_out|health\w*|feed)$")


@pytest.mark.parametrize("page", leave_to_slow([each.name for each in urlpatterns], but=46))
def test_each_page_of_the_desk_has_its_help(page):
    """Each address leads to a page of the desk with a section of its own, to a page for somebody else, or to none."""
    anchor = _find_anchor(page)
    has_section = anchor is not None and find_section_with_group(anchor) is not None
    assert has_section != bool(FOR_OTHERS.match(page) or NO_PAGES.match(page)), page


def test_help_of_a_page_is_three_to_six_lines():
    lengths = {
        section.title: section.html.count("<li>")
        for section in load_documents()[DESK_DOCUMENT].sections[1:]
    }
    assert {title: length for title, length in lengths.items() if not 3 <= length <= 6} == {}
    assert {section.anchor for section in load_documents()[DESK_DOCUMENT].sections[1:]} == set(
        DESK_ANCHORS_BY_PAGE.values()
    )


def test_the_panel_has_the_help_of_its_page_and_leads_to_the_rest(desk):
    (link,) = [
        a
        for a in find_elements(desk.get("/people/"), "a")
        if a.get("href", "").startswith("/help/for/")
    ]
    panel = desk.get(link.get("href"), headers={"HX-Request": "true"})
    assert find_texts(panel, "h2") == ["People"]
    assert find_texts(desk.get(link.get("href")), "h1") == ["People"]  # without a script
    scores = find_elements(desk.get("/help/for/session_scores/"), "a")
    assert "/help/first-evening.md" in [a.get("href") for a in scores]  # wherever the panel stands
    assert desk.get("/help/for/something/").status_code == 200


def test_the_desk_page_by_page_is_a_list_of_its_panels(desk):
    page = desk.get("/help/desk.md")
    assert find_texts(page, "h1") == ["The desk, page by page"]
    panels = load_documents()[DESK_DOCUMENT].topics
    targets = [a.get("href") for a in find_elements(page, "a")]
    assert [f"/help/for/{panel.anchor}/" for panel in panels] == [
        target
        for target in targets
        if target.startswith("/help/for/") and target != "/help/for/help_document/"
    ]
    # Links to a section of the document, as in older notes, still find its entry.
    anchors = {element.get("id") for element in find_elements(page, "div")}
    assert {panel.anchor for panel in panels} <= anchors


def test_documents_are_read_and_lead_to_each_other(desk):
    page = desk.get("/help/which-scoring.md")
    assert find_texts(page, "h1") == ["Which scoring?"]
    targets = {a.get("href") for a in find_elements(desk.get("/help/for/run-a-whist-drive/"), "a")}
    assert "/help/which-party.md" in targets
    assert "also:" not in page.content.decode()  # other words are for the search alone
    assert [
        desk.get(f"/help/{name}").status_code
        for name in ("none.md", "../README.md", "pictures/scores.png")
    ] == [404] * 3


def test_an_answer_is_shown_with_its_text_and_others_with_their_first_sentence(desk):
    page = desk.get("/help/?q=how do I print name lables?")
    assert find_texts(page, "h2")[0] == "Print labels and name badges"
    text = page.content.decode()
    assert "labels and badges on sheets by Avery" in text
    assert find_texts(page, "dt")[0].startswith("Labels and lists")
    assert "No help found for “xyzzy”." in desk.get("/help/?q=xyzzy").content.decode()


def test_three_pages_are_named_where_none_has_the_rarest_word_of_a_question(desk):
    page = desk.get("/help/?q=take a photo of the travellers")
    assert "These come nearest:" in page.content.decode()
    assert "best" not in [element.get("id") for element in find_elements(page, "h2")]
    assert len(find_texts(page, "dt")) >= 3


def test_the_help_lists_questions_in_groups_and_other_documents_quietly(desk):
    page = desk.get("/help/")
    assert find_texts(page, "b")[:3] == ["Before play", "During play", "Results"]
    texts = [a.text for a in find_elements(page, "a")]
    assert {
        "Seat a guest without a name",
        "Work with two laptops",
    } <= set(texts)


def test_components_stand_on_one_page_with_every_state(desk):
    page = desk.get("/help/components/")
    assert "Ensure this value is less than or equal to 30." in find_errors(page)
    assert {box.get("disabled") is None for box in find_elements(page, "input")} == {True, False}
