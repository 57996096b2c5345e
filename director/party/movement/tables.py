"""Tables of a round on the page of Play: reports and questions.

Prepares what the page shows; :mod:`director.party.play.report` reads and stores what is typed.

The *goal* is the number of points that ends a game. The *second figure* of a side is one that some
methods ask for besides the points (set-backs, games made). *Lone hands* are counted by player, for
a prize.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from director.errors import PartyError, TwoReportsError
from director.party.models import Party, PartyResult
from director.party.movement.games import PartyRecord, PlayedRound, make_table_record
from director.party.movement.options import (
    can_report_fewer_hands,
    count_tricks_per_round,
    get_hand_points,
    get_party_system,
    get_written_unit,
    is_played_in_rubbers,
    list_tie_rules,
    must_report_points,
    resolve_options,
)
from director.party.movement.seating import format_players, format_with_role
from director.party.movement.waiting import WaitingGroup, make_waiting_group
from director.party.sheets import PartySeat, TableRecord
from movements.party.model import PartySystem, PartyTable
from movements.party.rounds import get_progressive_system
from scoring.party.ties import TieRule, get_tie_rule

CUT_LABELS = ("first", "second", "third", "fourth", "fifth")
IMPOSSIBLE_POINTS = (
    "more-than-odd-tricks",
    "odd-tricks-of-both",
    "beyond-goal",
    "goal-of-both",
    "more-games-than-deals",
)
"""Refused points that a director may save anyway, although nobody can have made them."""


def get_table_goal(party: Party, table_no: int) -> int:
    """Return the points that end a game at a table, or 0.

    The goal of the party overrides the one in the system's options.
    """
    system = get_party_system(party)
    if system is None or party.game != "euchre" or not must_report_points(party):
        return 0
    # A key such as "head-10", "any-5" or "time".
    round_end = resolve_options(system, party.options).get("round_ends", "")
    bell, _dash, option_goal = round_end.partition("-")
    if bell == "head" and table_no != 1:
        return 0  # only the head table plays to a goal; the others stop at its bell
    if party.goal:
        return party.goal
    return int(option_goal) if option_goal.isdecimal() else 0


def describe_goal(party: Party) -> str:
    """Return sentences on the end of a game and on a tie at the bell, or ""."""
    goal = get_table_goal(party, 1)
    if not goal:
        return ""
    goal_sentence = {
        "head": f"Table 1 plays to {goal} points and rings.",
        "any": f"The first table with {goal} points rings.",
    }.get(party.bell, f"A game is played to {goal} points.")
    tie_rule_name = get_tie_rule(party.tie_rule).name
    tie_text = f"{tie_rule_name[:1].lower()}{tie_rule_name[1:]}"
    return f"{goal_sentence} If the bell rings first, the side ahead wins. If tied: {tie_text}."


def make_goal_warning(party: Party, table_no: int, points: list[int]) -> str:
    """Return a warning if no side has reached the goal, or ""."""
    goal = get_table_goal(party, table_no)
    # If any table may ring, every other one stops below the goal.
    if not goal or party.bell == "any" or not points or max(points) >= goal:
        return ""
    return f"Nobody has reached {goal} points. That’s right only if the bell rang first."


@dataclass(frozen=True, slots=True)
class TableSide:
    """A side of a table on the page, with its boxes."""

    index: int
    name: str
    is_winner: bool
    points: str
    second_figure: str
    share: str


@dataclass(frozen=True, slots=True)
class CutPosition:
    """A position in the order of a cut."""

    name: str  # of its field
    label: str  # such as "first"
    chosen_side: str  # the index of a side, or "" if none is chosen


@dataclass(frozen=True, slots=True)
class TableForm:
    """The settings that all table forms on a page share."""

    session_id: int
    round_no: int
    is_current: bool
    unit: str
    second_unit: str
    hand_points: tuple[int, ...]  # possible points of one hand, each with a button that adds them
    has_lone_hand_boxes: bool
    has_rubber_question: bool
    reportable_hands: int  # hands of a round if a table may report fewer, else 0
    has_rows: bool  # the room has several aisles


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table on the page: its report and its questions."""

    record: TableRecord
    sides: tuple[TableSide, ...]
    version: int
    player_numbers: str  # side by side, as in format_players
    has_point_boxes: bool  # without boxes, one button per side reports the winner
    tie_rule: str  # key of the rule that settled a tie, or of the default rule
    tie_rules: tuple[TieRule, ...]  # rules to choose from, empty if two sides can't tie
    questions_title: str  # the title of the further questions, such as "Tie, lone hands"
    lone_hands: tuple[tuple[PartySeat, int | str], ...]  # players with their number of lone hands
    cut_positions: tuple[CutPosition, ...] = ()
    waiting_group: WaitingGroup | None = None  # players who wait here, and who goes out for them
    hands: str = ""  # hands played, if fewer than a round has
    points_total: int = 0  # points of both sides together, 0 if the sum is open
    rubber_winner: str = ""  # index of a side that won a rubber without having more points
    warning: str = ""  # why the stored report is unlikely
    error: str = ""
    stored_report: str = ""  # in words, if somebody else has reported meanwhile
    submitted_report: str = ""  # in words, if it was refused for that reason
    submitted_button: str = ""  # name and value of the button that submitted it
    goal: int = 0  # points that end a game here
    can_save_anyway: bool = False  # a refused report may be saved anyway

    @property
    def state(self) -> str:
        """How the table looks: ``"wrong"``, ``"in"`` or ``"waiting"``."""
        if self.error:
            return "wrong"
        if self.record.is_entered:
            return "in"
        return "waiting"

    @property
    def cut_sides(self) -> tuple[TableSide, ...]:
        """Sides that may have cut: the tied ones, or all if no tie can be seen."""
        # A second figure can break equal points, and can make different points equal.
        if any(side.second_figure for side in self.sides):
            return self.sides
        typed_points = [side.points.strip() for side in self.sides]
        tied_sides = []
        for side, points in zip(self.sides, typed_points, strict=True):
            if points and typed_points.count(points) > 1:
                tied_sides.append(side)
        return tuple(tied_sides) or self.sides


