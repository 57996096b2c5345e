"""The Swiss table of a session: a row for each contestant, by place, with opponents and scores.

All figures are those of the session's ranking, which is scored once. Nothing is read again.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from fractions import Fraction

from director.additions.contests.scoring.match_results import Matches
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
from director.boards.movement.rounds import is_swiss
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import VICTORY_POINTS
from director.sheets import Points, StandingRow

_RoundKey = tuple[int, int]
"""A round and a contestant."""


def has_swiss(sheets: SessionSheets) -> bool:
    """Return whether a section of the session plays a Swiss that is scored by matches."""
    return sheets.scoring_field.has_matches and bool(_find_swiss_sections(sheets))


def _find_swiss_sections(sheets: SessionSheets) -> set[int]:
    """Return the keys of the sections that play a Swiss."""
    return {section_id for section_id, plan in sheets.plans.items() if is_swiss(plan.key)}


def build_swiss_table(sheets: SessionSheets) -> SwissTable:
    """Return the Swiss table of the session of *sheets*."""
    return _SwissRounds(sheets).table


class _SwissRounds:
    """The rounds of a Swiss: who met whom, and what each round gave."""

    def __init__(self, sheets: SessionSheets) -> None:
        self._sheets = sheets
        # Another section of the session may play a knock-out or a round robin.
        swiss_sections = _find_swiss_sections(sheets)
        self._rows: dict[int, StandingRow] = {}
        for row in sheets.rows:
            section, _number = sheets.scoring_field.place(row.contestant)
            if section.pk in swiss_sections:
                self._rows[row.contestant] = row
        self._standings = tuple(self._rows.values())
        self._opponents = _collect_opponents(sheets, self._rows)
        self._byes = set()
        for bye in sheets.lines.byes:
            if bye.contestant in self._rows and not bye.is_missed:
                self._byes.add((bye.round_no, bye.contestant))
        self._scores = self._collect_round_scores()
        self._void_rounds = _find_void_rounds(sheets)
        # Each section is drawn by itself, so one can be a round ahead of another.
        self._rounds_by_letter: dict[str, set[int]] = defaultdict(set)
        for round_no, contestant in (*self._opponents, *self._byes):
            letter = sheets.scoring_field.letter(contestant)
            self._rounds_by_letter[letter].add(round_no)

    @property
    def table(self) -> SwissTable:
        """The rows of all contestants, those without a result last."""
        rounds = sorted(set().union(*self._rounds_by_letter.values()))
        rows = []
        for standing in self._standings:
            cells = tuple(self._make_cells(standing.contestant, rounds))
            rows.append(SwissRow(standing, cells, self._compute_adjustment(standing, rounds)))
        unit = Matches(self._sheets).unit
        return SwissTable(
            heading=self._sheets.heading,
            unit="VPs" if unit == VICTORY_POINTS else unit,
            rounds=tuple(rounds),
            rows=tuple(rows),
        )

    def _collect_round_scores(self) -> dict[_RoundKey, Points]:
        """Return what each contestant scored in each round that counts, byes included."""
        scores = dict(self._sheets.scored.bye_scores)
        pair_no = self._sheets.scoring_field.pair_no
        for match in self._sheets.scored.ranking.matches:
            if not match.boards or match.is_unfinished:
                continue
            home, away = pair_no(match.home, None), pair_no(match.away, None)
            round_no = match.round_no or self._find_last_meeting(home, away)
            for contestant, score in zip((home, away), match.score, strict=True):
                key = (round_no, contestant)
                scores[key] = Fraction(scores.get(key) or 0) + Fraction(score or 0)
        return scores

    def _find_last_meeting(self, home: int, away: int) -> int:
        """Return the last round in which the two met, whose match has all their boards."""
        last_round = 0
        for (round_no, contestant), opponents in self._opponents.items():
            if contestant == home and away in opponents:
                last_round = max(last_round, round_no)
        return last_round

    def _make_cells(self, contestant: int, rounds: Sequence[int]) -> Iterator[SwissCell]:
        drawn = self._rounds_by_letter[self._sheets.scoring_field.letter(contestant)]
        present = [round_no for round_no in rounds if self._is_present(round_no, contestant)]
        running = Fraction(0)
        for round_no in rounds:
            key = (round_no, contestant)
            score = self._scores.get(key)
            shown_running: Points = None
            if score is not None:
                running += Fraction(score)
                shown_running = running
            mark = ""
            if key in self._byes:
                mark = BYE
            elif round_no in drawn and round_no not in present:
                mark = _get_absence_mark(round_no, present)
            opponents = tuple(map(self._get_contestant_row, self._opponents.get(key, ())))
            if key in self._void_rounds:
                opponents, mark = (), VOID
            yield SwissCell(opponents, score, shown_running, mark)

    def _is_present(self, round_no: int, contestant: int) -> bool:
        key = (round_no, contestant)
        return key in self._opponents or key in self._byes

    def _get_contestant_row(self, contestant: int) -> StandingRow:
        """Return the row of *contestant*, which has no names or results if nothing is known."""
        if contestant not in self._rows:
            label = self._sheets.scoring_field.label(contestant)
            self._rows[contestant] = StandingRow("", contestant, label, "", "", 0, None, None)
        return self._rows[contestant]

    def _compute_adjustment(self, standing: StandingRow, rounds: Sequence[int]) -> Points:
        """Return what the total has beside the scores of the rounds, or None if nothing."""
        if standing.total is None:
            return None
        from_rounds = Fraction(0)
        for round_no in (0, *rounds):
            from_rounds += Fraction(self._scores.get((round_no, standing.contestant)) or 0)
        return (Fraction(standing.total) - from_rounds) or None


def _collect_opponents(
    sheets: SessionSheets, rows: Container[int]
) -> dict[_RoundKey, tuple[int, ...]]:
    """Return the opponents of every contestant of *rows* in every round."""
    members = sheets.scoring_field.members
    opponents: dict[_RoundKey, dict[int, None]] = defaultdict(dict)
    for line in sheets.lines.all:
        # A result off schedule has no round if it was stored without one.
        if not line.round_no or line.ns == line.ew:
            continue
        for home in members(line.ns):
            for away in members(line.ew):
                if home in rows:
                    opponents[line.round_no, home][away] = None
                if away in rows:
                    opponents[line.round_no, away][home] = None
    return {key: tuple(numbers) for key, numbers in opponents.items()}


def _find_void_rounds(sheets: SessionSheets) -> set[_RoundKey]:
    """Return the rounds of contestants who had no match that counts, but a void one."""
    void_rounds: set[_RoundKey] = set()
    if not sheets.lines.has_void_matches:
        return void_rounds
    other_rounds: set[_RoundKey] = set()
    for line in sheets.lines.all:
        rounds = void_rounds if line.is_void else other_rounds
        for side in (line.ns, line.ew):
            rounds.update(
                (line.round_no or 0, member) for member in sheets.scoring_field.members(side)
            )
    return void_rounds - other_rounds


def _get_absence_mark(round_no: int, present: Sequence[int]) -> str:
    """Return why a contestant had no part in *round_no*, who was *present* in other rounds."""
    if not present or round_no < present[0]:
        return LATE
    if round_no > present[-1]:
        return WITHDRAWN
    return ABSENT
