"""How fast hands are: records on paper, par, and looking for boards in the wrong place."""

import pytest

from scoring.bridge.contracts import get_dealer, get_vulnerability
from scoring.hands.makeable import compute_par
from scoring.hands.misplaced import find_deal_correction
from tests.director.additions.hands.test_paper import make_records, render_records
from tests.scoring.hands.cards import read_club_games, read_club_results

pytestmark = pytest.mark.bench


def test_hand_record_of_36_boards(benchmark):
    """One page; wanted in under a second."""
    job = make_records(36)
    assert benchmark(render_records, job).startswith(b"%PDF")


def test_par_of_28_boards(benchmark):
    games = read_club_games()

    def reckon():
        return [
            compute_par(games[no][1], get_vulnerability(no), get_dealer(no)).score for no in games
        ]

    assert benchmark(reckon) == [games[no][2] for no in games]


def test_looking_for_wrong_cards_of_an_evening(benchmark):
    """27 boards at eleven tables; wanted within the answer of a page."""
    deals = {no: deal for no, (deal, _makeable, _par) in read_club_games().items()}
    makeable = {no: own for no, (_deal, own, _par) in read_club_games().items()}
    assert benchmark(find_deal_correction, read_club_results(), deals, makeable) is None
