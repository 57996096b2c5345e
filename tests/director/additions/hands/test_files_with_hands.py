"""The files of other programs carry the hands that may be seen."""

import pytest

from director.additions.exports.event import make_results_export
from director.additions.exports.files.pbn import write_pbn, write_pbn_results
from director.additions.imports.formats.door import read_source
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import (
    fetch_scoring_field,
)
from director.boards.scoring.deals import compute_played_boards
from director.boards.scoring.standings.event import EventResults
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from director.formats.pbn import read_games
from tests.director.additions.exports.pbn_read import read_pbn_games
from tests.director.additions.hands.nights import make_dealt_section
from tests.factories import enter_all_results, make_night
from tests.scoring.hands.cards import read_club_games

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("write", [write_pbn, write_pbn_results], ids=["tables", "games"])
def test_pbn_has_the_hands_that_may_be_seen_and_no_others(write):
    section = make_dealt_section(leave=2)
    data = write(make_results_export(EventResults(section.session.event)))
    seen = compute_played_boards(fetch_scoring_field(section), fetch_section_lines(section))
    assert 0 < len(seen) < 6
    filed = {deal.board_no: (deal.hands, deal.makeable) for deal in read_deals(data)}
    assert filed == {no: read_club_games()[no][:2] for no in seen}
    assert {game.get_tag("Board") for game in read_games(data) if not game.get_tag("Deal")} == {
        str(no) for no in set(range(1, 7)) - seen
    }


def test_boards_without_cards_have_four_unknown_hands_which_every_program_reads():
    section = make_night(key="howell", pairs=4, boards_per_set=1)
    enter_all_results(section)
    for write in (write_pbn, write_pbn_results):
        data = write(make_results_export(EventResults(section.session.event)))
        deals = {game["Board"]: game["Deal"] for game in read_pbn_games(data)}
        assert (deals["1"], deals["2"]) == ("N:- - - -", "E:- - - -")
        assert not read_source(data, ()).sections[0].hands
        with pytest.raises(ImportFileError, match="no deals"):
            read_deals(data)
