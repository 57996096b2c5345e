"""Decisions on the results of a party: ties, the drawn number, its money, and corrections."""

from collections.abc import Mapping, Sequence
from random import Random

from django.contrib.auth.models import User

from director.core.base.act_kinds import ActKind
from director.errors import PartyError
from director.party.models import Party
from director.party.movement.contestants import fetch_party_contestants
from director.party.movement.games import (
    fetch_party_record,
    list_numbers_to_draw,
    make_ties_key,
)
from director.party.play.history import record_party_act
from director.party.scoring.open_ties import find_tie_decision
from scoring.errors import ScoringError
from scoring.party.prize_ties import (
    Decision,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
)

DECIDE_BY_METHOD = {"cut": decide_cut, "slips": decide_slips}
"""Functions that decide a tie by its figures. Any other tie-break is a play-off."""


def settle_prize_tie(
    *, party: Party, method: str, figures: Mapping[str, int], session: int = 0, user: User | None
) -> Decision:
    """Settle a tie by *figures*: cut cards, slips or points of a play-off.

    *session* is the session of a Skat congress, 0 for a party that is counted as a whole.

    :raises PartyError: if two players have the same figure, or the tie was settled differently
    :raises ScoringError: if a figure isn't the number of a slip
    :raises FinalError: if the results are final
    """
    try:
        decision = DECIDE_BY_METHOD.get(method, decide_play_off)(figures)
    except ScoringError as error:
        raise _with_player_names(party, error) from error
    return _store_decision(party, decision, "A tie for a prize was settled.", session, user)


def draw_prize_tie(
    *, party: Party, players: Sequence[str], seed: int, session: int = 0, user: User | None
) -> Decision:
    """Settle a tie between *players* by lot with *seed*."""
    decision = decide_by_lot(players, seed)
    message = f"A tie for a prize was drawn with the seed {seed}."
    return _store_decision(party, decision, message, session, user)


def draw_prize_number(*, party: Party, seed: int, user: User | None) -> int:
    """Draw the number for a drawn-number prize with *seed*. Return the number.

    :raises PartyError: if no table has reported yet
    """
    with record_party_act(party=party, kind=ActKind.PRIZE, message="", user=user) as act:
        if "drawn" in party.answers:  # a second press of the button
            return int(party.answers["drawn"])
        numbers = list_numbers_to_draw(fetch_party_record(party))
        if not numbers:
            raise PartyError(
                "drawn-before-winners",
                "No winners have been entered, so you can’t draw the number yet. Draw it when all "
                "cards have been entered.",
            )
        number = Random(seed).choice(numbers)  # noqa: S311  the seed is shown
        act.message = f"The number {number} was drawn with the seed {seed}."
        drawn_answers = {
            "drawn": number,
            "drawn_seed": seed,
            "drawn_between": [numbers[0], numbers[-1]],
        }
        act.change(party, answers={**party.answers, **drawn_answers})
    return number


def _with_player_names(party: Party, error: ScoringError) -> Exception:
    """Return *error* with names if it is about players with equal figures."""
    # Only the error of equal figures names players. That of slips is about their numbers.
    tied = error.params.get("tied")
    if not isinstance(tied, tuple):
        return error
    contestants = fetch_party_contestants(party)
    players = " and ".join(contestants.format_with_numbers(player) for player in tied)
    params = {**error.params, "players": players}
    return PartyError.from_message(error.text.format(**params))


def _store_decision(
    party: Party, decision: Decision, message: str, session: int, user: User | None
) -> Decision:
    """Store *decision* unless the tie is settled already. Return the stored decision."""
    stored_decision = {
        "order": list(decision.sorted_players),
        "how": decision.form,
        "kind": decision.prize_kind,
        "seed": decision.seed,
    }
    with record_party_act(party=party, kind=ActKind.PRIZE, message=message, user=user) as act:
        if settled_decision := find_tie_decision(party, decision.sorted_players, session):
            # A second draw keeps the first one: an act without a change isn't recorded. Other
            # figures are a contradiction.
            if decision.seed is None and settled_decision.sorted_players != decision.sorted_players:
                raise _make_settled_differently_error(party, settled_decision, decision)
            return settled_decision
        key = make_ties_key(session)
        stored_decisions = [*party.answers.get(key, []), stored_decision]
        act.change(party, answers={**party.answers, key: stored_decisions})
    return decision


def _make_settled_differently_error(
    party: Party, settled_decision: Decision, decision: Decision
) -> PartyError:
    contestants = fetch_party_contestants(party)
    settled_order = ", ".join(contestants[player] for player in settled_decision.sorted_players)
    typed_order = ", ".join(contestants[player] for player in decision.sorted_players)
    return PartyError(
        "tie-settled-meanwhile",
        "Someone settled this tie as {theirs}; yours is {yours}. To use yours, undo that "
        "change first.",
        theirs=settled_order,
        yours=typed_order,
    )
