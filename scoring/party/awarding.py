"""Give sets of prizes: highest merit first, ties open or settled, with a text for each.

A ``PrizeSet`` has the prizes and the players who compete for them. ``PrizeGiving`` collects the prizes
given so far. ``prizes`` has the sets of a party in their order.

While a tie is open, nobody knows who takes the prize. If nobody may take two prizes, the tied players
are *doubtful* for later prizes. A prize *waits* if it depends on a doubtful player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from scoring.display import format_as_tally
from scoring.model import Points
from scoring.party.model import PartyRanking, PartyStanding
from scoring.party.prize_ties import SHARING_TIE_RULES, Decision, OpenTie, make_open_tie
from scoring.party.ranking import get_player_sort_key


@dataclass(frozen=True, slots=True)
class PrizeKind:
    """One kind of prize.

    >>> PRIZE_KINDS["half-time"].rule_name
    'half'
    """

    key: str
    rule_name: str  # the field of PrizeRules that gives it
    title: str  # on lists
    label_in_list: str  # its part in a list of all prizes of a party
    name: str = ""  # in sentences, if it differs from the title
    is_counted: bool = False  # there may be several, with numbers
    is_for_whole_room: bool = False  # the whole room competes, also if prizes are given by group


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


def get_prize_name(kind: str) -> str:
    """Return the name of a prize of *kind* on lists.

    >>> get_prize_name("first"), get_prize_name("high-game")
    ('First prize', 'Prize for the highest game')
    """
    if kind in PRIZE_KINDS:
        return PRIZE_KINDS[kind].title
    return f"{kind.capitalize()} prize"


_FIGURE_GETTER_BY_KEY = {
    "high-game": attrgetter("highest_game"),
    "total": attrgetter("total"),
    "lone-hands": attrgetter("lone_hands"),
    "ten-tricks": attrgetter("ten_trick_hands"),
}
JACKPOT_LABELS = {
    "high-game": "points in one game",
    "total": "in total",
    "lone-hands": "lone hands",
    "ten-tricks": "hands of ten tricks or more",
}
"""Labels of the figures that can win a jackpot, by key. An unclaimed jackpot is carried forward."""


def get_jackpot_winners(
    ranking: PartyRanking, figure_key: str, least_figure: int, *, includes_leavers: bool = False
) -> tuple[str, ...]:
    """Return the players who reach *least_figure*. *figure_key* is a key of ``JACKPOT_LABELS``.

    If *least_figure* is 0, nobody wins. Players who left before the end can win only with
    *includes_leavers*.

    >>> from scoring.party.model import PartyGame
    >>> from scoring.party.ranking import rank_party_games
    >>> games = [
    ...     PartyGame("1", 1, 1, 0, own_points=8, lone_hands=2),
    ...     PartyGame("2", 1, 1, 1, own_points=5),
    ... ]
    >>> get_jackpot_winners(rank_party_games("points", games), "lone-hands", 2)
    ('1',)
    """
    if not least_figure:
        return ()
    get_figure = _FIGURE_GETTER_BY_KEY[figure_key]
    winners = []
    for standing in ranking.standings:
        can_win = includes_leavers or not standing.has_left
        if can_win and get_figure(standing) >= least_figure:
            winners.append(standing.player)
    return tuple(winners)


_DECISION_DESCRIPTIONS = {
    "cut": "by the cut",
    "play-off": "by the play-off",
    "one-hand": "by one hand",
    "slips": "by the slips drawn",
    "lot": "by draw",
    "score-card": "by the card drawn",
}


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: its kind, its scope (group, row and table), its winners and its text."""

    kind: str  # "first", "second" and so on, or a key of PRIZE_KINDS
    # One winner, several if the tie is open or they share the prize, nobody while an earlier tie is
    # open.
    players: tuple[str, ...]
    heading: str = ""
    outcome: str = ""
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    prize_no: int = 1  # among the prizes of one kind
    tie: OpenTie | None = None
    decision: Decision | None = None  # that settled a tie
    figure: str = ""  # of the winners, such as "48 tricks"

    @property
    def text(self) -> str:
        """The whole text: the prize, its winners, and what to do about an open tie."""
        text = f"{self.heading}: {self.outcome}"
        # The outcome of a waiting prize already says which tie comes first.
        if self.tie and self.players:
            return f"{text} {self.tie.instructions}"
        return text


