"""The results of a whole event: the sheets of its sessions, and the standings after all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

from director.boards.movement.lines.section_lines import StoredResult
from director.boards.movement.scoring_field import Key, ScoringField, fetch_event_fields
from director.boards.scoring.standings.overall import EventField, Seat, fetch_first_seats
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Event
from director.sheets import BoardSheet, Heading, PairCard, Recap, RecapRow, StandingRow, Standings


class EventResults:
    """The sheets of every session of an event, calculated when needed.

    *event* should come with its club. Errors are those of :class:`SessionSheets`.
    """

    def __init__(
        self,
        event: Event,
        scoring_fields: Iterable[ScoringField] | None = None,
        *,
        sessions: Iterable[SessionSheets] | None = None,
    ) -> None:
        self.event = event
        if sessions is None:
            scoring_fields = fetch_event_fields(event) if scoring_fields is None else scoring_fields
            sessions = map(SessionSheets, scoring_fields)
        self.sessions = tuple(sessions)
        if self.has_several_sessions:
            for index, sheets in enumerate(self.sessions):
                sheets.has_finals = partial(self._has_finals, index)

    def read(self) -> None:
        """Make all queries now, so that later calculation makes none."""
        for sheets in self.sessions:
            sheets.read()
        _read = self._first_seats  # a cached property, which makes the last query

    def with_results(
        self, results_by_session: Mapping[int, Mapping[Key, StoredResult]]
    ) -> "EventResults | None":
        """Return the results with other ones of some lines, by the key of the session and the line.

        Nothing is read for them. None if something else follows from them.
        """
        sessions = []
        for sheets in self.sessions:
            of_session = results_by_session.get(sheets.scoring_field.session.pk)
            changed = (
                sheets.with_results(of_session) if of_session else sheets.with_other_sessions()
            )
            if changed is None:
                return None
            sessions.append(changed)
        results = EventResults(self.event, sessions=sessions)
        results._first_seats = self._first_seats
        return results

    def session(self, number: int) -> SessionSheets | None:
        """Return the sheets of the session with *number*, or None."""
        return next(
            (sheets for sheets in self.sessions if sheets.scoring_field.session.number == number),
            None,
        )

    @property
    def first(self) -> SessionSheets:
        """The sheets of the first session, for most events the only one."""
        return self.sessions[0]

    @property
    def has_several_sessions(self) -> bool:
        """Whether there are several sessions."""
        return len(self.sessions) > 1

    @property
    def heading(self) -> Heading:
        """The heading of a list of the whole event."""
        if self.has_several_sessions:
            return replace(self.first.heading, session="", movement="", fingerprint="")
        return self.first.heading

    @cached_property
    def standings(self) -> Standings:
        """The standings after all sessions that have a result."""
        if not self.has_several_sessions:
            return self.first.standings
        # Without any result the first session stands for all, so that entrants are listed.
        begun = [sheets for sheets in self.sessions if sheets.results_in] or [self.first]
        field = self._make_event_field([self.sessions.index(sheets) for sheets in begun])
        titles = []
        notes = []
        for sheets in begun:
            title = sheets.scoring_field.session.title
            titles.append(title)
            notes += [f"{title}: {note}" for note in sheets.standings.notes]
        return Standings(
            heading=self.heading,
            method=self.first.method,
            groups=tuple(field.groups()),
            results_in=self.results_in,
            results_due=self.results_due,
            entered_words=self.entered_words,
            notes=(*field.notes(), *notes),
            sessions=tuple(titles),
        )

    @property
    def results_in(self) -> int:
        """The number of lines of all sessions that have a result."""
        return sum(sheets.results_in for sheets in self.sessions)

    @property
    def results_due(self) -> int:
        """The number of results in the plans of all sessions."""
        return sum(sheets.results_due for sheets in self.sessions)

    @property
    def entered_words(self) -> str:
        """What is counted, after a number: "results entered", or "matches played" in a league."""
        return self.first.entered_words

    @property
    def is_complete(self) -> bool:
        """Whether every result of the plans is entered."""
        return self.results_in >= self.results_due

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards, session by session."""
        return tuple(board for sheets in self.sessions for board in sheets.boards)

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs, session by session."""
        return tuple(card for sheets in self.sessions for card in sheets.pairs)

    @cached_property
    def recap(self) -> Recap:
        """The field of every session, board by board."""
        if not self.has_several_sessions:
            return self.first.recap
        recaps = [sheets.recap for sheets in self.sessions]
        boards = sorted({board_no for recap in recaps for board_no in recap.boards})
        return Recap(self.heading, tuple(boards), tuple(_merge_recap_rows(recaps, boards)))

    def list_seats(self, row: StandingRow) -> list[tuple[SessionSheets, int]]:
        """Return the sheets of every session of *row*'s contestant, with its number there."""
        sheets = self.session(row.session_no) or self.first
        if not self.has_several_sessions:
            return [(sheets, row.contestant)]
        row_seat = (self.sessions.index(sheets), row.contestant)
        first_seat = self._first_seats.get(row_seat, row_seat)
        seats = sorted(seat for seat, first in self._first_seats.items() if first == first_seat)
        return [(self.sessions[index], pair_no) for index, pair_no in seats]

    @cached_property
    def _first_seats(self) -> dict[Seat, Seat]:
        """The first seat of every contestant, by each of its seats. (Costs one query.)"""
        if self.has_several_sessions:
            return fetch_first_seats([sheets.scoring_field for sheets in self.sessions], self.event)
        return {}

    def _has_finals(self, index: int) -> bool:
        """Return whether the sections of the session at *index* are finals.

        They are if their stage says so. Otherwise only those of the last session with results can be.
        """
        stage = self.sessions[index].scoring_field.session.stage
        if stage and stage.has_finals:
            return True
        begun = [number for number, sheets in enumerate(self.sessions) if sheets.results_in]
        return bool(begun) and index == begun[-1] and self._make_event_field(begun).has_finals

    def _make_event_field(self, counted_sessions: Sequence[int]) -> EventField:
        first_seats = sorted(set(self._first_seats.values()))
        numbers = {first: number for number, first in enumerate(first_seats)}
        return EventField(
            event=self.event,
            sessions=self.sessions,
            counted_sessions=counted_sessions,
            number_by_seat={seat: numbers[first] for seat, first in self._first_seats.items()},
            first_seats=first_seats,
        )


def _merge_recap_rows(recaps: Iterable[Recap], boards: Iterable[int]) -> Iterator[RecapRow]:
    """Yield the rows of all *recaps*, each with a place for every one of *boards*."""
    for recap in recaps:
        for row in recap.rows:
            points = dict(zip(recap.boards, row.points, strict=True))
            yield replace(row, points=tuple(points.get(board_no) for board_no in boards))
