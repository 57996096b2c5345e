"""A section as the field that is scored, and what the scoring method of its event makes of it.

Contestants of the field have the numbers by which people call them, so that notes and explanations name them so too:
with two winners a N-S and an E-W pair share a number.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from director.boards.results.read.extras import (
    HANDICAP,
    Extras,
    by_pair,
    extras_credits,
    is_shown_elsewhere,
    section_extras,
)
from director.boards.scores.read.fouled import section_groups
from director.boards.scores.read.line_entry import LineEntry
from director.boards.scores.read.line_readings import stored_entry
from director.boards.scores.read.lines import Line, SectionLines, section_lines
from director.boards.scores.read.settled import settle
from director.models import Ruling, Section
from director.models.ruling import Unit
from director.sheets import Points
from scoring import (
    TRICKS_OF_A_DEAL,
    Adjustment,
    Board,
    Credit,
    Explainer,
    Field,
    LineState,
    Ranking,
    ScoredLine,
    Standing,
    check_game,
    rank,
    signed_text,
)
from scoring import Line as ScoringLine

Key = tuple[int, int, int]
"""Board, N-S pair and E-W pair, all by their numbers in the plan."""

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


@dataclass(frozen=True)
class Scored:
    """One section with its lines, what stands on them, and the ranking; *points* and *tops* are looked up by line."""

    section: Section
    lines: SectionLines
    entered: dict[Key, LineEntry]
    penalties: tuple[Ruling, ...]
    field: Field
    ranking: Ranking
    points: dict[Key, ScoredLine]
    tops: dict[int, Points]
    settled: dict[Key, str]  # why a line counts otherwise than it was made, a sentence
    groups: dict[Key, str]  # which cards were played, on a fouled board
    extras: Extras
    gross: dict[int, Standing]  # what each pair has without its handicap; empty without handicaps

    @cached_property
    def explainer(self) -> Explainer:
        """What explains any figure of the section, without ranking it again."""
        event = self.section.session.event
        deal = TRICKS_OF_A_DEAL if event.game == "whist" else 0
        return Explainer(event.scoring, self.field, event.scoring_options, ranking=self.ranking, deal=deal)


def section_penalties(section: Section) -> tuple[Ruling, ...]:
    """Return the rulings of *section* that stand and take something from a pair; one query."""
    return tuple(section.rulings.filter(withdrawn_at__isnull=True, penalty__isnull=False))


def section_scored(
    section: Section, lines: SectionLines | None = None, *, penalties: tuple[Ruling, ...] | None = None
) -> Scored:
    """Return *section* scored by its event's method; queries only for what is not passed.

    :raises ScoringError: if the results that are in cannot be scored so, or the method is made for another game
    """
    lines = lines or section_lines(section)
    event = section.session.event
    check_game(event.scoring, event.game)
    entered = {line_of(line): stored_entry(line, event.game) for line in lines.all if line.text}
    penalties = section_penalties(section) if penalties is None else penalties
    played = _played(lines, entered)
    groups, extras = section_groups(section), section_extras(section)
    field = _field(section, played, penalties, groups)
    field = _with_extras(section, field, played, extras)
    field, settled = _settled(field, played, entered)
    settled |= _moved(entered)
    ranking = rank(event.scoring, field, event.scoring_options)
    notes = [note for note in ranking.notes if not is_shown_elsewhere(note)]
    ranking = replace(ranking, notes=(*notes, *_settled_notes(section, settled)))
    return Scored(
        section=section,
        lines=lines,
        entered=entered,
        penalties=penalties,
        field=field,
        ranking=ranking,
        points={
            line_of(line): scored
            for board in ranking.boards
            for line, scored in zip(played[board.board_no], board.lines, strict=True)
        },
        tops={board.board_no: board.top for board in ranking.boards},
        settled=settled,
        groups=groups,
        extras=extras,
        gross=_gross(section, field),
    )


def line_of(line: Line) -> Key:
    """Return the key of *line*."""
    return line.board_no, line.ns, line.ew


def _played(lines: SectionLines, entered: dict[Key, LineEntry]) -> dict[int, list[Line]]:
    """Return the lines of each board with something on them, where that can be compared.

    A board, or a pair, with nothing but boards not played or still to be played has no place in the field yet.
    """
    with_result = {key for key, entry in entered.items() if entry.state not in _WITHOUT_RESULT}
    pairs = {pair_no for _board_no, *both in with_result for pair_no in both}
    boards = {board_no for board_no, _ns, _ew in with_result}
    return {
        board_no: [
            line for line in lines.on_board(board_no) if line_of(line) in entered and {line.ns, line.ew} <= pairs
        ]
        for board_no in lines.boards
        if board_no in boards
    }


def _field(
    section: Section,
    played: dict[int, list[Line]],
    penalties: Iterable[Ruling],
    groups: dict[Key, str],
) -> Field:
    """Return the field of the lines *played*, each in its group, with *penalties* on lines or on totals."""
    on_line: dict[tuple[int | None, int | None, int | None], list[Adjustment]] = defaultdict(list)
    credits = []
    pairs = {pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)}
    for ruling in penalties:
        if ruling.penalty is None or ruling.penalty_to is None:
            continue
        amount = -Fraction(ruling.penalty)
        if ruling.penalty_unit == Unit.TOP:
            side = "ns" if ruling.penalty_to == ruling.ns else "ew"
            on_line[ruling.board_no, ruling.ns, ruling.ew].append(Adjustment(side, amount, "%", ruling.law))
        elif ruling.penalty_to in pairs:  # a pair without a result yet has no total to take it from
            direction = section.direction(ruling.penalty_to) or None
            number = section.number(ruling.penalty_to)
            credits.append(Credit(number, direction, "penalty", amount, ruling.penalty_unit, ruling.law))
    numbers = {pair_no: section.number(pair_no) for pair_no in pairs}
    boards = tuple(
        _board(
            board_no,
            section.session.event.game,
            tuple(
                _Told(
                    numbers[line.ns],
                    numbers[line.ew],
                    line.text,
                    line.reading,
                    tuple(on_line.get(line_of(line), ())),
                    groups.get(line_of(line), ""),
                )
                for line in lines
            ),
        )
        for board_no, lines in played.items()
    )
    return Field(section.winners, boards, tuple(credits))


def _with_extras(section: Section, field: Field, played: dict[int, list[Line]], extras: Extras) -> Field:
    """Return *field* with the handicaps and carry-over of the pairs that are in it."""
    if not extras.pairs:
        return field
    pairs = {pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)}
    return replace(field, credits=(*field.credits, *extras_credits(section, extras, pairs)))


def _gross(section: Section, field: Field) -> dict[int, Standing]:
    bare = tuple(credit for credit in field.credits if credit.kind != HANDICAP)
    if len(bare) == len(field.credits):
        return {}
    event = section.session.event
    return by_pair(section, rank(event.scoring, replace(field, credits=bare), event.scoring_options).standings)


class _Told(NamedTuple):
    """All that a line's place in the field follows from besides its board: who met, what stands, what was ruled."""

    ns: int
    ew: int
    text: str
    reading: str
    adjustments: tuple[Adjustment, ...]
    group: str


