"""Store the movement in a file as the plan of its section."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from director.additions.imports.formats.source.model import SourceBoard, SourceRound, SourceSection
from director.additions.imports.store.people import BATCH
from director.additions.imports.store.sections import SourceSession
from director.boards.contests import get_contest_record
from director.boards.play.plan import make_plan_records
from director.errors import DeskError
from director.models import Plan, PlanRow, PlayedRow, Section, Session
from movements.check.boards import BOARDS_PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.check.guarantees import NUMBERS_WITH_GAPS
from movements.model import KNOCK_OUT, ROUND_IS_A_MATCH, Movement, PlanProblem, SitOut, TableRound

MOVEMENT_NAME = "As played"
_MAX_SHARING_TABLES = 2  # two neighbours can pass the boards of a round to each other


def store_plans(
    source_sessions: Sequence[SourceSession],
    draw_options: Mapping[str, str] | None = None,
    *,
    is_whole_event: bool = True,
) -> list[str]:
    """Store the movements of *source_sessions*. Return a sentence for each failure.

    They are the rounds of a knock-out if *draw_options* are given. With *is_whole_event* the
    sessions are in their last rounds, since all was played.

    :raises DeskError: if matches without boards need a movement that can't be stored
    """
    plans: list[Plan] = []
    rows: list[PlanRow] = []
    turned_rows: list[PlayedRow] = []
    failures = []
    for source_session in source_sessions:
        session = source_session.scoring_field.session
        for section, source_section in source_session.sections:
            needs_movement = any(not match.is_played for match in source_section.matches)
            if not source_section.rounds:
                if needs_movement:
                    raise _make_movement_error(source_section, "some matches have no round")
                continue
            movement = make_section_movement(section, source_section)
            problems = check_plan(movement)
            if problems and needs_movement:
                raise _make_movement_error(source_section, problems[0].text)
            if problems:
                failures.append(_describe_failure(source_section, problems))
                continue
            if draw_options is not None:
                movement = _make_knockout(movement, draw_options)
            plan, plan_rows = make_plan_records(section, movement)
            plans.append(plan)
            rows += plan_rows
            turned_rows += _make_turned_rows(section, source_section)
            # A session is as long as its longest section.
            session.round_no = max(session.round_no, movement.rounds)
    if is_whole_event:
        sessions = [source_session.scoring_field.session for source_session in source_sessions]
        Session.objects.bulk_update(sessions, ["round_no"], batch_size=BATCH)
    Plan.objects.bulk_create(plans, batch_size=BATCH)
    # Rows were made before their plans had keys.
    for row in rows:
        row.plan_id = row.plan.pk
    PlanRow.objects.bulk_create(rows, batch_size=BATCH)
    PlayedRow.objects.bulk_create(turned_rows, batch_size=BATCH)
    return failures


def _make_turned_rows(section: Section, source_section: SourceSection) -> Iterator[PlayedRow]:
    """Yield the tables whose pairs sat the other way round."""
    for row in source_section.rounds:
        if row.is_turned:
            ns, ew = SourceSession.get_seated_pairs(section, row)
            yield PlayedRow(
                section=section,
                round_no=row.round_no,
                table_no=row.table_no,
                ns=ns,
                ew=ew,
                boards=list(row.boards),
            )


def make_section_movement(section: Section, source_section: SourceSection) -> Movement:
    """Return the movement in *source_section*, with pair numbers as *section* counts them."""
    played_rows = [row for row in source_section.rounds if row.boards and row.ns_no and row.ew_no]
    # A file names boards, not board sets: the boards of each table and round are a set.
    distinct_boards = sorted({row.boards for row in played_rows})
    set_numbers_by_boards = {
        boards: number for number, boards in enumerate(distinct_boards, start=1)
    }
    pair_numbers = {
        section.get_pair_no(pair.number, pair.direction) for pair in source_section.pairs
    }
    rows = tuple(_make_table_rounds(section, played_rows, set_numbers_by_boards))
    round_count = max((row.round_no for row in played_rows), default=0)
    first_board = min((board for boards in distinct_boards for board in boards), default=1)
    table_count = max((row.table_no for row in source_section.rounds), default=0)
    return Movement(
        key="own",  # marks a movement that no built-in family made
        name=MOVEMENT_NAME,
        contest=section.session.event.contest,
        source="the imported file",
        options=(),
        contestants=len(pair_numbers),
        winners=section.winners,
        tables=table_count,
        rounds=round_count,
        # The sets can differ in size, because a board that a table left out isn't in its set.
        boards_per_set=max(map(len, set_numbers_by_boards), default=0),
        board_sets=len(set_numbers_by_boards),
        rows=rows,
        sit_outs=tuple(
            _make_sit_outs(section, source_section.rounds, rows, pair_numbers, round_count)
        ),
        guarantees=tuple(_iter_guarantees(section, source_section, pair_numbers)),
        copies=max((row.copy_no for row in rows), default=1),
        first_board=first_board,
    )


def _make_knockout(movement: Movement, draw_options: Mapping[str, str]) -> Movement:
    """Return *movement* as the drawn rounds of a knock-out, in which only round 1 has byes.

    Later, a team without a match is out.
    """
    return replace(
        movement,
        key=KNOCK_OUT,
        options=tuple(draw_options.items()),
        sit_outs=tuple(sit_out for sit_out in movement.sit_outs if sit_out.round_no == 1),
    )


def _iter_guarantees(
    section: Section, source_section: SourceSection, pair_numbers: set[int]
) -> Iterator[str]:
    """Yield what the movement of *source_section* does otherwise than most."""
    # Only movements of teams, whose matches take two tables, have this guarantee.
    if get_contest_record(section).has_halves and has_match_rounds(section, source_section):
        yield ROUND_IS_A_MATCH
    # With two winners a number is a pair in each direction.
    is_one_field = get_contest_record(section).is_whole_side and section.winners == 1
    if is_one_field and any(map(_is_replayed, source_section.boards)):
        yield BOARDS_PLAYED_BOTH_WAYS
    if max(pair_numbers, default=0) > len(pair_numbers):
        yield NUMBERS_WITH_GAPS


def _is_replayed(board: SourceBoard) -> bool:
    """Return whether two pairs played *board* twice, each with the cards of the other."""
    meetings = {(line.ns_no, line.ew_no) for line in board.lines if not line.is_turned}
    return any((ew, ns) in meetings for ns, ew in meetings)


def _make_table_rounds(
    section: Section,
    played_rows: Sequence[SourceRound],
    set_numbers_by_boards: dict[tuple[int, ...], int],
) -> Iterator[TableRound]:
    table_counts = Counter((row.round_no, row.boards) for row in played_rows)
    # More tables than can pass boards to each other must have had copies of the boards.
    is_copied = max(table_counts.values(), default=1) > _MAX_SHARING_TABLES
    copy_counts: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for row in sorted(played_rows, key=lambda row: (row.round_no, row.table_no)):
        key = row.round_no, row.boards
        copy_counts[key] += 1
        yield TableRound(
            round_no=row.round_no,
            table_no=row.table_no,
            ns=section.get_pair_no(row.ns_no, "NS"),
            ew=section.get_pair_no(row.ew_no, "EW"),
            board_set=set_numbers_by_boards[row.boards],
            boards=row.boards,
            shared=table_counts[key] > 1 and not is_copied,
            copy_no=copy_counts[key] if is_copied else 1,
            players=_get_four_players(row),
        )


def _get_four_players(row: SourceRound) -> tuple[int, int, int, int] | None:
    if len(row.players) != 4:
        return None
    north, east, south, west = row.players
    return north, east, south, west


def has_match_rounds(section: Section, source_section: SourceSection) -> bool:
    """Return whether each round of *section* is a separate match.

    Two teams alone play one match in several rounds, others meet again for another match.
    """
    has_matches = get_contest_record(section).has_matches(section.session.event.scoring)
    return has_matches and len(source_section.pairs) > 2 and bool(source_section.rounds)


def _make_sit_outs(
    section: Section,
    source_rows: Sequence[SourceRound],
    rows: Sequence[TableRound],
    pair_numbers: set[int],
    round_count: int,
) -> Iterator[SitOut]:
    # A pair that the file names alone at a table sits out there.
    tables_by_pair: dict[tuple[int, int], int] = {}
    for row in source_rows:
        if row.ns_no and not row.ew_no:
            tables_by_pair[row.round_no, section.get_pair_no(row.ns_no, "NS")] = row.table_no
        elif row.ew_no and not row.ns_no:
            tables_by_pair[row.round_no, section.get_pair_no(row.ew_no, "EW")] = row.table_no
    playing_by_round: dict[int, set[int]] = defaultdict(set)
    for table in rows:
        playing_by_round[table.round_no] |= set(table.players or (table.ns, table.ew))
    for round_no in range(1, round_count + 1):
        for pair_no in sorted(pair_numbers - playing_by_round[round_no]):
            yield SitOut(round_no, pair_no, tables_by_pair.get((round_no, pair_no)))


def _make_movement_error(source_section: SourceSection, reason: str) -> DeskError:
    """Return why matches without boards can't be stored."""
    place = f"{source_section.location}: " if source_section.location else ""
    return DeskError(
        "matches-no-movement",
        "{place}The file has matches without boards, but who met whom in which round isn’t clear: "
        "{reason}. Correct the file and import it again.",
        place=place,
        reason=reason.rstrip("."),
    )


def _describe_failure(source_section: SourceSection, problems: Sequence[PlanProblem]) -> str:
    prefix = f"{source_section.location}: " if source_section.location else ""
    return f"{prefix}The results were imported, but not the movement: {problems[0].text}"
