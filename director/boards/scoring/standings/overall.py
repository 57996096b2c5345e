"""Standings after several sessions: which entries are one contestant, and their order.

A contestant has a *number* over all sessions and a *seat* in each: the index of the session's
scoring field and the pair's number in it. The event's setup has the seats that belong
together, from the entries that continue one another. ``scoring.totals.sections`` calculates
the order (``combine_sessions``, ``combine_stages``); this module feeds it and makes the rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from director.boards.movement.sections import compute_letter_rank
from director.boards.movement.sitters import Sitter
from director.boards.movement.words import EntryNames
from director.boards.scoring.standings.rows import GROUP_TITLES
from director.boards.scoring.standings.setup import Seat
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Event
from director.models.event import Finals, RankingScope
from director.sheets import Points, StandingGroup, StandingRow
from scoring.model import Standing
from scoring.totals.sections import (
    EventStandings,
    are_sections_finals,
    combine_sessions,
    combine_stages,
)
from scoring.totals.standings import rank_members


@dataclass(frozen=True)
class EventField:
    """All contestants of several *sessions*."""

    event: Event
    sessions: Sequence[SessionResults]
    counted_sessions: Sequence[int]  # the indexes of the sessions that count
    number_by_seat: Mapping[Seat, int]
    first_seats: Sequence[Seat]  # of each number, from 0

    def iter_groups(self) -> Iterator[StandingGroup]:
        """Yield the groups that are ranked separately, in order of place."""
        for direction in ("NS", "EW") if self.is_by_direction else ("",):
            for letter in self._list_section_letters():
                section_title = f"Section {letter}" if letter else ""
                titles = (section_title, GROUP_TITLES[direction])
                rows = tuple(self._group_rows(direction, letter))
                yield StandingGroup(", ".join(filter(None, titles)), rows)

    def iter_notes(self) -> Iterator[str]:
        """Yield sentences on whatever decides the order besides the figures."""
        contestant_noun = self.sessions[0].heading.contestant_noun
        letters = self._final_letters
        ranking_field = self._last_sheets.scoring_field.ranking_field
        if letters and ranking_field.has_named_finals:
            names = [
                section.name for section in ranking_field.sections if section.letter in letters
            ]
            yield f"Places go to {names[0]} first, then to {_join_phrases(names[1:])}."
        elif letters:
            order = ", then ".join(f"section {letter}" for letter in letters)
            if ranking_field.finals == Finals.ALWAYS:
                reason = ""
            else:
                reason = ", as its sections follow the places before"
            session_no = self._last_sheets.scoring_field.session.number
            yield f"Session {session_no} counts as finals{reason}: first {order}."
        for stage in self._split_into_stages(self.counted_sessions):
            record = self.sessions[stage[0]].scoring_field.session.stage
            if record and record.is_plate:
                yield f"{record.name}: its places follow those of everybody else."
        if any(ranking.incomplete_contestants for ranking in self._stage_rankings):
            yield f"A {contestant_noun} that missed a session is ranked below those that missed fewer."

    @property
    def _last_sheets(self) -> SessionResults:
        """The sheets of the last session that counts."""
        return self.sessions[self.counted_sessions[-1]]

    @cached_property
    def _last_seat_by_contestant(self) -> dict[int, Seat]:
        """The last seat of each contestant in the sessions that count.

        A seat in which the contestant played a board is preferred to later seats without.
        """
        seats: dict[int, Seat] = {}
        # Later seats overwrite earlier ones, and in the second pass only seats with boards do.
        for needs_boards in (False, True):
            for (index, pair_no), number in sorted(self.number_by_seat.items()):
                row = self._rows_by_contestant.get(number, {}).get(index)
                if row is None or row.contestant != pair_no:
                    continue
                if row.boards > 0 or not needs_boards:
                    seats[number] = index, pair_no
        return seats

    @cached_property
    def _final_by_contestant(self) -> dict[int, int]:
        """The index of each contestant's final, a section of the last session. Empty without finals.

        The sections are finals if the stage or the event says so, or if they follow the ranks after
        the sessions before: the best to the first section, the next best to the second.
        """
        stages = self._split_into_stages(self.counted_sessions)
        ranking_field = self._last_sheets.scoring_field.ranking_field
        if ranking_field.has_named_finals:
            return self._compute_finals_by_contestant(stages[-1])
        if len(self.counted_sessions) < 2 or ranking_field.finals == Finals.NEVER:
            return {}
        if self._last_sheets.lines.is_knockout:
            return {}
        final_by_contestant = self._compute_section_by_contestant(self.counted_sessions[-1])
        if len(set(final_by_contestant.values())) < 2:
            return {}
        finalists = self._iter_finalists(final_by_contestant)
        if ranking_field.finals == Finals.ALWAYS or are_sections_finals(finalists):
            return final_by_contestant
        return {}

    def _compute_section_by_contestant(self, session_index: int) -> dict[int, int]:
        """Return the index of each contestant's section in one session."""
        scoring_field = self.sessions[session_index].scoring_field
        letters = [section.letter for section in scoring_field.sections]
        section_by_contestant: dict[int, int] = {}
        for (index, pair_no), number in self.number_by_seat.items():
            if index == session_index and index in self._rows_by_contestant.get(number, {}):
                section_by_contestant[number] = letters.index(scoring_field.get_letter(pair_no))
        return section_by_contestant

    def _compute_finals_by_contestant(self, stage: Sequence[int]) -> dict[int, int]:
        """Return the index of each contestant's final in *stage*, empty without finals."""
        if not self.sessions[stage[-1]].scoring_field.ranking_field.has_named_finals:
            return {}
        return self._compute_section_by_contestant(stage[-1])

    def _iter_finalists(
        self, final_by_contestant: Mapping[int, int]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield each finalist's final, section in the session before, and rank after that session."""
        previous_index = self.counted_sessions[-2]
        scoring_field = self.sessions[previous_index].scoring_field
        previous_stages = self._split_into_stages(self.counted_sessions[:-1])
        previous_standings = self._rank_stages(
            previous_stages, map(self._rank_stage, previous_stages)
        )
        rank_by_contestant = {standing.contestant: standing.rank for standing in previous_standings}
        letters = [section.letter for section in scoring_field.sections]
        for (index, pair_no), number in self.number_by_seat.items():
            is_ranked_finalist = number in final_by_contestant and number in rank_by_contestant
            if index == previous_index and is_ranked_finalist:
                letter = scoring_field.get_letter(pair_no)
                # A session of one section has no letters.
                section = letters.index(letter) if letter else 0
                yield final_by_contestant[number], section, rank_by_contestant[number]

    @property
    def has_finals(self) -> bool:
        """Whether the sections of the last session are finals."""
        return bool(self._final_by_contestant)

    @property
    def _final_letters(self) -> list[str]:
        """The letters of the finals in order, or none if the last session has no finals."""
        sections = self._last_sheets.scoring_field.sections
        return [sections[final].letter for final in sorted(set(self._final_by_contestant.values()))]

    @cached_property
    def is_by_direction(self) -> bool:
        """Whether N-S and E-W are ranked separately, since every pair kept its direction."""
        scoring_fields = {
            index: self.sessions[index].scoring_field for index in self.counted_sessions
        }
        if any(scoring_field.winners == 1 for scoring_field in scoring_fields.values()):
            return False
        direction_by_contestant: dict[int, str] = {}
        for (index, pair_no), number in self.number_by_seat.items():
            if index in scoring_fields:
                direction = scoring_fields[index].get_direction(pair_no)
                if direction_by_contestant.setdefault(number, direction) != direction:
                    return False
        return True

    def _split_into_stages(self, indexes: Sequence[int]) -> list[list[int]]:
        """Return sessions stage by stage. A knock-out after other sessions is a stage of its own."""
        stages: list[list[int]] = []
        previous_key = None
        for index in indexes:
            sheets = self.sessions[index]
            key = (sheets.scoring_field.session.stage_id, sheets.lines.is_knockout)
            if key != previous_key:
                stages.append([])
            stages[-1].append(index)
            previous_key = key
        return stages

    def _rank_stage(
        self, stage: Sequence[int], finals: Mapping[int, int] | None = None
    ) -> EventStandings:
        """Return the ranks after the sessions of one stage."""
        standings = [list(self._iter_session_standings(index)) for index in stage]
        if self.sessions[stage[-1]].lines.is_knockout:
            # The places of a knock-out follow from the rounds, not from totals.
            return EventStandings(tuple(standings[-1]), (), {})
        return combine_sessions(
            standings,
            ranks_by_percent=self._is_by_percent(stage),
            ranks_directions_apart=self.is_by_direction,
            final_by_contestant=finals,
        )

    @cached_property
    def _stage_rankings(self) -> list[EventStandings]:
        """The ranks after each stage by itself. The last one may have finals."""
        *previous_stages, last_stage = self._split_into_stages(self.counted_sessions)
        rankings = [
            self._rank_stage(stage, self._compute_finals_by_contestant(stage))
            for stage in previous_stages
        ]
        return [*rankings, self._rank_stage(last_stage, self._final_by_contestant)]

    def _rank_stages(
        self, stages: Iterable[Sequence[int]], stage_rankings: Iterable[EventStandings]
    ) -> tuple[Standing, ...]:
        """Return the ranks after several *stages*.

        Contestants of a later stage are ranked above the others, those of a plate below them.
        """
        standings: tuple[Standing, ...] = ()
        for stage, ranking in zip(stages, stage_rankings, strict=True):
            if self._is_plate(stage):
                # Whoever plays in the plate is ranked there only.
                other_standings = _without_standings(standings, ranking.standings)
                standings = combine_stages(ranking.standings, other_standings)
            else:
                standings = combine_stages(standings, ranking.standings)
        return standings

    def _is_plate(self, stage: Sequence[int]) -> bool:
        record = self.sessions[stage[0]].scoring_field.session.stage
        return record is not None and record.is_plate

    @cached_property
    def overall_standings(self) -> tuple[Standing, ...]:
        """The ranks after the sessions that count."""
        return self._rank_stages(
            self._split_into_stages(self.counted_sessions), self._stage_rankings
        )

    def _is_by_percent(self, indexes: Iterable[int]) -> bool:
        for index in indexes:
            standings = self.sessions[index].scored.ranking.standings
            if any(standing.percent is not None for standing in standings):
                return True
        return False

    def _iter_session_standings(self, index: int) -> Iterator[Standing]:
        """Yield the standings of one session by the contestants' numbers over all sessions."""
        sheets = self.sessions[index]
        for standing in sheets.scored.ranking.standings:
            pair_no = sheets.scoring_field.get_pair_no(standing.contestant, standing.direction)
            number = self.number_by_seat[index, pair_no]
            if not self._is_unranked(number):
                yield standing._replace(contestant=number)

    def _is_unranked(self, number: int) -> bool:
        """Return whether the contestant plays without standing in its last session."""
        index, pair_no = self._last_seat_by_contestant[number]
        return pair_no in self.sessions[index].unranked_pairs

    @cached_property
    def _is_by_section(self) -> bool:
        ranking_fields = [
            self.sessions[session_index].scoring_field.ranking_field
            for session_index in self.counted_sessions
        ]
        return any(ranking_field.scope == RankingScope.SECTION for ranking_field in ranking_fields)

    def _list_section_letters(self) -> tuple[str, ...]:
        if not self._is_by_section:
            return ("",)
        letters = {self._get_last_letter(number) for number in self._last_seat_by_contestant}
        return tuple(sorted(letters, key=compute_letter_rank))

    def _get_last_letter(self, number: int) -> str:
        """Return the section in which a contestant played last."""
        session_index, pair_no = self._last_seat_by_contestant[number]
        scoring_field = self.sessions[session_index].scoring_field
        return scoring_field.get_section_and_number(pair_no)[0].letter

    def _group_rows(self, direction: str, letter: str) -> Iterator[StandingRow]:
        members = {
            number
            for number in self._last_seat_by_contestant
            if self._is_in_group(number, direction, letter)
        }
        keys = [(direction if self.is_by_direction else None, number) for number in members]
        # Within a section the places are counted anew.
        standings = rank_members(self.overall_standings, keys) if letter else self.overall_standings
        for standing in standings:
            if standing.contestant in members:
                yield self._make_contestant_row(standing.contestant, standing)
        ranked_numbers = {standing.contestant for standing in self.overall_standings}
        for number in sorted(members - ranked_numbers):
            yield self._make_contestant_row(number, None)

    def _is_in_group(self, number: int, direction: str, letter: str) -> bool:
        """Return whether the contestant is ranked in this direction and section. "" is any."""
        index, pair_no = self._last_seat_by_contestant[number]
        scoring_field = self.sessions[index].scoring_field
        is_in_direction = not direction or scoring_field.get_direction(pair_no) == direction
        if self._is_unranked(number):
            return False
        return is_in_direction and (not letter or self._get_last_letter(number) == letter)

    @cached_property
    def _rows_by_contestant(self) -> dict[int, dict[int, StandingRow]]:
        """The rows of each contestant in the lists of the sessions, by session."""
        rows: dict[int, dict[int, StandingRow]] = defaultdict(dict)
        for session_index in self.counted_sessions:
            for row in self.sessions[session_index].field_rows:
                number = self.number_by_seat.get((session_index, row.contestant))
                if number is not None:
                    rows[number][session_index] = row
        return dict(rows)

    def _make_contestant_row(self, number: int, standing: Standing | None) -> StandingRow:
        """Return the row of a contestant. *standing* is None if it has no result."""
        # Sections and finals are those of the last session, hence also the label. Otherwise a
        # contestant keeps the number of its first session.
        if self._is_by_section or self._final_by_contestant:
            index, pair_no = self._last_seat_by_contestant[number]
        else:
            index, pair_no = self.first_seats[number]
        sheets = self.sessions[index]
        rows = self._rows_by_contestant.get(number, {})
        last_row = rows[max(rows)] if rows else None
        names = self._format_changed_names(number)
        if not names:
            names = last_row.names if last_row else sheets.name_by_number.get(pair_no, "")
        direction = sheets.scoring_field.get_direction(pair_no) if self.is_by_direction else ""
        stratum = last_row.stratum if last_row else ""
        standing_row = StandingRow(
            place="",
            contestant=pair_no,
            label=sheets.scoring_field.get_label(pair_no),
            names=names,
            direction=direction,
            boards=sum(row.boards for row in rows.values()),
            total=None,
            percent=None,
            penalties=_join_texts(row.penalties for row in rows.values()),
            carry_over=_join_texts(row.carry_over for row in rows.values()),
            handicap=_join_texts(row.handicap for row in rows.values()),
            stratum=stratum,
            sessions=tuple(self._iter_session_figures(rows)),
            session_no=sheets.scoring_field.session.number,
        )
        if standing is None:
            return standing_row
        return replace(
            standing_row,
            place=standing.rank_text,
            total=standing.total,
            percent=standing.percent,
        )

    def _iter_session_figures(self, rows: Mapping[int, StandingRow]) -> Iterator[Points]:
        """Yield the percentage or total of each session, None if the contestant wasn't there."""
        for session in self.counted_sessions:
            row = rows.get(session)
            if row is None:
                yield None
            elif self._is_by_percent([session]):
                yield row.percent
            else:
                yield row.total

    def _format_changed_names(self, number: int) -> str:
        """Return the starters' names with those who joined later, or "" if nobody changed."""
        rows = self._rows_by_contestant.get(number, {})
        if len(rows) < 2:
            return ""
        entries: dict[int, EntryNames] = {}
        for index, row in sorted(rows.items()):
            sheets = self.sessions[index]
            entry = sheets.entry_names_by_number.get(row.contestant)
            if entry:
                entries[sheets.scoring_field.session.number] = entry
        if len(entries) > 1:
            return format_changed_names(entries)
        return ""


def _without_standings(
    standings: Iterable[Standing], excluded_standings: Iterable[Standing]
) -> tuple[Standing, ...]:
    """Return *standings* without the contestants of *excluded_standings*, with places counted anew."""
    excluded_keys = {(standing.direction, standing.contestant) for standing in excluded_standings}
    keys = []
    for standing in standings:
        key = (standing.direction, standing.contestant)
        if key not in excluded_keys:
            keys.append(key)
    return tuple(rank_members(tuple(standings), keys))


def format_changed_names(entries: Mapping[int, EntryNames]) -> str:
    """Return a contestant's name when players changed between sessions, else "".

    *entries* are by session number. A team with a name of its own keeps that: the result is "".
    """
    *_earlier, last_entry = entries.values()
    first_no, first_entry = next(iter(entries.items()))
    starters = {
        presence.sitter.person_id for presence in first_entry.presences if presence.is_in_round(1)
    }
    sessions_of_newcomer: dict[Sitter, list[int]] = {}
    for session_no, entry in entries.items():
        for presence in entry.presences:
            if presence.sitter.person_id not in starters:
                sessions_of_newcomer.setdefault(presence.sitter, []).append(session_no)
    if last_entry.name or not starters or not sessions_of_newcomer:
        return ""
    if all(numbers == [first_no] for numbers in sessions_of_newcomer.values()):
        return first_entry.full_text
    # Newcomers of the same sessions are named together.
    names_by_sessions: dict[tuple[int, ...], list[str]] = {}
    for sitter, numbers in sessions_of_newcomer.items():
        names_by_sessions.setdefault(tuple(numbers), []).append(sitter.name)
    newcomers = []
    for sessions, names in names_by_sessions.items():
        plural = "s" if len(sessions) > 1 else ""
        newcomers.append(f"{' & '.join(names)} in session{plural} {', '.join(map(str, sessions))}")
    return f"{first_entry.starters_text} ({', '.join(newcomers)})"


def _join_phrases(phrases: Sequence[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last


def _join_texts(texts: Iterable[str]) -> str:
    return ", ".join(text for text in texts if text)
