"""Nothing of a hand is seen by those who play before its last table has played it: every page and file is searched."""

import json
import re

import pytest
from django.urls import reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.deals import compute_played_boards
from director.boards.scoring.standings.event import EventResults
from director.core.base.roles import Role
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.core.night.publishing import publish_results
from director.urls import urlpatterns
from tests.browser.walk import fill_addresses, make_address_numbers
from tests.director.additions.hands.nights import make_dealt_section
from tests.factories import make_account
from tests.scoring.hands.cards import read_club_games

pytestmark = pytest.mark.django_db
DIRECTORS_OWN = {"session_hands", "session_hands_pbn"}


def give_away(text, boards):
    """Return which of *boards* a text shows something of: a hand, a suit of five cards or more, or its tricks."""
    told = set()
    plain = re.sub(r"<[^>]+>|\s+", " ", text)
    dense = re.sub(r"\s+", "", plain).replace("10", "T")
    for board_no in boards:
        deal, makeable, _par = read_club_games()[board_no]
        suits = [deal.get_suit(seat, suit) for seat in "NESW" for suit in "SHDC"]
        if any(len(suit) >= 5 and suit in dense for suit in suits) or str(makeable) in text:
            told.add(board_no)
    return told


def pages(client, section, roles_own=()):
    """Yield the name and text of every page and file of *section* that *client* is shown."""
    table = open_table_addresses(session=section.session, section=section, tables=[1])[1]
    pair = open_entry_addresses(section=section, pairs=[1])[1]
    numbers = make_address_numbers(
        section.session, ref=section.ref, result_id=section.results.first().pk, person_id=1
    )
    tokens = {"t": table.token, "my": pair.token}
    for pattern in urlpatterns:
        begins = str(pattern.pattern).partition("/")[0]
        own = numbers | ({"token": tokens[begins]} if begins in tokens else {})
        if not set(pattern.pattern.converters) <= set(own) or pattern.name in roles_own:
            continue
        for board_no in (1, 5, 6):
            response = client.get(fill_addresses(pattern, own | {"board_no": board_no}))
            if "board_no" not in pattern.pattern.converters and board_no > 1:
                break
            if response.status_code == 200 and not response.streaming:
                yield f"{pattern.name} {board_no}", response.content.decode("latin-1")


def test_search_finds_what_a_page_would_show():
    deal, makeable, _par = read_club_games()[1]
    spaced = " ".join(deal.get_hand("E").replace(".", " ").replace("T", "10"))
    assert give_away(f"<p>{deal}</p>", [1]) == {1}
    assert give_away(f"<td>{spaced}</td>", [1]) == {1}
    assert give_away(str(makeable), [1, 2]) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("is_published", [False, True], ids=["before", "published"])
@pytest.mark.parametrize(
    "role", [None, Role.VIEWER, Role.SCORER], ids=["visitor", "viewer", "scorer"]
)
def test_no_page_shows_a_card_of_a_board_that_some_table_has_still_to_play(
    client, role, is_published
):
    section = make_dealt_section(leave=2)
    if is_published:
        publish_results(event=section.session.event)
    if role:
        client.force_login(make_account("vera", role))
    open_boards = compute_played_boards(fetch_scoring_field(section), fetch_section_lines(section))
    secret = set(range(1, 7)) - open_boards
    assert len(secret) == 2
    told = {name: give_away(text, secret) for name, text in pages(client, section, DIRECTORS_OWN)}
    assert len(told) > 3
    assert {name: boards for name, boards in told.items() if boards} == {}


def test_public_page_shows_the_hand_once_every_table_has_played(client):
    section = make_dealt_section()
    publish_results(event=section.session.event)
    text = client.get(reverse("event_board", args=[section.session.event_id, 1])).content.decode()
    assert give_away(text, [1]) == {1}
    assert "Makeable tricks" in text
    assert "3NT by E-W, 1 over" in re.sub(r"\s+", " ", text)


def test_json_has_deal_makeable_and_par_of_open_boards_only(client):
    section = make_dealt_section(leave=2)
    publish_results(event=section.session.event)
    boards = json.loads(client.get(reverse("event_json", args=[section.session.event_id])).content)[
        "boards"
    ]
    open_boards = compute_played_boards(fetch_scoring_field(section), fetch_section_lines(section))
    told = {
        board["board"]: (board["deal"], board["makeable"], board["par"])
        for board in boards
        if "deal" in board
    }
    hands = {no: read_club_games()[no] for no in open_boards}
    assert told == {
        no: (str(deal), str(makeable), par) for no, (deal, makeable, par) in hands.items()
    }


def test_cards_say_what_they_were_worth(client):
    section = make_dealt_section()
    (sheets,) = EventResults(section.session.event).sessions
    card = sheets.find_card(1)
    known = [line for line in card.lines if line.score is not None]
    pars = {no: read_club_games()[no][2] for no in range(1, 7)}
    assert card.par_comparison.board_count == len(known)
    assert card.par_comparison.par_sum == sum(
        pars[line.board_no] * (1 if line.direction == "NS" else -1) for line in known
    )
    assert card.par_comparison.difference == sum(line.to_par for line in known)
    board = sheets.get_board_sheet(1)
    assert [line.to_par for line in board.lines if line.score is not None] == [
        line.score - pars[1] for line in board.lines if line.score is not None
    ]