def make_table_form(
    record: PartyRecord, played_round: PlayedRound, *, is_current: bool
) -> TableForm:
    """Return the settings that a round's table forms share."""
    party = record.party
    return TableForm(
        session_id=party.pk,
        round_no=played_round.round_no,
        is_current=is_current,
        unit=get_written_unit(party),
        second_unit=record.method.extra_figure,
        hand_points=get_hand_points(party),
        has_lone_hand_boxes=bool(party.prizes.get("lone_hands")),
        has_rubber_question=is_played_in_rubbers(party),
        reportable_hands=party.hands if can_report_fewer_hands(party) else 0,
        has_rows=played_round.has_rows,
    )


def make_play_tables(
    record: PartyRecord, played_round: PlayedRound, tables: Sequence[PartyTable]
) -> tuple[PlayTable, ...]:
    """Return *tables* of a round as the page shows them."""
    # All tables of partners get the same questions, and so do all where everybody plays alone.
    table_by_kind = {table.is_for_singles: table for table in tables}
    questions_by_kind = {
        is_alone: _TableQuestions.from_table(record.party, table)
        for is_alone, table in table_by_kind.items()
    }
    return tuple(
        make_play_table(record, played_round, table, questions_by_kind[table.is_for_singles])
        for table in tables
    )


