"""Results of many sections: the desk shows one at a time, and all of them a press away."""

from decimal import Decimal
from functools import partial

import pytest

from director.additions.rulings.page import Penalty
from director.boards.movement.words import PairExtras
from director.boards.pages.results.standings import MAX_SECTIONS_TOGETHER
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry
from director.boards.play.sessions import add_section
from director.boards.scoring.extras import SectionExtras
from director.core.base.versions import LruCache
from director.core.night.publishing import publish_results, unpublish_results
from director.models.event import RankingScope
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.factories import add_ruling, make_sections

pytestmark = pytest.mark.django_db
MANY = "ABCDEFG"
assert len(MANY) > MAX_SECTIONS_TOGETHER


def address(section, query: str = "") -> str:
    place = (
        section.session_id if section.letter == "A" else f"{section.session_id}-{section.letter}"
    )
    return f"/sessions/{place}/results/{query}"


def rank_apart(section) -> None:
    set_scoring(section=section, scoring="matchpoints", options={}, places=RankingScope.SECTION)


def ways(page) -> list[tuple[str, str, bool]]:
    """Return the ways to other sections: text, address, and whether it is shown now."""
    links = find_elements(page, "nav.siblings a")
    return [(link.text, link.get("href"), link.get("aria-current") == "true") for link in links]


def labels(page, table: str = "table.standings") -> list[str]:
    return [row[1] for row in read_table_rows(page, table) if len(row) > 1]


def row_of(page, label: str) -> list[str]:
    return next(row for row in read_table_rows(page, "table.standings") if row[1] == label)


@pytest.mark.parametrize("is_apart", [False, True])
def test_few_sections_share_one_page(desk, is_apart):
    sections = make_sections(letters=MANY[:MAX_SECTIONS_TOGETHER])
    if is_apart:
        rank_apart(sections[0])
    for section in sections:
        page = desk.get(address(section))
        assert {label[0] for label in labels(page)} == set(MANY[:MAX_SECTIONS_TOGETHER])
        assert [text for text, _link, _current in ways(page)] == [*MANY[:MAX_SECTIONS_TOGETHER]]


@pytest.mark.parametrize("is_apart", [False, True])
def test_each_section_has_its_rows_and_all_have_those_of_all(desk, is_apart):
    sections = make_sections(letters=MANY)
    if is_apart:
        rank_apart(sections[0])
    everything = desk.get(address(sections[0], "?section=all"))
    rows = read_table_rows(everything, "table.standings")
    assert len(rows) == 6 * len(MANY)
    assert [text for text, _link, is_current in ways(everything) if is_current] == ["All"]
    found = []
    for section in sections:
        page = desk.get(address(section))
        assert [text for text, _link, is_current in ways(page) if is_current] == [section.letter]
        captions = find_texts(page, "table.standings caption")
        assert len(captions) == 2
        for caption, direction in zip(captions, ("North-South", "East-West"), strict=True):
            assert caption.startswith(f"Section {section.letter}, {direction}")
        found += read_table_rows(page, "table.standings")
    # Places and figures are the same, whichever page shows them.
    assert sorted(found) == sorted(rows)


def test_every_way_leads_to_what_it_says(desk):
    sections = make_sections(letters=MANY)
    shown = ways(desk.get(address(sections[2])))
    assert [text for text, _link, _current in shown] == ["All", *MANY]
    for text, link, _current in shown:
        letters = {label[0] for label in labels(desk.get(link))}
        assert letters == (set(MANY) if text == "All" else {text})


def test_a_section_without_results_says_so(desk):
    sections = make_sections(letters=MANY)
    unused = add_section(section=sections[0], letter="H")
    page = desk.get(address(unused))
    assert find_texts(page, "table.standings caption")[0].startswith("Section H")
    assert read_table_rows(page, "table.standings") == [["No results have been entered."]]


