"""Ready-made parties for the tests."""

import json
from datetime import date

import pytest

from director.additions.seasons.settings import add_season, add_season_events, store_season
from director.core.night.clock_buttons import run_clock_command
from director.errors import DeskError
from director.models import Season
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.play.draw import draw_party
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from director.party.play.seats import ListedPlayer, name_players
from director.party.play.setup import create_party, make_preset_settings, set_up_party
from director.party.presets import find_preset
from movements.party.rounds import get_progressive_system
from scoring.party.methods import get_party_method, list_party_methods
from tests.factories import FIRST_NAMES, LAST_NAMES, make_club

SEED = 1916


def count_in_season(*parties: Party, name: str = "Winter", **rules) -> Season:
    """Return the club's season *name* with these *parties* and *rules*, by default a sum of totals."""
    club = parties[0].session.event.club
    season = Season.objects.filter(club=club, name=name).first()
    if season is None:
        season = add_season(club=club, name=name, **{"points": "total"} | rules)
    elif rules:
        store_season(season=season, name=name, **rules)
    add_season_events(season=season, event_ids=[party.session.event_id for party in parties])
    return season


def make_party(
    *,
    players: int = 16,
    system: str = "progressive-euchre",
    method: str = "",
    named: bool = False,
    **fields,
) -> Party:
    """Return a party of *players* with its system and scoring chosen, before the draw."""
    session = create_party(club=make_club(), name="Friday party", date=date(2026, 11, 20))
    found = get_progressive_system(system)
    game = "whist" if found.game == "any" else found.game
    way = (
        get_party_method(method)
        if method
        else (list_party_methods(game) or [get_party_method("points")])[0]
    )
    options = {option.name: option.default for option in found.options} | fields.pop("options", {})
    party = fetch_party_by_session(session.pk)
    set_up_party(
        party=party,
        user=None,
        players=players,
        game=game,
        system=found.key,
        method=way.key,
        options=options,
        method_options=way.complete_settings({}),
        **fields,
    )
    if named:
        # A list of ladies and gentlemen says who is which.
        groups = ("A", "B") if fields.get("group_words") else (None,)
        name_players(
            party=party,
            listed_players=[
                ListedPlayer(None, make_player_name(number), group=groups[number % len(groups)])
                for number in range(players)
            ],
            user=None,
        )
    return fetch_party_by_session(session.pk)


def make_player_name(number: int) -> str:
    """Return an invented name, a different one for every *number* below 588."""
    return f"{FIRST_NAMES[number % 14]} {LAST_NAMES[number // 14 % 14]}{('', ' II', ' III')[number // 196]}"


def make_seated_party(**kwargs) -> Party:
    """Return a party whose seats are drawn."""
    party = make_party(**kwargs)
    draw_party(party=party, seed=SEED, user=None)
    return fetch_party_by_session(party.pk)


def make_preset_party(*, key: str, players: int) -> Party:
    """Return a party of the preset *key* with named players, its seats drawn."""
    preset = find_preset(key)
    party = make_party(players=0)
    set_up_party(
        party=party,
        user=None,
        players=players,
        minutes=preset.minutes,
        **make_preset_settings(preset, players),
    )
    party = fetch_party_by_session(party.pk)
    name_players(
        party=party,
        listed_players=[ListedPlayer(None, make_player_name(number)) for number in range(players)],
        user=None,
    )
    draw_party(party=party, seed=SEED, user=None)
    return fetch_party_by_session(party.pk)


def get_latest_round(party: Party):
    """Return the latest round of *party*."""
    return party.played_rounds.order_by("-round_no").first()


def enter_winner(
    party: Party,
    table_no: int,
    winner: int | None = 0,
    *,
    round_no: int = 0,
    user=None,
    **reported,
):
    """Enter side *winner* as the winner at a table, in the latest round unless *round_no* is given.

    *reported* are further figures of the table's report, such as points.
    """
    return enter_party_result(
        party=party,
        round_no=round_no or get_latest_round(party).round_no,
        table_no=table_no,
        report=PartyTableReport(winner=winner, **reported),
        user=user,
    )


def play_round(party: Party, winner=lambda table_no: table_no % 2) -> None:
    """Enter a winner at every table of the latest round and seat the next round.

    *winner* chooses the side from the number of the table.
    """
    latest_round = get_latest_round(party)
    for table in latest_round.seating:
        if len(table["sides"]) == 2:
            enter_winner(party, table["table"], winner(table["table"]))
    seat_next_round(party=party, round_no=latest_round.round_no, user=None)


def press_party_clock(party, *, key: str, round_no: int) -> None:
    """Press a key of the clock of *party*, as its page does."""
    run_clock_command(
        session=party.session,
        key=key,
        round_no=round_no,
        round_count=party.rounds,
        round_noun=party.round_noun,
        is_by_bell=True,
    )


def get_refusal(act, *args, **kwargs) -> str:
    """Return the sentence with which *act* is refused."""
    with pytest.raises(DeskError) as refused:
        act(*args, **kwargs)
    return str(refused.value)


def send_result(client, base: str, **sent):
    """Send a result from the phone of a table, whose address is *base*."""
    return client.post(f"{base}results", json.dumps(sent), content_type="application/json")
