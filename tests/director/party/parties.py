"""Ready-made parties for the tests."""

from datetime import date

from director.core.club.seasons.write import add_season, add_season_events, store_season
from director.core.night.clock.write import run_clock_command
from director.models import Season
from director.party.models import Party
from director.party.movement.parties import get_party_by_session
from director.party.play.draw import draw_party
from director.party.play.own_presets import make_preset_settings
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import Reported
from director.party.play.seats import name_players
from director.party.play.setup import create_party, set_up_party
from director.party.presets.registry import find_preset
from movements import find_party_system
from scoring import find_party_method, party_methods_for
from tests.factories import FIRST, LAST, make_club
from tests.kept_rows import keep_rows

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


@keep_rows
def make_party(
    *,
    players: int = 16,
    system: str = "progressive-euchre",
    method: str = "",
    named: bool = False,
    **fields,
) -> Party:
    """Return a settled party of so many players, before the draw."""
    session = create_party(club=make_club(), name="Friday party", on=date(2026, 11, 20))
    found = find_party_system(system)
    game = "whist" if found.game == "any" else found.game
    way = (
        find_party_method(method)
        if method
        else (party_methods_for(game) or [find_party_method("points")])[0]
    )
    options = {option.name: option.default for option in found.options} | fields.pop("options", {})
    party = get_party_by_session(session.pk)
    set_up_party(
        party=party,
        user=None,
        players=players,
        game=game,
        system=found.key,
        method=way.key,
        options=options,
        method_options=way.settings({}),
        **fields,
    )
    if named:
        name_players(
            party=party,
            names=[(None, name_of(number), None) for number in range(players)],
            user=None,
        )
    return get_party_by_session(session.pk)


def name_of(number: int) -> str:
    """Return the invented name of somebody, another for every number up to 196 and beyond."""
    return f"{FIRST[number % 14]} {LAST[number // 14 % 14]}{('', ' II', ' III')[number // 196]}"


@keep_rows
def make_seated(**kwargs) -> Party:
    """Return a party whose seats are drawn."""
    party = make_party(**kwargs)
    draw_party(party=party, seed=SEED, user=None)
    return get_party_by_session(party.pk)


@keep_rows
def make_by_name(*, key: str, players: int) -> Party:
    """Return the party that is known as *key*, for so many people with names, its seats drawn."""
    preset = find_preset(key)
    party = make_party(players=0)
    set_up_party(
        party=party,
        user=None,
        players=players,
        minutes=preset.minutes,
        **make_preset_settings(preset, players),
    )
    party = get_party_by_session(party.pk)
    name_players(
        party=party, names=[(None, name_of(number), None) for number in range(players)], user=None
    )
    draw_party(party=party, seed=SEED, user=None)
    return get_party_by_session(party.pk)


def latest(party: Party):
    """Return the latest round of *party*."""
    return party.played_rounds.order_by("-round_no").first()


def win(
    party: Party,
    table_no: int,
    winner: int | None = 0,
    *,
    round_no: int = 0,
    user=None,
    **reported,
):
    """Let a side win at a table of the latest round, as *user* enters it."""
    return enter_party_result(
        party=party,
        round_no=round_no or latest(party).round_no,
        table_no=table_no,
        reported=Reported(winner=winner, **reported),
        user=user,
    )


def play_round(party: Party, winner=lambda table_no: table_no % 2) -> None:
    """Let every table of the latest round tell who won, and go on."""
    one = latest(party)
    for table in one.seating:
        if len(table["sides"]) == 2:
            win(party, table["table"], winner(table["table"]))
    seat_next_round(party=party, round_no=one.round_no, user=None)


def party_clock_press(party, *, key: str, round_no: int) -> None:
    """Press a key of the clock of *party*, as its page does."""
    run_clock_command(
        session=party.session,
        key=key,
        round_no=round_no,
        rounds=party.rounds,
        word=party.round_word,
        by_bell=True,
    )
