"""Give a set of prizes: highest merit first, ties open or settled, with a text for each prize."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.display import tally_text
from scoring.model import Points
from scoring.party.decisions import SHARED, Decision, OpenTie, open_tie
from scoring.party.kinds import PRIZE_KINDS, prize_word
from scoring.party.model import PartyStanding
from scoring.party.ranking import player_order

_HOW = {
    "cut": "by the cut",
    "play-off": "by the play-off",
    "one-hand": "by one hand",
    "slips": "by the slips drawn",
    "lot": "by draw",
    "score-card": "by the card drawn",
}


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: its *kind*, its scope (*group*, *row*, *table_no*), its winners and its text.

    *kind* is ``"first"``, ``"second"`` and so on, ``"half-time"``, ``"aisle"``, ``"table"``,
    ``"table-winner"``, ``"high-game"``, ``"lone-hands"``, ``"ten-tricks"``, ``"booby"``,
    ``"drawn-number"`` or ``"raffle"``; *place_no* counts those of one kind.  *players* is one
    winner; several while *tie* is open or where they share it; nobody while an earlier tie has to
    be settled first.  *decision* is what settled a tie, *figure* what it goes by, such as ``"48
    tricks"``.
    """

    kind: str
    players: tuple[str, ...]
    heading: str = ""
    outcome: str = ""
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    place_no: int = 1
    tie: OpenTie | None = None
    decision: Decision | None = None
    figure: str = ""

    @property
    def text(self) -> str:
        """The whole text: the reason of the prize, its winners, and how a tie is settled."""
        return f"{self.heading}: {self.outcome}{f' {self.tie.text}' if self.tie and self.players else ''}"


@dataclass(frozen=True, slots=True)
class PrizeSet:
    """Prizes that *candidates* take in turn, the highest *merit* first.

    *is_principal* prizes come before those *after_principal*, which their winners do not take.
    Where two have the same merit, *then* parts them, which *then_by* names.  With *says_merit* it
    is the merit that is told in place of the total, in *unit* or the party's own, and *note*
    follows it.  With *one_per_table* only the best of each table compete, and a table has one prize
    at most.  *is_lot* prizes go by lot, whatever else somebody took.
    """

    kinds: tuple[str, ...]
    candidates: tuple[PartyStanding, ...]
    merit: Mapping[str, Points]
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    unit: str = ""
    is_principal: bool = False
    after_principal: bool = False
    is_booby: bool = False
    drawn_number: int | None = None
    then: Mapping[str, Points] = field(default_factory=dict)
    then_by: str = ""
    note: str = ""
    says_merit: bool = False
    is_lot: bool = False
    one_per_table: bool = False

    @property
    def where(self) -> tuple[str, int | None, int | None]:
        """For whom the prizes are: the group, the aisle and the table."""
        return self.group, self.row, self.table_no

    def rank(self, standing: PartyStanding) -> tuple[Points, Points]:
        """Return the sort key of *standing*: its merit, then its tie-break."""
        return self.merit[standing.player], self.then.get(standing.player, 0)


@dataclass(slots=True)
class PrizeGiving:
    """The state of the prize giving: prizes given so far, and ties.

    *winners* have a prize, *doubtful* may have one when their tie is settled, both with whether it
    is a principal one.
    """

    unit: str = ""
    name: Callable[[str], str] = str
    group_names: Mapping[str, str] = field(default_factory=dict)
    decisions: Sequence[Decision] = ()
    final_tie: str = "play-off"
    one_each: bool = False
    winners: dict[str, bool] = field(default_factory=dict)
    doubtful: dict[str, bool] = field(default_factory=dict)
    prizes: list[Prize] = field(default_factory=list)
    used: list[Decision] = field(default_factory=list)


def give(award: PrizeGiving, those: PrizeSet) -> None:
    """Give the prizes of one set, and note who has one and who may have one."""
    excluded = _barred_players(award, those, award.winners)
    doubtful = _barred_players(award, those, award.doubtful)
    kinds = list(those.kinds)
    candidates = [standing for standing in those.candidates if standing.player not in excluded]
    if those.one_per_table:
        candidates = _table_winners(those, candidates)
    candidates.sort(key=lambda standing: player_order(standing.player))
    candidates.sort(key=those.rank, reverse=True)
    groups = [list(tied) for _, tied in groupby(candidates, key=those.rank)]
    for at, tied in enumerate(groups):
        if not kinds:
            return
        waiting = [standing.player for standing in tied if standing.player in doubtful]
        if waiting:
            _wait(award, those, kinds, waiting)
            _doubt(award, groups[at:], len(kinds), doubtful)
            return
        taken = len({table_of(standing) for standing in tied}) if those.one_per_table else len(tied)
        if award.final_tie == "one-share" and not those.is_lot:
            taken = 1
        here, kinds = kinds[:taken], kinds[taken:]
        _give_tied(award, those, here, tied)


