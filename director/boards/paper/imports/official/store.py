"""Store official figures, and the rulings that keep them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from director.boards.movement.lines.entry import LineEntry
from director.boards.movement.lines.lead import read_lead
from director.boards.paper.imports.official.rulings import Ruled
from director.boards.paper.imports.official.session import OfficialNight, OfficialSession
from director.boards.paper.imports.people import BATCH
from director.boards.paper.imports.scoring_fields import SourceSession
from director.boards.play.line_store import NO_ENTRY, EntryFields, entry_fields, kind_of_award
from director.boards.scoring.extras import BESIDE
from director.boards.scoring.official.figures import PrintedLine
from director.core.base.storage.insert_rows import insert_rows
from director.models import (
    Award,
    OfficialLine,
    OfficialTotal,
    Result,
    ResultVersion,
    Ruling,
    Section,
)
from director.models.event import Strata
from scoring import Points, exact_text, points_text

_COLUMNS = (
    *(
        "section",
        "board_no",
        "ns",
        "ew",
        "round_no",
        "table_no",
        "text",
        "ns_score",
        "reading",
        "lead",
        "version",
    ),
    *("entered_by", "entered_at"),
)


@dataclass(frozen=True, slots=True)
class OfficialRuling:
    """A ruled line with its award and the file's entry."""

    section: Section
    ruled: Ruled
    award: Award
    former: str


def store_lines(*, night: OfficialNight, user: User | None) -> list[list[OfficialRuling]]:
    """Store every line of *night*. Return the ruled ones by session."""
    lines = _Lines(user, timezone.now())
    ruled = [lines.read(session) for session in night.sessions]
    insert_rows(Result, _COLUMNS, lines.rows)
    Result.objects.bulk_create(lines.results, batch_size=BATCH)
    for award in (*lines.given, *lines.awards):
        award.result_id = award.result.pk
    Award.objects.bulk_create(lines.given, batch_size=BATCH)
    for award in lines.awards:
        award.over_id = award.over.pk if award.over else None
    Award.objects.bulk_create(lines.awards, batch_size=BATCH)
    for version in lines.versions:
        version.result_id = version.result.pk
    ResultVersion.objects.bulk_create(lines.versions, batch_size=BATCH)
    return ruled


class _Lines:
    """Records of lines that are not stored yet."""

    def __init__(self, user: User | None, now: datetime) -> None:
        self._user, self._now = user, now
        self._of_rows = user.pk if user else None, connection.ops.adapt_datetimefield_value(now)
        self._values: dict[
            tuple[str, int], EntryFields
        ] = {}  # however many lines, few different results
        self._made: dict[tuple[str, int], EntryFields | None] = {}
        self.rows: list[
            tuple[object, ...]
        ] = []  # of _COLUMNS: the many lines to which nothing is added
        self.results: list[Result] = []
        self.given: list[Award] = []  # in the file
        self.awards: list[Award] = []  # by rulings, some over what is given
        self.versions: list[ResultVersion] = []

    def read(self, session: OfficialSession) -> list[OfficialRuling]:
        """Prepare the records of *session*. Return the ruled lines."""
        ruled = {ruling.key: ruling for ruling in session.ruled}
        told = []
        for section, line, key in session.night.of.lines:
            board_no, entry = key[0], session.night.entries[key]
            pairs = line.ns_no, section.pair_no(line.ew_no, "EW")
            lead = (read_lead(line.lead) or "") if line.lead and entry.has_lead else ""
            if key not in ruled and (value := self._plain_value(entry, board_no)):
                self._plain(section.pk, board_no, *pairs, value, lead)
                continue
            result = self._line(section, board_no, *pairs, entry, is_ruled=key in ruled)
            result.lead = lead
            if key in ruled:
                award = self._ruled(result, entry, ruled[key].entered)
                told.append(OfficialRuling(section, ruled[key], award, entry.text))
        return sorted(
            told,
            key=lambda line: (line.section.pk, line.award.result.board_no, line.award.result.ns),
        )

    def _plain_value(self, entry: LineEntry, board_no: int) -> EntryFields | None:
        """Return the result of *entry*, or None if it is an award."""
        says = entry.text, board_no
        known = self._made.get(says, NO_ENTRY)
        if known is NO_ENTRY:
            known = self._made[says] = None if entry.is_award else self._value(entry, board_no)
        return known

    def _value(self, entry: LineEntry, board_no: int) -> EntryFields:
        known = entry.text, board_no
        if known not in self._values:
            self._values[known] = entry_fields(entry, board_no)
        return self._values[known]

    def _plain(
        self, section_id: int, board_no: int, ns: int, ew: int, value: EntryFields, lead: str
    ) -> None:
        of_value = value.text, value.ns_score, value.reading
        self.rows.append(
            (section_id, board_no, ns, ew, None, None, *of_value, lead, 1, *self._of_rows)
        )

    def _line(
        self, section: Section, board_no: int, ns: int, ew: int, entry: LineEntry, *, is_ruled: bool
    ) -> Result:
        value = NO_ENTRY if entry.is_award else self._value(entry, board_no)
        version = 2 if is_ruled else 1
        result = Result(
            section=section,
            board_no=board_no,
            ns=ns,
            ew=ew,
            text=value.text,
            ns_score=value.ns_score,
            reading=value.reading,
            version=version,
            entered_by=self._user,
            entered_at=self._now,
        )
        self.results.append(result)
        if entry.is_award:
            self.given.append(self._award(result, entry, version=1, in_force=not is_ruled))
        return result

    def _ruled(self, result: Result, former: LineEntry, entered: LineEntry) -> Award:
        self.versions.append(
            ResultVersion(
                result=result,
                version=1,
                text=former.text,
                ns_score=former.ns_score(result.board_no),
                entered_by=self._user,
                entered_at=self._now,
                replaced_by=self._user,
                replaced_at=self._now,
            )
        )
        over = self.given[-1] if former.is_award else None
        award = self._award(result, entered, version=2, over=over)
        self.awards.append(award)
        return award

    def _award(
        self,
        result: Result,
        entry: LineEntry,
        *,
        version: int,
        over: Award | None = None,
        in_force: bool = True,
    ) -> Award:
        value = self._value(entry, result.board_no)
        return Award(
            result=result,
            kind=kind_of_award(entry),
            text=value.text,
            ns_score=value.ns_score,
            reading=value.reading,
            version=version,
            over=over,
            given_by=self._user,
            given_at=self._now,
            in_force=in_force,
        )


