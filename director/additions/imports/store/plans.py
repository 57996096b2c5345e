"""Store the movement in a file as the plan of its section."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import Model

from director.additions.imports.formats.source.model import SourceBoard, SourceRound, SourceSection
from director.additions.imports.store.people import BATCH
from director.additions.imports.store.sessions import SourceSession
from director.boards.contests import get_contest
from director.boards.play.plan import make_plan_records
from director.models import Plan, PlanRow, PlayedRow, Section, Session
from movements.check.boards import PLAYED_BOTH_WAYS
from movements.check.faults import check_plan
from movements.model import ROUND_IS_A_MATCH, Fault, Movement, SitOut, TableRound

NAME = "As played"
_MAX_SHARING_TABLES = 2  # two neighbours can pass the boards of a round to each other


def store_plans(source_sessions: Sequence[SourceSession]) -> list[str]:
    """Store the movements of *source_sessions*. Return a sentence for each failure."""
    plans: list[Plan] = []
    rows: list[PlanRow] = []
    turned_rows: list[PlayedRow] = []
    failures = []
    for source_session in source_sessions:
        session = source_session.scoring_field.session
        for section, source in source_session.sections:
            if not source.rounds:
                continue
            movement = build_section_movement(section, source)
            faults = check_plan(movement)
            if faults:
                failures.append(_describe_failure(source, faults))
                continue
            plan, plan_rows = make_plan_records(section, movement)
            plans.append(plan)
            rows += plan_rows
            turned_rows += _make_turned_rows(section, source)
            # The whole file was played, so the session is in the last round of its longest section.
            session.round_no = max(session.round_no, movement.rounds)
    sessions = [source_session.scoring_field.session for source_session in source_sessions]
    Session.objects.bulk_update(sessions, ["round_no"], batch_size=BATCH)
    _store_records(Plan, plans)
    # Rows were made before their plans had keys.
    for row in rows:
        row.plan_id = row.plan.pk
    _store_records(PlanRow, rows)
    _store_records(PlayedRow, turned_rows)
    return failures


def _make_turned_rows(section: Section, source: SourceSection) -> Iterator[PlayedRow]:
    """Yield the tables whose pairs sat the other way round."""
    for row in source.rounds:
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


def build_section_movement(section: Section, source: SourceSection) -> Movement:
    """Return the movement in *source*, with pair numbers as *section* counts them."""
    played_rows = [row for row in source.rounds if row.boards and row.ns_no and row.ew_no]
    # A file names boards, not board sets: the boards of each table and round are a set.
    distinct_boards = sorted({row.boards for row in played_rows})
    set_numbers = {boards: number for number, boards in enumerate(distinct_boards, start=1)}
    pair_numbers = {section.pair_no(pair.number, pair.direction) for pair in source.pairs}
    rows = tuple(_make_table_rounds(section, played_rows, set_numbers))
    rounds = max((row.round_no for row in played_rows), default=0)
    tables = max((row.table_no for row in source.rounds), default=0)
    return Movement(
        key="own",  # marks a movement that no built-in family made
        name=NAME,
        contest=section.session.event.contest,
        source="the imported file",
        options=(),
        contestants=len(pair_numbers),
        winners=section.winners,
        tables=tables,
        rounds=rounds,
        # Sets of a file can differ in size, for a board that a table left out isn't in it.
        boards_per_set=max(map(len, set_numbers), default=0),
        board_sets=len(set_numbers),
        rows=rows,
        sit_outs=tuple(_make_sit_outs(section, source.rounds, rows, pair_numbers, rounds)),
        guarantees=tuple(_list_guarantees(section, source)),
        copies=max((row.copy_no for row in rows), default=1),
    )


def _list_guarantees(section: Section, source: SourceSection) -> Iterator[str]:
    """Yield what the movement of *source* does otherwise than most."""
    if has_match_rounds(section, source):
        yield ROUND_IS_A_MATCH
    # With two winners a number stands for a pair in each direction.
    is_one_field = get_contest(section).is_whole_side and section.winners == 1
    if is_one_field and any(map(_is_replayed, source.boards)):
        yield PLAYED_BOTH_WAYS


def _is_replayed(board: SourceBoard) -> bool:
    """Return whether two pairs played *board* twice, each with the cards of the other."""
    meetings = {(line.ns_no, line.ew_no) for line in board.lines if not line.is_turned}
    return any((ew, ns) in meetings for ns, ew in meetings)


def _make_table_rounds(
    section: Section,
    played_rows: Sequence[SourceRound],
    set_numbers: dict[tuple[int, ...], int],
) -> Iterator[TableRound]:
    tables_at_set = Counter((row.round_no, row.boards) for row in played_rows)
    # More tables than can pass boards to each other must have had copies of the boards.
    is_copied = max(tables_at_set.values(), default=1) > _MAX_SHARING_TABLES
    copies: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for row in sorted(played_rows, key=lambda row: (row.round_no, row.table_no)):
        key = row.round_no, row.boards
        copies[key] += 1
        yield TableRound(
            round_no=row.round_no,
            table_no=row.table_no,
            ns=section.pair_no(row.ns_no, "NS"),
            ew=section.pair_no(row.ew_no, "EW"),
            board_set=set_numbers[row.boards],
            boards=row.boards,
            shared=tables_at_set[key] > 1 and not is_copied,
            copy_no=copies[key] if is_copied else 1,
            players=_get_four_players(row),
        )


def _get_four_players(row: SourceRound) -> tuple[int, int, int, int] | None:
    if len(row.players) != 4:
        return None
    north, east, south, west = row.players
    return north, east, south, west


def has_match_rounds(section: Section, source: SourceSection) -> bool:
    """Return whether each round of *section* is a match of its own.

    Two teams alone play one match in several rounds, others meet again for another match.
    """
    has_matches = get_contest(section).has_matches(section.session.event.scoring)
    return has_matches and len(source.pairs) > 2 and bool(source.rounds)


def _make_sit_outs(
    section: Section,
    source_rows: Sequence[SourceRound],
    rows: Sequence[TableRound],
    pair_numbers: set[int],
    rounds: int,
) -> Iterator[SitOut]:
    # A pair that the file names alone at a table sits out there.
    half_tables: dict[tuple[int, int], int] = {}
    for row in source_rows:
        if row.ns_no and not row.ew_no:
            half_tables[row.round_no, section.pair_no(row.ns_no, "NS")] = row.table_no
        elif row.ew_no and not row.ns_no:
            half_tables[row.round_no, section.pair_no(row.ew_no, "EW")] = row.table_no
    playing: dict[int, set[int]] = defaultdict(set)
    for table in rows:
        playing[table.round_no] |= set(table.players or (table.ns, table.ew))
    for round_no in range(1, rounds + 1):
        for pair_no in sorted(pair_numbers - playing[round_no]):
            yield SitOut(round_no, pair_no, half_tables.get((round_no, pair_no)))


def _describe_failure(source: SourceSection, faults: Sequence[Fault]) -> str:
    place = f"{source.place}: " if source.place else ""
    return f"{place}The results were imported, but not the movement: {faults[0].text}"


def _store_records(model: type[Model], records: Sequence[Model]) -> None:
    model._default_manager.bulk_create(records, batch_size=BATCH)