@dataclass(frozen=True, slots=True)
class PrizeSet:
    """Prizes that *candidates* take in turn, the highest *merit_by_player* first."""

    kinds: tuple[str, ...]  # one for each prize, in order
    candidates: tuple[PartyStanding, ...]
    merit_by_player: Mapping[str, Points]
    group: str = ""
    row: int | None = None
    table_no: int | None = None
    unit: str = ""  # of the merit, "" for the party's own
    is_principal: bool = False
    excludes_principal_winners: bool = False  # nobody takes one besides a principal prize
    is_booby: bool = False
    drawn_number: int | None = None
    tie_break_by_player: Mapping[str, Points] = field(default_factory=dict)  # of equal merits
    tie_break_name: str = ""
    figure_suffix: str = ""  # after the merit in texts
    shows_merit: bool = False  # in texts, instead of the total
    is_drawn_by_lot: bool = False  # won by lot, whatever else the winners have
    has_one_per_table: bool = False  # only the best of each table compete, for one prize a table

    @property
    def scope(self) -> tuple[str, int | None, int | None]:
        """The group, aisle and table for which the prizes are."""
        return self.group, self.row, self.table_no

    def get_sort_key(self, standing: PartyStanding) -> tuple[Points, Points]:
        """Return the sort key of *standing*: its merit, then its tie-break."""
        return self.merit_by_player[standing.player], self.tie_break_by_player.get(
            standing.player, 0
        )


@dataclass(slots=True)
class PrizeGiving:
    """The state of the prize giving: the rules for all sets, and the prizes given so far."""

    unit: str = ""
    get_name: Callable[[str], str] = str
    group_names: Mapping[str, str] = field(default_factory=dict)
    decisions: Sequence[Decision] = ()
    tie_rule: str = "play-off"
    has_one_prize_each: bool = False
    # Players with a prize, and whether it is a principal one.
    principal_by_winner: dict[str, bool] = field(default_factory=dict)
    # Players who may have a prize when their tie is settled, and whether it is a principal one.
    principal_by_doubtful_player: dict[str, bool] = field(default_factory=dict)
    prizes: list[Prize] = field(default_factory=list)
    used_decisions: list[Decision] = field(default_factory=list)  # that settled a tie


def give_prizes(giving: PrizeGiving, prize_set: PrizeSet) -> None:
    """Give the prizes of one set. Add to *giving* the players who have one or may have one."""
    excluded_players = _collect_excluded_players(giving, prize_set, giving.principal_by_winner)
    doubtful_players = _collect_excluded_players(
        giving, prize_set, giving.principal_by_doubtful_player
    )
    kinds = list(prize_set.kinds)
    candidates = [
        standing for standing in prize_set.candidates if standing.player not in excluded_players
    ]
    if prize_set.has_one_per_table:
        candidates = _list_table_winners(prize_set, candidates)
    # Sorting keeps the order of equal items, so tied players are in the order of their numbers.
    candidates.sort(key=lambda standing: get_player_sort_key(standing.player))
    candidates.sort(key=prize_set.get_sort_key, reverse=True)
    tied_groups = [list(tied) for _rank, tied in groupby(candidates, key=prize_set.get_sort_key)]
    for index, tied in enumerate(tied_groups):
        if not kinds:
            return
        waiting_players = [
            standing.player for standing in tied if standing.player in doubtful_players
        ]
        if waiting_players:
            # Until the earlier tie is settled, this prize and all after it stay open.
            _add_waiting_prizes(giving, prize_set, kinds, waiting_players)
            _mark_doubtful_players(giving, tied_groups[index:], len(kinds), doubtful_players)
            return
        if giving.tie_rule == "one-share" and not prize_set.is_drawn_by_lot:
            prize_count = 1
        elif prize_set.has_one_per_table:
            prize_count = len({get_last_table(standing) for standing in tied})
        else:
            prize_count = len(tied)
        _give_prizes_to_tied(giving, prize_set, kinds[:prize_count], tied)
        del kinds[:prize_count]


