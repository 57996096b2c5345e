"""Four desks that type at once: every answer shows what was stored before it was asked for.

``KALAMAZOO_DESK_ENTRIES=2000 pytest -n 0 -s -m live tests/live/test_four_desks.py`` lets each of
them enter so many results (25 without).
"""

import os
import re
from functools import partial

import pytest

from tests.live.browsers import Browser, run_at_once

pytestmark = pytest.mark.live

DESKS, ENTRIES = 4, int(os.environ.get("KALAMAZOO_DESK_ENTRIES", "25"))
LAY = """
from django.contrib.auth.models import User
from director.boards.movement.lines.section_lines import fetch_section_lines
from tests.factories import make_director, make_played_section
section = make_played_section(published={published})
User.objects.filter(username="dora").exists() or make_director()
lines = fetch_section_lines(section).all
tell({{
    "event": section.session.event_id,
    "session": section.session_id,
    "lines": [(line.board_no, line.ns, line.ew, line.text, line.result.version) for line in lines],
}})
"""
TEXTS = tuple(f"7NTN-{down}" for down in range(1, 14))


def type_on(desk: Browser, night: dict, line: list, entries: int) -> int:
    """Enter one result of a line after the other; return how many answers showed another than was entered last."""
    board_no, ns, ew, shown, version = line
    key, stale = f"{board_no}-{ns}-{ew}", 0
    board = f"/sessions/{night['session']}/scores/boards/{board_no}/"
    box = re.compile(rf'<input[^>]*name="text-{key}"[^>]*>')
    for number in range(entries):
        text = TEXTS[number % len(TEXTS)]
        typed = {f"text-{key}": text, f"shown-{key}": shown, f"version-{key}": version}
        answers = [desk.post(board, typed, {"HX-Request": "true"}).text, desk.get(board).text]
        boxes = [box.search(answer) for answer in answers]
        stale += sum(box is None or f'value="{text}"' not in box[0] for box in boxes)
        shown, version = text, version + 1
    return stale


@pytest.mark.parametrize("is_published", [False, True], ids=["at-the-desk", "published"])
def test_no_desk_is_shown_an_old_result(server, is_published):
    night = server.python(LAY.format(published=is_published))
    desk = server.browser().sign_in()
    lines = {line[0]: line for line in night["lines"]}  # one on each board
    own = [lines[board_no] for board_no in sorted(lines)[:DESKS]]
    stale = run_at_once([partial(type_on, desk.another(), night, line, ENTRIES) for line in own])
    print(f"\n{server.kind}: {DESKS} desks, {ENTRIES} entries each, {sum(stale)} old answers")  # noqa: T201
    assert stale == [0] * DESKS