def test_an_address_can_ask_for_a_section_by_its_letter(desk):
    sections = make_sections(letters=MANY)
    moved = desk.get(address(sections[0], "?section=C&ns-sort=-names"))
    assert moved.url == address(sections[2], "?section=C&ns-sort=-names")
    assert {label[0] for label in labels(desk.get(moved.url))} == {"C"}
    back = desk.get(address(sections[2], "?section=A"), follow=True)
    assert {label[0] for label in labels(back)} == {"A"}
    for wrong in ("Q", "c", "%3Cb%3E", "C-D"):
        answer = desk.get(address(sections[0], f"?section={wrong}"))
        assert answer.status_code == 404
        assert "doesn’t exist or was removed" in answer.content.decode()


def test_the_page_of_a_section_does_not_grow_with_the_others(desk):
    few = make_sections(letters=MANY[: MAX_SECTIONS_TOGETHER + 1], pairs=12)
    many = make_sections(letters="ABCDEFGHIJKLMNOP", pairs=12)
    sizes = [len(desk.get(address(sections[1])).content) for sections in (few, many)]
    # Each further section has its link in the navigation.
    assert sizes[1] < sizes[0] + 100 * (len(many) - len(few))
    assert len({count_queries(desk, address(sections[1])) for sections in (few, many)}) == 1


def test_the_winners_of_all_stand_above_a_section_that_is_ranked_with_the_others(desk):
    sections = make_sections(letters=MANY)
    everything = desk.get(address(sections[0], "?section=all"))
    page = desk.get(address(sections[3]))
    assert find_texts(page, ".winner") == find_texts(everything, ".winner")
    assert find_elements(everything, "svg.dots circle")
    assert not find_elements(page, "svg.dots circle")
    assert "Places are those of all sections together." in page.content.decode()
    (link,) = [link for link in find_elements(page, "p.help a") if link.text == "All sections"]
    assert labels(desk.get(link.get("href"))) == labels(everything)


def test_a_section_that_is_ranked_by_itself_has_its_own_winners(desk):
    sections = make_sections(letters=MANY)
    rank_apart(sections[0])
    page = desk.get(address(sections[3]))
    firsts = [row[2] for row in read_table_rows(page, "table.standings") if row[0] in ("1", "1=")]
    assert find_texts(page, ".winner") == firsts
    assert len(find_elements(page, "svg.dots circle")) == 6
    assert "Places are those of all sections together." not in page.content.decode()


def test_a_figure_is_explained_and_rows_are_sorted_within_the_section(desk):
    sections = make_sections(letters=MANY)
    page = desk.get(address(sections[2], "?section=C"))
    whys = [link.get("href") for link in find_elements(page, "a.why-of")]
    assert len(whys) == 6
    open_page = desk.get(f"{address(sections[2])}{whys[0].partition('#')[0]}")
    assert len(find_elements(open_page, "tr.why")) == 1
    assert {label[0] for label in labels(open_page)} == {"C"}
    sort = find_elements(page, "th a")[0].get("href")
    assert {label[0] for label in labels(desk.get(f"{address(sections[2])}{sort}"))} == {"C"}


