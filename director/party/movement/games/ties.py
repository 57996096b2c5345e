"""Open ties for prizes, each with the form that settles it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.party.models import Party
from director.party.movement.games.read import Evening, decisions
from director.party.movement.options import counted_unit, seats_stay
from director.party.movement.words import prize_title
from scoring import (
    Decision,
    OpenTie,
    PartyExplainer,
    PartyExplanation,
    PartyRanking,
    PartyStanding,
    Prize,
    ScoringError,
    party_places,
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
    """Return the ties of *evening* that nobody has settled, with what was *typed* about them."""
    if not evening.is_ranked:
        return []
    tied: dict[tuple[str, ...], list[tuple[Prize, OpenTie]]] = {}
    for prize in evening.prizes:
        if prize.tie and prize.tie.how not in _NOT_NOW:
            tied.setdefault(tuple(prize.tie.players), []).append((prize, prize.tie))
    return [_form(evening, players, prizes, typed or {}) for players, prizes in tied.items()]


def tie_of_key(key: str) -> tuple[int, list[str]]:
    """Return the session of a Skat congress, 0 for a whole party, and the players of the tie that a page calls *key*.

    >>> tie_of_key("3-12"), tie_of_key("s2-3-12")
    ((0, ['3', '12']), (2, ['3', '12']))
    """
    first, *others = key.split("-")
    if first.startswith("s"):
        return int(first[1:]) if first[1:].isdecimal() else 0, others
    return 0, [first, *others]


def tie_settled(party: Party, players: Sequence[str], session: int = 0) -> Decision | None:
    """Return how a tie between exactly these *players* was settled, ``None`` if it was not."""
    settled = (decision for decision in decisions(party, session) if set(decision.order) == set(players))
    return next(settled, None)


def _form(
    evening: Evening, players: tuple[str, ...], prizes: list[tuple[Prize, OpenTie]], typed: Mapping[str, str]
) -> OpenTieForm:
    _prize, tie = prizes[0]
    return OpenTieForm(
        key="-".join(players),
        titles="; ".join(prize_title(evening.party, prize) for prize, _tie in prizes),
        text=tie.text,
        how=tie.how,
        asked=ASKED.get(tie.how, "Points"),
        figures=tuple((player, evening.contestants[player], typed.get(f"figure-{player}", "")) for player in players),
    )


# Why a player's total at a party is what it is: every game with what it brought, and the sum.

ALL = "all"


def evening_explainer(evening: Evening, by: str = ALL) -> PartyExplainer:
    """Return what explains every total of *evening*, without ranking it again.

    Places are those among everybody, or in the lists that *by* makes: ``"group"``, ``"row"`` or ``"table"``.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party, ranking = evening.party, evening.ranking
    words = (party.round_word, party.rounds_word)
    if by != ALL:
        apart = party_places(ranking, by).values()
        ranking = PartyRanking(ranking.method, tuple(standing for those in apart for standing in those), ranking.notes)
    unit, options = counted_unit(party), party.method_options
    return PartyExplainer(party.method, evening.contest, options=options, ranking=ranking, words=words, unit=unit)


def player_why(evening: Evening, player: str, by: str = ALL) -> PartyExplanation | None:
    """Return why *player* or the pair has the total; ``None`` before that, or where nothing can be counted."""
    key = evening.contestants.of(player).key
    if not evening.is_ranked:
        return None
    try:
        return evening_explainer(evening, by).total(key)
    except ScoringError:
        return None


# The standings of a party apart: everybody in one list, or by seat group, aisle or table.

Apart = tuple[tuple[str, tuple[PartyStanding, ...]], ...]
"""A caption and its standings, list by list."""

GROUP, ROW, TABLE = "group", "row", "table"
WORDS = {ALL: "Everybody", GROUP: "By seat group", ROW: "By aisle", TABLE: "By table"}


def apart_choices(evening: Evening) -> tuple[tuple[str, str], ...]:
    """Return in which ways the standings of *evening* can be read: key and words, the usual way first.

    Groups are told apart where they mean something to those who play, tables where everybody keeps his own, or where
    each table has its prize.
    """
    standings, prizes = evening.ranking.standings, evening.party.prizes
    makes_sense = {
        ALL: True,
        GROUP: evening.party.tells_groups and len({standing.group for standing in standings}) > 1,
        ROW: len({standing.row for standing in standings}) > 1,
        TABLE: bool(prizes.get("table")) or seats_stay(evening.party),
    }
    usual = GROUP if prizes.get("by_group", True) and makes_sense[GROUP] else ALL
    return tuple(
        (key, words)
        for key, words in sorted(WORDS.items(), key=lambda standing: standing[0] != usual)
        if makes_sense[key]
    )


def standings_apart(evening: Evening, by: str) -> Apart:
    """Return the standings of *evening* in the lists that *by* makes, with the places in each; no query.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    if by == ALL:
        return (("Standings", evening.ranking.standings),)
    places = party_places(evening.ranking, by)
    return tuple((_caption(evening, by, those[0]), those) for those in places.values())


def _caption(evening: Evening, by: str, standing: PartyStanding) -> str:
    if by == GROUP:
        return evening.party.group_name(standing.group) or "No group"
    aisle = f"Aisle {standing.row}"
    if by == ROW:
        return aisle
    if not standing.table_no:
        return "Sat out"
    has_aisles = len({other.row for other in evening.ranking.standings}) > 1
    return f"{aisle}, table {standing.table_no}" if has_aisles else f"Table {standing.table_no}"
