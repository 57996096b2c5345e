"""An evening as one table sees it.

Its rounds, its results, and where everybody goes next.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from director.boards.contests import contest_of
from director.boards.movement.cards.sheets import OUT
from director.boards.movement.lines.entry import LATER, LineEntry, read_line_entry
from director.boards.movement.lineups import line_ups
from director.boards.movement.scoring_field import Key
from director.boards.movement.words import entered_by_pair, names_by_seat
from director.boards.play.phones.schedule import AtRound, TableSchedule, read_schedule
from director.core.night.phones.write import TableSettings, table_settings
from director.models import Access, Section, TableWord
from director.models.award import ResultQuerySet
from director.models.event import Clock
from movements import KNOCK_OUT

SIDES = ("ns", "ew")
SIDE_WORDS = {"ns": "N-S", "ew": "E-W"}
SEAT_WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_ABOUT_LINES = (
    TableWord.Kind.RESULT,
    TableWord.Kind.TURNED,
    TableWord.Kind.LOOK,
    TableWord.Kind.SHOWN,
)
_Who = tuple[tuple[int, bool], int, str]
"""A round, or its second half, and who sits in it: a pair, a player, or the half of a team that sits so."""


class LineResult(NamedTuple):
    """The result of a line.

    *text* counts; with *by_director* no player entered it.
    """

    text: str
    score: int | None
    version: int
    entered_at: Any
    by_director: bool

    @property
    def is_in(self) -> bool:
        """Whether anything stands, be it only that it is played later."""
        return bool(self.text)


@dataclass(frozen=True)
class TablePlay:
    """One table of a section for a whole night.

    Five queries, none of which reads other tables' names or words.

    *laid* is what lies at it where that is known, else it is read; with a *key* it can tell what
    was said under that.
    """

    section: Section
    table_no: int
    laid: TableSchedule | None = None
    key: str = ""

    @cached_property
    def settings(self) -> TableSettings:
        """What the club sets for this table."""
        return table_settings(self.section, self.table_no)

    @cached_property
    def lies(self) -> TableSchedule:
        """What does not follow from what the table itself says of boards."""
        return self.laid or read_schedule(self.section, self.table_no)

    @property
    def plan(self) -> Any:
        """The movement in force, ``None`` before one is chosen."""
        return self.lies.plan

    @property
    def is_of_players(self) -> bool:
        """Whether everybody here is named by seat, and goes on alone."""
        return self.section.names_players

    @cached_property
    def rounds(self) -> dict[int, AtRound]:
        """What is played here in each round.

        Of two halves it is the one that isn't complete yet.
        """
        rounds: dict[int, AtRound] = {}
        for row in self.turns:
            if row.round_no not in rounds or self.is_complete(rounds[row.round_no]):
                rounds[row.round_no] = row
        return rounds

    @property
    def turns(self) -> tuple[AtRound, ...]:
        """All that is played here one after the other: one a round, or two halves."""
        return self.lies.turns

    @cached_property
    def standing(self) -> dict[Key, LineResult]:
        """What stands on the lines of this table."""
        return lines_standing(self.section, [key for row in self.turns for key in row.keys])

    @cached_property
    def said(self) -> list[TableWord]:
        """What this table said of its lines and its sides and was not dropped, the latest last."""
        return [
            word
            for word in self._all_entries
            if word.kind in _ABOUT_LINES and word.dropped_at is None
        ]

    def earlier_entry(self, access: Access) -> TableWord | None:
        """Return what was said by *access* under the key of this night."""
        mine = (
            word
            for word in self._all_entries
            if (word.access_id, word.key) == (access.pk, self.key)
        )
        if self.key:
            return next(mine, None)
        return None

    @cached_property
    def _all_entries(self) -> list[TableWord]:
        """The entries of this table, the latest last.

        Discarded ones are left out, except the one with the key.
        """
        said = TableWord.objects.filter(
            access__section=self.section, access__table_no=self.table_no
        )
        return list(
            said.filter(
                Q(key=self.key) | Q(kind__in=_ABOUT_LINES, dropped_at__isnull=True)
            ).order_by("pk")
        )

    @cached_property
    def words(self) -> dict[Key, list[TableWord]]:
        """What this table brought for its lines and was not dropped, the latest last."""
        return _by_line(word for word in self.said if word.kind == TableWord.Kind.RESULT)

    @cached_property
    def outside(self) -> dict[Key, list[TableWord]]:
        """What this table says it played though the movement has it elsewhere, until the director has decided."""
        lines = {
            line: [word for word in words if word.is_outside] for line, words in self.words.items()
        }
        return {line: words for line, words in lines.items() if words}

    @cached_property
    def looks(self) -> dict[Key, list[TableWord]]:
        """The words by which the director asks the table to look at a line again, until it has."""
        return _by_line(
            word
            for word in self.said
            if word.kind == TableWord.Kind.LOOK and word.agreed_at is None
        )

    @cached_property
    def shown(self) -> frozenset[Key]:
        """The lines whose players were shown what others made."""
        marks = _by_line(word for word in self.said if word.kind == TableWord.Kind.SHOWN)
        return lines_marked(self.section, marks, {key for row in self.turns for key in row.keys})

    def turning(self, row: AtRound) -> TableWord | None:
        """Return the open entry that reports *row* as played in the wrong direction."""
        said = (word for word in reversed(self.said) if word.kind == TableWord.Kind.TURNED)
        return next(
            (
                word
                for word in said
                if (word.round_no, word.ns, word.ew) == (row.round_no, row.ns, row.ew)
            ),
            None,
        )

    @cached_property
    def round_no(self) -> int:
        """The round that the table plays: the first one that is not complete, the last one when all are.

        A round in which nobody plays here is over once the clock has left it.
        """
        return next(
            (round_no for round_no in self._all_rounds if not self._is_over(round_no)),
            self.last_round,
        )

    @property
    def last_round(self) -> int:
        """The number of rounds of the movement, at least 1."""
        return max(1, self.plan.rounds if self.plan else 1)

    @property
    def is_over(self) -> bool:
        """Whether every round of this table is played."""
        return bool(self.rounds) and all(map(self._is_over, self._all_rounds))

    @property
    def left(self) -> AtRound | None:
        """What the table played before this one."""
        now = self.rounds.get(self.round_no)
        before = [row for row in self.turns if row.turn < (now.turn if now else (self.round_no, 0))]
        if before:
            return before[-1]
        return None

    @property
    def _all_rounds(self) -> range:
        return range(1, self.last_round + 1)

    def _is_over(self, round_no: int) -> bool:
        row, session = self.rounds.get(round_no), self.section.session
        if row is None:
            is_here = session.clock != Clock.WAITING and session.round_no == round_no
            return not is_here
        return self.is_complete(row)

    def is_complete(self, row: AtRound) -> bool:
        """Whether something stands for every board of *row*."""
        return all(key in self.standing and self.standing[key].is_in for key in row.keys)

    def row_of(self, line: Key) -> AtRound | None:
        """Return the round in which *line* is played here, ``None`` where it is not."""
        return next((row for row in self.turns if line in row.keys), None)

    def line_of_board(self, board_no: int) -> Key | None:
        """Return the line of *board_no* here, of the latest round so far, or ``None``."""
        return next(iter(self.lines_of_board(board_no)), None)

    def lines_of_board(self, board_no: int) -> list[Key]:
        """Return the lines of *board_no* here so far, the latest first.

        If there are none yet, those to come.

        Some movements bring a board to a table twice, with other pairs.
        """
        rows = [row for row in self.turns if board_no in row.boards]
        until_now = [row for row in rows if row.round_no <= self.round_no]
        return [(board_no, row.ns, row.ew) for row in reversed(until_now or rows)]

    def entry_of_result(self, line: Key) -> TableWord | None:
        """Return the word that made what stands on *line*, ``None`` where no word of this table did."""
        standing = self.standing.get(line)
        if standing:
            return word_of_result(self.words.get(line, ()), standing)
        return None

    def asked(self, line: Key) -> TableWord | None:
        """Return the latest open question about *line*.

        Left out is one whose result has been stored since.
        """
        standing = self.standing.get(line)
        words = (word for word in reversed(self.words.get(line, ())) if word.is_asked)
        return next(
            (word for word in words if standing is None or word.text != standing.text), None
        )

    def waits(self, line: Key) -> bool:
        """Return whether *line* waits for the opponents' confirmation.

        That of its result, or of an open question.
        """
        word = self.entry_of_result(line)
        return bool(self.asked(line) or (word and word.waits and word.agreed_at is None))

    def is_later(self, line: Key) -> bool:
        """Return whether the director lets *line* be played later than its round."""
        standing = self.standing.get(line)
        return standing is not None and standing.text == LATER

    def is_open(self, line: Key) -> bool:
        """Return whether *line* is played later, waits for a word, or is to be looked at again."""
        return self.is_later(line) or self.waits(line) or line in self.looks

    def places_after(self, rows: Iterable[AtRound]) -> dict[tuple[int, int], dict[str, str]]:
        """Return where those who sit in each of *rows* go after it, in words, by its turn.

        One query.

        Pairs and teams by side ("ns", "ew"), a team's half keeping its side; single players by seat
        ("N" …).
        """
        rows = list(rows)
        wanted = Q(
            round_no__in={number for row in rows for number in (row.round_no, row.round_no + 1)}
        )
        if not self.is_of_players:
            numbers = {number for row in rows for number in (row.ns, row.ew)}
            wanted &= Q(ns__in=numbers) | Q(ew__in=numbers)
        seats: dict[_Who, tuple[int, str]] = {}
        for seated in self.plan.rows.filter(wanted).order_by("pk") if rows else ():
            for who, place in self._seated(seated.ns, seated.ew, seated.players):
                seats[(seated.round_no, seated.half == 2), *who] = (seated.table_no, place)
        return {
            row.turn: {
                place if self.is_of_players else place.lower().replace("-", ""): self._place(
                    row, who, place, seats
                )
                for who, place in self._seated(row.ns, row.ew, row.players)
            }
            for row in rows
        }

    def _seated(
        self, ns: int, ew: int, players: Sequence[int] | None
    ) -> list[tuple[tuple[int, str], str]]:
        """Return who sits at a table and where.

        The halves of a team are told apart by their sides.
        """
        if self.is_of_players:
            return [
                ((player, ""), seat) for player, seat in zip(players or (), "NESW", strict=False)
            ]
        has_halves = contest_of(self.section).has_halves
        return [
            ((number, side if has_halves else ""), side)
            for number, side in ((ns, "N-S"), (ew, "E-W"))
        ]

    def _place(
        self, row: AtRound, who: tuple[int, str], here: str, seats: Mapping[_Who, tuple[int, str]]
    ) -> str:
        following = (row.round_no, True) if row.half == 1 else (row.round_no + 1, False)
        if following[0] > self.last_round:
            return ""
        seat = seats.get((following, *who))
        if seat is None:
            is_bye = any(
                [at, number] == [row.round_no + 1, who[0]]
                for at, number, *_where in self.plan.sit_outs
            )
            if is_bye or self.plan.key != KNOCK_OUT:
                return "sit out"
            return OUT
        if seat == (self.table_no, here):
            return "stay"
        return f"table {seat[0]} {SEAT_WORDS.get(seat[1], seat[1])}"


def lines_standing(section: Section, keys: Iterable[Key]) -> dict[Key, LineResult]:
    """Return what stands on those lines of *section* that *keys* name.

    One query.
    """
    keys = set(keys)
    if not keys:
        return {}
    boards, ns, ew = map(set, zip(*keys, strict=True))
    lines = _by_key(_standing(section.results.filter(board_no__in=boards, ns__in=ns, ew__in=ew)))
    return {key: standing for key, standing in lines.items() if key in keys}


def lines_of_sides(section: Section, numbers: Collection[int]) -> dict[Key, LineResult]:
    """Return what stands on the lines of some sides of *section*, whether they were due or not.

    One query.
    """
    return _by_key(_standing(section.results.filter(Q(ns__in=numbers) | Q(ew__in=numbers))))


def _standing(results: ResultQuerySet) -> QuerySet[Any, Any]:
    lines: QuerySet[Any, Any] = results.counted()
    rows: QuerySet[Any, Any] = (
        lines.annotate(given_by=F("standing__given_by"), award=F("standing__pk"))
        .order_by()
        .values_list(
            "board_no",
            "ns",
            "ew",
            "counted",
            "counted_score",
            "version",
            "entered_at",
            "entered_by",
            "given_by",
            "award",
        )
    )
    return rows


def _by_key(rows: Iterable[Sequence[Any]]) -> dict[Key, LineResult]:
    return {
        (board_no, a, b): LineResult(
            text, score, version, at, (given_by if award else entered_by) is not None
        )
        for board_no, a, b, text, score, version, at, entered_by, given_by, award in rows
    }


def word_of_result(words: Sequence[TableWord], standing: LineResult) -> TableWord | None:
    """Return the one of *words* that made the result *standing*.

    Undo restores a version, so the text is compared too.
    """
    of_version = (word for word in reversed(words) if word.version == standing.version)
    return next((word for word in of_version if word.text == standing.text), None)


def words_of_sides(section: Section, numbers: Collection[int]) -> dict[Key, list[TableWord]]:
    """Return the words about results of some sides of *section* by line, the latest last.

    One query.
    """
    words = TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.RESULT, dropped_at__isnull=True
    )
    return _by_line(words.filter(Q(ns__in=numbers) | Q(ew__in=numbers)).order_by("pk"))


def words_of_lines(section: Section) -> dict[Key, list[TableWord]]:
    """Return the words about results of *section* by line, the latest last.

    One query.
    """
    words = TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.RESULT, dropped_at__isnull=True
    )
    return _by_line(words.order_by("pk"))


def lines_marked(
    section: Section, marks: Iterable[Sequence[int | None]], lines: Collection[Key]
) -> frozenset[Key]:
    """Return those of *lines* whose players left one of the *marks*: a board, N-S and E-W.

    Pairs have seen a board whoever they meet on it, and on whichever side.  Of a team only the half
    that played there has: the other half is at another table with the same numbers the other way
    round.
    """
    if contest_of(section).has_halves:
        played = set(map(tuple, marks))
        return frozenset(line for line in lines if line in played)
    seen = {(board_no, pair) for board_no, *pairs in marks for pair in pairs}
    return frozenset(line for line in lines if any((line[0], pair) in seen for pair in line[1:]))


def _by_line(words: Iterable[TableWord]) -> dict[Key, list[TableWord]]:
    lines: dict[Key, list[TableWord]] = {}
    for word in words:
        if word.board_no and word.ns and word.ew:
            lines.setdefault((word.board_no, word.ns, word.ew), []).append(word)
    return lines


def disputed_lines(section: Section) -> int:
    """Return how many lines of *section* have an open question.

    A question whose result is stored by now is none. One query.

    One query.
    """
    line = {name: OuterRef(name) for name in ("board_no", "ns", "ew")}
    lines: QuerySet[Any] = section.results.counted()
    standing = lines.filter(**line, counted=OuterRef("text"))
    asked = TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.RESULT, version__isnull=True
    )
    asked = asked.filter(~Exists(standing), dropped_at__isnull=True)
    return asked.values("board_no", "ns", "ew").distinct().count()


def players_seated(section: Section, row: AtRound | None) -> dict[str, str]:
    """Return who sits where in *row*, ``""`` where nobody is known.

    One query, two where teams are lined up or somebody was replaced.
    """
    seats = dict.fromkeys("NSEW", "")
    if row is None:
        return seats
    if section.team_size:
        named = names_by_seat(section, row.round_no)
        return {
            seat: named.get(player, "") for seat, player in zip("NESW", row.players, strict=False)
        }
    if contest_of(section).has_line_ups:
        four = line_ups(section).four(row.ns, row.ew, row.round_no)
        return seats | {
            seat: sitter.text for seat, sitter in zip("NESW", four, strict=True) if sitter
        }
    for pair_no, entered in entered_by_pair(section, row.players or (row.ns, row.ew)).items():
        for order, sitter in entered.in_round(row.round_no).items():
            seats[_seat_of(row, pair_no, order)] = sitter.name
    return seats


def _seat_of(row: AtRound, number: int, order: int) -> str:
    """Return the seat of the *order*-th player of a number."""
    if row.players:
        return "NESW"[row.players.index(number)]
    side = "NS" if number == row.ns else "EW"
    return side[min(order, 2) - 1]


def entry_of(standing: LineResult, game: str) -> LineEntry | None:
    """Return what was read of what stands, or ``None`` where nothing does, or it is played later."""
    if standing.text not in ("", LATER):
        return read_line_entry(standing.text, game=game)
    return None
