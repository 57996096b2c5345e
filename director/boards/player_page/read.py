"""A night as one pair sees it, a player or a team: where it sits in every round, and what it made so far.

What it made stands there as far as the club shows it.

Of what others made nothing is read but what its own shares of the top follow from, and that only where the club lets
tables see it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from django.db.models import Q

from director.boards.cards.guides import half_text
from director.boards.contests import CONTESTS
from director.boards.lines.read import section_plan
from director.boards.phones.api import board_shares
from director.boards.phones.read import SEAT_WORDS, LineResult, lines_of_sides
from director.boards.phones.schedule import AtRound
from director.boards.rounds import rounds_to_draw, withdrawn
from director.boards.scoring_field import Key
from director.boards.sections import section_of_session
from director.boards.sides import sides_of
from director.boards.words import boards_text, names_by_pair, sides_named
from director.core.phones.write import section_settings, table_settings
from director.models import Access, Plan, Section
from director.models.event import Clock, SectionPlace
from movements import KNOCK_OUT

# Frozen records of what a pair is shown by its private address while results are not published.


@dataclass(frozen=True, slots=True)
class PageLine:
    """One result of the pair: what stands there, the score from its side, its share of the top where it may see it."""

    board_no: int
    against: str  # label and names
    text: str
    score: int | None
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PageRound:
    """One round of the pair; without boards it sits out, at a table if the movement names one."""

    round_no: int
    table: str  # "3", "B3", ""
    side: str  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str  # label
    names: str
    boards: str  # "4–6"
    is_over: bool = False
    is_now: bool = False
    partner: str = ""  # number and name, of a single player

    @property
    def sits_out(self) -> bool:
        """Whether the pair has no opponents."""
        return not self.boards


@dataclass(frozen=True, slots=True)
class PageSession:
    """All that a pair is shown before the results are published."""

    club: str
    event: str
    called: str  # "pair", "player", "team"
    label: str
    names: str
    rounds: tuple[PageRound, ...]
    lines: tuple[PageLine, ...]
    clock_words: str  # "Round 3 is running.", "" where the clock is not shown
    ends_at: datetime | None
    game: str
    average: Fraction | None = None  # of the shares that are shown
    to_draw: int = 0  # the round that is to be drawn next, 0 where all are known
    out_in: int = 0  # the round in which a team was knocked out, as far as the draw tells it
    has_withdrawn: bool = False

    @property
    def now(self) -> PageRound | None:
        """The round that the pair plays or goes to; ``None`` once all are over, or without a movement."""
        return next(iter(self.places_now), None)

    @property
    def places_now(self) -> tuple[PageRound, ...]:
        """Where it plays in that round: in two places, where the halves of a team play."""
        return tuple(row for row in self.rounds if row.is_now and not row.is_over)

    @property
    def places_after(self) -> tuple[PageRound, ...]:
        """Where it plays in the round after it."""
        now = self.now.round_no if self.now else 0
        later = [row.round_no for row in self.rounds if now and row.round_no > now]
        return tuple(row for row in self.rounds if later and row.round_no == min(later))

    @property
    def with_percent(self) -> int:
        """Of how many boards the share is shown."""
        return sum(line.percent is not None for line in self.lines)


def own_night(access: Access) -> PageSession:
    """Return what the pair of *access* is shown; a constant number of queries, whatever the size of the field.

    :raises GoneError: if the section was removed
    """
    letter = access.section.letter if access.section else ""
    section = section_of_session(SectionPlace(access.session_id, letter))
    return _Pair(section, access.entry.pair_no if access.entry else 0).told()


@dataclass(frozen=True)
class _AtTable:
    """A round of the pair: at which table, and the row of the movement or what was played in its place."""

    table_no: int
    row: AtRound


@dataclass(frozen=True)
class _Pair:
    """A pair of a section, and what is stored that concerns it."""

    section: Section
    pair_no: int

    def told(self) -> PageSession:
        event = self.section.session.event
        lines = self._lines
        shares = [line.percent for line in lines if line.percent is not None]
        return PageSession(
            club=event.club.name,
            event=event.name,
            called=CONTESTS[event.contest].called,
            label=self._label(self.pair_no),
            names=self._names.get(self.pair_no, ""),
            rounds=self._rounds,
            lines=lines,
            clock_words=self._clock_words,
            ends_at=self._ends_at,
            game=event.game,
            average=sum(shares, Fraction()) / len(shares) if shares else None,
            to_draw=self.plan.rounds + 1 if self.plan and rounds_to_draw(self.plan) and not self._is_out else 0,
            out_in=self._out_in,
            has_withdrawn=self._has_withdrawn,
        )

    @property
    def _has_withdrawn(self) -> bool:
        return self.plan is not None and self.pair_no in withdrawn(self.plan)

    @property
    def _is_out(self) -> bool:
        """Whether it is drawn no more."""
        return bool(self._out_in) or self._has_withdrawn

    @cached_property
    def _out_in(self) -> int:
        """The round of a knock-out in which it played last, where the next one is drawn without it; else 0."""
        if self.plan is None or self.plan.key != KNOCK_OUT:
            return 0
        waits = [round_no for round_no, contestant, *_where in self.plan.sit_outs if contestant == self.pair_no]
        last = max([*waits, *(at.row.round_no for at in self.seated)], default=0)
        return last if last < self.plan.rounds else 0

    @cached_property
    def plan(self) -> Plan | None:
        return section_plan(self.section)

    @cached_property
    def sides(self) -> frozenset[int]:
        """The numbers by which lines know it: its own, or those of all its partnerships."""
        return frozenset(sides_of(self.section, self.pair_no) or {self.pair_no})

    @cached_property
    def seated(self) -> tuple[_AtTable, ...]:
        """Where it plays in each round, as it was due or as it was really played; a team in both its halves."""
        if self.plan is None:
            return ()
        own = Q(ns__in=self.sides) | Q(ew__in=self.sides)
        at = [
            _AtTable(
                row.table_no,
                AtRound(
                    row.round_no,
                    row.ns,
                    row.ew,
                    tuple(row.boards),
                    row.shared,
                    row.arrow_switched,
                    tuple(row.players or ()),
                    row.half,
                ),
            )
            for row in self.plan.rows.filter(own)
        ]
        played = [
            _AtTable(row.table_no, AtRound(row.round_no, row.ns, row.ew, tuple(row.boards)))
            for row in self.section.played_rows.filter(own)
        ]
        otherwise = {each.row.round_no for each in played}
        seated = [*(each for each in at if each.row.round_no not in otherwise), *played]
        return tuple(sorted(seated, key=lambda each: (*each.row.turn, each.table_no)))

    @cached_property
    def standing(self) -> dict[Key, LineResult]:
        """What stands on its lines."""
        lines = lines_of_sides(self.section, self.sides)
        return {key: standing for key, standing in lines.items() if standing.is_in}

    @cached_property
    def _names(self) -> Mapping[int, str]:
        """The names of the pair, the player or the team, and of those it meets."""
        met = {number for _board_no, *pairs in self.standing for number in pairs}
        met |= {number for at in self.seated for number in (at.row.ns, at.row.ew)} | {self.pair_no}
        met = {member for number in met for member in self.section.members(number)}
        return sides_named(self.section, names_by_pair(self.section, met))

    @property
    def _rounds(self) -> tuple[PageRound, ...]:
        seated = [self._round(at, is_ns) for at in self.seated for is_ns in self._held(at.row.ns, at.row.ew)]
        rounds = [*seated, *self._waits]
        rounds.sort(key=lambda row: row.round_no)
        now = next((row.round_no for row in rounds if not row.is_over), 0)
        return tuple(replace(row, is_now=row.round_no == now) for row in rounds)

    @property
    def _waits(self) -> list[PageRound]:
        """The rounds that the pair sits out; one is over once the clock, or a later result of the pair, is beyond."""
        sit_outs = self.plan.sit_outs if self.plan else ()
        begun = max(
            (at.row.round_no for at in self.seated if any(key in self.standing for key in at.row.keys)), default=0
        )
        playing = {at.row.round_no for at in self.seated}
        gone = max(begun, self.section.session.round_no)
        is_over = self.section.session.clock == Clock.OVER
        return [
            PageRound(round_no, self._table(table_no or 0), "", "", "", "", is_over=is_over or round_no < gone)
            for round_no, contestant, table_no, *_rest in ((*sit_out, None) for sit_out in sit_outs)
            if contestant == self.pair_no and round_no not in playing
        ]

    def _held(self, ns: int, ew: int) -> list[bool]:
        """Return on which sides of a table it sat, true for N-S: on both where the two halves of a team met."""
        return [is_ns for is_ns, side in ((True, ns), (False, ew)) if side in self.sides]

    def _round(self, at: _AtTable, is_ns: bool) -> PageRound:
        row = at.row
        other = row.ew if is_ns else row.ns
        partner, side = 0, "N-S" if is_ns is not row.is_switched else "E-W"
        if self.section.team_size:
            side = f"{side}, {self._label(row.ns if is_ns else row.ew)}"
        elif self.pair_no in row.players:
            seat = row.players.index(self.pair_no)
            partner, side = row.players[(seat + 2) % 4], SEAT_WORDS["NESW"[seat]]
        return PageRound(
            round_no=row.round_no,
            table=self._table(at.table_no),
            side=", ".join(filter(None, (side, half_text(row.half)))),
            opponents=self._label(other),
            names=self._names.get(other, ""),
            boards=boards_text(row.boards),
            is_over=self._is_complete(row),
            partner=" ".join(filter(None, (self._label(partner), self._names.get(partner, "")))) if partner else "",
        )

    def _is_complete(self, row: AtRound) -> bool:
        return all(key in self.standing for key in row.keys)

    @cached_property
    def _lines(self) -> tuple[PageLine, ...]:
        shown = {key for key in self.standing if self._may_compare(key)}
        shares = board_shares(self.section, {key[0] for key in shown}) if shown else {}
        return tuple(
            self._line(key, self.standing[key], is_ns, shares.get(key) if key in shown else None)
            for key in sorted(self.standing, key=self._played_order)
            for is_ns in self._held(*key[1:])
        )

    def _line(self, key: Key, standing: LineResult, is_ns: bool, shares: tuple[Fraction, Fraction] | None) -> PageLine:
        board_no, ns, ew = key
        other = ew if is_ns else ns
        against = ", ".join(filter(None, (self._label(other), self._names.get(other, ""))))
        score = standing.score if is_ns or standing.score is None else -standing.score
        percent = shares[0 if is_ns else 1] if shares else None
        return PageLine(board_no, against, standing.text, score, percent)

    def _may_compare(self, key: Key) -> bool:
        """Return whether the club lets the pair see its share of a board now, as it lets the table where it played it.

        Where boards are shared in a round it waits for the end of the round: the next ones are heard across the room.
        """
        at = self._at(key)
        settings = table_settings(self.section, at.table_no) if at else section_settings(self.section)
        if settings.others == "never" or at is None:
            return False
        return self._is_complete(at.row) if settings.others == "round" or at.row.is_shared else True

    def _at(self, key: Key) -> _AtTable | None:
        return next((at for at in self.seated if key in at.row.keys), None)

    def _played_order(self, key: Key) -> tuple[int, int]:
        at = self._at(key)
        return (at.row.round_no if at else 999, key[0])

    def _label(self, pair_no: int) -> str:
        return f"{self._letter}{self.section.label(pair_no)}"

    def _table(self, table_no: int) -> str:
        return f"{self._letter}{table_no}" if table_no else ""

    @cached_property
    def _letter(self) -> str:
        return self.section.letter if self.section.is_one_of_several else ""

    @property
    def _ends_at(self) -> datetime | None:
        session = self.section.session
        return session.round_ends_at or session.break_ends_at if section_settings(self.section).clock else None

    @property
    def _clock_words(self) -> str:
        session = self.section.session
        if not section_settings(self.section).clock:
            return ""
        match session.clock:
            case Clock.RUNNING:
                return f"Round {session.round_no} ends in"
            case Clock.PAUSED:
                return f"Round {session.round_no}: the clock is paused."
            case Clock.OVER:
                return "Play is over."
        return f"Round {session.round_no} begins in" if session.break_ends_at else ""
