"""The giving of sets of prizes: highest merit first, ties open or settled, with a text for each.

``PrizeSet`` says who competes for which prizes, ``PrizeGiving`` collects the prizes given so far.
``PRIZE_KINDS`` are the kinds besides the principal prizes. Which sets a party has, and their order, is
in ``prizes``.

While a tie is open it isn't known who takes the prize. With rules by which nobody takes two prizes,
the tied players are *doubtful* for later prizes, and these *wait* if they depend on one of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from scoring.display import tally_text
from scoring.model import Points
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.ranking import get_player_order
from scoring.party.ties import SHARED, Decision, OpenTie, open_tie


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """One kind of prize: its *key*, and the *rule_name* of ``PrizeRules`` that gives it.

    *title* is its name on lists, *name* the one in sentences if it differs; *list_label* is its
    part in a list of all prizes of an evening. *is_counted* says that there may be several, with
    numbers; *is_for_whole_room* that the whole room competes, also if prizes are given by group.

    >>> PRIZE_KINDS["half-time"].rule_name
    'half'
    """

    key: str
    rule_name: str
    title: str
    list_label: str
    name: str = ""
    is_counted: bool = False
    is_for_whole_room: bool = False


_KINDS = (
    PrizeKind("half-time", "half", "Half-time prize", "half-time", is_counted=True),
    PrizeKind("aisle", "aisle", "Aisle prize", "for each aisle", is_counted=True),
    PrizeKind("table", "table", "Table prize", "for each table", is_counted=True),
    PrizeKind(
        "table-winner",
        "table_winners",
        "Prize for winners of tables",
        "for the best winners of tables",
        is_counted=True,
    ),
    PrizeKind("high-game", "high_game", "Prize for the highest game", "highest game"),
    PrizeKind(
        "lone-hands",
        "lone_hands",
        "Prize for lone hands",
        "most lone hands",
        name="Prize for most lone hands",
    ),
    PrizeKind(
        "ten-tricks",
        "tens",
        "Prize for hands of ten tricks",
        "most hands of ten tricks",
        name="Prize for most hands of ten tricks",
    ),
    PrizeKind("booby", "booby", "Booby prize", "booby"),
    PrizeKind(
        "drawn-number",
        "drawn",
        "Prize by the drawn number",
        "by a drawn number",
        is_counted=True,
        is_for_whole_room=True,
    ),
    PrizeKind(
        "raffle", "raffle", "Raffle prize", "of a raffle", is_counted=True, is_for_whole_room=True
    ),
)
PRIZE_KINDS: Mapping[str, PrizeKind] = {kind.key: kind for kind in _KINDS}
"""All kinds of prizes except first, second and so on, by key, in the order of giving."""


def prize_word(kind: str) -> str:
    """Return the name of a prize of *kind* on lists.

    >>> prize_word("first"), prize_word("high-game")
    ('First prize', 'Prize for the highest game')
    """
    if kind in PRIZE_KINDS:
        return PRIZE_KINDS[kind].title
    return f"{kind.capitalize()} prize"


_JACKPOT_FIGURES = {
    "high-game": attrgetter("highest_game"),
    "total": attrgetter("total"),
    "lone-hands": attrgetter("lone_hands"),
    "ten-tricks": attrgetter("ten_trick_hands"),
}
JACKPOTS = {
    "high-game": "points in one game",
    "total": "in total",
    "lone-hands": "lone hands",
    "ten-tricks": "hands of ten tricks or more",
}
"""The figures that can win a jackpot, in words. If nobody reaches one, it is carried forward."""


def jackpot_winners(
    ranking: PartyRanking, figure_key: str, least_figure: int, *, leavers: bool = False
) -> tuple[str, ...]:
    """Return the players whose figure reaches *least_figure*. *figure_key* is a key of ``JACKPOTS``.

    If *least_figure* is 0, nobody wins. Players who left before the end can win only with
    *leavers*.

    >>> from scoring.party.model import PartyGame
    >>> from scoring.party.ranking import party_standings
    >>> games = [
    ...     PartyGame("1", 1, 1, 0, own_points=8, lone_hands=2),
    ...     PartyGame("2", 1, 1, 1, own_points=5),
    ... ]
    >>> jackpot_winners(party_standings("points", games), "lone-hands", 2)
    ('1',)
    """
    if not least_figure:
        return ()
    read_figure = _JACKPOT_FIGURES[figure_key]
    winners = []
    for standing in ranking.standings:
        can_win = leavers or not standing.has_left
        if can_win and read_figure(standing) >= least_figure:
            winners.append(standing.player)
    return tuple(winners)


_DECISION_WORDS = {
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
    ``"drawn-number"`` or ``"raffle"``; *place_no* numbers those of one kind. *players* is one winner,
    several if *tie* is open or they share the prize, or nobody while an earlier tie is open.
    *decision* settled a tie. *figure* is the winners' figure, such as ``"48 tricks"``.
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
        """The whole text: the prize, its winners, and what to do about an open tie."""
        text = f"{self.heading}: {self.outcome}"
        # The outcome of a prize that waits says already which tie comes first.
        if self.tie and self.players:
            return f"{text} {self.tie.text}"
        return text


@dataclass(frozen=True, slots=True)
class PrizeSet:
    """Prizes that *candidates* take in turn, the highest *merit* first.

    - *tie_break* is the tie-break of equal merits, and *tie_break_name* its name.
    - Winners of *is_principal* prizes take none of *after_principal*.
    - With *shows_merit* the texts have the merit instead of the total, in *unit* or the party's own,
      with *note* after it.
    - With *one_per_table* only the best of each table compete, and a table has at most one prize.
    - *is_lot* prizes are won by lot, whatever else the winners have.
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
    tie_break: Mapping[str, Points] = field(default_factory=dict)
    tie_break_name: str = ""
    note: str = ""
    shows_merit: bool = False
    is_lot: bool = False
    one_per_table: bool = False

    @property
    def scope(self) -> tuple[str, int | None, int | None]:
        """The group, aisle and table for which the prizes are."""
        return self.group, self.row, self.table_no

    def rank(self, standing: PartyStanding) -> tuple[Points, Points]:
        """Return the sort key of *standing*: its merit, then its tie-break."""
        return self.merit[standing.player], self.tie_break.get(standing.player, 0)