def table_of(standing: PartyStanding) -> tuple[int, int]:
    """Return the row and the table of a player's last game."""
    return standing.row, standing.table_no


def _table_winners(those: PrizeSet, candidates: Sequence[PartyStanding]) -> list[PartyStanding]:
    """Return the best of each table, several of a table where they are tied."""
    best: dict[tuple[int, int], tuple[Points, Points]] = {}
    for standing in candidates:
        best[table_of(standing)] = max(
            best.get(table_of(standing), those.rank(standing)), those.rank(standing)
        )
    return [standing for standing in candidates if those.rank(standing) == best[table_of(standing)]]


def _first_of_each_table(tied: Mapping[str, PartyStanding], order: Sequence[str]) -> list[str]:
    """Return the first player of each table in *order*."""
    first: dict[tuple[int, int], str] = {}
    for player in order:
        first.setdefault(table_of(tied[player]), player)
    return list(first.values())


def no_draw_yet(award: PrizeGiving, count: int) -> None:
    """Note the prizes by a drawn number for which no number was drawn."""
    tie = OpenTie("draw", (), "Draw one of the hundred numbers when all cards have been entered.")
    award.prizes += (
        Prize(
            "drawn-number",
            (),
            f"Prize {at} by a drawn number",
            f"no number has been drawn. {tie.text}",
            place_no=at,
            tie=tie,
        )
        for at in range(1, count + 1)
    )


def no_tickets_yet(award: PrizeGiving, count: int) -> None:
    """Note the prizes of a raffle that was not drawn."""
    tie = OpenTie("draw", (), "Draw the numbers of the raffle.")
    award.prizes += (
        Prize(
            "raffle",
            (),
            f"Raffle prize {at}",
            f"{tie.text[0].lower()}{tie.text[1:]}",
            place_no=at,
            tie=tie,
        )
        for at in range(1, count + 1)
    )


def _barred_players(award: PrizeGiving, those: PrizeSet, players: Mapping[str, bool]) -> set[str]:
    """Return the *players* who can't take a prize of the set."""
    if those.is_lot:
        return set()
    if award.one_each:
        return set(players)
    return {
        player for player, is_principal in players.items() if is_principal and those.after_principal
    }


def _give_tied(
    award: PrizeGiving, those: PrizeSet, kinds: Sequence[str], tied: Sequence[PartyStanding]
) -> None:
    """Give prizes to players of one merit: to the only one, by a decision, to all, or leave the tie
    open.
    """
    players = [standing.player for standing in tied]
    if len(players) == 1:
        _add(award, those, kinds[0], tied, tied)
        return
    decision = _decision(award, those, players)
    if decision:
        order = [player for player in decision.order if player in players]
        by_player = {standing.player: standing for standing in tied}
        if those.one_per_table:
            order = _first_of_each_table(by_player, order)
        for kind, player in zip(kinds, reversed(order) if those.is_booby else order, strict=False):
            _add(award, those, kind, [by_player[player]], tied, decision=decision)
    elif award.final_tie in SHARED and those.drawn_number is None:
        for kind in kinds:
            _add(award, those, kind, tied, tied)
    else:
        how = "score-card" if those.drawn_number is not None else award.final_tie
        tie = open_tie(how, players, prizes=kinds, is_booby=those.is_booby)
        for kind in kinds:
            _add(award, those, kind, tied, tied, tie=tie, is_certain=len(kinds) >= len(players))


def _decision(award: PrizeGiving, those: PrizeSet, players: Sequence[str]) -> Decision | None:
    """Return the decision that orders all *players*.

    A decision about just these players, and of this kind, comes first.
    """
    fitting = [
        decision
        for decision in award.decisions
        if set(players) <= set(decision.order)
        and (not decision.kind or decision.kind in those.kinds)
    ]
    if not fitting:
        return None
    decision = min(fitting, key=lambda decision: (not decision.kind, len(decision.order)))
    award.used.append(decision)
    return decision


def _wait(
    award: PrizeGiving, those: PrizeSet, kinds: Sequence[str], waiting: Sequence[str]
) -> None:
    """Note the prizes that wait for an earlier tie."""
    names = _join_names([award.name(player) for player in waiting])
    tie = OpenTie("wait", tuple(waiting), f"Break the tie of {names} for an earlier prize first.")
    for kind in kinds:
        place_no = _next_place(award, those, kind)
        heading, outcome = (
            _heading(award, those, kind, place_no),
            f"{tie.text[0].lower()}{tie.text[1:]}",
        )
        award.prizes.append(
            Prize(kind, (), heading, outcome, *those.where, place_no=place_no, tie=tie)
        )


def _doubt(
    award: PrizeGiving, groups: Sequence[Sequence[PartyStanding]], prizes: int, doubtful: set[str]
) -> None:
    """Note the possible winners of *prizes* that wait, besides everybody *doubtful*."""
    left = prizes + sum(standing.player in doubtful for tied in groups for standing in tied)
    for tied in groups:
        if left <= 0:
            return
        left -= len(tied)
        for standing in tied:
            award.doubtful.setdefault(standing.player, False)


