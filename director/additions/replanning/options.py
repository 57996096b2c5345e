"""Ways to continue a session after something changed, each with its cost.

Something changes when a pair arrives late, leaves, or fewer rounds are to be played. The ways are
found by ``movements.replan.replanning.replan``; here they get the state of the session, and become texts for the
page. Storing the chosen way is left to ``plan``.

A *way* is a proposal as the page shows it. A round *as played* has the opponents and boards that
were really there; *printed* is the movement that the guide cards on the tables show.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils import timezone

from director.boards.contests import (
    CONTESTANTS,
    get_contest,
)
from director.boards.movement.cards.changes import find_changed_tables, list_reprint_reasons
from director.boards.movement.lines.section_lines import SectionLines, load_movement
from director.boards.movement.rounds import (
    get_withdrawals,
    is_round_robin,
    keep_withdrawals,
)
from director.boards.movement.sitters import get_seated_sides, make_continued_section
from director.boards.movement.words import (
    EntryNames,
    fetch_entry_names,
    fetch_names_at_tables,
    format_boards,
)
from director.boards.play.plan import fetch_full_plan, list_contestants, remove_withdrawn_matches
from director.boards.play.plan_changes import (
    LatePair,
    fetch_printed_plan,
    find_late_pairs,
    format_tables,
)
from director.core.night.clock import compute_end_of_play
from director.models import Section
from director.models.event import Clock
from director.names import join_names
from movements.balance import shown_quality
from movements.layout import fingerprint
from movements.model import Movement, TableRound
from movements.replan.records import Change, Price, Proposal, ReplanningAnswer, RowChange
from movements.replan.replanning import replan
from scoring.registry import find_method

MINUTES_PER_MOVE = 2
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class ChangedCell:
    """A cell of a changed row: its value as planned, and by the new plan."""

    former_text: str
    new_text: str

    @property
    def is_same(self) -> bool:
        """Whether the cell stays the same."""
        return self.former_text == self.new_text


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
    """A way to continue: its title, reason and cost, and the resulting movement."""

    from_round: int
    title: str
    reason: str
    figures: tuple[tuple[str, str], ...]  # "22:35" and "finish, as before"
    code: str
    movement: Movement
    rows: tuple[ChangedRow, ...]  # empty if the movement in force goes on
    changed_cards: str  # the tables whose guide cards must be reprinted, or ""
    late_pairs: tuple["LatePair", ...]
    is_withdrawal: bool = False  # whether it is the withdrawal of a team from a round robin
    has_fewer_rounds: bool = False  # whether the teams that stay play fewer rounds then


@dataclass(frozen=True, slots=True)
class ReplanOptions:
    """The ways to continue, best first. *problem* says why each of them does harm, if so."""

    options: tuple[ReplanOption, ...]
    problem: str

    def find(self, code: str) -> ReplanOption | None:
        """Return the way whose movement has the *code*, or None."""
        return next((way for way in self.options if way.code == code), None)


@dataclass(frozen=True, slots=True)
class PresentState:
    """The state of a section, with which each way to continue is compared."""

    section: Section
    entry_names: Mapping[int, EntryNames]
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
    rounds: int,
) -> ReplanOptions:
    """Return how *section* can continue from *from_round* on. A few queries.

    *rounds* are those of the session, since its sections share a clock. A pair that arrives during
    the round before is first offered an empty seat in that round.

    :raises MovementError: if the change is impossible
    """
    plan_on_cards = fetch_printed_plan(section, section.printed_fingerprint)
    present = PresentState(
        section=section,
        entry_names=fetch_entry_names(section),
        movement=movement,
        printed_movement=load_movement(plan_on_cards) if plan_on_cards else movement,
        finish_time=compute_end_of_play(section.session, rounds, timezone.now()),
    )
    answer = _replan(present, lines, change, from_round)
    proposals = list(answer.proposals)
    if answer.unchanged:
        proposals.append(answer.unchanged)
    ways = []
    current_round = from_round - 1
    may_join = change.kind == "pair-arrives" and get_contest(section).is_whole_side
    if may_join and _is_in_play(section, movement, lines, current_round):
        joining = replace(change, kind="pair-joins")
        join_answer = _replan(present, lines, joining, current_round)
        for proposal in join_answer.proposals:
            if not _has_results(proposal, lines, current_round):
                ways.append(
                    _make_replan_option(present, proposal, join_answer.current_price, current_round)
                )
    if change.kind == "pair-leaves" and is_round_robin(movement):
        present = _remove_leavers(present, change, from_round)
    ways += [
        _make_replan_option(present, proposal, answer.current_price, from_round)
        for proposal in proposals
    ]
    if change.kind == "pair-leaves" and is_round_robin(movement):
        ways = list(_add_withdrawal_rules(section, movement, ways, change))
    return ReplanOptions(tuple(ways), answer.trouble.text(section.label))


def _remove_leavers(present: PresentState, change: Change, from_round: int) -> PresentState:
    """Return the state after the teams of *change* have withdrawn from a round robin."""
    section = present.section
    withdrawals = get_withdrawals(present.movement) | dict.fromkeys(change.leavers, from_round)
    full_movement = load_movement(fetch_full_plan(section))
    return replace(present, movement=remove_withdrawn_matches(section, full_movement, withdrawals))


def _add_withdrawal_rules(
    section: Section, movement: Movement, ways: Iterable[ReplanOption], change: Change
) -> Iterator[ReplanOption]:
    """Yield *ways* of a round robin with the rules for the teams of *change*, which leave it."""
    for way in ways:
        closes_up = way.movement.rounds < movement.rounds
        sentences = [
            way.reason,
            *_describe_withdrawal_rules(section, movement, change, way.from_round),
        ]
        later_matches = section.matches.filter(round_no__gte=way.from_round, date__isnull=False)
        if closes_up and later_matches.exists():
            sentences.append("Set the dates of the rounds again at Fixtures.")
        yield replace(
            way, reason=" ".join(sentences), is_withdrawal=True, has_fewer_rounds=closes_up
        )


def _describe_withdrawal_rules(
    section: Section, movement: Movement, change: Change, from_round: int
) -> Iterator[str]:
    """Yield for each team that leaves whether the matches that it has played count."""
    if not find_method(section.session.scoring_record.scoring).voids_below_half:
        return
    for team in change.leavers:
        due_rounds = {
            row.round_no for row in movement.rows if team in (row.ns, row.ew) and row.ns != row.ew
        }
        played = sum(round_no < from_round for round_no in due_rounds)
        if 2 * played < len(due_rounds):
            rule = "That is less than half, so none of them counts."
        else:
            rule = "They count, and teams it doesn’t meet get at least 60% of a match."
        yield f"Team {section.label(team)} has played {played} of {len(due_rounds)} matches. {rule}"


def _replan(
    present: PresentState, lines: SectionLines, change: Change, from_round: int
) -> ReplanningAnswer:
    section = present.section
    movement = present.movement
    minutes = max(1, section.session.round_minutes - MINUTES_PER_MOVE)
    # A pair that left before it played is no longer in the movement, but it keeps its number and
    # its names.
    missing_pairs = present.entry_names.keys() - set(list_contestants(movement))
    missing_pairs |= get_withdrawals(movement).keys()
    return replan(
        movement,
        change=change,
        from_round=from_round,
        done=_fetch_rounds_as_played(section, movement, from_round),
        played={
            (line.round_no, line.table_no)
            for line in lines.all
            if not line.is_open and line.round_no and line.round_no < from_round and line.table_no
        },
        gone=missing_pairs,
        minutes_per_board=Fraction(minutes, movement.boards_per_set),
    )


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
                shares_pair = not {line.ns, line.ew}.isdisjoint({row.ns, row.ew})
                if line.text and line.board_no in row.boards and shares_pair:
                    return True
    return False


def _fetch_rounds_as_played(
    section: Section, movement: Movement, from_round: int
) -> list[TableRound]:
    """Return the rounds before *from_round* that differ from *movement*, as they were played.

    A table whose pairs only sat the other way round has played what was due.
    """
    board_sets = {tuple(sorted(row.boards)): row.board_set for row in movement.rows}
    played_rows = {
        (row.round_no, row.table_no): row
        for row in section.played_rows.filter(round_no__lt=from_round)
    }
    rows_by_round: dict[int, list[TableRound]] = defaultdict(list)
    changed_rounds = set()
    for due_row in movement.rows:
        row = due_row
        played = played_rows.get((due_row.round_no, due_row.table_no))
        if played:
            has_other_pairs = {played.ns, played.ew} != {due_row.ns, due_row.ew}
            has_other_boards = sorted(played.boards) != sorted(due_row.boards)
            if has_other_pairs or has_other_boards:
                row = replace(
                    due_row,
                    ns=played.ns,
                    ew=played.ew,
                    board_set=board_sets.get(tuple(sorted(played.boards)), due_row.board_set),
                    boards=tuple(played.boards),
                )
                changed_rounds.add(due_row.round_no)
        rows_by_round[due_row.round_no].append(row)
    return [row for round_no in sorted(changed_rounds) for row in rows_by_round[round_no]]


def _make_replan_option(
    present: PresentState, proposal: Proposal, planned_price: Price, from_round: int
) -> ReplanOption:
    """Return *proposal* as the page shows it, compared with the price of the present plan."""
    movement = keep_withdrawals(present.movement, proposal.plan, from_round)
    section = make_continued_section(present.section, movement)
    names = fetch_names_at_tables(section, entered=present.entry_names)
    tables: Collection[int] = ()
    if proposal.changed_rows:
        tables = find_changed_tables(present.printed_movement, proposal.plan)
    new_pairs: tuple[LatePair, ...] = ()
    if proposal.price.boards_for_new:
        new_pairs = find_late_pairs(section, proposal.plan, present.movement)
    return ReplanOption(
        from_round=from_round,
        title=proposal.heading.text(section.label),
        reason=proposal.reason.text(section.label),
        figures=tuple(_list_cost_figures(present, proposal, planned_price, tables)),
        code=fingerprint(proposal.plan),
        movement=movement,
        rows=tuple(_make_changed_row(names, section, row) for row in proposal.changed_rows),
        changed_cards=format_tables(tables),
        late_pairs=new_pairs,
    )


def _list_cost_figures(
    present: PresentState, proposal: Proposal, planned_price: Price, tables: Collection[int]
) -> Iterator[tuple[str, str]]:
    """Yield each figure of the cost of a way with its unit, the most important first.

    *tables* are those whose guide cards must be reprinted.
    """
    price = proposal.price
    sit_outs = _pluralize(price.sit_outs, "sit-out")
    comparison = _format_comparison(price.sit_outs, planned_price.sit_outs)
    yield f"{price.sit_outs}", f"{sit_outs} from now{comparison}"
    if present.finish_time:
        extra_minutes = price.minutes_rest - planned_price.minutes_rest
        finish = timezone.localtime(present.finish_time + timedelta(minutes=extra_minutes))
        yield f"{finish:%H:%M}", f"finish, {_format_finish_comparison(extra_minutes)}"
    contestant_word = proposal.plan.called
    yield (
        f"{price.pairs_moved}",
        f"{_pluralize(price.pairs_moved, contestant_word)} not in the planned seat",
    )
    if price.boards_for_new is not None:
        boards = _pluralize(price.boards_for_new, "board")
        yield f"{price.boards_for_new}", f"{boards} for late {contestant_word}s"
    if price.boards_lost:
        yield f"{price.boards_lost}", f"{_pluralize(price.boards_lost, 'board')} lost in total"
    yield from _list_meeting_figures(price, planned_price, contestant_word)
    if price.spare_sets:
        yield f"{price.spare_sets}", f"extra {_pluralize(price.spare_sets, 'board set')}"
    if price.fairness is not None:
        fairness = shown_quality(price.fairness)
        comparison = ""
        if planned_price.fairness is not None:
            comparison = _format_comparison(fairness, shown_quality(planned_price.fairness))
        yield f"{fairness}", f"fairness, of 100{comparison}"
    reasons = (
        join_names(list_reprint_reasons(present.printed_movement, proposal.plan)) or "next moves"
    )
    details = f" ({reasons}): {format_tables(tables)}" if tables else ""
    yield f"{len(tables)}", f"{_pluralize(len(tables), 'guide card')} to reprint{details}"


def _list_meeting_figures(
    price: Price, planned_price: Price, contestant_word: str
) -> Iterator[tuple[str, str]]:
    """Yield who meets again, and how unequal the numbers of boards are."""
    if price.partners_again:
        times = _pluralize(price.partners_again, "partnership")
        comparison = _format_comparison(price.partners_again, planned_price.partners_again)
        yield f"{price.partners_again}", f"{times} again{comparison}"
    is_of_players = CONTESTANTS[contestant_word].changes_partners
    if price.rematches and is_of_players:
        comparison = _format_comparison(price.rematches, planned_price.rematches)
        times = _pluralize(price.rematches, "meeting")
        yield f"{price.rematches}", f"{times} of opponents a third time{comparison}"
    elif price.rematches:
        rounds = _pluralize(price.rematches, "round")
        yield f"{price.rematches}", f"{rounds} against the same opponents again"
    if price.boards_each:
        fewest, most = price.boards_each
        figure = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        yield figure, f"boards for each {contestant_word} in all"


def _pluralize(count: int, noun: str) -> str:
    """Return *noun* in the singular or plural of *count*, without the count."""
    if count == 1:
        return noun
    return f"{noun}s"


def _format_comparison(figure: object, planned: object) -> str:
    if figure == planned:
        return ", as planned"
    return f", planned {planned}"


def _format_finish_comparison(extra_minutes: int) -> str:
    """Return how much later or earlier play finishes than planned.

    >>> _format_finish_comparison(0), _format_finish_comparison(20), _format_finish_comparison(-1)
    ('as planned', '20 minutes later', '1 minute earlier')
    """
    if extra_minutes == 0:
        return "as planned"
    minutes = abs(extra_minutes)
    direction = "later" if extra_minutes > 0 else "earlier"
    return f"{minutes} {_pluralize(minutes, 'minute')} {direction}"


def _make_changed_row(names: Mapping[int, str], section: Section, row: RowChange) -> ChangedRow:
    ns_before, ew_before = _get_seated_pairs(row.old_row)
    ns_now, ew_now = _get_seated_pairs(row.new_row)
    return ChangedRow(
        round_no=row.round_no,
        table_no=row.table_no,
        boards=ChangedCell(_format_boards_cell(row.old_row), _format_boards_cell(row.new_row)),
        ns=ChangedCell(
            _format_pair_cell(section, names, ns_before), _format_pair_cell(section, names, ns_now)
        ),
        ew=ChangedCell(
            _format_pair_cell(section, names, ew_before), _format_pair_cell(section, names, ew_now)
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


def _format_pair_cell(section: Section, names: Mapping[int, str], pair_no: int | None) -> str:
    if pair_no is None:
        return NOBODY
    # The column says the direction, so the label goes without it.
    number = section.label(pair_no).split()[0]
    return f"{number} {names.get(pair_no, '')}".strip()
