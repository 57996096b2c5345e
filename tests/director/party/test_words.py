"""Every party by name speaks of itself in one way: on paper, in step 1, on phones and in what was done."""

import re

import pytest
from django.test import Client

from director.core.night.links.opening import open_table_addresses
from director.errors import PartyError
from director.party.movement.games import fetch_party_record
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.form import PartyFieldForm
from director.party.pages.field.views import summarize_typed_party
from director.party.pages.play.page import fetch_party_play
from director.party.paper.files import make_party_tables
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.party.paper.printing import (
    list_available_kinds,
    list_preselected_kinds,
    make_party_job,
)
from director.party.play.play import seat_next_round
from director.party.presets import NAMED_PRESETS, find_preset
from director.party.scoring.sheets import fetch_party_results
from director.party.scoring.standings import explain_player_total
from director.pdf.sheet_kinds import render
from movements.party.checks import can_seat
from movements.party.rounds import PARTY_SYSTEMS, get_system_and_rule
from tests.cases import leave_to_slow
from tests.director.pages import find_texts
from tests.director.party.parties import enter_winner, make_party, make_preset_party, play_round
from tests.director.pdf.factories import PRINTED_AT
from tests.director.pdf.reading import read_pages

pytestmark = pytest.mark.django_db

NAMED = [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]
CARDS, SHEETS = ("tally-cards", "drive-cards"), ("score-sheets", "rotation-charts")
ROUND_WORDS = {"Round", "Game", "Hand", "Series", "Session"}


def find_odd_number(preset) -> int:
    """Return the largest number of players up to 23 for whom *preset* has seats."""
    system, rule = get_system_and_rule(preset.system, dict(preset.options))
    return max(size for size in system.legal_sizes if size <= 23 and can_seat(system, rule, size))


def seated(preset, players: int = 0):
    return make_preset_party(key=preset.key, players=players or find_odd_number(preset))


def printed(job, *kinds):
    return read_pages(render(job, kinds, "a4", available_kinds=PARTY_KINDS, printed_at=PRINTED_AT))


@pytest.mark.slow
@pytest.mark.parametrize("preset", NAMED)
def test_everything_that_can_be_printed_of_a_party_is_printed_in_its_words(preset):
    party = seated(preset)
    job = make_party_job(party)
    there = [kind.key for kind, is_there in list_available_kinds(job) if is_there]
    assert set(list_preselected_kinds(job)) == set(preset.paper)
    for kind in there:
        texts_there = {text for page in printed(job, kind) for text in page.texts}
        if kind in CARDS + SHEETS and not (kind == "drive-cards" and "No" in texts_there):
            assert texts_there & ROUND_WORDS == {party.round_noun.capitalize()}, kind
        if kind in CARDS:
            assert any(text.startswith("Group ") for text in texts_there) <= party.tells_groups
        if kind == "score-sheets" and party.method == "tricks":
            assert "Tricks" in texts_there
            assert "Points" not in texts_there


@pytest.mark.parametrize("preset", NAMED)
def test_a_party_with_trumps_in_turn_has_them_on_its_usual_cards(preset):
    assert ("drive-cards" in preset.paper) == bool(preset.settings.get("trumps"))


@pytest.mark.parametrize("preset", leave_to_slow(NAMED, but=1))
def test_no_two_of_a_table_are_told_the_same_seat_where_they_play_alone(preset):
    job = make_party_job(seated(preset))
    for table in job.tables:
        places = [seat.seat for side in table.sides for seat in side]
        if all(len(side) == 1 for side in table.sides):
            assert len(set(places)) == len(places)


@pytest.mark.parametrize(
    ("key", "lines"), [("schafkopf", {32, 40}), ("doppelkopf", {24, 30}), ("skat-preis", {48, 36})]
)
def test_a_list_has_a_line_for_every_game_of_the_round(key, lines):
    party = seated(find_preset(key), {"skat-preis": 11}.get(key, 13))
    pages = printed(make_party_job(party), "series-lists")
    assert {max(int(text) for text in page.texts if text.isdecimal()) for page in pages} == lines
    assert {page.texts[2] for page in pages} == {f"{party.round_noun.capitalize()} 1"}


