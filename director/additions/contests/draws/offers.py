"""Contests that are drawn round by round, as suggestions beside the movements of Field."""

from dataclasses import dataclass
from datetime import time
from math import ceil, log2
from urllib.parse import urlencode

from director.boards.movement.offers import MovementWishes
from movements.advice.facts import round_minutes
from movements.model import KNOCK_OUT
from movements.swiss.systems import LOSSES, SWISS_SYSTEMS, TWO_LOSSES_SIZES
from movements.swiss.two_losses import count_two_loss_rounds

DEFAULT_BOARDS = 8
"""Boards of a match if the director asked for no number."""
FEWEST_BOARDS, MOST_BOARDS = 2, 32


@dataclass(frozen=True, slots=True)
class DrawnOffer:
    """A drawn contest: rounds and *boards* of a match, its end, and the query of the page Draw."""

    key: str
    name: str
    rounds: int
    boards: int
    duration: str
    end_time: time | None
    reason: str
    query: str


def list_drawn_offers(wishes: MovementWishes) -> tuple[DrawnOffer, ...]:
    """Return the drawn contests for a number of teams, none for pairs and players.

    >>> from director.boards.contests import TEAMS
    >>> [(offer.name, offer.rounds, offer.boards) for offer in list_drawn_offers(MovementWishes(64, TEAMS, high=24))]
    [('Swiss teams', 6, 4), ('Knock-out', 6, 4), ('Double elimination', 10, 2)]
    """
    size = wishes.contestants
    if not wishes.contest.has_halves:
        return ()
    offers = []
    for system in SWISS_SYSTEMS:
        if system.contest == wishes.contest.movement_contest and size in system.legal_sizes:
            reason = "Each round is drawn from the standings, so teams with like scores meet."
            offers.append(_make_drawn_offer(wishes, system.key, system.name, reason))
    if offers:
        reason = "Winners go on, losers are out."
        offers.append(_make_drawn_offer(wishes, KNOCK_OUT, "Knock-out", reason))
    if offers and size in TWO_LOSSES_SIZES:
        reason = "Whoever has lost twice is out. A second final may be needed."
        offers.append(_make_drawn_offer(wishes, KNOCK_OUT, "Double elimination", reason, losses=2))
    return tuple(offers)


def _make_drawn_offer(
    wishes: MovementWishes, key: str, name: str, reason: str, *, losses: int = 1
) -> DrawnOffer:
    size = wishes.contestants
    # Each round halves the unbeaten teams: after these rounds one is left, in a knock-out the winner.
    rounds = count_two_loss_rounds(size) if losses == 2 else ceil(log2(size))
    boards = _choose_match_boards(wishes, rounds)
    minutes = rounds * round_minutes(boards)
    hours, minutes_left = divmod(minutes, 60)
    params = {"size": size, "key": key, "rounds": rounds, "boards": boards}
    if losses == 2:
        params[LOSSES.name] = losses
    return DrawnOffer(
        key=key,
        name=name,
        rounds=rounds,
        boards=boards,
        duration=f"{hours} h {minutes_left:02} min",
        end_time=wishes.get_end(minutes),
        reason=reason,
        query=urlencode(params),
    )


def _choose_match_boards(wishes: MovementWishes, rounds: int) -> int:
    """Return the boards of a match, so that the wishes for boards and time are kept if possible."""
    boards = DEFAULT_BOARDS
    if wishes.boards:
        boards = wishes.boards[1] // rounds
    elif wishes.minutes:
        while boards > FEWEST_BOARDS and rounds * round_minutes(boards) > wishes.minutes:
            boards -= 1
    return min(max(boards, FEWEST_BOARDS), MOST_BOARDS)
