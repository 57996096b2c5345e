"""The movement that a file tells, as the plan of its section."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Model

from director.boards.paper.imports.people import BATCH
from director.boards.paper.imports.scoring_fields import SourceSession
from director.boards.play.plan import plan_records
from director.formats.source.model import SourceRound, SourceSection
from director.models import Plan, PlanRow, Section, Session
from movements import Fault, Movement, SitOut, TableRound, check_plan

NAME = "As played"
_MOST_SHARE = 2


def store_plans(scoring_fields: Sequence[SourceSession]) -> list[str]:
    """Store the movements of *scoring_fields*. Return a sentence for each failure."""
    plans: list[Plan] = []
    rows: list[PlanRow] = []
    left_out = []
    for of in scoring_fields:
        for section, source in of.sections:
            if not source.rounds:
                continue
            movement = section_movement(section, source)
            if faults := check_plan(movement):
                left_out.append(_left_out(source, faults))
                continue
            plan, rows_of_plan = plan_records(section, movement)
            plans.append(plan)
            rows += rows_of_plan
            session = of.scoring_field.session
            session.round_no = max(session.round_no, movement.rounds)
    Session.objects.bulk_update(
        [of.scoring_field.session for of in scoring_fields], ["round_no"], batch_size=BATCH
    )
    _store_records(Plan, plans)
    for row in rows:
        row.plan_id = row.plan.pk
    _store_records(PlanRow, rows)
    return left_out


def section_movement(section: Section, source: SourceSection) -> Movement:
    """Return the movement in *source*, with our pair numbers."""
    playing = [row for row in source.rounds if row.boards and row.ns_no and row.ew_no]
    sets = {
        boards: at for at, boards in enumerate(sorted({row.boards for row in playing}), start=1)
    }
    pairs = {section.pair_no(pair.number, pair.direction) for pair in source.pairs}
    rows = tuple(_rows(section, playing, sets))
    rounds = max((row.round_no for row in playing), default=0)
    return Movement(
        key="own",
        name=NAME,
        contest="pairs",
        source="the imported file",
        options=(),
        contestants=len(pairs),
        winners=section.winners,
        tables=max((row.table_no for row in source.rounds), default=0),
        rounds=rounds,
        boards_per_set=max(map(len, sets), default=0),
        board_sets=len(sets),
        rows=rows,
        sit_outs=tuple(_sit_outs(section, source.rounds, rows, pairs, rounds)),
        copies=max((row.copy_no for row in rows), default=1),
    )


def _rows(
    section: Section, rounds: Sequence[SourceRound], sets: dict[tuple[int, ...], int]
) -> Iterator[TableRound]:
    at_once = Counter((row.round_no, row.boards) for row in rounds)
    is_copied = (
        max(at_once.values(), default=1) > _MOST_SHARE
    )  # more tables than can pass boards to each other
    copies: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for row in sorted(rounds, key=lambda row: (row.round_no, row.table_no)):
        key = row.round_no, row.boards
        copies[key] += 1
        yield TableRound(
            round_no=row.round_no,
            table_no=row.table_no,
            ns=section.pair_no(row.ns_no, "NS"),
            ew=section.pair_no(row.ew_no, "EW"),
            board_set=sets[row.boards],
            boards=row.boards,
            shared=at_once[key] > 1 and not is_copied,
            copy_no=copies[key] if is_copied else 1,
        )


def _sit_outs(
    section: Section,
    told: Sequence[SourceRound],
    rows: Sequence[TableRound],
    pairs: set[int],
    rounds: int,
) -> Iterator[SitOut]:
    """Yield who sits out in which round."""
    places = {
        (
            row.round_no,
            section.pair_no(row.ns_no or row.ew_no, "NS" if row.ns_no else "EW"),
        ): row.table_no
        for row in told
        if bool(row.ns_no) != bool(row.ew_no)
    }
    for round_no in range(1, rounds + 1):
        playing = {
            number for row in rows if row.round_no == round_no for number in (row.ns, row.ew)
        }
        for pair_no in sorted(pairs - playing):
            yield SitOut(round_no, pair_no, places.get((round_no, pair_no)))


def _left_out(source: SourceSection, faults: Sequence[Fault]) -> str:
    place = f"{source.place}: " if source.place else ""
    return f"{place}The results were imported, but not the movement: {faults[0].text}"


def _store_records(model: type[Model], records: Sequence[Model]) -> None:
    model._default_manager.bulk_create(records, batch_size=BATCH)
