"""Every kind of sheet takes about as many pages on Letter as on A4."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from director.boards.paper.kinds import KINDS
from director.party.paper.kinds import PARTY_KINDS
from tests.director.paper.factories import job, printed
from tests.director.paper.test_worst_data import CODE
from tests.director.party.paper.factories import blank_prizes, party_job, printed_party, standings

pytestmark = pytest.mark.slow

MOST = 1.1  # Letter is 6 % lower and 3 % wider
PARTIES = {
    "tables": {"codes": dict.fromkeys(range(101), CODE)},
    "whist": {"system": "progressive-whist-1", "rounds": 24, "game": "whist"},
    "rotation": {"system": "rotation", "planned": 12},
    "pivot": {"system": "pivot", "rounds": 3, "planned": 3, "is_pivot": True},
    "series": {"system": "skat-series", "rounds": 1, "has_lists": True, "counts_games": True},
    "skat": {"system": "rotation", "rounds": 1, "is_skat": True},
}


def unlike(sheets, kinds, put_on_paper):
    """Return how many pages A4 and Letter take of each of *kinds* of which one takes clearly more."""
    pages = {
        kind.key: [
            len(PdfReader(BytesIO(put_on_paper(sheets, kind.key, paper=paper))).pages) for paper in ("a4", "letter")
        ]
        for kind in kinds
        if kind.has(sheets)
    }
    assert pages
    return {key: taken for key, taken in pages.items() if max(taken) > MOST * min(taken)}


@pytest.mark.parametrize("tables", [14, 28, 40])
def test_a_session_takes_as_many_pages_on_both_papers(tables):
    assert unlike(job(tables, 13, 2), KINDS, printed) == {}


@pytest.mark.parametrize("players", [40, 100])
@pytest.mark.parametrize("party", PARTIES)
def test_a_party_takes_as_many_pages_on_both_papers(party, players):
    prizes = blank_prizes("Ladies", "Gentlemen")
    lists = {"standings": standings(players), "prizes": prizes, "numbers": tuple(range(1, 101))}
    assert unlike(party_job(players, **lists, **PARTIES[party]), PARTY_KINDS, printed_party) == {}