@dataclass(slots=True)
class PrizeGiving:
    """The state of the prize giving: the rules for all sets, and the prizes given so far.

    *winners* have a prize, *doubtful* may have one when their tie is settled. Both say for each
    player whether it is a principal prize. *used_decisions* are the decisions that settled a tie.
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
    used_decisions: list[Decision] = field(default_factory=list)


def give(award: PrizeGiving, prize_set: PrizeSet) -> None:
    """Give the prizes of one set. Note in *award* who has one and who may have one."""
    excluded = _find_excluded_players(award, prize_set, award.winners)
    doubtful = _find_excluded_players(award, prize_set, award.doubtful)
    kinds = list(prize_set.kinds)
    candidates = [standing for standing in prize_set.candidates if standing.player not in excluded]
    if prize_set.one_per_table:
        candidates = _find_table_winners(prize_set, candidates)
    # Sorting keeps the order of equal ones, so tied players are in the order of their numbers.
    candidates.sort(key=lambda standing: get_player_order(standing.player))
    candidates.sort(key=prize_set.rank, reverse=True)
    groups = [list(tied) for _rank, tied in groupby(candidates, key=prize_set.rank)]
    for index, tied in enumerate(groups):
        if not kinds:
            return
        waiting = [standing.player for standing in tied if standing.player in doubtful]
        if waiting:
            # Until the earlier tie is settled, this prize and all after it stay open.
            _add_waiting(award, prize_set, kinds, waiting)
            _mark_doubtful(award, groups[index:], len(kinds), doubtful)
            return
        if award.final_tie == "one-share" and not prize_set.is_lot:
            prize_count = 1
        elif prize_set.one_per_table:
            prize_count = len({get_last_table(standing) for standing in tied})
        else:
            prize_count = len(tied)
        _give_tied(award, prize_set, kinds[:prize_count], tied)
        del kinds[:prize_count]


def get_last_table(standing: PartyStanding) -> tuple[int, int]:
    """Return the row and the table of a player's last game."""
    return standing.row, standing.table_no


