"""Official figures, and the rulings that keep them, written to the database."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.importing.people import BATCH
from director.boards.importing.sittings import SourceSitting
from director.boards.official.read.figures import PrintedLine
from director.boards.official.write.credits import PairCredit
from director.boards.official.write.lines import RuledLine, lines_store
from director.boards.official.write.night import OfficialNight, OfficialSession
from director.boards.results.read.extras import Extras, PairExtras, StoredExtras, extras_stored
from director.desk.storage.rows import rows_insert
from director.models import OfficialLine, OfficialTotal, Ruling, Section
from scoring import Points, exact_text, points_text


def official_store(*, night: OfficialNight, user: User | None) -> None:
    """Store the lines of *night*, its official figures, and a ruling for everything that was ruled by hand.

    Its sections are stored already.
    """
    ruled = lines_store(night=night, user=user)
    sittings = [session.night.of for session in night.sessions]
    rows_insert(OfficialTotal, _TOTAL, (total for of in sittings for total in _totals(of)))
    rows_insert(OfficialLine, _LINE, (line for of in sittings for line in _lines(of)))
    rulings = [
        ruling
        for session, lines in zip(night.sessions, ruled, strict=True)
        for ruling in (*map(_line_ruling, lines), *_penalties(session, user))
    ]
    numbers: Counter[int] = Counter()
    for ruling in rulings:
        numbers[ruling.section_id] += 1
        ruling.number = numbers[ruling.section_id]
        ruling.full_clean(validate_unique=False, validate_constraints=False)
    Ruling.objects.bulk_create(rulings, batch_size=BATCH)
    changed = [section for session in night.sessions for section in _carried_over(session)]
    Section.objects.bulk_update(changed, ["extras"], batch_size=BATCH)


_TOTAL = ("section", "pair_no", "total", "percent", "place")


def _totals(of: SourceSitting) -> Iterator[tuple[object, ...]]:
    for section, source in of.sections:
        for pair in source.pairs:
            if any(figure is not None for figure in (pair.total, pair.percent, pair.place)):
                pair_no = section.pair_no(pair.number, pair.direction)
                yield section.pk, pair_no, _text(pair.total), _text(pair.percent), pair.place


_LINE = ("section", "board_no", "ns", "ew", "ns_points", "ew_points")


def _lines(of: SourceSitting) -> Iterator[tuple[object, ...]]:
    for section, source in of.sections:
        for board in source.boards:
            for line in board.lines:
                if line.ns_points is not None or line.ew_points is not None:
                    ew = section.pair_no(line.ew_no, "EW")
                    yield section.pk, board.board_no, line.ns_no, ew, _text(line.ns_points), _text(line.ew_points)


def _text(figure: Decimal | None) -> str:
    return "" if figure is None else f"{figure:f}"


def _line_ruling(line: RuledLine) -> Ruling:
    """Return the ruling of a line, which keeps what the file has under what was ruled."""
    result, bare = line.award.result, _both(line.ruled.bare.ns_points, line.ruled.bare.ew_points)
    return Ruling(
        section=line.section,
        board_no=result.board_no,
        ns=result.ns,
        ew=result.ew,
        facts=f"{line.section.session.event.source} gives {_printed(line.ruled.official)} points for this line; "
        f"by {line.former} it would be {bare}.",
        decision="Ruled elsewhere: the official points are kept.",
        award=line.award,
        given_by=line.award.given_by,
        given_at=line.award.given_at,
    )


def _penalties(session: OfficialSession, user: User | None) -> Iterator[Ruling]:
    for credit in session.credits:
        if credit.amount < 0:
            section, pair_no = session.night.of.stored_pair(credit.key)
            amount = exact_text(-credit.amount)
            yield Ruling(
                section=section,
                facts=f"{section.session.event.source} gives pair {section.label(pair_no)} {amount} less than its "
                "boards make.",
                decision="Ruled elsewhere: the official total is kept.",
                penalty=Decimal(amount),
                penalty_unit=credit.unit,
                penalty_to=pair_no,
                given_by=user,
                given_at=timezone.now(),
            )


def _carried_over(session: OfficialSession) -> Iterator[Section]:
    """Yield the sections in which a pair got something besides its boards, with that added."""
    carried: dict[Section, dict[int, PairCredit]] = defaultdict(dict)
    for credit in session.credits:
        if credit.amount > 0:
            section, pair_no = session.night.of.stored_pair(credit.key)
            carried[section][pair_no] = credit
    for section, credits in carried.items():
        section.extras = _carry_over(credits)
        yield section


def _carry_over(carried: dict[int, PairCredit]) -> StoredExtras:
    pairs = {pair_no: PairExtras(carry_over=Decimal(exact_text(credit.amount))) for pair_no, credit in carried.items()}
    return extras_stored(Extras(pairs, carry_over_unit=next(iter(carried.values())).unit))


def _printed(line: PrintedLine) -> str:
    return " and ".join(
        "–" if figure is None else points_text(figure.value, max(2, figure.decimals)) for figure in line
    )


def _both(ns: Points | None, ew: Points | None) -> str:
    return " and ".join("–" if points is None else points_text(points) for points in (ns, ew))
