"""The lines of a night that was scored elsewhere: what was made, and what was given in its place there or ruled."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.importing.people import BATCH
from director.boards.official.write.night import OfficialNight, OfficialSession
from director.boards.official.write.rulings import Ruled
from director.boards.scores.read.leads import read_lead
from director.boards.scores.read.line_entry import LineEntry
from director.boards.scores.write.line import NOTHING, Value, kind_of_award, value_of
from director.desk.storage.rows import rows_insert
from director.models import Award, Result, ResultVersion, Section

_COLUMNS = (
    *("section", "board_no", "ns", "ew", "round_no", "table_no", "text", "ns_score", "reading", "lead", "version"),
    *("entered_by", "entered_at"),
)


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A line with what was *ruled* on it, the award that keeps that, and what the file has."""

    section: Section
    ruled: Ruled
    award: Award
    former: str


def lines_store(*, night: OfficialNight, user: User | None) -> list[list[RuledLine]]:
    """Store every line of *night* with what counts there; return the ruled ones of each session."""
    lines = _Lines(user, timezone.now())
    ruled = [lines.read(session) for session in night.sessions]
    rows_insert(Result, _COLUMNS, lines.rows)
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
        self._user_id = user.pk if user else None
        self._values: dict[tuple[str, int], Value] = {}  # however many lines, few different results
        self._made: dict[tuple[str, int], Value | None] = {}
        self.rows: list[tuple[object, ...]] = []  # of _COLUMNS: the many lines to which nothing is added
        self.results: list[Result] = []
        self.given: list[Award] = []  # in the file
        self.awards: list[Award] = []  # by rulings, some over what is given
        self.versions: list[ResultVersion] = []

    def read(self, session: OfficialSession) -> list[RuledLine]:
        """Make the records of *session*; return the lines that were ruled, in the order of the file."""
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
                told.append(RuledLine(section, ruled[key], award, entry.text))
        return sorted(told, key=lambda line: (line.section.pk, line.award.result.board_no, line.award.result.ns))

    def _plain_value(self, entry: LineEntry, board_no: int) -> Value | None:
        """Return what was made by *entry*, ``None`` where the director gave it in place of a result."""
        says = entry.text, board_no
        known = self._made.get(says, NOTHING)
        if known is NOTHING:
            known = self._made[says] = None if entry.is_award else self._value(entry, board_no)
        return known

    def _value(self, entry: LineEntry, board_no: int) -> Value:
        known = entry.text, board_no
        if known not in self._values:
            self._values[known] = value_of(entry, board_no)
        return self._values[known]

    def _plain(self, section_id: int, board_no: int, ns: int, ew: int, value: Value, lead: str) -> None:
        of_value = value.text, value.ns_score, value.reading
        self.rows.append((section_id, board_no, ns, ew, None, None, *of_value, lead, 1, self._user_id, self._now))

    def _line(self, section: Section, board_no: int, ns: int, ew: int, entry: LineEntry, *, is_ruled: bool) -> Result:
        value = NOTHING if entry.is_award else self._value(entry, board_no)
        result = Result(
            section=section,
            board_no=board_no,
            ns=ns,
            ew=ew,
            text=value.text,
            ns_score=value.ns_score,
            reading=value.reading,
            version=2 if is_ruled else 1,
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
        award = self._award(result, entered, version=2, over=self.given[-1] if former.is_award else None)
        self.awards.append(award)
        return award

    def _award(
        self, result: Result, entry: LineEntry, *, version: int, over: Award | None = None, in_force: bool = True
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
