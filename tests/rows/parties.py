"""Evenings of parties by name, played table by table, card by card or list by list."""

from director.party.models import Party
from director.party.movement.options import resolve_options
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.pages.field.offers import make_system_offer
from director.party.play.cards import CardFigures, store_card
from director.party.play.play import seat_next_round
from director.party.play.skat import store_session_sheets
from director.party.presets import PartyPreset
from movements.party.rounds import get_progressive_system
from scoring.party.skat_prizes import SkatCard
from tests.director.party.parties import enter_winner, get_latest_round, make_preset_party
from tests.walk.desk import Desk

ROUNDS = 3
"""Rounds that are played at the tables."""
SIZES = (12, 8, 16, 11, 10)


def choose_size(preset: PartyPreset) -> int:
    """Return how many players come."""
    system = get_progressive_system(preset.system)
    options = resolve_options(system, preset.options)
    return next(
        size
        for size in SIZES
        if not make_system_offer(system, (size + 1) // 2, size // 2, options).reason
    )


def play_party(preset: PartyPreset, desk: Desk) -> Party:
    """Return a party of *preset*, played to its standings."""
    party = make_preset_party(key=preset.key, players=choose_size(preset))
    if party.entry in ("cards", "totals"):
        _hand_in_cards(party)
    elif party.entry == "sheets":
        _hand_in_lists(party, desk)
    else:
        _play_tables(party)
    return fetch_party_by_session(party.pk)


POINTS_BY_METHOD = {
    "points": (9, 6),
    "beetle": (14, 11),
    "plus-and-minus": (340, 120),
    "auction": (340, 120),
    "pivot": (420, 160),
    "winners-only": (3, 0),
}
"""What the winners and the others write down, unless only who won is told."""


def _make_points(party: Party, side_count: int, winner: int) -> tuple[int, ...]:
    if party.entry == "winner":
        return ()
    if party.method == "tricks":
        most = 13 * max(party.hands, 1)
        high = most // 2 + 1 + winner
        low = most - high
    else:
        high, low = POINTS_BY_METHOD[party.method]
    return tuple(high if side == winner else low for side in range(side_count))


def _play_tables(party: Party) -> None:
    for round_no in range(1, min(ROUNDS, party.rounds or ROUNDS) + 1):
        for table in read_seating(get_latest_round(party).seating):
            if table.sits_out:
                continue
            winner = (table.table_no + round_no) % len(table.sides)
            points = _make_points(party, len(table.sides), winner)
            cut = () if len(table.sides) == 2 else tuple(range(len(table.sides)))
            enter_winner(party, table.table_no, None if points else winner, points=points, cut=cut)
        if round_no < min(ROUNDS, party.rounds or ROUNDS):
            seat_next_round(party=party, round_no=round_no, user=None)


def _hand_in_cards(party: Party) -> None:
    """Hand in a card for everybody; with a total after each round that of round 1."""
    part = 1 if party.entry == "totals" else 0
    for player in party.players.all():
        total = 5 * (1 if part else party.rounds) + player.number
        half = total // 2 if party.half_round and not part else None
        figures = CardFigures(total, half)
        store_card(party=party, number=player.number, figures=figures, part=part, user=None)


def _hand_in_lists(party: Party, desk: Desk) -> None:
    """Hand in the lists of the first series on the pages of Play."""
    if party.system == "skat-congress":
        cards = {
            number: SkatCard(str(number), 41 - number, number % 3, 100 * number, 48 + 12 * number)
            for number in range(1, party.players.count() + 1)
        }
        store_session_sheets(party=party, round_no=1, cards=cards, user=None)
        return
    for table in read_seating(get_latest_round(party).seating):
        if not table.sits_out:
            path = f"/parties/{party.session_id}/play/?table={table.table_no}"
            door = next(
                door
                for door in desk.doors(path, "party_list_store")
                if f"points-{table.players[0]}" in {box.get("name") for box in door.form}
            )
            desk.send(door, _make_list(party, table.players, table.table_no))


def _make_list(party: Party, players: tuple[str, ...], table_no: int) -> dict[str, str]:
    """Return a list that adds up: all games of the series, or plus and minus."""
    if party.method == "signed-lists":
        points = [40 + 5 * table_no, -25, *[7] * (len(players) - 2)]
        points[-1] = -sum(points[:-1])
        return {f"points-{player}": str(own) for player, own in zip(players, points, strict=True)}
    if party.method == "bierlachs":
        points = [501 + table_no, *(200 + 30 * place for place in range(1, len(players)))]
        return {f"points-{player}": str(own) for player, own in zip(players, points, strict=True)}
    games = 12 * len(players)
    figures = {"passed": str(games - 5 * len(players))}
    for place, player in enumerate(players):
        figures |= {f"points-{player}": str(100 * place + 10 * table_no)}
        figures |= {f"won-{player}": "4", f"lost-{player}": "1"}
    return figures