def _add(  # noqa: PLR0913
    award: PrizeGiving,
    those: PrizeSet,
    kind: str,
    takers: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    *,
    decision: Decision | None = None,
    tie: OpenTie | None = None,
    is_certain: bool = True,
) -> None:
    players = tuple(taker.player for taker in takers)
    place_no = _next_place(award, those, kind)
    award.prizes.append(
        Prize(
            kind,
            players,
            _heading(award, those, kind, place_no),
            _outcome(award, those, takers, tied, decision, tie),
            *those.where,
            place_no=place_no,
            tie=tie,
            decision=decision,
            figure=_figure(award, those, takers[0]),
        )
    )
    noted = award.winners if tie is None or is_certain else award.doubtful
    for player in players:
        noted[player] = noted.get(player, False) or those.is_principal


def _next_place(award: PrizeGiving, those: PrizeSet, kind: str) -> int:
    """Return the number of the next prize of its kind in its aisle, table and group."""
    if kind not in PRIZE_KINDS or not PRIZE_KINDS[kind].is_counted:
        return those.kinds.index(kind) + 1
    where = kind, *those.where
    return 1 + sum(
        (prize.kind, prize.group, prize.row, prize.table_no) == where for prize in award.prizes
    )


def _outcome(
    award: PrizeGiving,
    those: PrizeSet,
    takers: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    decision: Decision | None,
    tie: OpenTie | None,
) -> str:
    names = _join_names([award.name(taker.player) for taker in takers])
    figure = f"{_figure(award, those, takers[0])}{_separating_figure(those, tied[0], is_open=tie is not None)}"
    if tie:
        return f"{names} are tied with {figure}."
    if decision:
        among = _join_names([award.name(standing.player) for standing in tied])
        word = "between" if len(tied) == 2 else "among"
        seed = "" if decision.seed is None else f" with seed {decision.seed}"
        return f"{names} with {figure}, {_how(decision)}{seed} {word} {among}."
    if len(takers) == 1:
        return f"{names} with {figure}."
    return f"shared by {names}, each with {figure}."


def _how(decision: Decision) -> str:
    """Return in words how a tie was settled. Keys such as play-off-3 are translated."""
    return next(
        (words for how, words in _HOW.items() if decision.how.startswith(how)), "as decided"
    )


def _figure(award: PrizeGiving, those: PrizeSet, standing: PartyStanding) -> str:
    if those.drawn_number is not None:
        away = tally_text(
            max(standing.total - those.drawn_number, those.drawn_number - standing.total)
        )
        return f"{number_with_unit(standing.total, award.unit)}, {away} from the number drawn, {those.drawn_number}"
    if those.is_lot:
        return f"number {standing.player}"
    if those.says_merit:
        return f"{number_with_unit(those.merit[standing.player], those.unit or award.unit)}{those.note}"
    return number_with_unit(standing.total, award.unit)


def _separating_figure(those: PrizeSet, standing: PartyStanding, *, is_open: bool) -> str:
    """Return the figure that separated *standing* from others of the same merit, or an empty text.

    Only who comes before all of them has the better half; where the tie *is_open* that half was
    equal too.
    """
    if not those.then:
        return ""
    same = (
        other
        for other in those.candidates
        if those.merit[other.player] == those.merit[standing.player]
    )
    ranks = {those.rank(other) for other in same}
    half = those.then_by.removeprefix("better ")
    if len(ranks) < 2:
        return ""
    if is_open:
        return f" and an equal {half}"
    is_first = max(ranks) == those.rank(standing) and not those.is_booby
    return f", by the {those.then_by if is_first else half}"


def number_with_unit(number: Points, unit: str) -> str:
    """Return *number* with its *unit*, in the plural unless the number is 1.

    >>> from fractions import Fraction
    >>> number_with_unit(1, "games"), number_with_unit(Fraction(5, 2), "games")
    ('1 game', '2½ games')
    """
    return f"{tally_text(number)} {unit.removesuffix('s') if number == 1 else unit}"


def _heading(award: PrizeGiving, those: PrizeSet, kind: str, place_no: int) -> str:
    name = (PRIZE_KINDS[kind].name if kind in PRIZE_KINDS else "") or prize_word(kind)
    if kind == "aisle":
        name = f"Aisle {those.row}, prize {place_no}"
    elif kind == "table":
        if those.row is None:
            table = f"table {those.table_no}"
        else:
            table = f"aisle {those.row}, table {those.table_no}"
        name = f"{table.capitalize()}, prize {place_no}"
    elif kind == "drawn-number":
        name = f"Prize {place_no} by a drawn number"
    elif kind in ("raffle", "table-winner") or (kind == "half-time" and place_no > 1):
        name = f"{name} {place_no}"
    if those.group:
        return f"{name}, {award.group_names.get(those.group, those.group)}"
    return name


def _join_names(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