def _find_table_winners(
    prize_set: PrizeSet, candidates: Sequence[PartyStanding]
) -> list[PartyStanding]:
    """Return the best of each table, several of them if they are tied."""
    best_ranks: dict[tuple[int, int], tuple[Points, Points]] = {}
    for standing in candidates:
        table = get_last_table(standing)
        rank = prize_set.rank(standing)
        best_ranks[table] = max(best_ranks.get(table, rank), rank)
    return [
        standing
        for standing in candidates
        if prize_set.rank(standing) == best_ranks[get_last_table(standing)]
    ]


def _select_first_of_each_table(
    tied: Mapping[str, PartyStanding], order: Sequence[str]
) -> list[str]:
    """Return the first player of each table in *order*."""
    first_by_table: dict[tuple[int, int], str] = {}
    for player in order:
        first_by_table.setdefault(get_last_table(tied[player]), player)
    return list(first_by_table.values())


def add_undrawn_prizes(award: PrizeGiving, count: int) -> None:
    """Add *count* prizes by a drawn number, before a number is drawn."""
    tie = OpenTie("draw", (), "Draw one of the hundred numbers when all cards have been entered.")
    for place_no in range(1, count + 1):
        prize = Prize(
            kind="drawn-number",
            players=(),
            heading=f"Prize {place_no} by a drawn number",
            outcome=f"no number has been drawn. {tie.text}",
            place_no=place_no,
            tie=tie,
        )
        award.prizes.append(prize)


def add_undrawn_raffle(award: PrizeGiving, count: int) -> None:
    """Add *count* raffle prizes, before the raffle is drawn."""
    tie = OpenTie("draw", (), "Draw the numbers of the raffle.")
    for place_no in range(1, count + 1):
        prize = Prize(
            kind="raffle",
            players=(),
            heading=f"Raffle prize {place_no}",
            outcome=f"{tie.text[0].lower()}{tie.text[1:]}",
            place_no=place_no,
            tie=tie,
        )
        award.prizes.append(prize)


def _find_excluded_players(
    award: PrizeGiving, prize_set: PrizeSet, players: Mapping[str, bool]
) -> set[str]:
    """Return those of *players*, who have other prizes, that can't take one of the set."""
    if prize_set.is_lot:
        return set()
    if award.one_each:
        return set(players)
    if prize_set.after_principal:
        return {player for player, is_principal in players.items() if is_principal}
    return set()


def _give_tied(
    award: PrizeGiving, prize_set: PrizeSet, kinds: Sequence[str], tied: Sequence[PartyStanding]
) -> None:
    """Give prizes of *kinds* to players of equal merit.

    A tie is settled by a decision, or by sharing the prizes, or left open.
    """
    players = [standing.player for standing in tied]
    if len(players) == 1:
        _add_prize(award, prize_set, kinds[0], tied, tied)
        return
    decision = _use_decision(award, prize_set, players)
    if decision:
        order = [player for player in decision.order if player in players]
        by_player = {standing.player: standing for standing in tied}
        if prize_set.one_per_table:
            order = _select_first_of_each_table(by_player, order)
        if prize_set.is_booby:
            order.reverse()  # the last of the tie takes the prize
        # There may be fewer prizes than tied players.
        for kind, player in zip(kinds, order, strict=False):
            _add_prize(award, prize_set, kind, [by_player[player]], tied, decision=decision)
    elif award.final_tie in SHARED and prize_set.drawn_number is None:
        for kind in kinds:
            _add_prize(award, prize_set, kind, tied, tied)
    else:
        tie_rule = "score-card" if prize_set.drawn_number is not None else award.final_tie
        tie = open_tie(tie_rule, players, prizes=kinds, is_booby=prize_set.is_booby)
        has_prize_for_all = len(kinds) >= len(players)
        for kind in kinds:
            _add_prize(award, prize_set, kind, tied, tied, tie=tie, is_certain=has_prize_for_all)


