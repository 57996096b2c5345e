"""The Swiss table of a session: a row for each contestant, by rank, with opponents and scores.

All figures come from the session's ranking, which is scored once. (Costs no query.)
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction

from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.provisional import (
    get_unplayed_points,
    list_provisional_matches,
)
from director.additions.contests.scoring.sheets import (
    ABSENT,
    BYE,
    LATE,
    VOID,
    WITHDRAWN,
    SwissCell,
    SwissRow,
    SwissTable,
)
from director.boards.movement.formats import get_format
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import VICTORY_POINTS
from director.sheets import Points, StandingRow

_RoundKey = tuple[int, int]
"""A round and a contestant."""


def has_swiss(session_results: SessionResults) -> bool:
    """Return whether a section of the session plays a Swiss that is scored by matches."""
    return session_results.scoring_field.has_matches and bool(
        _collect_swiss_section_ids(session_results)
    )


def _collect_swiss_section_ids(session_results: SessionResults) -> set[int]:
    """Return the keys of the sections that play a Swiss."""
    return {
        section_id
        for section_id, plan in session_results.plan_by_section.items()
        if get_format(plan).is_swiss
    }


def make_session_swiss_table(session_results: SessionResults) -> SwissTable:
    """Return the Swiss table of the session of *session_results*."""
    return _SwissRounds(session_results).table


class _SwissRounds:
    """The rounds of a Swiss: who met whom, and what each round gave."""

    def __init__(self, session_results: SessionResults) -> None:
        self._session_results = session_results
        # Another section of the session may play a knock-out or a round robin.
        swiss_section_ids = _collect_swiss_section_ids(session_results)
        self._rows_by_contestant: dict[int, StandingRow] = {}
        for row in session_results.rows:
            section, _number = session_results.scoring_field.get_section_and_number(row.contestant)
            if section.pk in swiss_section_ids:
                self._rows_by_contestant[row.contestant] = row
        self._standings = tuple(self._rows_by_contestant.values())
        self._opponents_by_key = _collect_opponents(session_results, self._rows_by_contestant)
        self._bye_keys = set()
        for bye in session_results.lines.byes:
            if bye.contestant in self._rows_by_contestant and not bye.is_missed:
                self._bye_keys.add((bye.round_no, bye.contestant))
        self._scores_by_key = self._collect_round_scores()
        self._void_keys = _collect_void_keys(session_results)
        # Each section is drawn by itself, so one can be a round ahead of another.
        self._rounds_by_letter: dict[str, set[int]] = defaultdict(set)
        for round_no, contestant in (*self._opponents_by_key, *self._bye_keys):
            letter = session_results.scoring_field.get_letter(contestant)
            self._rounds_by_letter[letter].add(round_no)

    @property
    def table(self) -> SwissTable:
        """The rows of all contestants, those without a result last."""
        rounds = sorted(set().union(*self._rounds_by_letter.values()))
        rows = []
        for standing in self._standings:
            cells = tuple(self._make_cells(standing.contestant, rounds))
            rows.append(SwissRow(standing, cells, self._compute_adjustment(standing, rounds)))
        unit = SessionMatches(self._session_results).unit
        return SwissTable(
            heading=self._session_results.heading,
            unit="VPs" if unit == VICTORY_POINTS else unit,
            rounds=tuple(rounds),
            rows=tuple(rows),
        )

    def _collect_round_scores(self) -> dict[_RoundKey, Points]:
        """Return what each contestant scored in each round that counts.

        Byes and the provisional scores of unplayed matches are included.
        """
        scored = self._session_results.scored
        scores_by_key = dict(scored.bye_points_by_round)
        pair_no = self._session_results.scoring_field.get_pair_no
        unplayed_points = get_unplayed_points(scored.scoring_field.event)
        for due_match in list_provisional_matches(
            scored.scoring_field, scored.lines, scored.field.matches
        ):
            for number in (due_match.home, due_match.away):
                scores_by_key[due_match.round_no or 0, pair_no(number, None)] = unplayed_points
        for match in self._session_results.scored.ranking.matches:
            if not match.board_count or match.is_unfinished:
                continue
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            round_no = match.round_no or self._get_last_meeting_round(home, away)
            for contestant, score in zip((home, away), match.score, strict=True):
                key = (round_no, contestant)
                scores_by_key[key] = Fraction(scores_by_key.get(key) or 0) + Fraction(score or 0)
        return scores_by_key

    def _get_last_meeting_round(self, home: int, away: int) -> int:
        """Return the last round in which the two met, whose match has all their boards."""
        last_round = 0
        for (round_no, contestant), opponents in self._opponents_by_key.items():
            if contestant == home and away in opponents:
                last_round = max(last_round, round_no)
        return last_round

    def _make_cells(self, contestant: int, rounds: Sequence[int]) -> Iterator[SwissCell]:
        drawn_rounds = self._rounds_by_letter[
            self._session_results.scoring_field.get_letter(contestant)
        ]
        present_rounds = [round_no for round_no in rounds if self._is_present(round_no, contestant)]
        running_total = Fraction(0)
        for round_no in rounds:
            key = (round_no, contestant)
            score = self._scores_by_key.get(key)
            shown_total: Points = None
            if score is not None:
                running_total += Fraction(score)
                shown_total = running_total
            mark = ""
            if key in self._bye_keys:
                mark = BYE
            elif round_no in drawn_rounds and round_no not in present_rounds:
                mark = _get_absence_mark(round_no, present_rounds)
            opponents = tuple(map(self._get_contestant_row, self._opponents_by_key.get(key, ())))
            if key in self._void_keys:
                opponents, mark = (), VOID
            yield SwissCell(opponents, score, shown_total, mark)

    def _is_present(self, round_no: int, contestant: int) -> bool:
        key = (round_no, contestant)
        return key in self._opponents_by_key or key in self._bye_keys

    def _get_contestant_row(self, contestant: int) -> StandingRow:
        """Return the row of *contestant*, which has no names or results if nothing is known."""
        if contestant not in self._rows_by_contestant:
            label = self._session_results.scoring_field.get_label(contestant)
            self._rows_by_contestant[contestant] = StandingRow(
                "", contestant, label, "", "", 0, None, None
            )
        return self._rows_by_contestant[contestant]

    def _compute_adjustment(self, standing: StandingRow, rounds: Sequence[int]) -> Points:
        """Return what the total has beside the scores of the rounds, or None if nothing."""
        if standing.total is None:
            return None
        round_total = Fraction(0)
        for round_no in (0, *rounds):
            round_total += Fraction(self._scores_by_key.get((round_no, standing.contestant)) or 0)
        return (Fraction(standing.total) - round_total) or None


def _collect_opponents(
    session_results: SessionResults, contestants: Container[int]
) -> dict[_RoundKey, tuple[int, ...]]:
    """Return the opponents of every contestant of *contestants* in every round."""
    get_members = session_results.scoring_field.list_members
    opponents_by_key: dict[_RoundKey, dict[int, None]] = defaultdict(dict)
    for line in session_results.lines.all:
        # A result off schedule has no round if it was stored without one.
        if not line.round_no or line.ns == line.ew:
            continue
        for home in get_members(line.ns):
            for away in get_members(line.ew):
                if home in contestants:
                    opponents_by_key[line.round_no, home][away] = None
                if away in contestants:
                    opponents_by_key[line.round_no, away][home] = None
    return {key: tuple(numbers) for key, numbers in opponents_by_key.items()}


def _collect_void_keys(session_results: SessionResults) -> set[_RoundKey]:
    """Return the rounds of contestants who had no match that counts, but a void one."""
    void_keys: set[_RoundKey] = set()
    if not session_results.lines.has_void_matches:
        return void_keys
    counted_keys: set[_RoundKey] = set()
    for line in session_results.lines.all:
        keys = void_keys if line.is_void else counted_keys
        for side in (line.ns, line.ew):
            keys.update(
                (line.round_no or 0, member)
                for member in session_results.scoring_field.list_members(side)
            )
    return void_keys - counted_keys


def _get_absence_mark(round_no: int, present_rounds: Sequence[int]) -> str:
    """Return why a contestant had no part in *round_no*, who was *present_rounds* in other rounds."""
    if not present_rounds or round_no < present_rounds[0]:
        return LATE
    if round_no > present_rounds[-1]:
        return WITHDRAWN
    return ABSENT
