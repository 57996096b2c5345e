"""Official figures, and the rulings that keep them, written to the database."""

from collections.abc import Iterator
from decimal import Decimal

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.importing.people import BATCH
from director.boards.official.read.figures import PairKey, PrintedLine
from director.boards.official.write.credits import PairCredit
from director.boards.official.write.night import OfficialNight
from director.boards.official.write.rulings import Ruled
from director.boards.results.read.extras import Extras, PairExtras, StoredExtras, extras_stored
from director.files.usebio.model import UsebioEvent
from director.models import OfficialLine, OfficialTotal, Result, ResultVersion, Ruling, Section
from scoring import Points, exact_text, points_text


def official_store(*, section: Section, source: UsebioEvent, night: OfficialNight, user: User | None) -> None:
    """Store the official figures of *source* with *section*, and a ruling for everything that was ruled by hand.

    The results of the section are stored already, those that were ruled in their second version.
    """
    OfficialTotal.objects.bulk_create(_totals(section, source), batch_size=BATCH)
    OfficialLine.objects.bulk_create(_lines(section, source), batch_size=BATCH)
    rulings = [*_line_rulings(section, night, user), *_penalties(section, night, user)]
    for number, ruling in enumerate(rulings, start=1):
        ruling.number = number
        ruling.full_clean(validate_unique=False, validate_constraints=False)
    Ruling.objects.bulk_create(rulings, batch_size=BATCH)
    carried = {_pair_no(section, credit.key): credit for credit in night.credits if credit.amount > 0}
    if carried:
        at = timezone.now().isoformat(timespec="seconds")
        section.extras = [{**_carry_over(carried), "by": str(user or ""), "at": at}]
        section.save(update_fields=["extras"])


def _totals(section: Section, source: UsebioEvent) -> Iterator[OfficialTotal]:
    for pair in source.pairs:
        if any(figure is not None for figure in (pair.total, pair.percent, pair.place)):
            yield OfficialTotal(
                section=section,
                pair_no=section.pair_no(pair.number, pair.direction),
                total=_text(pair.total),
                percent=_text(pair.percent),
                place=pair.place,
            )


def _lines(section: Section, source: UsebioEvent) -> Iterator[OfficialLine]:
    for board in source.boards:
        for line in board.lines:
            if line.ns_points is not None or line.ew_points is not None:
                yield OfficialLine(
                    section=section,
                    board_no=board.board_no,
                    ns=line.ns_no,
                    ew=section.pair_no(line.ew_no, "EW"),
                    ns_points=_text(line.ns_points),
                    ew_points=_text(line.ew_points),
                )


def _text(figure: Decimal | None) -> str:
    return "" if figure is None else f"{figure:f}"


def _line_rulings(section: Section, night: OfficialNight, user: User | None) -> Iterator[Ruling]:
    """Yield the ruling of every line, with what stood there before kept as its first version."""
    if not night.ruled:
        return
    keys = {_line_key(section, ruled): ruled for ruled in night.ruled}
    on_boards = section.results.filter(board_no__in={board_no for board_no, _ns, _ew in keys})
    versions = []
    for result in on_boards.order_by("board_no", "ns"):
        ruled = keys.get((result.board_no, result.ns, result.ew))
        if ruled is None:
            continue
        former = night.entries[ruled.key]
        versions.append(_version(result, former.text, former.ns_score(result.board_no), user))
        yield _line_ruling(section, result, ruled, former.text, user)
    ResultVersion.objects.bulk_create(versions, batch_size=BATCH)


def _line_key(section: Section, ruled: Ruled) -> tuple[int, int, int]:
    board_no, ns, ew = ruled.key
    return board_no, ns, section.pair_no(ew, "EW")


def _version(result: Result, text: str, ns_score: int | None, user: User | None) -> ResultVersion:
    return ResultVersion(
        result=result,
        version=1,
        text=text,
        ns_score=ns_score,
        entered_by=user,
        entered_at=result.entered_at,
        replaced_by=user,
        replaced_at=result.entered_at,
    )


def _line_ruling(section: Section, result: Result, ruled: Ruled, former: str, user: User | None) -> Ruling:
    bare = _both(ruled.bare.ns_points, ruled.bare.ew_points)
    return Ruling(
        section=section,
        board_no=result.board_no,
        ns=result.ns,
        ew=result.ew,
        facts=f"{section.session.event.source} gives {_printed(ruled.official)} points for this line; "
        f"by {former} it would be {bare}.",
        decision="Ruled elsewhere: the official points are kept.",
        adjusted=result.text,
        former=former,
        result=result,
        change=result.version,
        base=1,
        given_by=user,
        given_at=result.entered_at,
    )


def _penalties(section: Section, night: OfficialNight, user: User | None) -> Iterator[Ruling]:
    for credit in night.credits:
        if credit.amount < 0:
            pair_no = _pair_no(section, credit.key)
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


def _carry_over(carried: dict[int, PairCredit]) -> StoredExtras:
    pairs = {pair_no: PairExtras(carry_over=Decimal(exact_text(credit.amount))) for pair_no, credit in carried.items()}
    return extras_stored(Extras(pairs, carry_over_unit=next(iter(carried.values())).unit))


def _pair_no(section: Section, key: PairKey) -> int:
    direction, number = key
    return section.pair_no(number, direction)


def _printed(line: PrintedLine) -> str:
    return " and ".join(
        "–" if figure is None else points_text(figure.value, max(2, figure.decimals)) for figure in line
    )


def _both(ns: Points | None, ew: Points | None) -> str:
    return " and ".join("–" if points is None else points_text(points) for points in (ns, ew))
