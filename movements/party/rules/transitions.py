"""Which of winners and losers move where, and how newcomers pair up.

Eleven transitions of the books, then today's.

Responsible for the moves as data.  Leaves carrying them out to
:mod:`movements.party.rules.progress`.
"""

from dataclasses import dataclass
from typing import TypeAlias

ByKind: TypeAlias = tuple[str, str, str]
"""One code at the head table, one at the tables between, one at the foot table."""

HEAD, BETWEEN, FOOT = range(3)


@dataclass(frozen=True, slots=True)
class Transition:
    """Where the players of the winning and the losing side go, and how the four then pair up.

    By seats A and B.

    Moves are ``stay``; ``up``, to the next lower table number and from table 1 to the foot;
    ``down``, the reverse; ``foot``, to the foot table.  Pairing is ``keep`` (those who stayed are
    side 0, those who came side 1), ``split`` (side 0 is the A who stayed with the B who came, side
    1 the A who came with the B who stayed) or ``vacancy`` (whoever comes takes the seat that one of
    the same letter left).

    >>> TRANSITIONS["winners-up-head-kept"].win_a
    ('stay', 'up', 'up')
    """

    key: str
    win_a: ByKind
    win_b: ByKind
    lose_a: ByKind
    lose_b: ByKind
    pairing: ByKind

    def codes(self, kind: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the moves at a table of this *kind*.

        Those of the losing side's seats A and B, then of the winning side's.

        >>> TRANSITIONS["lady-up-gent-down"].codes(HEAD)
        (('stay', 'stay'), ('up', 'down'))
        """
        return (self.lose_a[kind], self.lose_b[kind]), (self.win_a[kind], self.win_b[kind])

    @property
    def losers_go(self) -> bool:
        """Return whether all winners stay, so that of single players the lowest leave.

        >>> DRIVES["losers-part-winners-together"].losers_go, TRANSITIONS["winners-up-head-kept"].losers_go
        (True, False)
        """
        return {*self.win_a, *self.win_b} == {"stay"}


def _everywhere(key: str, moves: str, pairing: str) -> Transition:
    """Return a transition alike at every table.

    *moves* are those of winning A, B, losing A, B.
    """
    win_a, win_b, lose_a, lose_b = ((move,) * 3 for move in moves.split())
    return Transition(key, win_a, win_b, lose_a, lose_b, (pairing,) * 3)


def _losers_to_foot(key: str, head: str, others: str) -> Transition:
    """Return a transition: winners up, but at the head table losers to the foot.

    With the pairing at *head* and at the *others*.
    """
    stays, leaves = ("stay", "up", "up"), ("foot", "stay", "stay")
    return Transition(key, stays, stays, leaves, leaves, (head, others, others))


_ALL = (
    _losers_to_foot("winners-up-head-kept", "keep", "split"),
    _losers_to_foot("winners-up-head-split", "split", "split"),
    _everywhere("winners-up-head-to-foot", "up up stay stay", "split"),
    _everywhere("winners-up-partners-kept", "up up stay stay", "keep"),
    _everywhere("winners-down-circle-split", "down down stay stay", "split"),
    _everywhere("lady-up-gent-down", "up down stay stay", "split"),
    _everywhere("win-lady-up-lose-gent-down", "up stay stay down", "keep"),
    _everywhere("win-gent-up-only", "stay up stay stay", "vacancy"),
    _everywhere("all-gents-up", "stay up stay up", "vacancy"),
    _everywhere("win-lady-up-only", "up stay stay stay", "vacancy"),
    _everywhere("all-ladies-up", "up stay up stay", "vacancy"),
)

TRANSITIONS = {transition.key: transition for transition in _ALL}
"""Every transition of the books by its key.

Source: [WDW1900] p. 24; [HOYLE1926] pp. 36-37, 90-96, 102-103.
"""

PARTNERS_KEPT = (
    _losers_to_foot("losers-to-foot-partners-kept", "keep", "keep"),
    _everywhere("winners-down-partners-kept", "down down stay stay", "keep"),
)
"""Further transitions in which partners never part; derived from the same circles."""

_DRIVES = (
    _everywhere("win-lady-down-gent-up", "down up stay stay", "split"),
    _everywhere("losers-part-winners-together", "stay stay down up", "keep"),
    _everywhere("losers-part-winners-part", "stay stay down up", "split"),
    _everywhere("losers-part-winners-together-a-up", "stay stay up down", "keep"),
    _everywhere("losers-part-winners-part-a-up", "stay stay up down", "split"),
)

DRIVES = {transition.key: transition for transition in _DRIVES}
"""Transitions of today's drives, whose "up" is our down: to the next higher table number, from the last to table 1."""
