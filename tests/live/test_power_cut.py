"""What was answered is stored, on every kind of server, however the program ends."""

import pytest

pytestmark = pytest.mark.live

LAY = """
from tests.factories import make_director, make_night
make_director()
section = make_night(pairs=6, boards_per_set=1)
tell(section.session_id)
"""
STORED = """
from director.models import Result
tell(list(Result.objects.order_by("pk").values_list("board_no", "ns", "ew", "text", "version")))
"""


def test_answered_result_outlives_the_program(server):
    page = f"/sessions/{server.python(LAY)}/scores/boards/1/"
    desk = server.browser().sign_in()
    shown, ends = "", {"4SS=": False, "4SS-1": True}
    for version, (text, is_power_cut) in enumerate(ends.items()):
        fields = {"text-1-1-4": text, "shown-1-1-4": shown, "version-1-1-4": version}
        assert desk.post(page, fields, {"HX-Request": "true"}).status == 200
        server.stop(hard=is_power_cut)
        server.start()
        assert server.python(STORED) == [[1, 1, 4, text, version + 1]]
        read = desk.get(page, again=True)
        assert (read.status, f'value="{text}"' in read.text) == (200, True), (
            "and the director is still signed in"
        )
        shown = text
