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
from scoring.party.methods import PARTY_METHODS
from scoring.party.prize_ties import FINAL_TIES
from scoring.party.prizes import PrizeRules
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
WHIST_DRIVE = {
    "What is played": (
        "You play 24 hands of whist. The trumps are hearts, clubs, diamonds and spades, in turn."
    ),
    "End of a hand": "A hand ends when every table has finished.",
    "Who moves": (
        "The winning lady goes to the next higher table number. "
        "The winning gentleman goes to the next lower table number. The losers stay. "
        "Each player who stays takes one who arrives as the new partner. "
        "The last table and table 1 are neighbours."
    ),
    "Who deals": "At each table you cut for the deal.",
    "Sitting out": (
        "One player sits out in each hand, in turn. "
        "When you sit out, write 6 the first time, 7 the second."
    ),
    "Scoring": (
        "You score every trick your side takes, win or lose. The tricks of both sides add up to 13. "
        "Everybody writes a card and hands it in at the end."
    ),
    "Prizes": (
        "There are three prizes for the best totals and a prize for the lowest total. "
        "Ladies and gentlemen have their own prizes. Nobody takes two prizes. "
        "If players tie for a prize, they share the prizes."
    ),
    "Time": (
        "Each hand takes 6 minutes, moving included. There is tea after hand 12, for 25 minutes. "
        "The evening lasts 2 hours and 49 minutes."
    ),
}
EUCHRE_BELL = {
    "What is played": "You play 12 rounds of euchre. Each game is to 5 points.",
    "End of a round": (
        "When a side at table 1 has 5 points, that table rings the bell. "
        "The round then ends at every table. At every other table the side that is ahead has won."
    ),
    "Who moves": (
        "The winners go up one table, towards table 1. The losers stay. "
        "Each player who stays takes one who arrives as the new partner. "
        "At table 1 the winners stay together, and the losers go to the last table."
    ),
    "Who deals": (
        "In the first round you cut for the deal. Later the lady who has just arrived deals first."
    ),
    "Ties": "If a table is tied, its two sides cut, and the winner of the cut has won.",
    "Lone hands": "You may play a lone hand at every table.",
    "Scoring": "You score one for each game you win. Each table reports who won.",
    "Prizes": (
        "There are two prizes for the best totals and a prize for the lowest total. "
        "Ladies and gentlemen have their own prizes. If players tie for a prize, they play off."
    ),
    "Time": "Each round takes 10 minutes, moving included. The evening lasts 2 hours.",
}
CINCH = {
    "What is played": "You play 12 rounds of cinch. Each game is to 32 points.",
    "End of a round": (
        "The first side with 32 points rings the bell. The round then ends at every table. "
        "At every other table the side that is ahead has won."
    ),
    "Who moves": EUCHRE_BELL["Who moves"],
    "Ties": EUCHRE_BELL["Ties"],
    "Small tables": "At a table of two everybody plays alone. Only the best player there scores.",
    "Scoring": EUCHRE_BELL["Scoring"],
    "Prizes": (
        "There are two prizes for the best totals and a prize for the lowest total. "
        "Group A and group B have their own prizes. If players tie for a prize, they play off."
    ),
    "Time": "Each round takes 12 minutes, moving included. The evening lasts 2 hours and 24 minutes.",
}


@pytest.mark.parametrize(
    ("key", "players", "rules"),
    [("whist-drive", 25, WHIST_DRIVE), ("euchre-bell", 24, EUCHRE_BELL)],
)
def test_a_usual_evening_reads_like_this(key, players, rules):
    assert dict(describe_party_rules(make_preset_party(key=key, players=players))) == rules


def test_progressive_cinch_reads_like_this():
    assert dict(describe_party_rules(make_party(system="progressive-cinch", players=18))) == CINCH


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
    "preset", [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]
)
def test_the_rules_of_every_preset_are_sentences(preset):
    check_sentences(make_preset_party(key=preset.key, players=find_odd_number(preset)), set())