@dataclass(frozen=True, slots=True)
class _TableQuestions:
    """The questions to the tables of a round."""

    system: PartySystem
    has_point_boxes: bool
    tie_rules: tuple[TieRule, ...]
    title: str
    hand_points: tuple[int, ...]
    has_rubber_question: bool
    head_goal: int  # points that end a game at table 1
    other_goal: int  # points that end a game at the other tables
    trick_total: int  # tricks of all hands of a round, 0 if the number is open

    def get_goal(self, table_no: int) -> int:
        return self.head_goal if table_no == 1 else self.other_goal

    @classmethod
    def from_table(cls, party: Party, table: PartyTable) -> "_TableQuestions":
        """Return the questions to *table* and to all others of its kind."""
        tie_rules = list_tie_rules(party, table)
        return cls(
            system=get_progressive_system(party.system),
            has_point_boxes=must_report_points(party),
            tie_rules=tie_rules,
            title=_make_questions_title(party, can_tie=bool(tie_rules)),
            hand_points=get_hand_points(party),
            has_rubber_question=is_played_in_rubbers(party),
            head_goal=get_table_goal(party, 1),
            other_goal=get_table_goal(party, 2),
            trick_total=count_tricks_per_round(party),
        )


def make_play_table(
    record: PartyRecord, played_round: PlayedRound, table: PartyTable, questions: _TableQuestions
) -> PlayTable:
    """Return one table as the page shows it."""
    result = played_round.results.get(table.table_no)
    table_record = make_table_record(record, played_round, table)
    waiting_players = played_round.list_waiting_players(table.table_no)
    waiting_group = None
    if waiting_players:
        waiting_group = make_waiting_group(
            record.party, record.names, table, waiting_players, result
        )
    # A table may have played fewer hands than planned, which changes the tricks of its deal.
    hands = ""
    points_total = questions.trick_total
    if result and result.hands:
        hands = str(result.hands)
        points_total = count_tricks_per_round(record.party, result.hands)
    cut_order = list(map(str, result.cut)) if result else []
    return PlayTable(
        record=table_record,
        sides=tuple(
            _make_table_side(table_record, result, index, questions.system)
            for index in range(len(table_record.sides))
        ),
        version=result.version if result else 0,
        player_numbers=format_players(table),
        has_point_boxes=questions.has_point_boxes or questions.system.needs_points(table),
        tie_rule=result.tie if result and result.tie else record.party.tie_rule,
        tie_rules=questions.tie_rules,
        questions_title=questions.title,
        cut_positions=_make_cut_positions(len(table_record.sides), cut_order),
        lone_hands=_list_lone_hands(table_record, result),
        waiting_group=waiting_group,
        hands=hands,
        points_total=points_total,
        rubber_winner=_get_rubber_winner(result) if questions.has_rubber_question else "",
        goal=questions.get_goal(table.table_no),
        warning=_make_report_warning(record.party, questions, table, result),
    )


def _list_lone_hands(
    table_record: TableRecord, result: PartyResult | None
) -> tuple[tuple[PartySeat, int | str], ...]:
    """Return every player of a table with the reported number of lone hands."""
    lone_hands_by_player = result.lone if result else {}
    return tuple(
        (seat, lone_hands_by_player.get(str(seat.number), 0))
        for side in table_record.sides
        for seat in side
    )


def _make_questions_title(party: Party, *, can_tie: bool) -> str:
    labels = []
    if is_played_in_rubbers(party):
        labels.append("rubber won with fewer points")
    if can_tie:
        labels.append("tie")
    if party.prizes.get("lone_hands"):
        labels.append("lone hands")
    if can_report_fewer_hands(party):
        labels.append("fewer hands")
    title = ", ".join(labels)
    return title[:1].upper() + title[1:]


def _make_report_warning(
    party: Party, questions: _TableQuestions, table: PartyTable, result: PartyResult | None
) -> str:
    """Return a warning about an unlikely report, or ""."""
    if result is None or not result.points or table.is_for_singles:
        return ""
    total = sum(result.points)
    hands = result.hands or party.hands
    hands_text = "1 hand has" if hands == 1 else f"{hands} hands have"
    tricks = count_tricks_per_round(party, hands) if questions.trick_total else 0
    if tricks > 0 and total != tricks:
        return f"{total} tricks in all, but {hands_text} {tricks}. Check."
    if not questions.hand_points:
        return ""
    if not party.hands or questions.get_goal(table.table_no):
        return make_goal_warning(party, table.table_no, result.points)
    # Each hand of euchre is worth at least 1 point to one of the sides.
    max_points = hands * max(questions.hand_points)
    if hands <= total <= max_points:
        return ""
    return f"{total} points in all, but {hands_text} {hands} to {max_points}. Check."


