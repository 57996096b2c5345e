"""Every page of every night, opened once: how it lies at nine widths with the worst data there can be, and axe.

Of nights whose pages are mostly those of a richer one each page is measured at every other width,
and in the dark every second one, in turn.
"""

import pytest

from director.urls import urlpatterns
from tests.browser import test_axe, test_layout
from tests.browser.test_layout import WIDTHS
from tests.browser.walk import NIGHTS, RICHEST, crawl_pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOLLOWED = ("five tables",)
"""Nights of which the pages that links lead to are looked at too, such as those that explain a figure."""
TAPPED = frozenset({"party_phone", "table_page"})
WITHOUT_NUMBERS = frozenset(
    pattern.name for pattern in urlpatterns if not pattern.pattern.converters
)
ALIKE = "forty tables"
"""The night whose pages have more of the elements of five tables, of which axe sees three lines each, and no others."""


@pytest.mark.parametrize("night", NIGHTS)
def test_every_page_of_a_night_lies_well_and_is_open_to_everybody(
    open_page, signed_in_client, director, night
):
    walked = NIGHTS[night](director)
    pages = crawl_pages(signed_in_client, walked, follows_links=night in FOLLOWED)
    faults, seen = [], set()
    for index, (name, path) in enumerate(pages):
        open_page.goto(path)
        widths = WIDTHS if night in RICHEST else WIDTHS[index % 2 :: 2]
        target = 44 if name in TAPPED else 24
        faults += test_layout.faults_of(open_page, f"{name} {path}", target=target, widths=widths)
        # An event of several sessions has some pages a second time, for one of them.
        is_news = (night == RICHEST[0] or name not in WITHOUT_NUMBERS) and (
            not name or name not in seen
        )
        if is_news and night != ALIKE:
            faults += test_axe.shown_faults(
                open_page, path, dark=night in RICHEST or index % 2 == 0
            )
        seen.add(name)
    assert not faults, "\n" + "\n".join(faults)
