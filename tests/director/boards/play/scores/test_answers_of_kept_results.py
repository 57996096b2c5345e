"""An answer made from what is held in memory says what a page made from nothing says."""

import json
from collections.abc import Callable, Iterator

import pytest

from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import group_board
from director.boards.scoring.extras import SectionExtras
from director.models import Section
from director.models.event import RankingScope
from tests.director.boards.play.scores.entry_pages import HTMX, make_posted_line, read_box
from tests.director.boards.scored import read_cached_figures
from tests.director.pages import find_elements, find_texts
from tests.factories import forget_cached, make_sections

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = ("7NTN=", "4SS-1", "AVE+/AVE-", "", "NP: late", "2HE=", "60% 4SS=, 40% 4SS-1")
"""A correction, others of it, an award, nothing, a board that wasn't played, and a weighted score."""


def lay_sections(key: str = "howell", letters: str = "AB", **kwargs) -> Section:
    return make_sections(key=key, letters=letters, **kwargs)[0]


def lay_two_winners() -> Section:
    return lay_sections("mitchell", pairs=8)


def lay_ranked_apart() -> Section:
    section = lay_sections()
    event = section.session.event
    type(event).objects.filter(pk=event.pk).update(places=RankingScope.SECTION)
    return section


def lay_compared_apart() -> Section:
    section = lay_sections()
    set_scoring(section=section, scoring="matchpoints", options={"compare": "section"})
    return section


def lay_strata() -> Section:
    section = lay_sections(letters="A")
    extras = {1: PairExtras(stratum="A", handicap="3"), 2: PairExtras(stratum="B")}
    store_extras(section=section, extras=SectionExtras(extras, "%"), user=None)
    return section


def lay_fouled_board() -> Section:
    section = lay_sections(letters="A", pairs=8)
    first, second, *_others = section.results.filter(board_no=1).order_by("ns")
    groups = {(line.ns, line.ew): "B" for line in (first, second)}
    group_board(section=section, board_no=1, groups=groups, user=None)
    return section


def lay_large_room() -> Section:
    """Return a section whose narrow grid is by rounds."""
    return lay_sections("mitchell", letters="A", pairs=18, boards_per_set=6, rounds=9)


def iterate_facts(response) -> Iterator[tuple[str, object]]:
    """Yield what *response* says beside its lines: who leads, and the squares and rows of its grid."""
    yield (
        "leaders",
        [*find_texts(response, "#leaders caption"), *find_texts(response, "#leaders tr")],
    )
    for square in find_elements(response, ".square"):
        yield f"{square.get('id')}", (square.get("class"), square.get("title"), square.get("href"))
    for line in find_elements(response, ".line"):
        (cells,) = find_texts(response, f"#{line.get('id')} tr")
        yield f"{line.get('id')}", (line.get("data-shown"), cells)


@pytest.mark.parametrize(
    "lay",
    [
        lay_sections,
        lay_two_winners,
        lay_ranked_apart,
        lay_compared_apart,
        lay_strata,
        lay_fouled_board,
        lay_large_room,
    ],
)
@pytest.mark.parametrize("is_told", [True, False], ids=["some lines are shown", "none are"])
def test_an_entry_answers_what_a_new_page_shows(desk, lay: Callable[[], Section], is_told):
    section = lay()
    path = f"/sessions/{section.ref}/scores/boards/1/"
    line = section.results.filter(board_no=1).order_by("ns")[0]
    key = f"1-{line.ns}-{line.ew}"
    page = desk.get(path)
    for text in TEXTS:
        stored_text, version = read_box(page, key)
        shown = [
            f"{each.get('id').removeprefix('line-')}:{each.get('data-shown')}"
            for each in find_elements(page, ".line")
        ]
        told = {"lines": ",".join(shown)} if is_told else {}
        typed = make_posted_line(key, text, shown=stored_text, version=version, **told)
        answer = desk.post(path, typed, **HTMX)
        assert answer.status_code == 200, (text, find_texts(answer, ".refusal"))
        kept_facts = dict(iterate_facts(desk.get(path)))
        forget_cached()
        page = desk.get(path)
        facts = dict(iterate_facts(page))
        assert kept_facts == facts
        told_facts = dict(iterate_facts(answer))
        assert told_facts.items() <= facts.items()
        assert len(told_facts) > 2
        (points,) = find_elements(answer, "#other-points")
        for other_key, (figure, _is_odd) in json.loads(points.text).items():
            assert find_texts(page, f"#points-{other_key}")[0].endswith(figure)
        assert is_told == bool(json.loads(points.text))
        read_cached_figures(section.session.event)
