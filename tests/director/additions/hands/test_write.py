import builtins

import pytest

from director.additions.hands import deals
from director.additions.hands.deals import (
    analyse_deals,
    correct_deals,
    deal_hands,
    find_section_correction,
    remove_deals,
    turn_deal,
)
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field, fetch_section_acts
from director.boards.play.hands import store_deals
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.boards.scoring.deals import fetch_hands_by_key
from director.core.base.act_kinds import ActKind
from director.errors import DeskError
from director.formats.deals import DealInFile
from director.models import Act, Deal
from scoring.hands.cards import parse_hands
from tests.director.additions.hands.nights import make_dealt_section, store_club_deals
from tests.factories import make_night
from tests.scoring.hands.cards import read_club_games, read_club_results

pytestmark = pytest.mark.django_db


def stored_cards(section):
    return dict(Deal.objects.filter(section=section).values_list("board_no", "cards"))


def last(section):
    return fetch_section_acts(section, (ActKind.HANDS,)).first()


def test_file_without_a_board_in_play_is_refused_with_a_sentence():
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    with pytest.raises(DeskError) as refusal:
        store_deals(
            section=section,
            deals=[DealInFile(28, read_club_games()[28][0])],
            source="x.pbn",
            user=None,
        )
    assert str(refusal.value) == (
        "The file has boards 28, but this event plays 1 to 6. Nothing was imported."
    )
    assert not Deal.objects.exists()


def test_words_of_acts_tell_no_card_and_no_seed():
    section = make_dealt_section(entered=False)
    deal_hands(section=section, user=None, seed="verysecret")
    words = " ".join(Act.objects.values_list("words", flat=True))
    assert "verysecret" not in words
    assert all(cards not in words for cards in stored_cards(section).values())


def test_board_that_was_played_keeps_its_cards_when_boards_are_dealt():
    section = make_dealt_section(entered=False)
    line = fetch_section_lines(section).get_board_lines(2)[0]
    enter_result(section=section, board_no=2, ns=line.ns, ew=line.ew, text="4SS=", user=None)
    before = stored_cards(section)
    taken = deal_hands(section=section, user=None)
    assert taken.boards == (1, 3, 4, 5, 6)
    assert {no for no in before if stored_cards(section)[no] == before[no]} == {2}


@pytest.mark.parametrize("seed", ["no blanks", "ö", "x" * 65])
def test_odd_seed_is_refused(seed):
    with pytest.raises(DeskError) as refusal:
        deal_hands(
            section=make_night(key="howell", pairs=4, boards_per_set=2), user=None, seed=seed
        )
    assert str(refusal.value) == f"“{seed}” isn’t a seed. Use 1 to 64 letters and digits."


def test_cards_taken_out_come_back_by_undo():
    section = make_dealt_section(entered=False)
    before = stored_cards(section)
    remove_deals(section=section, user=None)
    assert stored_cards(section) == {}
    undo_section(section=section, number=last(section).number, user=None, kinds=(ActKind.HANDS,))
    assert stored_cards(section) == before


def test_board_is_turned_with_what_can_be_made():
    section = make_dealt_section(entered=False)
    turn_deal(section=section, board_no=3, quarters=1, user=None)
    deal, makeable, _par = read_club_games()[3]
    hand = fetch_hands_by_key(fetch_scoring_field(section))[section.pk, 3]
    assert hand.cards == deal.turn_by_quarters(1)
    assert hand.makeable == makeable.turn_by_quarters(1)


def make_real_evening(tables=6):
    """Return a night of 27 boards whose results are those of the real evening, with its cards."""
    section = make_night(key="mitchell", pairs=18, boards_per_set=3)
    store_club_deals(section)
    for board_no, played in read_club_results().items():
        for line, result in zip(
            fetch_section_lines(section).get_board_lines(board_no), played[:tables], strict=False
        ):
            over = result.tricks - result.level - 6
            text = f"{result.level}{result.denomination}{result.declarer}{f'{over:+}' if over else '='}"
            enter_result(
                section=section, board_no=board_no, ns=line.ns, ew=line.ew, text=text, user=None
            )
    return section


@pytest.mark.slow
def test_boards_in_the_wrong_place_are_put_right_in_one_act():
    section = make_real_evening(tables=9)
    assert find_section_correction(section) is None
    right = stored_cards(section)
    cards = {5: right[6], 6: right[5]}
    for deal in Deal.objects.filter(section=section, board_no__in=cards):
        other = read_club_games()[11 - deal.board_no]
        deal.cards, deal.makeable = cards[deal.board_no], str(other[1])
        deal.save()
    moves = {
        move.board_no: (move.source_board_no, move.quarters)
        for move in find_section_correction(section).moves
    }
    assert moves == {5: (6, 0), 6: (5, 0)}
    with pytest.raises(DeskError) as refusal:
        correct_deals(section=section, moves_by_board={5: (6, 1)}, user=None)
    assert (
        str(refusal.value)
        == "The hands or results have changed since you opened this page. Check again."
    )
    correct_deals(section=section, moves_by_board=moves, user=None)
    assert stored_cards(section) == right
    assert last(section).words == "Hands of boards 5, 6 moved to the boards they were played on."
    assert find_section_correction(section) is None


def test_without_the_solver_a_sentence_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith(deals.SOLVER_PACKAGE):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    deal_hands(section=section, user=None, seed="abc")
    with pytest.raises(DeskError) as refusal:
        analyse_deals(section=section, user=None)
    assert str(refusal.value) == (
        "Makeable tricks need an extra that isn’t installed. Install it with “pip install .[hands]”."
    )


@pytest.mark.slow
def test_solver_finds_what_the_file_of_a_real_evening_says():
    pytest.importorskip("endplay", reason="the extra hands is not installed")
    section = make_dealt_section(entered=False)
    section.deals.filter(board_no__lte=2).update(makeable="")
    assert analyse_deals(section=section, user=None) == 2
    hands = fetch_hands_by_key(fetch_scoring_field(section))
    assert [hands[section.pk, no].makeable for no in (1, 2)] == [
        read_club_games()[no][1] for no in (1, 2)
    ]
    assert parse_hands(stored_cards(section)[1]) == read_club_games()[1][0]
