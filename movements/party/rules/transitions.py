"""Transitions: where winners and losers move, and how the next four pair up.

Eleven transitions of the books, then today's. Holds the moves as data;
:mod:`movements.party.rules.progress` carries them out.
"""

from dataclasses import dataclass
from typing import TypeAlias

ByKind: TypeAlias = tuple[str, str, str]
"""A code for the head table, for the tables between, and for the foot table."""

HEAD, BETWEEN, FOOT = range(3)


@dataclass(frozen=True, slots=True)
class Transition:
    """The moves of winners and losers in seats A and B, and how the next four pair up.

    A move is ``stay``, ``up`` (to the next lower table number, from table 1 to the foot), ``down``
    (the reverse) or ``foot`` (to the foot table).

    A pairing is ``keep`` (those who stayed are side 0, arrivals side 1), ``split`` (side 0 is the A
    who stayed with the B who arrived, side 1 the reverse) or ``vacancy`` (an arrival takes the empty
    seat of the same letter).

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
        """Return the moves at a table of this *kind*: of losers A and B, then of winners A and B.

        >>> TRANSITIONS["lady-up-gent-down"].codes(HEAD)
        (('stay', 'stay'), ('up', 'down'))
        """
        return (self.lose_a[kind], self.lose_b[kind]), (self.win_a[kind], self.win_b[kind])

    @property
    def losers_go(self) -> bool:
        """Return whether all winners stay. Of players who play alone, the lowest then leave.

        >>> DRIVES["losers-part-winners-together"].losers_go, TRANSITIONS["winners-up-head-kept"].losers_go
        (True, False)
        """
        return {*self.win_a, *self.win_b} == {"stay"}


def _make_uniform_transition(key: str, moves: str, pairing: str) -> Transition:
    """Return a transition that is the same at every table.

    *moves* are the moves of winners A and B and losers A and B, separated by spaces.
    """
    win_a, win_b, lose_a, lose_b = ((move,) * 3 for move in moves.split())
    return Transition(key, win_a, win_b, lose_a, lose_b, (pairing,) * 3)


def _make_losers_to_foot_transition(key: str, head_pairing: str, pairing: str) -> Transition:
    """Return a transition in which winners go up, but at the head table losers go to the foot."""
    winners, losers = ("stay", "up", "up"), ("foot", "stay", "stay")
    return Transition(key, winners, winners, losers, losers, (head_pairing, pairing, pairing))


_ALL = (
    _make_losers_to_foot_transition("winners-up-head-kept", "keep", "split"),
    _make_losers_to_foot_transition("winners-up-head-split", "split", "split"),
    _make_uniform_transition("winners-up-head-to-foot", "up up stay stay", "split"),
    _make_uniform_transition("winners-up-partners-kept", "up up stay stay", "keep"),
    _make_uniform_transition("winners-down-circle-split", "down down stay stay", "split"),
    _make_uniform_transition("lady-up-gent-down", "up down stay stay", "split"),
    _make_uniform_transition("win-lady-up-lose-gent-down", "up stay stay down", "keep"),
    _make_uniform_transition("win-gent-up-only", "stay up stay stay", "vacancy"),
    _make_uniform_transition("all-gents-up", "stay up stay up", "vacancy"),
    _make_uniform_transition("win-lady-up-only", "up stay stay stay", "vacancy"),
    _make_uniform_transition("all-ladies-up", "up stay up stay", "vacancy"),
)

TRANSITIONS = {transition.key: transition for transition in _ALL}
"""Every transition of the books by its key.

Source: [WDW1900] p. 24; [HOYLE1926] pp. 36-37, 90-96, 102-103.
"""

PARTNERS_KEPT = (
    _make_losers_to_foot_transition("losers-to-foot-partners-kept", "keep", "keep"),
    _make_uniform_transition("winners-down-partners-kept", "down down stay stay", "keep"),
)
"""Further transitions that keep partners together, derived from the same circles."""

_DRIVES = (
    _make_uniform_transition("win-lady-down-gent-up", "down up stay stay", "split"),
    _make_uniform_transition("losers-part-winners-together", "stay stay down up", "keep"),
    _make_uniform_transition("losers-part-winners-part", "stay stay down up", "split"),
    _make_uniform_transition("losers-part-winners-together-a-up", "stay stay up down", "keep"),
    _make_uniform_transition("losers-part-winners-part-a-up", "stay stay up down", "split"),
)

DRIVES = {transition.key: transition for transition in _DRIVES}
"""Transitions of today's drives.

Players there say "up" for the next higher table number, which is ``down`` here.
"""