def _get_rubber_winner(result: PartyResult | None) -> str:
    """Return the index of a side that won a rubber without more points, or ""."""
    if result is None or result.winner is None or len(result.points) != 2:
        return ""
    winner_points = result.points[result.winner]
    loser_points = result.points[1 - result.winner]
    if winner_points <= loser_points:
        return str(result.winner)
    return ""


def list_cut_fields(side_count: int) -> tuple[str, ...]:
    """Return the field names for the order of a cut.

    >>> list_cut_fields(3)
    ('cut-1', 'cut-2')
    """
    return tuple(f"cut-{position}" for position in range(1, side_count))


def _make_cut_positions(side_count: int, order: Sequence[str]) -> tuple[CutPosition, ...]:
    """Return the positions of a cut at a table where everybody plays alone."""
    if side_count < 3:
        return ()  # two tied sides settle it by one of the tie rules
    order = order[: side_count - 1]  # the last position follows from the others
    positions = zip_longest(
        list_cut_fields(side_count), CUT_LABELS[: side_count - 1], order, fillvalue=""
    )
    return tuple(CutPosition(name, label, chosen_side) for name, label, chosen_side in positions)


def with_typed_data(table: PlayTable, data: Mapping[str, str], error: Exception | str) -> PlayTable:
    """Return *table* with the form's *data* in its fields, and the *error*.

    The fields stay as stored if the data was typed for players who no longer sit there.
    """
    if getattr(error, "code", "") == "other-players":
        return replace(table, error=str(error))
    sides = tuple(
        replace(
            side,
            points=data.get(f"points-{side.index}", side.points),
            second_figure=data.get(f"beside-{side.index}", side.second_figure),
        )
        for side in table.sides
    )
    lone_hands = tuple(
        (seat, data.get(f"lone-{seat.number}", number)) for seat, number in table.lone_hands
    )
    cut_positions = tuple(
        replace(position, chosen_side=data.get(position.name, position.chosen_side))
        for position in table.cut_positions
    )
    table = replace(
        table,
        sides=sides,
        lone_hands=lone_hands,
        cut_positions=cut_positions,
        waiting_group=table.waiting_group.with_typed(data) if table.waiting_group else None,
        tie_rule=data.get("tie-rule", table.tie_rule),
        rubber_winner=data.get("winner", table.rubber_winner),
        hands=data.get("hands", table.hands),
        error=str(error),
        can_save_anyway=isinstance(error, PartyError) and error.code in IMPOSSIBLE_POINTS,
    )
    if not isinstance(error, TwoReportsError):
        return table
    # The question which report counts repeats the pressed button, so that a second answer works.
    button = "boxes"
    for name in ("take-out", "tie", "winner"):
        if name in data:
            button = f"{name}={data[name]}"
            break
    return replace(
        table,
        stored_report=str(error.params["theirs"]),
        submitted_report=str(error.params["yours"]),
        submitted_button=data.get("put", button),
    )


def _make_table_side(
    table_record: TableRecord, result: PartyResult | None, index: int, system: PartySystem
) -> TableSide:
    points = str(result.points[index]) if result and result.points else ""
    second_figure = str(result.beside[index]) if result and result.beside else ""
    share = result.shares[index] if result and result.shares else ""
    names = " & ".join(seat.name for seat in table_record.sides[index])
    return TableSide(
        index=index,
        name=format_with_role(names, index, system.sides),
        is_winner=table_record.winner == index,
        points=points,
        second_figure=second_figure,
        share=share,
    )