def _use_decision(
    award: PrizeGiving, prize_set: PrizeSet, players: Sequence[str]
) -> Decision | None:
    """Return the decision that orders all *players*, if any, and note that it was used.

    A decision for this kind of prize, and one of fewer players, takes precedence.
    """
    fitting_decisions = [
        decision
        for decision in award.decisions
        if set(players) <= set(decision.order)
        and (not decision.kind or decision.kind in prize_set.kinds)
    ]
    if not fitting_decisions:
        return None
    decision = min(fitting_decisions, key=lambda decision: (not decision.kind, len(decision.order)))
    award.used_decisions.append(decision)
    return decision


def _add_waiting(
    award: PrizeGiving, prize_set: PrizeSet, kinds: Sequence[str], waiting: Sequence[str]
) -> None:
    """Add prizes without winners, because the players *waiting* are in an earlier open tie."""
    names = _join_names([award.name(player) for player in waiting])
    tie = OpenTie("wait", tuple(waiting), f"Break the tie of {names} for an earlier prize first.")
    for kind in kinds:
        place_no = _get_next_place(award, prize_set, kind)
        heading = _make_prize_heading(award, prize_set, kind, place_no)
        outcome = f"{tie.text[0].lower()}{tie.text[1:]}"
        award.prizes.append(
            Prize(kind, (), heading, outcome, *prize_set.scope, place_no=place_no, tie=tie)
        )


def _mark_doubtful(
    award: PrizeGiving, groups: Sequence[Sequence[PartyStanding]], prizes: int, doubtful: set[str]
) -> None:
    """Note as doubtful all who may win one of *prizes* prizes that wait."""
    # If all doubtful players drop out, as many players after them move up.
    possible_winners = prizes
    for tied in groups:
        possible_winners += sum(standing.player in doubtful for standing in tied)
    for tied in groups:
        if possible_winners <= 0:
            return
        possible_winners -= len(tied)
        for standing in tied:
            award.doubtful.setdefault(standing.player, False)


def _add_prize(  # noqa: PLR0913
    award: PrizeGiving,
    prize_set: PrizeSet,
    kind: str,
    takers: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    *,
    decision: Decision | None = None,
    tie: OpenTie | None = None,
    is_certain: bool = True,
) -> None:
    players = tuple(taker.player for taker in takers)
    place_no = _get_next_place(award, prize_set, kind)
    award.prizes.append(
        Prize(
            kind,
            players,
            _make_prize_heading(award, prize_set, kind, place_no),
            _describe_outcome(award, prize_set, takers, tied, decision, tie),
            *prize_set.scope,
            place_no=place_no,
            tie=tie,
            decision=decision,
            figure=_describe_figure(award, prize_set, takers[0]),
        )
    )
    # With a prize for each of the tied players all of them win one, only the order is open.
    players_with_prize = award.winners if tie is None or is_certain else award.doubtful
    for player in players:
        has_principal = players_with_prize.get(player, False) or prize_set.is_principal
        players_with_prize[player] = has_principal


def _get_next_place(award: PrizeGiving, prize_set: PrizeSet, kind: str) -> int:
    """Return the number of the next prize of *kind* in the set's group, aisle and table."""
    if kind not in PRIZE_KINDS or not PRIZE_KINDS[kind].is_counted:
        return prize_set.kinds.index(kind) + 1
    scope = kind, *prize_set.scope
    same_kind = [
        prize
        for prize in award.prizes
        if (prize.kind, prize.group, prize.row, prize.table_no) == scope
    ]
    return len(same_kind) + 1


