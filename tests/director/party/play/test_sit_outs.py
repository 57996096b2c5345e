"""Who sits out at a drive whose players hand in their cards, on Play, in the room and on the printed card."""

import pytest

from director.party.movement.cards import compute_sit_outs_by_round
from director.party.movement.seating import read_seating
from director.party.pages.play.cards import fetch_cards_page
from director.party.paper.printing import make_party_job
from director.party.play.setup import set_up_party
from tests.director.party.paper.pdf.factories import print_party_sheets
from tests.director.party.parties import get_latest_round, make_preset_party
from tests.director.pdf.reading import read_pages

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def drive():
    """A whist drive of 26 people, seats drawn."""
    return make_preset_party(key="whist-drive", players=26)


def test_play_and_the_room_say_who_sits_out_and_what_it_counts(drive, desk):
    words = "Sitting out hand 2: Cleo Ash (3) and Fred Birch (20). Next: "
    clock = f"/parties/{drive.pk}/play/clock/"
    for key in ("start", "ring", "next"):
        pressed = desk.post(clock, {"key": key, "round_no": 1}, headers=HTMX).content.decode()
    pages = [desk.get(f"/parties/{drive.pk}/{page}/").content.decode() for page in ("play", "room")]
    for page in (pressed, *pages):
        assert words in page
        assert "When you sit out, write 6 the first time, 7 the second." in page


def test_the_room_expects_the_whole_figures_that_cards_have(drive):
    set_up_party(party=drive, user=None, card_boxes="halves")
    of_tricks = 6 * 26 * 12
    wanted = [
        2 * of_tricks + 22 * 13 + 4 * 6,
        of_tricks + 24 * 6,
        of_tricks + 22 * 13 + 4 * 6 - 24 * 6,
    ]
    assert [line.expected_text for line in fetch_cards_page(drive).sums] == [
        str(figure) for figure in wanted
    ]


def test_a_card_is_marked_where_its_player_sits_out(drive):
    turns = compute_sit_outs_by_round(drive, read_seating(get_latest_round(drive).seating), 1)
    pages = read_pages(print_party_sheets(make_party_job(drive), "drive-cards"))
    written = [text for page in pages for text in page.texts]
    assert written.count("out") == sum(map(len, turns.values()))
    assert written.count("When you sit out, write 6 the first time, 7 the second") == 26