@lru_cache(maxsize=256)
def _board(board_no: int, game: str, lines: tuple[_Told, ...]) -> Board:
    """Return a board of the field; after a correction all but one are the same as before."""
    return Board(board_no, tuple(_line(board_no, game, line) for line in lines))


def _line(board_no: int, game: str, told: _Told) -> ScoringLine:
    line = stored_entry(told, game).line(ns=told.ns, ew=told.ew, board_no=board_no)
    if told.adjustments or told.group:
        return replace(line, adjustments=told.adjustments, group=told.group)
    return line


def _settled(
    field: Field, played: dict[int, list[Line]], entered: dict[Key, LineEntry]
) -> tuple[Field, dict[Key, str]]:
    """Return *field* with its marked lines settled by the other tables, and why for each line that changed."""
    boards: list[Board] = []
    why: dict[Key, str] = {}
    for board in field.boards:
        keys = [line_of(line) for line in played[board.board_no]]
        marks = {at: mark for at, key in enumerate(keys) if (mark := entered[key].mark)}
        settled = settle(board, marks) if marks else None
        boards.append(settled.board if settled else board)
        why |= {keys[at]: words for at, words in settled.why.items()} if settled else {}
    return (replace(field, boards=tuple(boards)), why) if why else (field, why)


def _moved(entered: dict[Key, LineEntry]) -> dict[Key, str]:
    """Return, for each line on which points were moved by hand, a sentence that says so."""
    return {
        key: f"The director moved points by hand: {signed_text(line.moved.ns)} for N-S, "
        f"{signed_text(line.moved.ew)} for E-W."
        for key, line in entered.items()
        if line.moved
    }


def _settled_notes(section: Section, settled: dict[Key, str]) -> Iterator[str]:
    for (board_no, ns, ew), words in settled.items():
        yield f"Board {board_no}, {section.label(ns)} against {section.label(ew)}: {words}"
