"""Drawn contests that Field offers for a number of teams, each with rounds, boards and its end."""

from dataclasses import dataclass
from datetime import time
from math import ceil, log2
from urllib.parse import urlencode

from director.additions.contests.draws.forms import DEFAULT_BOARDS
from director.boards.movement.offers import MovementPreferences
from movements.advice.facts import compute_round_minutes
from movements.model import KNOCK_OUT
from movements.swiss.systems import LOSSES, SWISS_SYSTEMS, TWO_LOSSES_SIZES
from movements.swiss.two_losses import count_two_loss_rounds

MIN_MATCH_BOARDS, MAX_MATCH_BOARDS = 2, 32
"""Boards of a match that Field offers."""


@dataclass(frozen=True, slots=True)
class DrawnOffer:
    """A drawn contest that Field offers."""

    key: str
    name: str
    rounds: int
    boards: int
    duration: str
    end_time: time | None
    reason: str
    query: str


def list_swiss_offers(preferences: MovementPreferences) -> list[DrawnOffer]:
    """Return the Swiss contests for a number of teams, none for pairs and players.

    >>> from director.boards.contests import TEAMS
    >>> [(offer.name, offer.rounds, offer.boards) for offer in list_swiss_offers(MovementPreferences(64, TEAMS, high=24))]
    [('Swiss teams', 6, 4)]
    """
    reason = "Each round is drawn from the standings, so teams with like scores meet."
    return [
        _make_drawn_offer(preferences, system.key, system.name, reason)
        for system in SWISS_SYSTEMS
        if preferences.contest_record.has_halves
        and system.contest == preferences.contest_record.movement_contest
        and preferences.contestants in system.legal_sizes
    ]


def list_knockout_offers(preferences: MovementPreferences) -> list[DrawnOffer]:
    """Return a knock-out for as many teams as play a Swiss, and a double elimination if it fits.

    >>> from director.boards.contests import TEAMS
    >>> [(offer.name, offer.rounds, offer.boards) for offer in list_knockout_offers(MovementPreferences(64, TEAMS, high=24))]
    [('Knock-out', 6, 4), ('Double elimination', 10, 2)]
    """
    if not list_swiss_offers(preferences):
        return []
    reason = "Winners go on, losers are out."
    offers = [_make_drawn_offer(preferences, KNOCK_OUT, "Knock-out", reason)]
    if preferences.contestants in TWO_LOSSES_SIZES:
        reason = "Whoever has lost twice is out. A second final may be needed."
        offers.append(
            _make_drawn_offer(preferences, KNOCK_OUT, "Double elimination", reason, loss_count=2)
        )
    return offers


def _make_drawn_offer(
    preferences: MovementPreferences, key: str, name: str, reason: str, *, loss_count: int = 1
) -> DrawnOffer:
    size = preferences.contestants
    # Each round halves the unbeaten teams: after these rounds one is left, in a knock-out the winner.
    round_count = count_two_loss_rounds(size) if loss_count == 2 else ceil(log2(size))
    board_count = _choose_match_boards(preferences, round_count)
    minutes = round_count * compute_round_minutes(board_count)
    hours, minutes_left = divmod(minutes, 60)
    params = {"size": size, "key": key, "rounds": round_count, "boards": board_count}
    if loss_count == 2:
        params[LOSSES.name] = loss_count
    return DrawnOffer(
        key=key,
        name=name,
        rounds=round_count,
        boards=board_count,
        duration=f"{hours} h {minutes_left:02} min",
        end_time=preferences.compute_end(minutes),
        reason=reason,
        query=urlencode(params),
    )


def _choose_match_boards(preferences: MovementPreferences, round_count: int) -> int:
    """Return the boards of a match, so that the wishes for boards and time are kept if possible."""
    board_count = DEFAULT_BOARDS
    if preferences.boards:
        board_count = preferences.boards[1] // round_count
    elif preferences.minutes:
        while (
            board_count > MIN_MATCH_BOARDS
            and round_count * compute_round_minutes(board_count) > preferences.minutes
        ):
            board_count -= 1
    return min(max(board_count, MIN_MATCH_BOARDS), MAX_MATCH_BOARDS)
