"""A session as the field that its scoring method ranks.

Contestants of the field have the numbers by which people call them, so that notes and explanations
name them so too: with two winners a N-S and an E-W pair share a number, and of several sections
each number has its letter.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from director.boards.contests import CONTESTS
from director.boards.movement.lines.dependent_scores import settle
from director.boards.movement.lines.entry import LineEntry
from director.boards.movement.lines.fouled import field_groups
from director.boards.movement.lines.read import (
    Bye,
    SectionLine,
    SectionLines,
    field_lines,
    field_plans,
)
from director.boards.movement.lines.readings import stored_entry
from director.boards.movement.scoring_field import Key, ScoringField, scoring_field_of
from director.boards.scoring.extras import HANDICAP, Extras, by_pair, extras_credits, field_extras
from director.boards.scoring.matches.knockout import knockouts_of_field
from director.boards.scoring.matches.slots import (
    Played,
    Slot,
    due_matches,
    played_lines,
    teams_withdrawn,
)
from director.boards.scoring.penalties import PairPenalty, field_penalties
from director.models import Section
from director.models.ruling import Unit
from director.sheets import Points
from scoring import (
    BYE,
    TRICKS_OF_A_DEAL,
    USUAL_LISTS,
    Adjustment,
    Board,
    Credit,
    Explainer,
    Field,
    IndividualField,
    Line,
    Ranking,
    ScoredBoard,
    ScoredLine,
    Standing,
    bye_points,
    check_game,
    find_method,
    full_match,
    knockout_ranking,
    rank_players,
    signed_text,
)


@dataclass(frozen=True)
class Scored:
    """One session with its lines, their results and the ranking, looked up by line or pair."""

    scoring_field: ScoringField
    lines: SectionLines
    entered: dict[Key, LineEntry]
    penalties: tuple[PairPenalty, ...]
    field: Field
    ranking: Ranking
    tops: dict[
        tuple[int, str], Points
    ]  # by board, and section where only its own lines are compared
    settled: dict[Key, str]  # why a line counts otherwise than it was made, a sentence
    groups: dict[Key, str]  # which cards were played, on a fouled board
    extras: Extras
    gross: dict[int, Standing]  # what each pair has without its handicap; empty without handicaps
    played: Played  # the lines of each board in the field

    @cached_property
    def points(self) -> dict[Key, ScoredLine]:
        """The points of each line in the field."""
        return {
            key: scored
            for board_no in self._boards
            for key, scored in self.points_on(board_no).items()
        }

    def points_on(self, board_no: int) -> dict[Key, ScoredLine]:
        """Return the points of each line of one board."""
        if board_no not in self._points:
            self._points[board_no] = {
                line_of(line): scored
                for slot, board in self._boards.get(board_no, ())
                for line, scored in zip(self._lines(slot, board.section), board.lines, strict=True)
            }
        return self._points[board_no]

    def _lines(self, slot: Slot, letter: str) -> list[SectionLine]:
        """Return the lines of a board, once for each section compared by itself."""
        lines = self.played[slot]
        if letter:
            return [line for line in lines if self.scoring_field.letter(line.ns) == letter]
        return lines

    @cached_property
    def _points(self) -> dict[int, dict[Key, ScoredLine]]:
        return {}

    @cached_property
    def _boards(self) -> dict[int, list[tuple[Slot, ScoredBoard]]]:
        """The scored boards by their numbers, each with its place in the field."""
        played, boards = self.played, self.ranking.boards
        if len(boards) == len(played):
            slots = list(played)
        else:
            slots = [Slot(board.board_no) for board in boards]
        by_number: dict[int, list[tuple[Slot, ScoredBoard]]] = defaultdict(list)
        for slot, board in zip(slots, boards, strict=True):
            by_number[board.board_no].append((slot, board))
        return dict(by_number)

    @cached_property
    def explainer(self) -> Explainer:
        """What explains any figure of the scoring field, without ranking it again."""
        event = self.scoring_field.event
        deal = TRICKS_OF_A_DEAL if event.game == "whist" else 0
        if CONTESTS[event.contest].changes_partners:
            alone = individual_field(self.scoring_field, self.field)
        else:
            alone = None
        options = event.scoring_options
        return Explainer(
            event.scoring, self.field, options, ranking=self.ranking, deal=deal, individual=alone
        )

    def top(self, board_no: int, pair_no: int) -> Points:
        """Return the top of a board among the lines that *pair_no* is compared with."""
        tops, letter = self.tops, self.scoring_field.letter(pair_no)
        if (board_no, letter) in tops:
            return tops[board_no, letter]
        return tops.get((board_no, ""))

    def top_of_all(self, board_no: int) -> Points:
        """Return the most that a side can get on a board, ``None`` where its sections differ."""
        tops = {top for (number, _letter), top in self.tops.items() if number == board_no}
        if len(tops) == 1:
            return tops.pop()
        return None


def field_scored(
    scoring_field: ScoringField,
    lines: SectionLines | None = None,
    *,
    penalties: tuple[PairPenalty, ...] | None = None,
    extras: Extras | None = None,
) -> Scored:
    """Return *scoring_field* scored by its event's method.

    :raises ScoringError: if the results cannot be scored so, or the method is made for another game
    """
    lines = lines or field_lines(scoring_field, field_plans(scoring_field))
    event = scoring_field.event
    check_game(event.scoring, event.game)
    entered = _parse_entries(lines.all, event.game)
    penalties = field_penalties(scoring_field) if penalties is None else penalties
    played = played_lines(scoring_field, lines, entered)
    groups, extras = (
        field_groups(scoring_field),
        field_extras(scoring_field) if extras is None else extras,
    )
    byes = _byes(scoring_field, lines, played) if lines.byes else []
    matches = due_matches(scoring_field, lines)
    withdrawn = teams_withdrawn(scoring_field, lines) if matches else ()
    field = Field(
        scoring_field.winners,
        _boards(scoring_field, played, penalties, groups),
        _credits(scoring_field, played, penalties, byes, extras),
        contest=CONTESTS[event.contest].scored_as,
        matches=matches,
        withdrawn=withdrawn,
    )
    field, settled = _settle_dependent_lines(field, played, entered)
    ranking = field_ranking(scoring_field, field)
    if lines.is_knockout and field.boards:
        knockout = knockouts_of_field(scoring_field, lines.all, lines.byes, ranking.matches)
        field, ranking = replace(field, knockout=knockout), knockout_ranking(ranking, knockout)
    label = scoring_field.label
    notes = (
        f"Board {no}, {label(ns)} against {label(ew)}: {words}"
        for (no, ns, ew), words in settled.items()
    )
    ranking = replace(ranking, notes=(*ranking.notes, *notes))
    gross = _gross(scoring_field, field) if extras.pairs else {}
    return Scored(
        scoring_field=scoring_field,
        lines=lines,
        entered=entered,
        penalties=penalties,
        field=field,
        ranking=ranking,
        tops={(board.board_no, board.section): board.top for board in ranking.boards},
        settled=settled,
        groups=groups,
        extras=extras,
        gross=gross,
        played=played,
    )


def section_scored(section: Section) -> Scored:
    """Return the scoring field of *section*, scored as its event is stored now.

    The caller may have read it before somebody chose another method.
    """
    stored = Section.objects.select_related("session__event").get(pk=section.pk)
    return field_scored(scoring_field_of(stored))


def line_of(line: SectionLine) -> Key:
    """Return the key of *line*."""
    return line[:3]


def _parse_entries(lines: Iterable[SectionLine], game: str) -> dict[Key, LineEntry]:
    """Return the result of each line, parsed once for equal results."""
    known: dict[tuple[str, str], LineEntry] = {}
    entered: dict[Key, LineEntry] = {}
    for line in lines:
        if (result := line.result) and result.text:
            stands = result.text, result.reading
            entered[line_of(line)] = known.get(stands) or known.setdefault(
                stands, stored_entry(line, game)
            )
    return entered


def _boards(
    scoring_field: ScoringField,
    played: Played,
    penalties: Collection[PairPenalty],
    groups: dict[Key, str],
) -> tuple[Board, ...]:
    """Return the boards of the lines *played*, in groups, with their penalties."""
    on_line: dict[tuple[int | None, int | None, int | None], list[Adjustment]] = defaultdict(list)
    for penalty in penalties:
        if penalty.unit == Unit.TOP:
            ns = penalty.line[1]
            side = "ns" if ns is not None and penalty.to in scoring_field.members(ns) else "ew"
            on_line[penalty.line].append(Adjustment(side, -penalty.amount, "%", penalty.law))
    pairs = {
        pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)
    }
    numbers = {pair_no: scoring_field.number(pair_no) for pair_no in pairs}
    letters = {pair_no: scoring_field.letter(pair_no) for pair_no in pairs}
    lists = {pair_no: scoring_field.direction(pair_no) for pair_no in pairs}
    called = {pair_no: str(number) for pair_no, number in numbers.items()}
    return tuple(
        _board(
            slot,
            scoring_field.event.game,
            tuple(
                _LineFacts(
                    numbers[line.ns],
                    numbers[line.ew],
                    line.text,
                    line.reading,
                    tuple(on_line.get(line_of(line), ())) if on_line else (),
                    groups.get(line_of(line), "") if groups else "",
                    letters[line.ns],
                    (lists[line.ns] or "NS", lists[line.ew] or "EW"),
                    called[line.ns],
                    called[line.ew],
                )
                for line in lines
            ),
        )
        for slot, lines in played.items()
    )


def _credits(
    scoring_field: ScoringField,
    played: Played,
    penalties: Collection[PairPenalty],
    byes: Collection[Bye],
    extras: Extras,
) -> tuple[Credit, ...]:
    """Return penalties on totals, credits for *byes*, and *extras*."""
    if not (penalties or byes or extras.pairs):
        return ()
    sides = {
        pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)
    }
    ranked = {pair_no for side in sides for pair_no in scoring_field.members(side)} | {
        bye.contestant for bye in byes
    }
    lost = [
        Credit(
            scoring_field.number(pair_no),
            scoring_field.direction(pair_no) or None,
            "penalty",
            -penalty.amount,
            penalty.unit,
            penalty.law,
        )
        for penalty in penalties
        if penalty.unit != Unit.TOP
        for pair_no in scoring_field.members(penalty.to)
        if pair_no in ranked  # a pair without a result yet has no total to take it from
    ]
    return *lost, *_bye_credits(scoring_field, byes), *extras_credits(scoring_field, extras, ranked)


def _byes(scoring_field: ScoringField, lines: SectionLines, played: Played) -> list[Bye]:
    """Return who had no opponent in a round that has begun, where matches count."""
    if not _unit_of_byes(scoring_field):
        return []
    begun = set()
    for on_board in played.values():
        for line in on_board:
            begun.add(line.round_no)
    return [bye for bye in lines.byes if bye.round_no in begun]


def _unit_of_byes(scoring_field: ScoringField) -> str:
    """Return the unit of byes: victory points if the method has them, or none."""
    method = find_method(scoring_field.event.scoring)
    if not CONTESTS[scoring_field.event.contest].has_matches(method.key):
        return ""
    return next(
        (
            unit
            for unit in (Unit.VICTORY_POINTS, Unit.IMPS, Unit.MATCHPOINTS)
            if unit in method.accepts
        ),
        "",
    )


def _bye_credits(scoring_field: ScoringField, byes: Collection[Bye]) -> Iterator[Credit]:
    """Yield the credits for *byes* in victory points, or a total of 0."""
    method, unit = find_method(scoring_field.event.scoring), _unit_of_byes(scoring_field)
    settings = method.settings(scoring_field.event.scoring_options)
    for bye in byes:
        points = bye_points(full_match(method, settings, bye.boards))
        yield Credit(
            scoring_field.number(bye.contestant), None, BYE, points, unit, f"round {bye.round_no}"
        )


def _gross(scoring_field: ScoringField, field: Field) -> dict[int, Standing]:
    bare = tuple(credit for credit in field.credits if credit.kind != HANDICAP)
    if len(bare) == len(field.credits):
        return {}
    return by_pair(
        scoring_field, field_ranking(scoring_field, replace(field, credits=bare)).standings
    )


def field_ranking(scoring_field: ScoringField, field: Field) -> Ranking:
    """Return the ranking of *field*, of single players if they play in partnerships.

    :raises ScoringError: if the results cannot be scored so
    """
    event = scoring_field.event
    method = find_method(event.scoring)
    if not CONTESTS[event.contest].changes_partners:
        return method.rank(field, event.scoring_options)
    return rank_players(method, individual_field(scoring_field, field), event.scoring_options)


def individual_field(scoring_field: ScoringField, field: Field) -> IndividualField:
    """Return *field* with its partnerships, and its credits for single players."""
    numbers = {
        number for board in field.boards for line in board.lines for number in (line.ns, line.ew)
    }
    partners = {number: scoring_field.partners(number) for number in numbers}
    return IndividualField(replace(field, credits=()), partners, field.credits)


class _LineFacts(NamedTuple):
    """What a line contributes to its board: who met, the result, the ruling."""

    ns: int
    ew: int
    text: str
    reading: str
    adjustments: tuple[Adjustment, ...]
    group: str
    section: str
    lists: tuple[str, str]
    ns_called: str  # two partnerships of one number are not always of the same players
    ew_called: str


@lru_cache(maxsize=256)
def _board(slot: Slot, game: str, lines: tuple[_LineFacts, ...]) -> Board:
    """Return a board of the field, cached, since a correction changes only one."""
    board_no, round_no, is_half = slot
    known: dict[tuple[str, str], Line] = {}
    on_board: list[Line] = []
    for told in lines:
        stands = told.text, told.reading
        same = known.get(stands) or known.setdefault(
            stands, stored_entry(told, game).anybodys_line(board_no)
        )
        line = same.between(told.ns, told.ew, told.section)
        if told.adjustments or told.group or told.lists != USUAL_LISTS:
            line = line._replace(adjustments=told.adjustments, group=told.group, lists=told.lists)
        on_board.append(line)
    return Board(board_no, tuple(on_board), round_no, is_half)


def _settle_dependent_lines(
    field: Field, played: Played, entered: dict[Key, LineEntry]
) -> tuple[Field, dict[Key, str]]:
    """Return *field* with lines that depend on other tables settled, and the reasons."""
    moved = {
        key: f"The director moved points by hand: {signed_text(line.moved.ns)} for N-S, "
        f"{signed_text(line.moved.ew)} for E-W."
        for key, line in entered.items()
        if line.moved
    }
    boards: list[Board] = []
    why: dict[Key, str] = {}
    for board in field.boards if any(entry.mark for entry in entered.values()) else ():
        keys = [
            line_of(line) for line in played[Slot(board.board_no, board.round_no, board.is_half)]
        ]
        marks = {at: mark for at, key in enumerate(keys) if (mark := entered[key].mark)}
        settled = settle(board, marks) if marks else None
        boards.append(settled.board if settled else board)
        if settled:
            why |= {keys[at]: words for at, words in settled.why.items()}
    return replace(field, boards=tuple(boards)) if why else field, why | moved