def _describe_outcome(
    award: PrizeGiving,
    prize_set: PrizeSet,
    takers: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    decision: Decision | None,
    tie: OpenTie | None,
) -> str:
    names = _join_names([award.name(taker.player) for taker in takers])
    figure = _describe_figure(award, prize_set, takers[0])
    figure += _describe_separating_figure(prize_set, tied[0], is_open=tie is not None)
    if tie:
        return f"{names} are tied with {figure}."
    if decision:
        tied_names = _join_names([award.name(standing.player) for standing in tied])
        preposition = "between" if len(tied) == 2 else "among"
        seed = "" if decision.seed is None else f" with seed {decision.seed}"
        decision_text = _describe_decision(decision)
        return f"{names} with {figure}, {decision_text}{seed} {preposition} {tied_names}."
    if len(takers) == 1:
        return f"{names} with {figure}."
    return f"shared by {names}, each with {figure}."


def _describe_decision(decision: Decision) -> str:
    # The way may have the number of players, such as play-off-3.
    for decision_form, words in _DECISION_WORDS.items():
        if decision.form.startswith(decision_form):
            return words
    return "as decided"


def _describe_figure(award: PrizeGiving, prize_set: PrizeSet, standing: PartyStanding) -> str:
    """Return the figure by which *standing* takes a prize, in words."""
    total = format_number_with_unit(standing.total, award.unit)
    drawn_number = prize_set.drawn_number
    if drawn_number is not None:
        distance = max(standing.total - drawn_number, drawn_number - standing.total)
        return f"{total}, {tally_text(distance)} from the number drawn, {drawn_number}"
    if prize_set.is_lot:
        return f"number {standing.player}"
    if prize_set.shows_merit:
        unit = prize_set.unit or award.unit
        return f"{format_number_with_unit(prize_set.merit[standing.player], unit)}{prize_set.note}"
    return total


def _describe_separating_figure(
    prize_set: PrizeSet, standing: PartyStanding, *, is_open: bool
) -> str:
    """Return the half that separated *standing* from others of equal merit, or an empty text."""
    if not prize_set.tie_break:
        return ""
    merit = prize_set.merit[standing.player]
    ranks = {
        prize_set.rank(other_standing)
        for other_standing in prize_set.candidates
        if prize_set.merit[other_standing.player] == merit
    }
    if len(ranks) < 2:
        return ""
    half = prize_set.tie_break_name.removeprefix("better ")
    if is_open:
        return f" and an equal {half}"
    # Only the first of them has the better half. The booby prize is for the worse one.
    is_first = max(ranks) == prize_set.rank(standing) and not prize_set.is_booby
    return f", by the {prize_set.tie_break_name if is_first else half}"


def format_number_with_unit(number: Points, unit: str) -> str:
    """Return *number* with its *unit*, in the plural unless the number is 1.

    >>> from fractions import Fraction
    >>> format_number_with_unit(1, "games"), format_number_with_unit(Fraction(5, 2), "games")
    ('1 game', '2½ games')
    """
    noun = unit.removesuffix("s") if number == 1 else unit
    return f"{tally_text(number)} {noun}"


def _make_prize_heading(award: PrizeGiving, prize_set: PrizeSet, kind: str, place_no: int) -> str:
    name = prize_word(kind)
    if kind in PRIZE_KINDS and PRIZE_KINDS[kind].name:
        name = PRIZE_KINDS[kind].name
    if kind == "aisle":
        name = f"Aisle {prize_set.row}, prize {place_no}"
    elif kind == "table":
        if prize_set.row is None:
            table = f"table {prize_set.table_no}"
        else:
            table = f"aisle {prize_set.row}, table {prize_set.table_no}"
        name = f"{table.capitalize()}, prize {place_no}"
    elif kind == "drawn-number":
        name = f"Prize {place_no} by a drawn number"
    elif kind in ("raffle", "table-winner") or (kind == "half-time" and place_no > 1):
        name = f"{name} {place_no}"
    if prize_set.group:
        return f"{name}, {award.group_names.get(prize_set.group, prize_set.group)}"
    return name


def _join_names(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