def test_lists_of_plus_and_minus_ask_for_no_games_won():
    job = make_party_job(seated(find_preset("schafkopf"), 8))
    (page, *_) = printed(job, "series-lists")
    assert "Plus" in page.texts
    assert "Won" not in page.texts


def test_a_caller_has_no_chart_and_cut_in_tables_have_score_sheets():
    kinds = {
        key: {
            kind.key
            for kind, is_there in list_available_kinds(make_party_job(seated(find_preset(key))))
            if is_there
        }
        for key in ("caller-contest", "cut-in-tables", "pivot")
    }
    assert {"rotation-charts", "pivot-sheets"} & kinds["caller-contest"] == set()
    assert "score-sheets" in kinds["cut-in-tables"]
    assert "pivot-sheets" in kinds["pivot"]
    assert "score-sheets" not in kinds["pivot"]


# -- in words ----------------------------------------------------------------------------------------------------------


def summary(key: str):
    party = make_party(players=16)
    form = PartyFieldForm(
        {"preset": key, "shown-preset": "", "players": "16"}, party=party, players=16
    )
    return summarize_typed_party(form)


SPOKEN = ("rounds", "minutes", "hands", "pause_after")


@pytest.mark.parametrize(
    ("key", "labels"),
    [
        ("whist-drive", "Hands; Minutes per hand; Hands between moves; Break after hand"),
        ("euchre-8", "Rounds; Minutes per round; Hands per round; Break after round"),
        ("cards-45", "Games; Minutes per game; Hands per game; Break after game"),
        ("skat-preis", "Series; Minutes per series; Games per series; Break after series"),
        ("rapid-euchre", "Rounds; Minutes per round; Hands per round; Break after round"),
    ],
)
def test_step_1_asks_in_the_word_of_the_evening(key, labels):
    form = PartyFieldForm(
        {"preset": key, "shown-preset": "", "players": "16"}, party=make_party(), players=16
    )
    assert "; ".join(form.fields[name].label for name in SPOKEN) == labels


ROUND = re.compile(r"\brounds?\b", re.IGNORECASE)
OTHERWISE = [preset for preset in NAMED_PRESETS if preset.round_noun != "round"]


@pytest.mark.parametrize(
    "preset", leave_to_slow([pytest.param(preset, id=preset.key) for preset in OTHERWISE], but=2)
)
def test_no_round_is_left_where_the_evening_has_another_word(desk, preset):
    party = seated(preset)
    page = desk.get(f"/parties/{party.pk}/field/")
    others = [other.line for other in NAMED_PRESETS]
    others += [system.name for system in PARTY_SYSTEMS if system.key != preset.system]
    labels = [
        text for text in find_texts(page, "label") if not any(other in text for other in others)
    ]
    own = [
        *labels,
        *find_texts(page, "#evening p"),
        *find_texts(page, "option"),
        *find_texts(page, "summary"),
    ]
    tables = make_party_tables(fetch_party_results(party))
    own += [
        str(text)
        for table in tables
        for text in (table.title, *(column.title for column in table.columns))
    ]
    own += [str(value) for row in tables[-1].rows for value in row]
    assert [text for text in own if ROUND.search(text)] == []


@pytest.mark.parametrize(
    ("key", "first", "formula"),
    [
        ("whist-drive", "Hand 1, table 1: won, 8 tricks", "8 in 1 hand = 8 tricks, place "),
        ("cards-45", "Game 1, table 1: won", "1 in 1 game = 1 game, place "),
        ("euchre-8", "Round 1, table 1: won, 8 points", "8 in 1 game = 8 points, place "),
    ],
)
def test_results_and_why_speak_in_the_word_of_the_evening(desk, key, first, formula):
    party = seated(find_preset(key), 12)
    party.entry = "points"
    party.save()
    enter_winner(party, 1, 0, **({} if key == "cards-45" else {"points": (8, 5)}))
    player = fetch_party_record(fetch_party_by_session(party.pk)).rounds[0].tables[0].sides[0][0]
    why = explain_player_total(fetch_party_record(fetch_party_by_session(party.pk)), player)
    assert why.games[0].text[: len(first)] == first
    assert why.formula[: len(formula)] == formula
    pages = [f"/parties/{party.pk}/results/?{asked}" for asked in (f"why={player}", "tab=export")]
    shown = [find_texts(desk.get(page), "main")[0] for page in pages]
    assert f"every {party.round_noun}" in shown[1]
    assert party.round_noun == "round" or not ROUND.search(" ".join(shown))


