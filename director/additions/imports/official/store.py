"""Store the lines of an imported event, its official figures and its rulings.

A line that a director changed elsewhere is stored in two versions, so that the ruling can be
withdrawn here: version 1 is the result in the file (with an award, if it is no played result),
version 2 the award that gives its official points. A large file has hundreds of thousands of
lines, so plain rows go to the database without model instances.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import chain

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from director.additions.imports.official.figures import OfficialFigure, OfficialLineFigures
from director.additions.imports.official.rulings import FoundRuling
from director.additions.imports.official.session import OfficialEvent, OfficialSession
from director.additions.imports.store.people import BATCH
from director.additions.imports.store.sections import SourceSession
from director.boards.movement.lines.entries import LineEntry, parse_lead
from director.boards.play.line_store import NO_ENTRY, EntryFields, get_award_kind, make_entry_fields
from director.boards.scoring.extras import BESIDE
from director.core.base.database import insert_rows
from director.models import (
    Award,
    Match,
    OfficialLine,
    OfficialTotal,
    Result,
    ResultVersion,
    Ruling,
    Section,
)
from director.models.event import Strata
from scoring.display import format_exact, format_rounded
from scoring.model import Points

_RESULT_COLUMNS = (
    "section",
    "board_no",
    "ns",
    "ew",
    "round_no",
    "table_no",
    "text",
    "ns_score",
    "lead",
    "version",
    "entered_by",
    "entered_at",
)
_TOTAL_COLUMNS = ("section", "pair_no", "total", "percent", "place")
_LINE_COLUMNS = ("section", "board_no", "ns", "ew", "ns_points", "ew_points")


@dataclass(frozen=True, slots=True)
class OfficialRuling:
    """A ruled line with its award, and as *previous_text* the entry in the file."""

    section: Section
    found_ruling: FoundRuling
    award: Award
    previous_text: str


def store_lines(
    *, sessions: Iterable[OfficialSession], user: User | None
) -> list[list[OfficialRuling]]:
    """Store every line of *sessions*. Return the ruled ones by session."""
    records = _LineRecords(user, timezone.now())
    rulings_by_session = [records.add_session(session) for session in sessions]
    insert_rows(Result, _RESULT_COLUMNS, records.rows)
    Result.objects.bulk_create(records.results, batch_size=BATCH)
    # Each kind of record refers to the one before, whose keys are known only after it is stored.
    for award in (*records.file_awards, *records.ruling_awards):
        award.result_id = award.result.pk
    Award.objects.bulk_create(records.file_awards, batch_size=BATCH)
    for award in records.ruling_awards:
        award.over_id = award.over.pk if award.over else None
    Award.objects.bulk_create(records.ruling_awards, batch_size=BATCH)
    for version in records.versions:
        version.result_id = version.result.pk
    ResultVersion.objects.bulk_create(records.versions, batch_size=BATCH)
    return rulings_by_session


class _LineRecords:
    """The unsaved records of lines.

    - ``rows`` are the columns of lines without award or ruling, nearly all lines of most files.
    - ``results`` are the other lines.
    - ``file_awards`` are the awards in the file, ``ruling_awards`` those of rulings, and some of
      them replace one of the file.
    - ``versions`` are the results that a ruling replaces.
    """

    def __init__(self, user: User | None, now: datetime) -> None:
        self._user = user
        self._now = now
        self._entered_columns = (
            user.pk if user else None,
            connection.ops.adapt_datetimefield_value(now),
        )
        # A large file has few different results, so each is parsed once.
        self._cached_fields: dict[tuple[str, int], EntryFields] = {}
        self._cached_played_fields: dict[tuple[str, int], EntryFields | None] = {}
        self.rows: list[tuple[object, ...]] = []
        self.results: list[Result] = []
        self.file_awards: list[Award] = []
        self.ruling_awards: list[Award] = []
        self.versions: list[ResultVersion] = []

    def add_session(self, session: OfficialSession) -> list[OfficialRuling]:
        """Prepare the records of *session*. Return its ruled lines, section by section."""
        found_rulings_by_key = {
            found_ruling.key: found_ruling for found_ruling in session.found_rulings
        }
        rulings = []
        for section, line, key in session.imported_session.source_session.lines:
            board_no = key[0]
            entry = session.imported_session.entries_by_line[key]
            pairs = SourceSession.get_seated_pairs(section, line)
            lead = ""
            if line.lead and entry.has_lead:
                lead = parse_lead(line.lead) or ""
            found_ruling = found_rulings_by_key.get(key)
            fields = None if found_ruling else self._get_played_fields(entry, board_no)
            if fields:
                self._add_row(section.pk, board_no, *pairs, fields, lead)
                continue
            result = self._add_result(
                section, board_no, *pairs, entry, is_ruled=found_ruling is not None
            )
            result.lead = lead
            if found_ruling:
                award = self._add_ruling(result, entry, found_ruling.entry)
                rulings.append(OfficialRuling(section, found_ruling, award, entry.text))
        rulings.sort(
            key=lambda line: (line.section.pk, line.award.result.board_no, line.award.result.ns)
        )
        return rulings

    def _get_played_fields(self, entry: LineEntry, board_no: int) -> EntryFields | None:
        """Return the parts of a played result, or None if *entry* is an award."""
        key = entry.text, board_no
        if key not in self._cached_played_fields:
            fields = None if entry.is_award else self._get_entry_fields(entry, board_no)
            self._cached_played_fields[key] = fields
        return self._cached_played_fields[key]

    def _get_entry_fields(self, entry: LineEntry, board_no: int) -> EntryFields:
        key = entry.text, board_no
        if key not in self._cached_fields:
            self._cached_fields[key] = make_entry_fields(entry, board_no)
        return self._cached_fields[key]

    def _add_row(
        self, section_id: int, board_no: int, ns: int, ew: int, fields: EntryFields, lead: str
    ) -> None:
        line_columns = section_id, board_no, ns, ew, None, None
        value_columns = fields.text, fields.ns_score, lead, 1
        self.rows.append((*line_columns, *value_columns, *self._entered_columns))

    def _add_result(
        self, section: Section, board_no: int, ns: int, ew: int, entry: LineEntry, *, is_ruled: bool
    ) -> Result:
        fields = NO_ENTRY if entry.is_award else self._get_entry_fields(entry, board_no)
        version = 2 if is_ruled else 1
        result = Result(
            section=section,
            board_no=board_no,
            ns=ns,
            ew=ew,
            text=fields.text,
            ns_score=fields.ns_score,
            version=version,
            entered_by=self._user,
            entered_at=self._now,
        )
        self.results.append(result)
        if entry.is_award:
            self.file_awards.append(
                self._make_award(result, entry, version=1, is_in_force=not is_ruled)
            )
        return result

    def _add_ruling(
        self, result: Result, previous_entry: LineEntry, ruled_entry: LineEntry
    ) -> Award:
        self.versions.append(
            ResultVersion(
                result=result,
                version=1,
                text=previous_entry.text,
                ns_score=previous_entry.compute_ns_score(result.board_no),
                entered_by=self._user,
                entered_at=self._now,
                replaced_by=self._user,
                replaced_at=self._now,
            )
        )
        # The award in the file, if any, was added last: by _add_result for the same line.
        replaced_award = self.file_awards[-1] if previous_entry.is_award else None
        award = self._make_award(result, ruled_entry, version=2, over=replaced_award)
        self.ruling_awards.append(award)
        return award

    def _make_award(
        self,
        result: Result,
        entry: LineEntry,
        *,
        version: int,
        over: Award | None = None,
        is_in_force: bool = True,
    ) -> Award:
        fields = self._get_entry_fields(entry, result.board_no)
        return Award(
            result=result,
            kind=get_award_kind(entry),
            text=fields.text,
            ns_score=fields.ns_score,
            version=version,
            over=over,
            given_by=self._user,
            given_at=self._now,
            in_force=is_in_force,
        )


def store_official_figures(*, event: OfficialEvent, user: User | None) -> None:
    """Store the lines and matches of *event*, its official figures and its rulings.

    Its sections must be stored already.
    """
    rulings_by_session = store_lines(sessions=event.sessions, user=user)
    source_sessions = [session.imported_session.source_session for session in event.sessions]
    insert_rows(
        OfficialTotal, _TOTAL_COLUMNS, chain.from_iterable(map(_make_total_rows, source_sessions))
    )
    insert_rows(
        OfficialLine, _LINE_COLUMNS, chain.from_iterable(map(_make_line_rows, event.sessions))
    )
    Match.objects.bulk_create(
        chain.from_iterable(map(_make_reported_matches, event.sessions)), batch_size=BATCH
    )
    rulings: list[Ruling] = []
    for session, ruled_lines in zip(event.sessions, rulings_by_session, strict=True):
        rulings += map(_make_line_ruling, ruled_lines)
        rulings += _make_penalties(session, user)
    counts_by_section: Counter[int] = Counter()
    for ruling in rulings:
        counts_by_section[ruling.section_id] += 1
        ruling.number = counts_by_section[ruling.section_id]
        # Numbers are unique already, and each of these checks would cost a query.
        ruling.full_clean(validate_unique=False, validate_constraints=False)
    Ruling.objects.bulk_create(rulings, batch_size=BATCH)
    for session in event.sessions:
        _store_carry_overs(session)


def _make_reported_matches(session: OfficialSession) -> Iterator[Match]:
    """Yield the matches without boards, as Scores stores them."""
    now = timezone.now()
    source_session = session.imported_session.source_session
    for match in session.reported_matches:
        result = match.reported_result
        if result is None:
            continue
        section, home = source_session.locate_stored_pair((None, match.home))
        _section, away = source_session.locate_stored_pair((None, match.away))
        yield Match(
            section=section,
            round_no=match.round_no or 0,
            home=home,
            away=away,
            unit=result.unit,
            home_points=format_exact(result.home),
            away_points=format_exact(result.away),
            version=1,
            entered_at=now,
        )


def _make_total_rows(source_session: SourceSession) -> Iterator[tuple[object, ...]]:
    for section, source_section in source_session.sections:
        for pair in source_section.pairs:
            if any(figure is not None for figure in (pair.total, pair.percent, pair.rank)):
                pair_no = section.get_pair_no(pair.number, pair.direction)
                total = _format_decimal(pair.total)
                yield section.pk, pair_no, total, _format_decimal(pair.percent), pair.rank


def _make_line_rows(session: OfficialSession) -> Iterator[tuple[object, ...]]:
    for section, line, key in session.imported_session.source_session.lines:
        if line.ns_points is not None or line.ew_points is not None:
            points = _format_decimal(line.ns_points), _format_decimal(line.ew_points)
            if line.is_turned:
                points = points[::-1]
        elif key in session.percent_points_by_key:
            ns, ew_points = session.percent_points_by_key[key]
            points = _format_printed_points(ns), _format_printed_points(ew_points)
        else:
            continue
        yield section.pk, key[0], *SourceSession.get_seated_pairs(section, line), *points


def _format_printed_points(figure: OfficialFigure | None) -> str:
    if figure is None:
        return ""
    return format_rounded(figure.value, figure.decimals)


def _format_decimal(figure: Decimal | None) -> str:
    if figure is None:
        return ""
    return f"{figure:f}"


def _make_line_ruling(line: OfficialRuling) -> Ruling:
    result = line.award.result
    official_points = _format_printed_line(line.found_ruling.official_figures)
    unruled_points = _format_both_points(
        line.found_ruling.unruled_line.ns_points, line.found_ruling.unruled_line.ew_points
    )
    return Ruling(
        section=line.section,
        board_no=result.board_no,
        ns=result.ns,
        ew=result.ew,
        facts=f"{line.section.session.event.source} gives this result {official_points} points; "
        f"scored as {line.previous_text} it would be {unruled_points}.",
        decision="Ruled on elsewhere, so the official points are used.",
        award=line.award,
        given_by=line.award.given_by,
        given_at=line.award.given_at,
    )


def _make_penalties(session: OfficialSession, user: User | None) -> Iterator[Ruling]:
    for credit in session.credits:
        if credit.amount < 0:
            section, pair_no = session.imported_session.source_session.locate_stored_pair(
                credit.key
            )
            amount = format_exact(-credit.amount)
            yield Ruling(
                section=section,
                facts=f"{section.session.event.source} gives pair {section.get_label(pair_no)} {amount} less than its "
                "boards add up to.",
                decision="Changed elsewhere, so the official total is used.",
                penalty=Decimal(amount),
                penalty_unit=credit.unit,
                penalty_to=pair_no,
                given_by=user,
                given_at=timezone.now(),
            )


def _store_carry_overs(session: OfficialSession) -> None:
    """Store points that pairs got besides their boards as their carry-over."""
    units_by_section: dict[int, tuple[str, str]] = {}
    for credit in session.credits:
        if credit.amount > 0:
            section, pair_no = session.imported_session.source_session.locate_stored_pair(
                credit.key
            )
            section.entries.filter(pair_no=pair_no).update(carry_over=format_exact(credit.amount))
            out_of = "" if credit.maximum is None else BESIDE
            units_by_section[section.pk] = credit.unit, out_of
    for pk, (unit, out_of) in units_by_section.items():
        Section.objects.filter(pk=pk).update(
            carry_over_unit=unit, carry_over_of=out_of, strata=Strata.BELOW
        )


def _format_printed_line(line: OfficialLineFigures) -> str:
    texts = []
    for figure in line:
        if figure is None:
            texts.append("–")
        else:
            texts.append(format_rounded(figure.value, max(2, figure.decimals)))
    return " and ".join(texts)


def _format_both_points(ns: Points | None, ew: Points | None) -> str:
    return " and ".join("–" if points is None else format_rounded(points) for points in (ns, ew))
