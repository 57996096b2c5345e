"""A pair's page tells of others what the phone of its table would, and seeing it there counts as seen."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.core.night.links.opening import close_table_addresses
from director.models import Session, TableWord
from director.models.event import Clock
from tests.director.additions.phones.tables import TablePhones, open_pair_address

pytestmark = pytest.mark.django_db


def run_clock(section, round_no=1, clock=Clock.PAUSED):
    seconds_left = 60 if clock == Clock.PAUSED else None
    Session.objects.filter(pk=section.session_id).update(
        clock=clock, round_no=round_no, seconds_left=seconds_left
    )


def own_page(section, number=1, client=None, **headers):
    return (client or Client()).get(open_pair_address(section, number), headers=headers)


def compare(section, number=1, client=None):
    """Press *Compare results* on the page of a pair, and return the page that follows."""
    return (client or Client()).post(open_pair_address(section, number), follow=True)


def line_of(section, board_no, ns):
    return next(
        line for line in fetch_section_lines(section).get_board_lines(board_no) if line.ns == ns
    )


def others_play(section, *boards, text="3NTN=", but=1):
    for board_no in boards:
        line = next(
            line
            for line in fetch_section_lines(section).get_board_lines(board_no)
            if line.ns != but
        )
        enter_result(
            section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
        )


def play_ahead(tables, section, *boards, text="4SS="):
    """Let table 1 enter boards, agreed at once."""
    for board_no in boards:
        assert tables.say(line_of(section, board_no, 1), text, confirm=True).status_code == 201


class TestSeeing:
    @pytest.fixture(autouse=True)
    def _played(self, section, tables):
        run_clock(section)
        others_play(section, 1)
        play_ahead(tables, section, 1)

    def test_a_phone_that_has_the_page_is_told_so_and_the_mark_stays(self, section, tables):
        compare(section)
        first = own_page(section)
        assert own_page(section, **{"if-none-match": first["ETag"]}).status_code == 304
        assert TableWord.objects.filter(kind=TableWord.Kind.SHOWN).count() == 1

    def test_a_table_whose_link_was_closed_has_seen_it_when_it_gets_a_new_one(
        self, section, tables
    ):
        close_table_addresses(session=section.session, section=section)
        compare(section)
        fresh = TablePhones(section)
        assert fresh.open[1].pk != tables.open[1].pk
        assert (
            fresh.say(line_of(section, 1, 1), "3NTN+1", change=True, confirm=True).status_code
            == 409
        )
