"""Options to continue a session after something changed, each with its cost.

Something changes when a pair arrives late or leaves, or when fewer rounds are to be played.
``movements.replan.replanning.replan`` makes proposals from the state of the session; an *option* is
a proposal as the page shows it. ``director.boards.play.plan`` stores the chosen one.

A round *as played* has the opponents and boards that were really there. The *printed* movement is
the one on the guide cards at the tables.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils import timezone

from director.boards.contests import CONTESTANTS, get_contest_record
from director.boards.movement.cards.changes import compute_changed_tables, list_reprint_reasons
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import SectionLines, load_movement
from director.boards.movement.numbering import get_seated_sides, make_continued_section
from director.boards.movement.rounds import (
    begins_each_round,
    get_withdrawals_by_contestant,
    with_board_numbers,
    with_previous_withdrawals,
)
from director.boards.movement.words import (
    EntryNames,
    fetch_entry_names_by_number,
    fetch_name_by_side,
    format_boards,
)
from director.boards.play.plan import fetch_full_plan, list_contestants, without_withdrawn_matches
from director.boards.play.plan_changes import (
    LatePair,
    fetch_printed_plan,
    format_tables,
    list_late_pairs,
)
from director.boards.play.results.method import refuse_match_boards
from director.core.night.clock import compute_end_of_play
from director.errors import DeskError
from director.models import Section
from director.models.event import Clock
from director.names import join_names
from movements.balance import round_quality
from movements.layout import compute_fingerprint
from movements.model import Movement, TableRound
from movements.option import format_count
from movements.replan.records import Change, Price, Proposal, ReplanningAnswer, RowChange
from movements.replan.replanning import replan
from scoring.registry import get_method

MOVE_MINUTES = 2
"""The part of a round in which the players move and no board is played."""
NOBODY_LABEL = "nobody"


@dataclass(frozen=True, slots=True)
class ChangedCell:
    """A cell of a changed row: its value as planned, and by the new plan."""

    planned_text: str
    new_text: str

    @property
    def is_same(self) -> bool:
        """Whether the cell stays the same."""
        return self.planned_text == self.new_text


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """One table in one round, as it was due and as it would be."""

    round_no: int
    table_no: int
    boards: ChangedCell
    ns: ChangedCell
    ew: ChangedCell


@dataclass(frozen=True, slots=True)
class ReplanOption:
    """An option to continue, with its cost and the movement that it leads to."""

    from_round: int
    title: str
    reason: str
    costs: tuple[tuple[str, str], ...]  # "22:35" and "finish, as before"
    fingerprint_code: str
    movement: Movement
    changed_rows: tuple[ChangedRow, ...]  # empty if the movement in force goes on
    changed_tables: str  # the tables whose guide cards must be reprinted, or ""
    late_pairs: tuple["LatePair", ...]
    is_withdrawal: bool = False  # whether it is the withdrawal of a team from a round robin
    blocked_text: str = ""  # why it can't be applied, or ""


@dataclass(frozen=True, slots=True)
class ReplanOptions:
    """The options to continue, best first."""

    options: tuple[ReplanOption, ...]
    problem: str  # why each of them does harm, or ""

    def find_option(self, code: str) -> ReplanOption | None:
        """Return the option whose movement has the *code*, or None."""
        return next((option for option in self.options if option.fingerprint_code == code), None)


@dataclass(frozen=True, slots=True)
class SectionState:
    """The state of a section, with which each option is compared."""

    section: Section
    names_by_entry: Mapping[int, EntryNames]
    movement: Movement
    printed_movement: Movement
    finish_time: datetime | None


def make_replan_options(
    section: Section,
    movement: Movement,
    lines: SectionLines,
    *,
    change: Change,
    from_round: int,
    round_count: int,
) -> ReplanOptions:
    """Return how *section* can continue from *from_round* on. A few queries.

    *round_count* is the number of rounds of the session, since its sections share a clock. A pair
    that arrives during the round before is offered an empty seat in that round first.

    :raises MovementError: if the change is impossible
    """
    printed_plan = fetch_printed_plan(section, section.printed_fingerprint)
    section_state = SectionState(
        section=section,
        names_by_entry=fetch_entry_names_by_number(section),
        movement=movement,
        printed_movement=load_movement(printed_plan) if printed_plan else movement,
        finish_time=compute_end_of_play(section.session, round_count, timezone.now()),
    )
    answer = _make_replanning_answer(section_state, lines, change, from_round)
    proposals = list(answer.proposals)
    if answer.unchanged:
        proposals.append(answer.unchanged)
    options = []
    current_round = from_round - 1
    can_join = change.kind == "pair-arrives" and get_contest_record(section).is_whole_side
    if can_join and _is_in_play(section, movement, lines, current_round):
        joining_change = replace(change, kind="pair-joins")
        join_answer = _make_replanning_answer(section_state, lines, joining_change, current_round)
        for proposal in join_answer.proposals:
            if _has_results(proposal, lines, current_round):
                continue
            option = _make_replan_option(
                section_state, proposal, join_answer.current_price, current_round
            )
            options.append(option)
    if change.kind == "pair-leaves" and get_format(movement).is_round_robin:
        section_state = _remove_leavers(section_state, change, from_round)
    options += [
        _make_replan_option(section_state, proposal, answer.current_price, from_round)
        for proposal in proposals
    ]
    if change.kind == "pair-leaves" and get_format(movement).is_round_robin:
        options = list(_add_withdrawal_rules(section, movement, options, change))
    options = [
        replace(option, blocked_text=_explain_block(section, movement, option, lines))
        for option in options
    ]
    # An option that can't be applied is never the best.
    options.sort(key=lambda option: bool(option.blocked_text))
    return ReplanOptions(tuple(options), answer.problem.text(section.get_label))


def _explain_block(
    section: Section, movement: Movement, option: ReplanOption, lines: SectionLines
) -> str:
    """Return why *option* can't be applied, or "".

    Its movement may lack the line of a result, or the scale of its victory points. *movement* is the
    one in force. Results off schedule are on lines of neither, and stay.
    """
    if option.is_withdrawal:
        return ""
    try:
        refuse_match_boards(section.session.scoring_record, option.movement)
    except DeskError as error:
        return str(error)
    lost_keys = _collect_line_keys(movement) - _collect_line_keys(option.movement)
    lost_lines = [
        line for line in lines.all if line.text and (line.board_no, line.ns, line.ew) in lost_keys
    ]
    if not lost_lines:
        return ""
    line = lost_lines[0]
    name = (
        f"board {line.board_no}, {section.get_label(line.ns)} against {section.get_label(line.ew)}"
    )
    if len(lost_lines) == 1:
        return f"A result has no place here: {name}. To apply this, delete it in Scores first."
    return (
        f"{len(lost_lines)} results have no place here, such as {name}. To apply this, delete them in "
        "Scores first."
    )


def _collect_line_keys(movement: Movement) -> set[tuple[int, int, int]]:
    return {(board_no, row.ns, row.ew) for row in movement.rows for board_no in row.boards}


def _remove_leavers(section_state: SectionState, change: Change, from_round: int) -> SectionState:
    """Return the state after the teams of *change* have withdrawn from a round robin."""
    section = section_state.section
    withdrawals = get_withdrawals_by_contestant(section_state.movement) | dict.fromkeys(
        change.leavers, from_round
    )
    full_movement = load_movement(fetch_full_plan(section))
    return replace(
        section_state, movement=without_withdrawn_matches(section, full_movement, withdrawals)
    )


def _add_withdrawal_rules(
    section: Section, movement: Movement, options: Iterable[ReplanOption], change: Change
) -> Iterator[ReplanOption]:
    """Yield *options* of a round robin, with the rules for the teams that leave it."""
    for option in options:
        sentences = [
            option.reason,
            *_describe_withdrawal_rules(section, movement, change, option.from_round),
        ]
        yield replace(option, reason=" ".join(sentences), is_withdrawal=True)


def _describe_withdrawal_rules(
    section: Section, movement: Movement, change: Change, from_round: int
) -> Iterator[str]:
    """Yield a sentence for each team that leaves: whether its played matches count."""
    if not get_method(section.session.scoring_record.scoring).needs_half_played:
        return
    for team in change.leavers:
        due_rounds = {
            row.round_no for row in movement.rows if team in (row.ns, row.ew) and row.ns != row.ew
        }
        played_count = sum(round_no < from_round for round_no in due_rounds)
        if 2 * played_count < len(due_rounds):
            rule = "That is less than half, so none of them counts."
        else:
            rule = "They count, and teams it doesn’t meet get at least 60% of a match."
        yield f"Team {section.get_label(team)} has played {played_count} of {len(due_rounds)} matches. {rule}"


def _make_replanning_answer(
    section_state: SectionState, lines: SectionLines, change: Change, from_round: int
) -> ReplanningAnswer:
    section = section_state.section
    movement = section_state.movement
    if is_each_round := begins_each_round(movement):
        # Replanning tells boards apart by their numbers.
        movement = with_board_numbers(movement, movement.first_board, is_each_round=False)
    minutes = max(1, section.session.round_minutes - MOVE_MINUTES)
    # A pair that left before it played is no longer in the movement, but it keeps its number and
    # its names.
    missing_pairs = section_state.names_by_entry.keys() - set(list_contestants(movement))
    missing_pairs |= get_withdrawals_by_contestant(movement).keys()
    tables_with_results = set()
    for line in lines.all:
        if not line.round_no or not line.table_no or line.is_open:
            continue
        if line.round_no < from_round:
            tables_with_results.add((line.round_no, line.table_no))
    answer = replan(
        movement,
        change=change,
        from_round=from_round,
        rows_as_played=_fetch_rounds_as_played(section, movement, from_round),
        tables_with_results=tables_with_results,
        leavers=missing_pairs,
        minutes_per_board=Fraction(minutes, movement.boards_per_set),
    )
    if not is_each_round:
        return answer
    unchanged = answer.unchanged
    return replace(
        answer,
        proposals=tuple(
            _begin_each_round(section_state.movement, proposal) for proposal in answer.proposals
        ),
        unchanged=unchanged and _begin_each_round(section_state.movement, unchanged),
    )


def _begin_each_round(movement: Movement, proposal: Proposal) -> Proposal:
    """Return *proposal* with every round at the first board, as in *movement*, which is in force."""
    plan = with_board_numbers(proposal.plan, movement.first_board, is_each_round=True)
    previous_rows = {_get_place(row): row for row in movement.rows}
    new_rows = {_get_place(row): row for row in plan.rows}
    changed_rows = []
    for change in proposal.changed_rows:
        previous_row = change.previous_row and previous_rows.get(_get_place(change.previous_row))
        new_row = change.new_row and new_rows.get(_get_place(change.new_row))
        if previous_row != new_row:
            changed_rows.append(replace(change, previous_row=previous_row, new_row=new_row))
    return replace(proposal, plan=plan, changed_rows=tuple(changed_rows))


def _get_place(row: TableRound) -> tuple[int, int, int]:
    return row.round_no, row.table_no, row.half


def _is_in_play(section: Section, movement: Movement, lines: SectionLines, round_no: int) -> bool:
    """Return whether some table still plays *round_no*, and all its tables play as planned."""
    session = section.session
    is_on_clock = session.round_no == round_no and session.clock in (Clock.RUNNING, Clock.PAUSED)
    if not is_on_clock:
        return False
    if all(line.round_no != round_no or line.text for line in lines.all):
        return False
    rows_as_played = _fetch_rounds_as_played(section, movement, round_no + 1)
    return all(row.round_no < round_no for row in rows_as_played)


def _has_results(proposal: Proposal, lines: SectionLines, round_no: int) -> bool:
    """Return whether a pair that *proposal* moves in *round_no* has already played there."""
    for change in proposal.changed_rows:
        row = change.new_row
        if change.round_no == round_no and row:
            for line in lines.all:
                has_common_pair = not {line.ns, line.ew}.isdisjoint({row.ns, row.ew})
                if line.text and line.board_no in row.boards and has_common_pair:
                    return True
    return False


def _fetch_rounds_as_played(
    section: Section, movement: Movement, from_round: int
) -> list[TableRound]:
    """Return the rounds before *from_round* that differ from *movement*, as they were played.

    A table whose pairs only sat the other way round has played what was due.
    """
    set_by_boards = {tuple(sorted(row.boards)): row.board_set for row in movement.rows}
    played_row_by_table = {
        (row.round_no, row.table_no): row
        for row in section.played_rows.filter(round_no__lt=from_round)
    }
    rows_by_round: dict[int, list[TableRound]] = defaultdict(list)
    changed_rounds = set()
    for due_row in movement.rows:
        row = due_row
        played_row = played_row_by_table.get((due_row.round_no, due_row.table_no))
        if played_row:
            has_other_pairs = {played_row.ns, played_row.ew} != {due_row.ns, due_row.ew}
            has_other_boards = sorted(played_row.boards) != sorted(due_row.boards)
            if has_other_pairs or has_other_boards:
                row = replace(
                    due_row,
                    ns=played_row.ns,
                    ew=played_row.ew,
                    board_set=set_by_boards.get(
                        tuple(sorted(played_row.boards)), due_row.board_set
                    ),
                    boards=tuple(played_row.boards),
                )
                changed_rounds.add(due_row.round_no)
        rows_by_round[due_row.round_no].append(row)
    return [row for round_no in sorted(changed_rounds) for row in rows_by_round[round_no]]


def _make_replan_option(
    section_state: SectionState, proposal: Proposal, planned_price: Price, from_round: int
) -> ReplanOption:
    """Return *proposal* as the page shows it, compared with the price of the plan in force."""
    movement = with_previous_withdrawals(section_state.movement, proposal.plan, from_round)
    section = make_continued_section(section_state.section, movement)
    names_by_pair = fetch_name_by_side(section, entry_names_by_number=section_state.names_by_entry)
    tables: Collection[int] = ()
    if proposal.changed_rows:
        tables = compute_changed_tables(section_state.printed_movement, proposal.plan)
    late_pairs: tuple[LatePair, ...] = ()
    if proposal.price.newcomer_boards:
        late_pairs = list_late_pairs(section, proposal.plan, section_state.movement)
    return ReplanOption(
        from_round=from_round,
        title=proposal.heading.text(section.get_label),
        reason=proposal.reason.text(section.get_label),
        costs=tuple(_iter_costs(section_state, proposal, planned_price, tables)),
        fingerprint_code=compute_fingerprint(proposal.plan),
        movement=movement,
        changed_rows=tuple(
            _make_changed_row(names_by_pair, section, row) for row in proposal.changed_rows
        ),
        changed_tables=format_tables(tables),
        late_pairs=late_pairs,
    )


def _iter_costs(
    section_state: SectionState, proposal: Proposal, planned_price: Price, tables: Collection[int]
) -> Iterator[tuple[str, str]]:
    """Yield each figure of the cost of *proposal* with its unit, the most important first.

    *tables* are those whose guide cards must be reprinted.
    """
    price = proposal.price
    sit_outs = _pluralize(price.sit_outs, "sit-out")
    comparison = _format_comparison(price.sit_outs, planned_price.sit_outs)
    yield f"{price.sit_outs}", f"{sit_outs} from now{comparison}"
    if section_state.finish_time:
        extra_minutes = price.remaining_minutes - planned_price.remaining_minutes
        finish = timezone.localtime(section_state.finish_time + timedelta(minutes=extra_minutes))
        yield f"{finish:%H:%M}", f"finish, {_format_finish_comparison(extra_minutes)}"
    contestant_noun = proposal.plan.contestant_noun
    yield (
        f"{price.pairs_moved}",
        f"{_pluralize(price.pairs_moved, contestant_noun)} not in the planned seat",
    )
    if price.newcomer_boards is not None:
        boards = _pluralize(price.newcomer_boards, "board")
        yield f"{price.newcomer_boards}", f"{boards} for late {contestant_noun}s"
    if price.boards_lost:
        yield f"{price.boards_lost}", f"{_pluralize(price.boards_lost, 'board')} lost in total"
    yield from _iter_meeting_costs(price, planned_price, contestant_noun)
    if price.spare_sets:
        yield f"{price.spare_sets}", f"extra {_pluralize(price.spare_sets, 'board set')}"
    if price.fairness is not None:
        fairness = round_quality(price.fairness)
        comparison = ""
        if planned_price.fairness is not None:
            comparison = _format_comparison(fairness, round_quality(planned_price.fairness))
        yield f"{fairness}", f"fairness, of 100{comparison}"
    details = ""
    if tables:
        reasons = list_reprint_reasons(section_state.printed_movement, proposal.plan)
        details = f" ({join_names(reasons) or 'next moves'}): {format_tables(tables)}"
    yield f"{len(tables)}", f"{_pluralize(len(tables), 'guide card')} to reprint{details}"


def _iter_meeting_costs(
    price: Price, planned_price: Price, contestant_noun: str
) -> Iterator[tuple[str, str]]:
    """Yield the repeated partnerships and meetings, and the range of the boards played."""
    if price.repeated_partners:
        times = _pluralize(price.repeated_partners, "partnership")
        comparison = _format_comparison(price.repeated_partners, planned_price.repeated_partners)
        yield f"{price.repeated_partners}", f"{times} again{comparison}"
    is_of_players = CONTESTANTS[contestant_noun].has_changing_partners
    if price.rematches and is_of_players:
        comparison = _format_comparison(price.rematches, planned_price.rematches)
        times = _pluralize(price.rematches, "meeting")
        yield f"{price.rematches}", f"{times} of opponents a third time{comparison}"
    elif price.rematches:
        rounds = _pluralize(price.rematches, "round")
        yield f"{price.rematches}", f"{rounds} against the same opponents again"
    if price.boards_range:
        fewest, most = price.boards_range
        range_label = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        yield range_label, f"boards for each {contestant_noun} in all"


def _pluralize(count: int, noun: str) -> str:
    """Return *noun* in the singular or plural of *count*, without the count."""
    if count == 1:
        return noun
    return f"{noun}s"


def _format_comparison(value: object, planned_value: object) -> str:
    if value == planned_value:
        return ", as planned"
    return f", planned {planned_value}"


def _format_finish_comparison(extra_minutes: int) -> str:
    """Return how much later or earlier play finishes than planned.

    >>> _format_finish_comparison(0), _format_finish_comparison(20), _format_finish_comparison(-1)
    ('as planned', '20 minutes later', '1 minute earlier')
    """
    if extra_minutes == 0:
        return "as planned"
    minutes = abs(extra_minutes)
    direction = "later" if extra_minutes > 0 else "earlier"
    return f"{format_count(minutes, 'minute')} {direction}"


def _make_changed_row(
    names_by_pair: Mapping[int, str], section: Section, row: RowChange
) -> ChangedRow:
    planned_ns, planned_ew = _get_seated_pairs(row.previous_row)
    new_ns, new_ew = _get_seated_pairs(row.new_row)
    return ChangedRow(
        round_no=row.round_no,
        table_no=row.table_no,
        boards=ChangedCell(_format_boards_cell(row.previous_row), _format_boards_cell(row.new_row)),
        ns=ChangedCell(
            _format_pair_cell(section, names_by_pair, planned_ns),
            _format_pair_cell(section, names_by_pair, new_ns),
        ),
        ew=ChangedCell(
            _format_pair_cell(section, names_by_pair, planned_ew),
            _format_pair_cell(section, names_by_pair, new_ew),
        ),
    )


def _get_seated_pairs(row: TableRound | None) -> tuple[int | None, int | None]:
    if row:
        return get_seated_sides(row)
    return (None, None)


def _format_boards_cell(row: TableRound | None) -> str:
    if row:
        return format_boards(row.boards)
    return "–"


def _format_pair_cell(
    section: Section, names_by_pair: Mapping[int, str], pair_no: int | None
) -> str:
    if pair_no is None:
        return NOBODY_LABEL
    # The column says the direction, so the label goes without it.
    number = section.get_label(pair_no).split()[0]
    return f"{number} {names_by_pair.get(pair_no, '')}".strip()
