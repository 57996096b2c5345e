"""Print: sheets that aren't ticked are counted for the keyboard and a finger too, not only for a pointer."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
UNTICKED = "input[name=kinds]:not(:checked):enabled >> nth=0"


@pytest.fixture
def printing(open_desk, section):
    page = open_desk("print/")
    box = page.locator(UNTICKED)
    count = page.locator(f"#n-{box.get_attribute('value')}")
    expect(count).to_be_empty()
    return box, count


def test_counts_come_with_the_focus(printing):
    box, count = printing
    box.focus()
    expect(count).to_contain_text("·")
    expect(box).to_be_focused()
    expect(box).not_to_be_checked()


def test_counts_come_with_a_finger(printing):
    box, count = printing
    box.dispatch_event("touchstart")
    expect(count).to_contain_text("·")
    expect(box).not_to_be_checked()
