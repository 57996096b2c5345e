"""An invented, complete euchre night for trying out the program."""

import random
from datetime import date

from django.db import transaction

from director.core.base.demo import CLUB_NAME, FIRST_NAMES, LAST_NAMES
from director.core.club.club import get_or_create_named_club
from director.core.night.publishing import publish_results
from director.models import Event
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import read_seating
from director.party.play.draw import draw_party
from director.party.play.play import enter_party_result, seat_next_round
from director.party.play.report import PartyTableReport
from director.party.play.seats import ListedPlayer, name_players
from director.party.play.setup import create_party, set_up_party
from movements.party.rounds import get_progressive_system

PLAYER_COUNT = 24
ROUND_COUNT = 8
SYSTEM = "rapid-euchre"


def create_demo_party(*, seed: int, event_date: date) -> Event:
    """Create and publish a euchre party of 24 invented players. *seed* repeats its draws."""
    rng = random.Random(seed)  # noqa: S311  invented people and games, not a secret
    with transaction.atomic():
        club = get_or_create_named_club(CLUB_NAME)
        party = fetch_party_by_session(
            create_party(club=club, name="Demonstration party", date=event_date).pk
        )
        options = {option.name: option.default for option in get_progressive_system(SYSTEM).options}
        set_up_party(
            party=party,
            user=None,
            players=PLAYER_COUNT,
            game="euchre",
            system=SYSTEM,
            options=options,
            method="games",
            rounds=ROUND_COUNT,
            prizes={"places": 2, "booby": True},
        )
        name_players(
            party=party,
            listed_players=[ListedPlayer(None, name) for name in _draw_player_names(rng)],
            user=None,
        )
        round_row = draw_party(party=party, seed=rng.randrange(1_000_000), user=None)
        for round_no in range(1, ROUND_COUNT + 1):
            for table in read_seating(round_row.seating):
                enter_party_result(
                    party=party,
                    round_no=round_no,
                    table_no=table.table_no,
                    report=PartyTableReport(winner=rng.randrange(2)),
                    user=None,
                )
            if round_no < ROUND_COUNT:
                round_row = seat_next_round(party=party, round_no=round_no, user=None)
        # Read again, with the results.
        event = fetch_party_by_session(party.pk).session.event
    return publish_results(event=event, user=None)


def _draw_player_names(rng: random.Random) -> list[str]:
    """Return invented names without repeats."""
    first_names = rng.sample(FIRST_NAMES.split(), PLAYER_COUNT)
    last_names = rng.sample(LAST_NAMES.split(), PLAYER_COUNT)
    return [
        f"{first_name} {last_name}"
        for first_name, last_name in zip(first_names, last_names, strict=True)
    ]