def get_last_table(standing: PartyStanding) -> tuple[int, int]:
    """Return the row and the table of a player's last game."""
    return standing.row, standing.table_no


def _list_table_winners(
    prize_set: PrizeSet, candidates: Sequence[PartyStanding]
) -> list[PartyStanding]:
    """Return the best of each table, several of them if they are tied."""
    best_key_by_table: dict[tuple[int, int], tuple[Points, Points]] = {}
    for standing in candidates:
        table = get_last_table(standing)
        sort_key = prize_set.get_sort_key(standing)
        best_key_by_table[table] = max(best_key_by_table.get(table, sort_key), sort_key)
    return [
        standing
        for standing in candidates
        if prize_set.get_sort_key(standing) == best_key_by_table[get_last_table(standing)]
    ]


def _select_first_of_each_table(
    standing_by_player: Mapping[str, PartyStanding], order: Sequence[str]
) -> list[str]:
    """Return the first player of each table in *order*."""
    first_by_table: dict[tuple[int, int], str] = {}
    for player in order:
        first_by_table.setdefault(get_last_table(standing_by_player[player]), player)
    return list(first_by_table.values())


def add_undrawn_prizes(giving: PrizeGiving, count: int) -> None:
    """Add *count* prizes by a drawn number, before a number is drawn."""
    tie = OpenTie("draw", (), "Draw one of the hundred numbers when all cards have been entered.")
    for prize_no in range(1, count + 1):
        prize = Prize(
            kind="drawn-number",
            players=(),
            heading=f"Prize {prize_no} by a drawn number",
            outcome=f"no number has been drawn. {tie.instructions}",
            prize_no=prize_no,
            tie=tie,
        )
        giving.prizes.append(prize)


def add_undrawn_raffle(giving: PrizeGiving, count: int) -> None:
    """Add *count* raffle prizes, before the raffle is drawn."""
    tie = OpenTie("draw", (), "Draw the numbers of the raffle.")
    for prize_no in range(1, count + 1):
        prize = Prize(
            kind="raffle",
            players=(),
            heading=f"Raffle prize {prize_no}",
            outcome=f"{tie.instructions[0].lower()}{tie.instructions[1:]}",
            prize_no=prize_no,
            tie=tie,
        )
        giving.prizes.append(prize)


def _collect_excluded_players(
    giving: PrizeGiving, prize_set: PrizeSet, principal_by_player: Mapping[str, bool]
) -> set[str]:
    """Return the players of *principal_by_player* who can't take a prize of the set."""
    if prize_set.is_drawn_by_lot:
        return set()
    if giving.has_one_prize_each:
        return set(principal_by_player)
    if prize_set.excludes_principal_winners:
        return {player for player, is_principal in principal_by_player.items() if is_principal}
    return set()


def _give_prizes_to_tied(
    giving: PrizeGiving, prize_set: PrizeSet, kinds: Sequence[str], tied: Sequence[PartyStanding]
) -> None:
    """Give prizes of *kinds* to players of equal merit.

    A tie is settled by a decision, or by sharing the prizes, or left open.
    """
    players = [standing.player for standing in tied]
    if len(players) == 1:
        _add_prize(giving, prize_set, kinds[0], tied, tied)
        return
    decision = _choose_decision(giving, prize_set, players)
    if decision:
        order = [player for player in decision.sorted_players if player in players]
        standing_by_player = {standing.player: standing for standing in tied}
        if prize_set.has_one_per_table:
            order = _select_first_of_each_table(standing_by_player, order)
        if prize_set.is_booby:
            order.reverse()  # the last of the tie takes the prize
        # There may be fewer prizes than tied players.
        for kind, player in zip(kinds, order, strict=False):
            _add_prize(
                giving, prize_set, kind, [standing_by_player[player]], tied, decision=decision
            )
    elif giving.tie_rule in SHARING_TIE_RULES and prize_set.drawn_number is None:
        for kind in kinds:
            _add_prize(giving, prize_set, kind, tied, tied)
    else:
        tie_rule = "score-card" if prize_set.drawn_number is not None else giving.tie_rule
        tie = make_open_tie(tie_rule, players, prize_kinds=kinds, is_booby=prize_set.is_booby)
        has_prize_for_all = len(kinds) >= len(players)
        for kind in kinds:
            _add_prize(giving, prize_set, kind, tied, tied, tie=tie, is_certain=has_prize_for_all)