@pytest.mark.parametrize(
    "system", [pytest.param(system, id=system.key) for system in PARTY_SYSTEMS]
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


@pytest.mark.parametrize(
    "method", [pytest.param(method, id=method.key) for method in PARTY_METHODS]
)
def test_the_scoring_of_every_method_is_sentences_with_every_option(method):
    party = make_party(players=23, method=method.key)
    usual = method.complete_settings({})
    for option in method.options:
        phrases = {phrase.casefold() for phrase in option.phrases.values()}
        for choice in option.choices[:8]:
            party.method_options = {**usual, option.name: choice}
            check_sentences(party, phrases)


def test_every_way_to_break_a_tie_for_a_prize_has_a_sentence():
    assert rules.FINAL_TIE_SENTENCES.keys() == FINAL_TIES.keys()
    party = make_party()
    for key in FINAL_TIES:
        party.prizes = {"final_tie": key}
        check_sentences(party, set())


def test_every_kind_of_prize_has_words():
    not_numbers = {"by_group", "equal_numbers", "one_each", "leavers", "final_tie", "half_after"}
    assert {*rules.PRIZE_PURPOSES} | not_numbers == set(PrizeRules.__dataclass_fields__)


def test_every_method_is_known():
    assert rules.SCORING_SENTENCES.keys() == {method.key for method in PARTY_METHODS}


def rules_of(system: str, options: dict[str, str], **settings) -> dict[str, str]:
    return dict(describe_party_rules(make_party(system=system, options=options, **settings)))


@pytest.mark.parametrize(
    ("system", "options", "told"),
    [
        (
            "progressive-whist-1",
            {"head_table": "split"},
            "At table 1 the winners stay but part, and the losers go to the last table.",
        ),
        (
            "progressive-euchre",
            {"head_table": "to-foot"},
            "From table 1 they go to the last table.",
        ),
        ("drive-whist", {"direction": "up"}, "The winners go to the next lower table number."),
        ("drive-whist", {"direction": "down"}, "From the last table they go on to table 1."),
        (
            "classic-drive",
            {"seat_a_goes": "lower"},
            "The winning player in seat A goes to the next lower table number.",
        ),
        (
            "progressive-euchre",
            {"who_moves": "winner-and-loser"},
            "The two who stay play together, against the two who arrive.",
        ),
        (
            "progressive-euchre",
            {"who_moves": "one-seat", "reverse_after": "6"},
            "After round 6 every player in seat A moves in this way instead.",
        ),
        ("cut-in", {"shared_by": "6"}, "Everyone stays at the same table."),
        (
            "skat-series",
            {"seats": "standing-2"},
            "From series 2 on the best players sit at table 1, the next at table 2, and so on.",
        ),
    ],
)
def test_the_moves_follow_the_options(system, options, told):
    assert told in rules_of(system, options)["Who moves"]


def test_the_rules_follow_the_settings():
    rules = rules_of(
        "progressive-euchre",
        {"tie": "half-game", "lone_hands": "not-at-head", "odd": "sit-out"},
        players=18,
        method="games",
        goal=7,
        prizes={"places": 1, "table_winners": 3, "booby": False, "by_group": False},
        pause_after=6,
        pause_minutes=15,
    )
    assert rules["What is played"] == "You play 12 rounds of euchre. Each game is to 7 points."
    assert rules["Ties"] == (
        "If a table is tied, each side has half a game. The sides cut to see who moves."
    )
    assert rules["Lone hands"] == "You may play a lone hand at every table except table 1."
    assert rules["Sitting out"] == (
        "Two players sit out in each round, in turn. When you sit out, you score nothing."
    )
    assert rules["Prizes"] == (
        "There is a prize for the best total and three prizes for the best winners of tables. "
        "If players tie for a prize, they play off."
    )
    assert rules["Time"] == (
        "Each round takes 12 minutes, moving included. There is a break after round 6, for 15 "
        "minutes. The evening lasts 2 hours and 39 minutes."
    )


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


def test_there_are_no_rules_before_a_game_is_chosen():
    assert describe_party_rules(Party()) == ()


def test_the_sheet_has_all_of_it(desk):
    party = make_preset_party(key="euchre-8", players=13)
    pdf = desk.get(f"/parties/{party.pk}/print/sheets.pdf?kinds=rules&paper=a4").content
    text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())
    for heading, said in describe_party_rules(party):
        assert heading in text
        assert said in text
