"""Nights whose cards are kept, for the tests of hands."""

from director.boards.play.hands import store_deals
from director.formats.deals import read_deals
from tests.factories import enter_all_results, make_night
from tests.scoring.hands.cards import FILE


def store_club_deals(section, user=None):
    """Keep the cards of the real evening for the boards of *section*; return what was stored."""
    return store_deals(
        section=section, deals=read_deals(FILE.read_bytes()), source="club.pbn", user=user
    )


def make_dealt_section(*, leave=0, entered=True):
    """Return a Howell of four pairs and six boards with cards, all its lines but the last *leave* entered."""
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    store_club_deals(section)
    if entered:
        enter_all_results(section, leave=leave)
    return section