def _choose_decision(
    giving: PrizeGiving, prize_set: PrizeSet, players: Sequence[str]
) -> Decision | None:
    """Return the decision that orders all *players*, if any, and add it to the used ones.

    A decision for this kind of prize takes precedence, then one among fewer players.
    """
    fitting_decisions = [
        decision
        for decision in giving.decisions
        if set(players) <= set(decision.sorted_players)
        and (not decision.prize_kind or decision.prize_kind in prize_set.kinds)
    ]
    if not fitting_decisions:
        return None
    decision = min(
        fitting_decisions,
        key=lambda decision: (not decision.prize_kind, len(decision.sorted_players)),
    )
    giving.used_decisions.append(decision)
    return decision


def _add_waiting_prizes(
    giving: PrizeGiving, prize_set: PrizeSet, kinds: Sequence[str], waiting_players: Sequence[str]
) -> None:
    """Add prizes without winners, because *waiting_players* are in an earlier open tie."""
    names = _join_names([giving.get_name(player) for player in waiting_players])
    tie = OpenTie(
        "wait", tuple(waiting_players), f"Break the tie of {names} for an earlier prize first."
    )
    for kind in kinds:
        prize_no = _get_next_prize_no(giving, prize_set, kind)
        heading = _make_prize_heading(giving, prize_set, kind, prize_no)
        outcome = f"{tie.instructions[0].lower()}{tie.instructions[1:]}"
        giving.prizes.append(
            Prize(kind, (), heading, outcome, *prize_set.scope, prize_no=prize_no, tie=tie)
        )


def _mark_doubtful_players(
    giving: PrizeGiving,
    tied_groups: Sequence[Sequence[PartyStanding]],
    prize_count: int,
    doubtful_players: set[str],
) -> None:
    """Mark as doubtful all who may win one of *prize_count* waiting prizes."""
    # If all doubtful players drop out, as many players after them move up.
    winner_count = prize_count
    for tied in tied_groups:
        winner_count += sum(standing.player in doubtful_players for standing in tied)
    for tied in tied_groups:
        if winner_count <= 0:
            return
        winner_count -= len(tied)
        for standing in tied:
            giving.principal_by_doubtful_player.setdefault(standing.player, False)


def _add_prize(  # noqa: PLR0913
    giving: PrizeGiving,
    prize_set: PrizeSet,
    kind: str,
    winners: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    *,
    decision: Decision | None = None,
    tie: OpenTie | None = None,
    is_certain: bool = True,
) -> None:
    players = tuple(winner.player for winner in winners)
    prize_no = _get_next_prize_no(giving, prize_set, kind)
    giving.prizes.append(
        Prize(
            kind,
            players,
            _make_prize_heading(giving, prize_set, kind, prize_no),
            _describe_outcome(giving, prize_set, winners, tied, decision, tie),
            *prize_set.scope,
            prize_no=prize_no,
            tie=tie,
            decision=decision,
            figure=_describe_figure(giving, prize_set, winners[0]),
        )
    )
    # If there is a prize for each tied player, all of them win one and only the order is open.
    if tie is None or is_certain:
        principal_by_player = giving.principal_by_winner
    else:
        principal_by_player = giving.principal_by_doubtful_player
    for player in players:
        has_principal_prize = principal_by_player.get(player, False) or prize_set.is_principal
        principal_by_player[player] = has_principal_prize


def _get_next_prize_no(giving: PrizeGiving, prize_set: PrizeSet, kind: str) -> int:
    """Return the number of the next prize of *kind* in the set's group, aisle and table."""
    if kind not in PRIZE_KINDS or not PRIZE_KINDS[kind].is_counted:
        return prize_set.kinds.index(kind) + 1
    scope = kind, *prize_set.scope
    same_kind = [
        prize
        for prize in giving.prizes
        if (prize.kind, prize.group, prize.row, prize.table_no) == scope
    ]
    return len(same_kind) + 1