def store_official_figures(*, night: OfficialNight, user: User | None) -> None:
    """Store the lines of *night*, its official figures and its rulings.

    Its sections are stored already.
    """
    ruled = store_lines(night=night, user=user)
    scoring_fields = [session.night.of for session in night.sessions]
    insert_rows(OfficialTotal, _TOTAL, (total for of in scoring_fields for total in _totals(of)))
    insert_rows(OfficialLine, _LINE, (line for of in scoring_fields for line in _lines(of)))
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
    for session in night.sessions:
        _carry_over(session)


_TOTAL = ("section", "pair_no", "total", "percent", "place")


def _totals(of: SourceSession) -> Iterator[tuple[object, ...]]:
    for section, source in of.sections:
        for pair in source.pairs:
            if any(figure is not None for figure in (pair.total, pair.percent, pair.place)):
                pair_no = section.pair_no(pair.number, pair.direction)
                yield section.pk, pair_no, _text(pair.total), _text(pair.percent), pair.place


_LINE = ("section", "board_no", "ns", "ew", "ns_points", "ew_points")


def _lines(of: SourceSession) -> Iterator[tuple[object, ...]]:
    for section, source in of.sections:
        for board in source.boards:
            for line in board.lines:
                if line.ns_points is not None or line.ew_points is not None:
                    ew = section.pair_no(line.ew_no, "EW")
                    yield (
                        section.pk,
                        board.board_no,
                        line.ns_no,
                        ew,
                        _text(line.ns_points),
                        _text(line.ew_points),
                    )


def _text(figure: Decimal | None) -> str:
    if figure is None:
        return ""
    return f"{figure:f}"


def _line_ruling(line: OfficialRuling) -> Ruling:
    """Return the ruling of a line."""
    result, bare = line.award.result, _both(line.ruled.bare.ns_points, line.ruled.bare.ew_points)
    return Ruling(
        section=line.section,
        board_no=result.board_no,
        ns=result.ns,
        ew=result.ew,
        facts=f"{line.section.session.event.source} gives this result {_printed_text(line.ruled.official)} points; "
        f"scored as {line.former} it would be {bare}.",
        decision="Ruled on elsewhere, so the official points are used.",
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
                "boards add up to.",
                decision="Changed elsewhere, so the official total is used.",
                penalty=Decimal(amount),
                penalty_unit=credit.unit,
                penalty_to=pair_no,
                given_by=user,
                given_at=timezone.now(),
            )


def _carry_over(session: OfficialSession) -> None:
    """Store what pairs got besides their boards, with that added."""
    units: dict[int, tuple[str, str]] = {}
    for credit in session.credits:
        if credit.amount > 0:
            section, pair_no = session.night.of.stored_pair(credit.key)
            section.entries.filter(pair_no=pair_no).update(carry_over=exact_text(credit.amount))
            units[section.pk] = credit.unit, "" if credit.out_of is None else BESIDE
    for pk, (unit, out_of) in units.items():
        Section.objects.filter(pk=pk).update(
            carry_over_unit=unit, carry_over_of=out_of, strata=Strata.BELOW
        )


def _printed_text(line: PrintedLine) -> str:
    return " and ".join(
        "–" if figure is None else points_text(figure.value, max(2, figure.decimals))
        for figure in line
    )


def _both(ns: Points | None, ew: Points | None) -> str:
    return " and ".join("–" if points is None else points_text(points) for points in (ns, ew))