def test_courts_are_told_with_commas_and_not_as_trumps():
    names = "Coronation, Prosperity, Conspiracy, Revolution, Confiscation, Restoration"
    assert summary("whist-court").trumps == f"Courts in turn: {names}"
    assert summary("whist-swedish").trumps == "Trumps in turn: ♠ ♥ NT ♦ ♣ misère"


@pytest.mark.parametrize(
    ("key", "title", "sentence"),
    [
        (
            "whist-drive",
            "24 hands",
            "Fill in your own card and hand it in at the end. Nothing to enter here.",
        ),
        (
            "caller-contest",
            "6 rounds",
            "Fill in your own card and hand it in after each round. Nothing to enter here.",
        ),
    ],
)
def test_a_table_whose_players_write_cards_is_told_when_to_hand_them_in(key, title, sentence):
    party = seated(find_preset(key), 12)
    (table,) = open_table_addresses(session=party.session, tables=[1]).values()
    page = Client().get(f"/t/{table.token}/")
    assert find_texts(page, "h1") == [title]
    assert find_texts(page, "p.say")[-1] == sentence
    assert "hearts" not in " ".join(find_texts(page, "p.about"))


def test_refusals_speak_of_hands_at_a_drive_and_of_rounds_elsewhere():
    said = []
    for key in ("whist-drive", "freeze-out-whist"):
        party = seated(find_preset(key), 12)
        with pytest.raises(PartyError) as refused:
            seat_next_round(party=party, round_no=1, user=None)
        said.append(str(refused.value))
    tables = "Tables 1, 2 and 3 have no winner in"
    assert said == [
        f"{tables} hand 1 yet. Enter that first.",
        f"{tables} round 1 yet. Enter that first.",
    ]


def test_players_knocked_out_are_not_in_the_next_moves():
    party = seated(find_preset("freeze-out-whist"), 16)
    play_round(party)
    for table_no in fetch_party_play(party).unreported_tables:
        enter_winner(party, table_no)
    ahead = fetch_party_play(fetch_party_by_session(party.pk)).next_tables
    told = {
        how
        for coming in ahead
        if coming.record.rest == "is out"
        for side in coming.sides
        for _seat, how in side
    }
    assert told == {"", "goes out"}


def tables_of_chart(party) -> dict[tuple[int, str], str]:
    """Return by round and title what the director's chart of *party* has, read off the page by columns."""
    (page, *_) = printed(make_party_job(party), "rotation-charts")
    heads = [item for item in page.drawn if re.fullmatch(r"Table \d+|Sit out", item.text)]
    rounds = [
        item
        for item in page.drawn
        if item.text.isdecimal() and item.right < min(head.left for head in heads)
    ]
    chart = {}
    for item in page.drawn:
        line = next((row for row in rounds if abs(row.bottom - item.bottom) < 4), None)
        if line and item not in rounds:
            head = min(heads, key=lambda head: abs(head.left + head.right - item.left - item.right))
            chart[int(line.text), head.text] = item.text
    return chart


def test_a_chart_names_tables_by_their_numbers_where_one_between_them_sits_out():
    party = seated(find_preset("whist-partner"), 14)
    chart = tables_of_chart(party)
    for round_sheet in make_party_job(party).planned_rounds:
        for table in round_sheet.tables:
            meeting = " v ".join(
                "&".join(str(seat.number) for seat in side) for side in table.sides
            )
            if not table.sits_out:
                assert chart[round_sheet.round_no, f"Table {table.table_no}"] == meeting