def _describe_outcome(
    giving: PrizeGiving,
    prize_set: PrizeSet,
    winners: Sequence[PartyStanding],
    tied: Sequence[PartyStanding],
    decision: Decision | None,
    tie: OpenTie | None,
) -> str:
    names = _join_names([giving.get_name(winner.player) for winner in winners])
    figure = _describe_figure(giving, prize_set, winners[0])
    figure += _describe_separating_figure(prize_set, tied[0], is_open=tie is not None)
    if tie:
        return f"{names} are tied with {figure}."
    if decision:
        tied_names = _join_names([giving.get_name(standing.player) for standing in tied])
        preposition = "between" if len(tied) == 2 else "among"
        seed = "" if decision.seed is None else f" with seed {decision.seed}"
        decision_text = _describe_decision(decision)
        return f"{names} with {figure}, {decision_text}{seed} {preposition} {tied_names}."
    if len(winners) == 1:
        return f"{names} with {figure}."
    return f"shared by {names}, each with {figure}."


def _describe_decision(decision: Decision) -> str:
    # The form may end with the number of players, such as play-off-3.
    for decision_form, description in _DECISION_DESCRIPTIONS.items():
        if decision.form.startswith(decision_form):
            return description
    return "as decided"


def _describe_figure(giving: PrizeGiving, prize_set: PrizeSet, standing: PartyStanding) -> str:
    """Return the figure for which *standing* gets a prize, with its unit."""
    total = format_number_with_unit(standing.total, giving.unit)
    drawn_number = prize_set.drawn_number
    if drawn_number is not None:
        distance = max(standing.total - drawn_number, drawn_number - standing.total)
        return f"{total}, {format_as_tally(distance)} from the number drawn, {drawn_number}"
    if prize_set.is_drawn_by_lot:
        return f"number {standing.player}"
    if prize_set.shows_merit:
        unit = prize_set.unit or giving.unit
        return f"{format_number_with_unit(prize_set.merit_by_player[standing.player], unit)}{prize_set.figure_suffix}"
    return total


def _describe_separating_figure(
    prize_set: PrizeSet, standing: PartyStanding, *, is_open: bool
) -> str:
    """Return the half that separated *standing* from others of equal merit, or an empty text."""
    if not prize_set.tie_break_by_player:
        return ""
    merit = prize_set.merit_by_player[standing.player]
    sort_keys = {
        prize_set.get_sort_key(other_standing)
        for other_standing in prize_set.candidates
        if prize_set.merit_by_player[other_standing.player] == merit
    }
    if len(sort_keys) < 2:
        return ""
    half_name = prize_set.tie_break_name.removeprefix("better ")
    if is_open:
        return f" and an equal {half_name}"
    # Only the first of them has the better half. The booby prize is for the worse one.
    is_first = max(sort_keys) == prize_set.get_sort_key(standing) and not prize_set.is_booby
    return f", by the {prize_set.tie_break_name if is_first else half_name}"


def format_number_with_unit(number: Points, unit: str) -> str:
    """Return *number* with its *unit*, in the plural unless the number is 1.

    >>> from fractions import Fraction
    >>> format_number_with_unit(1, "games"), format_number_with_unit(Fraction(5, 2), "games")
    ('1 game', '2½ games')
    """
    noun = unit.removesuffix("s") if number == 1 else unit
    return f"{format_as_tally(number)} {noun}"


def _make_prize_heading(giving: PrizeGiving, prize_set: PrizeSet, kind: str, prize_no: int) -> str:
    name = get_prize_name(kind)
    if kind in PRIZE_KINDS and PRIZE_KINDS[kind].name:
        name = PRIZE_KINDS[kind].name
    if kind == "aisle":
        name = f"Aisle {prize_set.row}, prize {prize_no}"
    elif kind == "table":
        if prize_set.row is None:
            table = f"table {prize_set.table_no}"
        else:
            table = f"aisle {prize_set.row}, table {prize_set.table_no}"
        name = f"{table.capitalize()}, prize {prize_no}"
    elif kind == "drawn-number":
        name = f"Prize {prize_no} by a drawn number"
    elif kind in ("raffle", "table-winner") or (kind == "half-time" and prize_no > 1):
        name = f"{name} {prize_no}"
    if prize_set.group:
        return f"{name}, {giving.group_names.get(prize_set.group, prize_set.group)}"
    return name


def _join_names(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
