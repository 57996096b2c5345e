"""The files of other programs carry the hands that may be seen."""

import pytest

from director.additions.exports.event import make_results_export
from director.additions.exports.files.pbn import write_pbn, write_pbn_results
from director.additions.hands.deals import turn_deal
from director.additions.imports.formats.door import read_source
from director.additions.imports.store.event import import_file
from director.additions.imports.store.event_file import read_event_file
from director.additions.imports.store.event_import import import_event_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import (
    HANDS,
    fetch_first_section,
    fetch_scoring_field,
    fetch_section_acts,
)
from director.boards.play.results.acts import undo_section
from director.boards.scoring.deals import compute_played_boards
from director.boards.scoring.standings.event import EventResults
from director.core.files.event_file import make_event_archive
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from director.formats.pbn import read_games
from director.models import Deal
from tests.director.additions.exports.pbn_read import read_pbn_games
from tests.director.additions.hands.nights import make_dealt_section
from tests.factories import enter_all_results, make_club, make_night
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


def test_pbn_with_hands_is_in_export_form():
    section = make_dealt_section()
    (first, *_others) = read_pbn_games(
        write_pbn(make_results_export(EventResults(section.session.event)))
    )
    assert first["OptimumScore"] == "EW 430"
    assert first["Deal"].startswith("N:K843.")


def test_pbn_of_a_night_is_read_in_elsewhere_with_its_hands():
    section = make_dealt_section()
    data = write_pbn(make_results_export(EventResults(section.session.event)))
    imported = import_file(data=data, file_name="night.pbn", again=True, contest="pairs")
    kept = Deal.objects.filter(section__session__event=imported.event)
    assert dict(kept.values_list("board_no", "cards")) == dict(
        section.deals.values_list("board_no", "cards")
    )
    assert "It includes the hands of 6 boards." in imported.notes


def test_file_of_a_whole_event_holds_the_cards_and_their_history():
    section = make_dealt_section()
    turn_deal(section=section, board_no=2, quarters=1, user=None)
    file = read_event_file(make_event_archive(section.session.event))
    imported_event = import_event_file(
        club=make_club("Elsewhere"), file=file, can_repeat=True
    ).event
    kept = Deal.objects.filter(section__session__event=imported_event)
    assert list(kept.values_list("board_no", "cards", "makeable")) == list(
        section.deals.values_list("board_no", "cards", "makeable")
    )
    own = fetch_first_section(imported_event.pk)
    undo_section(
        section=own,
        number=fetch_section_acts(own, (HANDS,)).first().number,
        user=None,
        kinds=(HANDS,),
    )
    assert kept.get(board_no=2).cards == str(read_club_games()[2][0])
