"""Match cards of old matches in which the two tables exchange their boards."""

import pytest

from director.models.event import Contest
from tests.director.boards.others import make_contest_section
from tests.director.boards.test_auction import read_printed_text

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "boards"), [("new-england-qualifying", 2), ("new-england-trophy", 3)]
)
def test_new_england_match_has_a_card_for_each_exchange_of_boards(desk, key, boards):
    section = make_contest_section(
        Contest.TEAMS, key=key, size=2, boards_per_set=boards, named=False
    )
    cards = read_printed_text(desk, section, "match-cards")
    for first_round in range(1, 12, 2):
        assert f"Rounds {first_round}–{first_round + 1}" in " ".join(cards.split())
    sheets = " ".join(read_printed_text(desk, section, "team-sheets").split())
    assert sheets.count("Rounds 11–12, table 1, N-S.") == 1
    assert "Line-up of team" in read_printed_text(desk, section, "line-up-slips")
