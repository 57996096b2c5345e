"""Open ties for prizes, each with the form that settles it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.party.models import Party
from director.party.movement.games.read import Evening, decisions
from director.party.movement.words import prize_title
from scoring import (
    Decision,
    OpenTie,
    Prize,
)

ASKED = {"cut": "Card (ace 14)", "slips": "Number on the slip"}
"""What is typed for each player; of a hand or a game it is the points."""
_NOT_NOW = ("halves", "wait", "draw")
"""What needs no figures: prizes that are shared, wait for an earlier tie, or for the number that is drawn."""


@dataclass(frozen=True, slots=True)
class OpenTieForm:
    """A tie for one or several prizes: what for, what to do, and a box for each player."""

    key: str
    titles: str
    text: str
    how: str
    asked: str
    figures: tuple[tuple[str, str, str], ...]  # player, name, what was typed
    session: int = 0  # of a Skat congress

    @property
    def is_typed(self) -> bool:
        """Whether something was typed about it."""
        return any(typed for _player, _name, typed in self.figures)


def open_ties(evening: Evening, typed: Mapping[str, str] | None = None) -> list[OpenTieForm]:
    """Return the open ties of *evening*, with what was *typed*."""
    if not evening.is_ranked:
        return []
    tied: dict[tuple[str, ...], list[tuple[Prize, OpenTie]]] = {}
    for prize in evening.prizes:
        if prize.tie and prize.tie.how not in _NOT_NOW:
            tied.setdefault(tuple(prize.tie.players), []).append((prize, prize.tie))
    return [_form(evening, players, prizes, typed or {}) for players, prizes in tied.items()]


def tie_of_key(key: str) -> tuple[int, list[str]]:
    """Return the session (0 for the whole party) and players of the tie *key*.

    >>> tie_of_key("3-12"), tie_of_key("s2-3-12")
    ((0, ['3', '12']), (2, ['3', '12']))
    """
    first, *others = key.split("-")
    if first.startswith("s"):
        return int(first[1:]) if first[1:].isdecimal() else 0, others
    return 0, [first, *others]


def tie_settled(party: Party, players: Sequence[str], session: int = 0) -> Decision | None:
    """Return how a tie between exactly these *players* was settled, ``None`` if it was not."""
    settled = (
        decision for decision in decisions(party, session) if set(decision.order) == set(players)
    )
    return next(settled, None)


def _form(
    evening: Evening,
    players: tuple[str, ...],
    prizes: list[tuple[Prize, OpenTie]],
    typed: Mapping[str, str],
) -> OpenTieForm:
    _prize, tie = prizes[0]
    return OpenTieForm(
        key="-".join(players),
        titles="; ".join(prize_title(evening.party, prize) for prize, _tie in prizes),
        text=tie.text,
        how=tie.how,
        asked=ASKED.get(tie.how, "Points"),
        figures=tuple(
            (player, evening.contestants[player], typed.get(f"figure-{player}", ""))
            for player in players
        ),
    )
