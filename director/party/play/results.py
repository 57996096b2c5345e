"""What is decided and published of the results of a party."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User

from director.errors import AS_SAID, PartyError
from director.party.models import Party, PartyResult
from director.party.movement.games.read import ties_key
from director.party.movement.games.ties import tie_settled
from director.party.movement.seating.contestants import party_contestants
from director.party.play.history import party_act
from director.party.sentences import PartySentences
from scoring import (
    Decision,
    ScoringError,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
    seeded_slip,
)

FIGURES = {"cut": decide_cut, "slips": decide_slips}
"""How the figures of a tie are read; those of a hand or game that was played are points."""


def settle_prize_tie(
    *, party: Party, how: str, figures: Mapping[str, int], session: int = 0, user: User | None
) -> Decision:
    """Settle a tie by *figures*: cut cards, slips or points of a play-off.

    *session* is that of a Skat congress, 0 for a party that is counted as a whole.  What was
    settled in the same order already stays as it is.

    :raises PartyError: if two have the same figure, by their names, or the tie was settled in
        another order
    :raises ScoringError: if the figures are no slips
    :raises FinalError: if the results are final
    """
    try:
        decision = FIGURES.get(how, decide_play_off)(figures)
    except ScoringError as error:
        raise _tie_error(party, error) from error
    return _keep(party, decision, "A tie for a prize was settled.", session, user)


def draw_prize_tie(
    *, party: Party, players: Sequence[str], seed: int, session: int = 0, user: User | None
) -> Decision:
    """Settle a tie between *players* by lot with *seed*."""
    decision = decide_by_lot(players, seed)
    return _keep(
        party, decision, f"A tie for a prize was drawn with the seed {seed}.", session, user
    )


def draw_prize_number(*, party: Party, seed: int, user: User | None) -> int:
    """Draw the number for a drawn-number prize with *seed*. Return it.

    :raises PartyError: if no table has told who won
    """
    number = seeded_slip(seed)
    words = f"The number {number} was drawn with the seed {seed}."
    with party_act(party=party, kind="prize", words=words, user=user) as act:
        if "drawn" in party.answers:
            return int(party.answers["drawn"])
        if not PartyResult.objects.filter(round__party=party).exists():
            raise PartyError(PartySentences.DRAWN_BEFORE_WINNERS)
        act.change(party, answers={**party.answers, "drawn": number, "drawn_seed": seed})
    return number


def _tie_error(party: Party, error: ScoringError) -> Exception:
    """Return the sentence for figures that leave players tied."""
    tied = error.params.get("tied")
    if not isinstance(tied, tuple):
        return error
    contestants = party_contestants(party)
    players = " and ".join(contestants.words(player) for player in tied)
    return PartyError(AS_SAID, text=error.sentence.says(**{**error.params, "players": players}))


def _keep(
    party: Party, decision: Decision, words: str, session: int, user: User | None
) -> Decision:
    """Return the decision to store."""
    kept = {
        "order": list(decision.order),
        "how": decision.how,
        "kind": decision.kind,
        "seed": decision.seed,
    }
    with party_act(party=party, kind="prize", words=words, user=user) as act:
        if settled := tie_settled(party, decision.order, session):
            if decision.seed is None and settled.order != decision.order:
                raise _is_settled_differently(party, settled, decision)
            return settled
        key = ties_key(session)
        act.change(party, answers={**party.answers, key: [*party.answers.get(key, []), kept]})
    return decision


def _is_settled_differently(party: Party, settled: Decision, decision: Decision) -> PartyError:
    names = party_contestants(party)
    theirs, yours = (
        ", ".join(names[player] for player in each.order) for each in (settled, decision)
    )
    return PartyError(PartySentences.TIE_SETTLED_MEANWHILE, theirs=theirs, yours=yours)
