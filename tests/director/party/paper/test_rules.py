"""The rules that are read out before play."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from director.party.models import Party
from director.party.paper import rules
from director.party.paper.rules import describe_party_rules
from director.party.presets import NAMED_PRESETS
from movements.party.rounds import PARTY_SYSTEMS
from scoring.party.prizes import PrizeRules
from tests.cases import leave_to_slow
from tests.director.party.parties import make_party, make_preset_party
from tests.director.party.test_words import find_odd_number

pytestmark = pytest.mark.django_db

HEADINGS = (
    "What is played",
    "Who moves",
    "Who deals",
    "Ties",
    "Lone hands",
    "Sitting out",
    "Small tables",
    "Scoring",
    "Prizes",
    "Time",
)
SENTENCE = re.compile(r"[A-Z“][^.]*[a-z][^.]*")


def check_sentences(party: Party, phrases: set[str]) -> None:
    """Fail unless each heading is known and each text is sentences, none of them a bare phrase."""
    rules = describe_party_rules(party)
    headings = [heading for heading, _text in rules]
    known = (HEADINGS[0], f"End of a {party.round_noun}", *HEADINGS[1:])
    assert headings == [heading for heading in known if heading in headings]
    assert {known[0], known[1], known[2], "Scoring"} <= {*headings}
    for _heading, text in rules:
        assert text.endswith(".")
        assert "  " not in text
        assert text.removesuffix(".").casefold() not in phrases
        for sentence in re.split(
            r"\.”? ", text.removesuffix(".").replace("0.50", "50").replace("1.00", "100")
        ):
            assert SENTENCE.match(sentence), text
            assert len(sentence.split()) > 1, text


@pytest.mark.parametrize(
    "preset",
    leave_to_slow([pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS], but=3),
)
def test_the_rules_of_every_preset_are_sentences(preset):
    check_sentences(make_preset_party(key=preset.key, players=find_odd_number(preset)), set())


@pytest.mark.parametrize(
    "system",
    leave_to_slow([pytest.param(system, id=system.key) for system in PARTY_SYSTEMS], but=2),
)
def test_the_rules_of_every_system_are_sentences_with_every_option(system):
    party = make_party(
        system=system.key, players=max(size for size in system.legal_sizes if size <= 23)
    )
    usual = dict(party.options)
    for option in system.options:
        needed_option, needed_choice = option.condition
        phrases = {phrase.casefold() for phrase in option.phrases.values()}
        for choice in option.choices[:8]:
            party.options = usual | {option.name: choice}
            if needed_option in usual:
                party.options[needed_option] = needed_choice
            check_sentences(party, phrases)


def test_every_kind_of_prize_has_words():
    not_numbers = {"by_group", "equal_numbers", "one_each", "leavers", "final_tie", "half_after"}
    assert {*rules.PRIZE_PURPOSES} | not_numbers == set(PrizeRules.__dataclass_fields__)


def rules_of(system: str, options: dict[str, str], **settings) -> dict[str, str]:
    return dict(describe_party_rules(make_party(system=system, options=options, **settings)))


@pytest.mark.parametrize(
    ("seat", "deal", "dealer"),
    [
        ("b", "visiting-a", "Later the player in seat B who has just arrived deals first."),
        ("b", "remaining-a", "Later the player in seat A who has stayed deals first."),
        ("a", "visiting-a", "Later the player in seat A who has just arrived deals first."),
    ],
)
def test_where_one_seat_moves_the_dealer_is_somebody_who_is_there(seat, deal, dealer):
    rules = rules_of("progressive-euchre", {"who_moves": "one-seat", "seat": seat, "deal": deal})
    assert rules["Who deals"].endswith(dealer)


def test_a_skat_congress_has_the_prizes_of_its_scale():
    assert rules_of("skat-congress", {})["Prizes"].startswith(
        "In each session there are seven prizes. They are for most games won minus games lost, "
    )


def test_rules_without_use_are_not_printed():
    rules = rules_of("classic-drive", {}, players=16, prizes={"places": 0, "booby": False})
    assert {"Sitting out", "Small tables", "Ties", "Lone hands", "Prizes"} & {*rules} == set()


def test_the_sheet_has_all_of_it(desk):
    party = make_preset_party(key="euchre-8", players=13)
    pdf = desk.get(f"/parties/{party.pk}/print/sheets.pdf?kinds=rules&paper=a4").content
    text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
    for heading, said in describe_party_rules(party):
        assert heading in text
        assert said in text