def test_every_kind_of_change_shows_in_its_section_and_where_all_are(desk):
    sections = make_sections(letters=MANY)
    changed = sections[4]
    pages = [address(changed), address(changed, "?section=all")]

    def shown(label: str) -> list[list[str]]:
        found = [row_of(desk.get(page), label) for page in pages]
        assert found[0] == found[1]
        return found[0]

    before = shown("E1")
    enter_result(section=changed, board_no=1, ns=1, ew=4, text="7NTN=", user=None)
    entered = shown("E1")
    assert entered != before
    enter_result(section=changed, board_no=1, ns=1, ew=4, text="7NTN-3", user=None)
    assert shown("E1") not in (before, entered)
    enter_result(section=changed, board_no=1, ns=1, ew=4, text="A6040", user=None)
    awarded = shown("E1")
    name_entry(section=changed, pair_no=1, names=("Zoe Zander", "Yan Young"))
    assert "Zoe Zander" in shown("E1")[2]
    assert shown("E1")[3:] == awarded[3:]
    penalty = Penalty(pair_no=1, amount=Decimal(1), unit="mp")
    add_ruling(section=changed, facts="Late", decision="Penalty", penalty=penalty, user=None)
    assert any("−1 MP" in cell for cell in shown("E1"))
    extras = SectionExtras({1: PairExtras(carry_over="5")}, carry_over_unit="mp")
    store_extras(section=changed, extras=extras, user=None)
    assert any("+5 MP" in cell for cell in shown("E1"))
    together = {row[0] for row in read_table_rows(desk.get(pages[0]), "table.standings")}
    rank_apart(changed)
    apart = {row[0].rstrip("=") for row in read_table_rows(desk.get(pages[0]), "table.standings")}
    assert apart <= {"1", "2", "3"} != together


def test_publishing_works_from_the_page_of_a_section(desk):
    sections = make_sections(letters=MANY)
    page = desk.get(address(sections[3]))
    actions = {form.get("action") for form in find_elements(page, "#publish form")}
    (publish,) = [action for action in actions if action.endswith("/publish/")]
    assert desk.post(publish).status_code == 302
    assert "Public page" in desk.get(address(sections[3])).content.decode()
    printout = [
        link.get("href")
        for link in find_elements(desk.get(address(sections[3])), "#publish a")
        if link.text == "Print standings"
    ]
    assert desk.get(printout[0]).status_code == 200


def test_after_all_sessions_a_section_has_its_own_contestants(desk):
    sections = make_sections(letters=MANY[:5], sessions=2)
    page = desk.get(address(sections[1]))
    assert {label[0] for label in labels(page, "#after-all table")} == {"B"}
    assert len(labels(page, "#after-all table")) == 6
    everything = desk.get(address(sections[1], "?section=all"))
    assert len(labels(everything, "#after-all table")) == 30
    shown = read_table_rows(page, "#after-all table")
    assert all(row in read_table_rows(everything, "#after-all table") for row in shown)


def test_after_a_change_in_one_section_the_page_is_that_of_a_fresh_start(desk):
    sections = make_sections(letters=MANY)
    options = {"compare": "section"}
    set_scoring(
        section=sections[0], scoring="matchpoints", options=options, places=RankingScope.SECTION
    )
    public_address = publish_results(event=sections[0].session.event).get_absolute_url()

    def look() -> bytes:
        return desk.get(public_address).content

    def look_afresh() -> bytes:
        LruCache.clear_all()
        return look()

    line = {"board_no": 1, "ns": 1, "ew": 4}
    penalty = Penalty(pair_no=1, amount=Decimal(1), unit="mp")
    extras = SectionExtras({1: PairExtras(carry_over="5")}, carry_over_unit="mp")
    changes = (
        partial(enter_result, section=sections[4], **line, text="7NTN=", user=None),
        partial(enter_result, section=sections[4], **line, text="7NTN-3", user=None),
        partial(enter_result, section=sections[4], **line, text="A6040", user=None),
        partial(name_entry, section=sections[4], pair_no=1, names=("Zoe Zander", "Yan Young")),
    )
    for change in changes:
        before = look()
        change()
        after = look()
        assert after != before
        assert after == look_afresh()
    more_changes = (
        partial(
            add_ruling,
            section=sections[4],
            facts="Late",
            decision="Penalty",
            penalty=penalty,
            user=None,
        ),
        partial(store_extras, section=sections[4], extras=extras, user=None),
        partial(set_scoring, section=sections[4], scoring="matchpoints", options=options),
        partial(
            set_scoring,
            section=sections[4],
            scoring="matchpoints",
            options=options,
            places=RankingScope.FIELD,
        ),
        partial(unpublish_results, event=sections[4].session.event),
    )
    for change in more_changes:
        change()
        after = look()
        assert after == look_afresh()
