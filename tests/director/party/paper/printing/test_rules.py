"""The rules that are read out before play."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from director.party.models import Party
from director.party.paper.printing.rules import party_rules
from director.party.presets.registry import NAMED_PRESETS
from tests.director.party.parties import make_by_name, make_party
from tests.director.party.presets.test_words import odd_number

pytestmark = pytest.mark.django_db


def rules_of(key: str, players: int = 13) -> dict[str, str]:
    return dict(party_rules(make_by_name(key=key, players=players)))


@pytest.mark.parametrize(
    "preset", [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]
)
def test_the_rules_of_every_party_are_whole_sentences(preset):
    rules = party_rules(make_by_name(key=preset.key, players=odd_number(preset)))
    headings = [heading for heading, _text in rules]
    assert len(headings) == len(set(headings))
    assert {
        "What is played",
        f"End of a {preset.round_word}",
        "Who moves",
        "Scoring",
        "Prizes",
        "Tie for a prize",
    } <= {*headings}
    for _heading, text in rules:
        assert text[0] == text[0].upper()
        assert text.endswith(".")
        assert "  " not in text
        assert ".." not in text


def test_the_rules_follow_the_settings():
    party = make_party(
        system="progressive-euchre",
        method="games",
        goal=5,
        options={"tie": "half-game", "lone_hands": "not-at-head", "odd": "short-table"},
        prizes={
            "places": 2,
            "table_winners": 3,
            "booby": True,
            "by_group": False,
            "final_tie": "cut",
        },
        pause_after=6,
        pause_minutes=15,
    )
    party.method_options |= {"sit_out": "0.5"}
    rules = dict(party_rules(party))
    assert (
        rules["What is played"] == "12 rounds of euchre, a game to 5 points, break after round 6."
    )
    assert rules["Tie at a table"] == "Half a game each, cut to decide who moves."
    assert rules["Lone hands"] == "Not at the head table."
    assert rules["Score for a sit-out"] == "½."
    assert rules["Prizes"] == "2 principal, 3 for the best winners of tables, booby."
    assert rules["Tie for a prize"] == "Cut."


def test_a_drive_says_how_the_room_moves_and_its_trumps():
    rules = rules_of("whist-drive")
    assert (
        rules["What is played"] == "24 hands of whist, tea after hand 12. Trumps in turn: ♥ ♣ ♦ ♠."
    )
    assert rules["Who moves"] == (
        "The winning lady goes to the next higher table. The winning gentleman goes to the next lower table. "
        "The losers stay. Partners separate."
    )
    assert "Direction of seat A" not in rules
    assert "Score at a short table" not in rules


def test_there_are_no_rules_before_a_game_is_chosen():
    assert party_rules(Party()) == ()


def test_the_sheet_has_all_of_it(desk):
    party = make_by_name(key="euchre-8", players=13)
    pdf = desk.get(f"/parties/{party.pk}/print/sheets.pdf?kinds=rules&paper=a4").content
    text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
    for heading, said in party_rules(party):
        assert heading in text
        assert said in text
