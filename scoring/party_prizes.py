"""The prizes of a party: first, second, booby and lone hands, by prize group, aisle or table, and by a drawn number.

A tie for a prize comes out open, with what to do; handed in again with its ``Decision``, it has a winner.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.errors import ScoringError
from scoring.model import Points
from scoring.party_decisions import Decision, OpenTie, open_tie
from scoring.party_model import PartyRanking, PartyStanding
from scoring.party_ranking import party_places, player_order

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class PrizeRuleError(ScoringError):
    """Prize rules that cannot be followed."""

    code = "party-prize-rule"
    template = "{what} cannot be {given}; give {wanted}."


class DecisionError(ScoringError):
    """A decision that settles no tie."""

    code = "party-decision"
    template = "The {how} of {players} settles no open tie for a prize; give each tied player once: {open}."


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """Which prizes there are.

    *places* are the principal prizes, first, second and so on, *aisle* those of each row, *table* those of each table,
    *drawn* those by a drawn number.  With *by_group* each prize group has its own set; *equal_numbers* gives both
    groups as many prizes as the smaller one can take.  *one_each*: nobody takes two prizes.  *final_tie* is a key of
    ``FINAL_TIES``.
    """

    places: int = 2
    booby: bool = True
    lone_hands: bool = False
    aisle: int = 0
    table: int = 0
    drawn: int = 0
    by_group: bool = True
    equal_numbers: bool = True
    one_each: bool = False
    final_tie: str = "play-off"


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: its *kind*, for whom (*group*, *row*, *table_no*), and who takes it.

    *place_no* counts prizes of one kind from 1.  *players* are several while *tie* is open, or where they share it.
    """

    kind: str
    players: tuple[str, ...]
    text: str
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    place_no: int = 1
    tie: OpenTie | None = None


@dataclass(frozen=True, slots=True)
class _Set:
    """Prizes that are taken one after the other by the *candidates*, the highest *merit* first."""

    kinds: tuple[str, ...]
    candidates: tuple[PartyStanding, ...]
    merit: Mapping[str, Points]
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    how: str = ""
    lowest: bool = False


@dataclass(slots=True)
class _Award:
    """What has been given so far: *taken* have a prize, *undecided* may have one when their tie is settled."""

    rules: PrizeRules
    decisions: Sequence[Decision]
    unit: str
    names: Mapping[str, str]
    taken: set[str] = field(default_factory=set)
    undecided: set[str] = field(default_factory=set)
    prizes: list[Prize] = field(default_factory=list)
    used: set[int] = field(default_factory=set)


def party_prizes(
    ranking: PartyRanking,
    rules: PrizeRules | None = None,
    *,
    decisions: Iterable[Decision] = (),
    drawn_number: int | None = None,
    unit: str = "",
    names: Mapping[str, str] | None = None,
) -> tuple[Prize, ...]:
    """Return the prizes of a party; ties that no one of *decisions* settles are open and say what to do."""
    award = _Award(rules or PrizeRules(), tuple(decisions), unit, names or {})
    for one in _sets(ranking, award.rules, drawn_number):
        _give(award, one)
    return tuple(award.prizes)


def _sets(ranking: PartyRanking, rules: PrizeRules, drawn_number: int | None) -> list[_Set]:
    groups = party_places(ranking, "group") if rules.by_group else {"": ranking.standings}
    sets = []
    for group, those in groups.items():
        merit = {one.player: one.total for one in those}
        sets.append(_Set(_ORDINALS[: rules.places], those, merit, str(group)))
        if rules.booby:
            lowest = {player: -total for player, total in merit.items()}
            sets.append(_Set(("booby",), those, lowest, str(group), lowest=True))
    return sets


def _give(award: _Award, those: _Set) -> None:
    ordered = sorted(those.candidates, key=lambda one: (-those.merit[one.player], player_order(one.player)))
    kinds = list(those.kinds)
    for _, sharing in groupby(ordered, key=lambda one: those.merit[one.player]):
        tied = [one.player for one in sharing]
        if not kinds:
            return
        here, kinds = kinds[: len(tied)], kinds[len(tied) :]
        tie = open_tie(award.rules.final_tie, tied) if len(tied) > 1 else None
        award.prizes += (Prize(kind, tuple(tied), kind, those.group, tie=tie) for kind in here)
