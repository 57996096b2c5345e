"""A session as the field that its scoring method ranks.

:func:`score_field` collects everything that counts (lines, penalties, byes, handicaps and
carry-over), lets ``scoring`` rank it and returns a :class:`ScoredSession`, in which lines and pairs are
looked up again. The package ``standings`` decides what is shown of it.

A *pair_no* is unique in a scoring field. In ``scoring`` contestants have instead the *number* by
which people call them, since notes and explanations show it. With two winners a N-S and an E-W pair
share a number, and with several sections each number has a letter.

If every round is a match of its own, the results of a board are compared within each round. Half
matches of three teams split a board once more. Each group of results that are compared is a
:class:`Slot`.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from director.boards.contests import CONTESTS
from director.boards.movement.lines.dependent_scores import fetch_field_group_by_line, settle_marks
from director.boards.movement.lines.entries import LineEntry, parse_line_entry
from director.boards.movement.lines.section_lines import (
    Bye,
    SectionLine,
    SectionLines,
    fetch_field_lines,
    fetch_plans_by_section,
)
from director.boards.movement.sections import Key, ScoringField, fetch_scoring_field
from director.boards.scoring.extras import (
    HANDICAP,
    PairPenalty,
    SectionExtras,
    fetch_field_extras,
    fetch_field_penalties,
    index_by_pair,
    make_extras_credits,
)
from director.boards.scoring.hooks import MATCHES
from director.models import Section
from director.models.ruling import Unit
from director.sheets import Points
from scoring.bridge.contracts import TRICKS_PER_DEAL, get_duplicate_game
from scoring.bridge.rulings import BYE, Adjustment, Credit, LineState
from scoring.explain.figures import Explainer
from scoring.model import (
    DEFAULT_LISTS,
    Board,
    DueMatch,
    Field,
    Line,
    Ranking,
    ScoredBoard,
    ScoredLine,
    Standing,
)
from scoring.registry import check_game, get_method
from scoring.totals.players import IndividualField, rank_players
from scoring.totals.ranking import format_signed
from scoring.totals.standings import rank_members

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)
_PenaltyLine: TypeAlias = tuple[int | None, int | None, int | None]
"""The board, N-S and E-W number of a penalty's line, as far as they are known."""


class Slot(NamedTuple):
    """The results of a board that are compared, perhaps only in one round or half match."""

    board_no: int
    round_no: int | None = None
    is_half: bool = False


PlayedLines: TypeAlias = dict[Slot, list[SectionLine]]
"""The lines of each slot of the field."""


def make_slot_function(
    scoring_field: ScoringField, lines: SectionLines
) -> Callable[[SectionLine], Slot] | None:
    """Return the function from a line to its slot, or None if the board number is enough.

    A line off schedule gets the round in which its section plays the board, or its own if every
    round begins at the first board.
    """
    if not lines.is_by_round:
        return None
    halves = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines.all if line.is_half}
    due_lines = [line for line in lines.all if line.round_no and not line.is_off_schedule]
    section_rounds = {
        (line.board_no, scoring_field.get_letter(line.ns)): line.round_no for line in due_lines
    }
    # In a match of three over two rounds, the two tables of a board are in different rounds. It
    # belongs to the later round, which overwrites the earlier one here.
    match_rounds = {
        (line.board_no, frozenset((line.ns, line.ew))): line.round_no for line in due_lines
    }
    boards = {line.board_no for line in due_lines}
    boards_in_rounds = {(line.board_no, line.round_no) for line in due_lines}
    has_repeats = len(boards_in_rounds) > len(boards)
    # Without half matches, sections that play a board in different rounds are compared.
    if has_repeats and not CONTESTS[scoring_field.event.contest].has_halves:
        return None

    def get_slot(line: SectionLine) -> Slot:
        sides = frozenset((line.ns, line.ew))
        round_no = match_rounds.get((line.board_no, sides))
        if not round_no and lines.begins_each_round:
            # The section plays a board of this number in every round.
            round_no = line.round_no
        if not round_no:
            section_key = (line.board_no, scoring_field.get_letter(line.ns))
            round_no = section_rounds.get(section_key, line.round_no)
        return Slot(line.board_no, round_no, (round_no, sides) in halves)

    return get_slot


def collect_played_lines(
    scoring_field: ScoringField, lines: SectionLines, entries_by_line: dict[Key, LineEntry]
) -> PlayedLines:
    """Return the lines of each board that can be compared.

    Boards and pairs without any result yet are left out of the field, even if their boards are
    marked as not played or to be played later. So are the boards of void matches.
    """
    void_keys: set[Key] = set()
    if lines.has_void_matches:
        void_keys = {get_line_key(line) for line in lines.all if line.is_void}
    # Many lines share an entry, so the state is looked up once per entry object.
    entries = {id(entry): entry for entry in entries_by_line.values()}
    ids_without_result = {entry_id for entry_id, entry in entries.items() if not is_compared(entry)}
    pairs: set[int] = set()
    boards: set[int] = set()
    for key, entry in entries_by_line.items():
        if id(entry) not in ids_without_result and key not in void_keys:
            board_no, ns, ew = key
            pairs.update((ns, ew))
            boards.add(board_no)
    get_slot = make_slot_function(scoring_field, lines)
    played_lines: PlayedLines = {}
    for board_no in lines.boards:
        if board_no not in boards:
            continue
        compared_lines = [
            line
            for line in lines.get_board_lines(board_no)
            if line.ns in pairs
            and line.ew in pairs
            and line[:3] in entries_by_line
            and not line.is_void
        ]
        if get_slot is None:
            if compared_lines:
                played_lines[Slot(board_no)] = compared_lines
        else:
            for line in compared_lines:
                played_lines.setdefault(get_slot(line), []).append(line)
    return played_lines


def is_compared(entry: LineEntry) -> bool:
    """Return whether *entry* is a result, so that its board and its pairs are in the field."""
    return entry.state not in _WITHOUT_RESULT


@dataclass(frozen=True)
class ScoredSession:
    """One session with its lines, their results and its ranking."""

    scoring_field: ScoringField
    lines: SectionLines
    entries_by_line: dict[Key, LineEntry]  # the parsed results
    penalties: tuple[PairPenalty, ...]
    field: Field
    ranking: Ranking
    # By board number and section. The section is "" if lines of all sections are compared.
    top_by_board: dict[tuple[int, str], Points]
    reasons_by_line: dict[Key, str]  # why a line doesn't count as it was played
    groups_by_line: dict[Key, str]  # the group of each line of a fouled board
    extras: SectionExtras
    gross_standings_by_pair: dict[int, Standing]  # without handicaps; empty if there are none
    played_lines: PlayedLines  # the lines of each board in the field
    # Those who play without standing. *ranking* compares their results, and has no standing of them.
    unranked_standing_by_pair: dict[int, Standing | None]

    @cached_property
    def points_by_line(self) -> dict[Key, ScoredLine]:
        """The points of each line in the field."""
        points: dict[Key, ScoredLine] = {}
        for board_no in self._scored_boards_by_number:
            points |= self.get_points_by_line(board_no)
        return points

    def get_points_by_line(self, board_no: int) -> dict[Key, ScoredLine]:
        """Return the points of each line of one board."""
        if board_no not in self._points_by_board:
            points: dict[Key, ScoredLine] = {}
            for slot, board in self._scored_boards_by_number.get(board_no, ()):
                lines = self._get_compared_lines(slot, board.section)
                for line, scored in zip(lines, board.lines, strict=True):
                    points[get_line_key(line)] = scored
            self._points_by_board[board_no] = points
        return self._points_by_board[board_no]

    def _get_compared_lines(self, slot: Slot, compared_name: str) -> list[SectionLine]:
        """Return the lines of *slot*, in the sections of *compared_name* if it is given."""
        lines = self.played_lines[slot]
        if compared_name:
            get_name = self.scoring_field.get_compared_name
            return [line for line in lines if get_name(line.ns) == compared_name]
        return lines

    @cached_property
    def _points_by_board(self) -> dict[int, dict[Key, ScoredLine]]:
        return {}

    @cached_property
    def _scored_boards_by_number(self) -> dict[int, list[tuple[Slot, ScoredBoard]]]:
        """The scored boards by their numbers, each with its slot in the field."""
        boards = self.ranking.boards
        is_scored_by_slot = len(boards) == len(self.played_lines)
        if is_scored_by_slot:
            slots = list(self.played_lines)
        else:
            # Each section is compared by itself, so a board is scored once for each section.
            slots = [Slot(board.board_no) for board in boards]
        boards_by_number: dict[int, list[tuple[Slot, ScoredBoard]]] = defaultdict(list)
        for slot, board in zip(slots, boards, strict=True):
            boards_by_number[board.board_no].append((slot, board))
        return dict(boards_by_number)

    @cached_property
    def standing_by_pair(self) -> dict[int, Standing]:
        """The standings by the pair's number in the movement, in their order."""
        return index_by_pair(self.scoring_field, self.ranking.standings)

    def has_line_of(self, pair_no: int) -> bool:
        """Return whether any line is of *pair_no*, played or not."""
        return any(pair_no in (line.ns, line.ew) for line in self.lines.all)

    @property
    def has_tops(self) -> bool:
        """Whether boards have a top. Then a pair without a percentage hasn't been compared yet."""
        return any(top is not None for top in self.top_by_board.values())

    @property
    def bye_points_by_round(self) -> dict[tuple[int, int], Points]:
        """The points of each bye that counts, by round and contestant."""
        matches = self.field.matches
        byes = _list_counting_byes(
            self.scoring_field, self.lines, played_lines=self.played_lines, matches=matches
        )
        # In the same order as the byes that they were made from.
        credits = [credit for credit in self.field.credits if credit.kind == BYE]
        scores: dict[tuple[int, int], Points] = {}
        for bye, credit in zip(byes, credits, strict=True):
            scores[bye.round_no, bye.contestant] = credit.amount
        return scores

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer of any figure of the field. It reuses the ranking."""
        event = self.scoring_field.event
        scoring_record = self.scoring_field.scoring_record
        individual = None
        if CONTESTS[event.contest].has_changing_partners:
            individual = make_individual_field(self.scoring_field, self.field)
        return Explainer(
            scoring_record.scoring,
            self.field,
            self.scoring_field.ranking_field.scoring_options,
            ranking=self.ranking,
            deal_total=TRICKS_PER_DEAL if get_duplicate_game(event.game).has_turned_trump else 0,
            individual=individual,
        )

    def get_top(self, board_no: int, pair_no: int) -> Points:
        """Return the top of a board among the lines that *pair_no* is compared with."""
        compared_name = self.scoring_field.get_compared_name(pair_no)
        if (board_no, compared_name) in self.top_by_board:
            return self.top_by_board[board_no, compared_name]
        return self.top_by_board.get((board_no, ""))

    def get_common_top(self, board_no: int) -> Points:
        """Return the top of a board, or None if it differs between sections."""
        tops = {top for (number, _letter), top in self.top_by_board.items() if number == board_no}
        if len(tops) == 1:
            return tops.pop()
        return None


def score_field(
    scoring_field: ScoringField,
    lines: SectionLines | None = None,
    *,
    penalties: tuple[PairPenalty, ...] | None = None,
    extras: SectionExtras | None = None,
    unranked_pairs: Collection[int] = (),
) -> ScoredSession:
    """Return *scoring_field* scored by the method of its event or stage.

    *lines*, *penalties* and *extras* are read from the database if they aren't given. *unranked_pairs*
    play without standing.

    :raises ScoringError: if the method can't score the results, or is for another game
    """
    lines = lines or fetch_field_lines(scoring_field, fetch_plans_by_section(scoring_field))
    event = scoring_field.event
    check_game(scoring_field.scoring_record.scoring, event.game)
    entries = _make_entries_by_line(lines.all, event.game)
    if penalties is None:
        penalties = fetch_field_penalties(scoring_field)
    played_lines = collect_played_lines(scoring_field, lines, entries)
    groups = fetch_field_group_by_line(scoring_field)
    if extras is None:
        extras = fetch_field_extras(scoring_field)
    boards = _make_field_boards(
        scoring_field,
        played_lines,
        entries=entries,
        penalties=penalties,
        groups_by_line=groups,
    )
    played_field = _make_played_field(
        scoring_field,
        lines,
        played_lines=played_lines,
        boards=boards,
        penalties=penalties,
        extras=extras,
    )
    accepted_units = get_method(scoring_field.scoring_record.scoring).accepted_rulings
    settled_field, settled_reasons = _settle_dependent_lines(
        played_field, played_lines, entries=entries, accepted_units=accepted_units
    )
    field = settled_field
    ranking = rank_field(scoring_field, field)
    if ranking.matches:
        field, ranking = MATCHES.answers.complete_ranking(scoring_field, field, lines, ranking)
    ranking = _add_settled_notes(ranking, settled_reasons, scoring_field)
    gross_standings = _compute_gross_by_pair(scoring_field, field) if extras.extras_by_pair else {}
    unranked_standing_by_pair: dict[int, Standing | None] = {}
    if unranked_pairs:
        standing_by_pair = index_by_pair(scoring_field, ranking.standings)
        unranked_standing_by_pair = {
            pair_no: standing_by_pair.get(pair_no) for pair_no in sorted(unranked_pairs)
        }
        ranking = _rank_without(ranking, unranked_standing_by_pair.values())
    return ScoredSession(
        scoring_field=scoring_field,
        lines=lines,
        entries_by_line=entries,
        penalties=penalties,
        field=field,
        ranking=ranking,
        top_by_board={(board.board_no, board.section): board.top for board in ranking.boards},
        reasons_by_line=settled_reasons,
        groups_by_line=groups,
        extras=extras,
        gross_standings_by_pair=gross_standings,
        played_lines=played_lines,
        unranked_standing_by_pair=unranked_standing_by_pair,
    )


def _rank_without(ranking: Ranking, left_out: Iterable[Standing | None]) -> Ranking:
    """Return *ranking* with the places of all but those *left_out*, whose results stay compared."""
    left_out_keys = {(standing.direction, standing.contestant) for standing in left_out if standing}
    keys = {(standing.direction, standing.contestant) for standing in ranking.standings}
    standings = rank_members(ranking.standings, keys - left_out_keys)
    return replace(ranking, standings=standings)


def _make_played_field(
    scoring_field: ScoringField,
    lines: SectionLines,
    *,
    played_lines: PlayedLines,
    boards: Mapping[Slot, Board],
    penalties: tuple[PairPenalty, ...],
    extras: SectionExtras,
) -> Field:
    """Return the field as it was played, with matches, byes and other credits."""
    matches: tuple[DueMatch, ...] = ()
    withdrawn_numbers: tuple[int, ...] = ()
    contest_record = CONTESTS[scoring_field.event.contest]
    if contest_record.has_matches(scoring_field.scoring_record.scoring):
        matching = MATCHES.answers
        matches = tuple(matching.list_due_matches(scoring_field, lines, penalties))
        if matches:
            withdrawn_numbers = tuple(matching.list_withdrawn_teams(scoring_field, lines))
    byes = _list_counting_byes(scoring_field, lines, played_lines=played_lines, matches=matches)
    credits = _make_credits(
        scoring_field,
        played_lines,
        penalties=penalties,
        byes=byes,
        extras=extras,
        matches=matches,
    )
    return Field(
        scoring_field.winners,
        tuple(boards.values()),
        credits,
        contest=contest_record.scoring_contest,
        matches=matches,
        withdrawn_teams=withdrawn_numbers,
    )


def _add_settled_notes(
    ranking: Ranking, settled_reasons: Mapping[Key, str], scoring_field: ScoringField
) -> Ranking:
    label = scoring_field.get_label
    notes = (
        f"Board {board_no}, {label(ns)} against {label(ew)}: {reason}"
        for (board_no, ns, ew), reason in settled_reasons.items()
    )
    return replace(ranking, notes=(*ranking.notes, *notes))


def score_section(section: Section) -> ScoredSession:
    """Return the scoring field of *section*, scored as its event is stored now.

    The event is read again, since the caller's may have a scoring method that was changed since.
    """
    stored_section = Section.objects.select_related("session__event").get(pk=section.pk)
    return score_field(fetch_scoring_field(stored_section))


def get_line_key(line: SectionLine) -> Key:
    """Return the key of *line*."""
    return line[:3]


def _make_entries_by_line(lines: Iterable[SectionLine], game: str) -> dict[Key, LineEntry]:
    """Return the parsed result of each line."""
    return {
        get_line_key(line): parse_line_entry(line.text, game=game)
        for line in lines
        if line.result and line.text
    }


def _make_field_boards(
    scoring_field: ScoringField,
    played_lines: PlayedLines,
    *,
    entries: Mapping[Key, LineEntry],
    penalties: Collection[PairPenalty],
    groups_by_line: dict[Key, str],
) -> dict[Slot, Board]:
    """Return the boards of *played_lines*, with groups and penalties in percent."""
    adjustments = _group_adjustments(scoring_field, penalties)
    pairs = _collect_sides(played_lines)
    # Looked up once per pair, not once per line.
    numbers = {pair_no: scoring_field.get_scoring_number(pair_no) for pair_no in pairs}
    compared_name_by_pair = {pair_no: scoring_field.get_compared_name(pair_no) for pair_no in pairs}
    direction_by_pair = {pair_no: scoring_field.get_direction(pair_no) for pair_no in pairs}
    boards: dict[Slot, Board] = {}
    for slot, lines in played_lines.items():
        # Lines with equal results differ only in their contestants.
        results: dict[int, Line] = {}
        board_lines = []
        for line in lines:
            key = get_line_key(line)
            entry = entries[key]
            result = results.get(id(entry))
            if result is None:
                result = results[id(entry)] = entry.make_unpaired_line(slot.board_no)
            scored_line = result.with_contestants(
                numbers[line.ns], numbers[line.ew], compared_name_by_pair[line.ns]
            )
            # A contestant without a direction of its own is ranked in the list of its side.
            lists = (direction_by_pair[line.ns] or "NS", direction_by_pair[line.ew] or "EW")
            if lists != DEFAULT_LISTS or key in adjustments or key in groups_by_line:
                scored_line = scored_line._replace(
                    adjustments=tuple(adjustments.get(key, ())),
                    group=groups_by_line.get(key, ""),
                    lists=lists,
                )
            board_lines.append(scored_line)
        boards[slot] = Board(slot.board_no, tuple(board_lines), slot.round_no, slot.is_half)
    return boards


def _group_adjustments(
    scoring_field: ScoringField, penalties: Iterable[PairPenalty]
) -> dict[_PenaltyLine, list[Adjustment]]:
    """Return the penalties in percent of a top, by the line whose points they change."""
    adjustments: dict[_PenaltyLine, list[Adjustment]] = defaultdict(list)
    for penalty in penalties:
        if penalty.unit == Unit.TOP:
            _board_no, ns, _ew = penalty.line
            is_ns = ns is not None and penalty.pair_no in scoring_field.list_members(ns)
            side = "ns" if is_ns else "ew"
            adjustments[penalty.line].append(Adjustment(side, -penalty.amount, "%", penalty.law))
    return adjustments


def _collect_sides(played_lines: PlayedLines) -> set[int]:
    sides: set[int] = set()
    for lines in played_lines.values():
        for line in lines:
            sides.update((line.ns, line.ew))
    return sides


def _make_credits(
    scoring_field: ScoringField,
    played_lines: PlayedLines,
    *,
    penalties: Collection[PairPenalty],
    byes: Collection[Bye],
    extras: SectionExtras,
    matches: Iterable[DueMatch],
) -> tuple[Credit, ...]:
    """Return penalties on totals, credits for *byes*, and *extras*."""
    if not (penalties or byes or extras.extras_by_pair):
        return ()
    ranked_numbers = {bye.contestant for bye in byes}
    for side in _collect_sides(played_lines):
        ranked_numbers.update(scoring_field.list_members(side))
    for match in matches:
        # The teams of a reported match may have no board with a result.
        if match.reported_result:
            ranked_numbers.update(
                scoring_field.get_pair_no(number, None) for number in (match.home, match.away)
            )
    credits: list[Credit] = []
    for penalty in penalties:
        # A penalty in percent of a top changes the points of a line (see _group_adjustments), and a
        # penalty of a match is a credit of the match.
        if penalty.unit == Unit.TOP or penalty.match:
            continue
        for pair_no in scoring_field.list_members(penalty.pair_no):
            # A pair without a result yet has no total to take the penalty from.
            if pair_no in ranked_numbers:
                number = scoring_field.get_scoring_number(pair_no)
                direction = scoring_field.get_direction(pair_no) or None
                credits.append(penalty.make_credit(number, direction))
    credits += _make_bye_credits(scoring_field, byes)
    credits += make_extras_credits(scoring_field, extras, ranked_numbers)
    return tuple(credits)


def _list_counting_byes(
    scoring_field: ScoringField,
    lines: SectionLines,
    *,
    played_lines: PlayedLines,
    matches: Iterable[DueMatch],
) -> list[Bye]:
    """Return the byes of rounds that have begun, or none if the contest has no matches."""
    if not lines.byes or not _get_bye_unit(scoring_field):
        return []
    begun_rounds = set()
    for match in matches:
        if match.reported_result:
            begun_rounds.add(match.round_no)
    for board_lines in played_lines.values():
        for line in board_lines:
            begun_rounds.add(line.round_no)
    return [bye for bye in lines.byes if bye.round_no in begun_rounds]


def _get_bye_unit(scoring_field: ScoringField) -> str:
    """Return the unit of byes, preferably victory points, or "" without matches."""
    method = get_method(scoring_field.scoring_record.scoring)
    if not CONTESTS[scoring_field.event.contest].has_matches(method.key):
        return ""
    for unit in (Unit.VICTORY_POINTS, Unit.IMPS, Unit.MATCHPOINTS):
        if unit in method.accepted_rulings:
            return unit
    return ""


def _make_bye_credits(scoring_field: ScoringField, byes: Collection[Bye]) -> Iterator[Credit]:
    """Yield the credit of each of *byes*, in the unit of the contest's matches."""
    method = get_method(scoring_field.scoring_record.scoring)
    unit = _get_bye_unit(scoring_field)
    settings = method.complete_settings(scoring_field.scoring_record.scoring_options)
    for bye in byes:
        points = Fraction(method.get_points_per_match(settings, bye.boards) * bye.percentage, 100)
        reason = f"round {bye.round_no}"
        if bye.is_missed:
            reason = f"{reason}, not here yet"
        yield Credit(
            scoring_field.get_scoring_number(bye.contestant),
            None,
            BYE,
            points,
            unit,
            reason,
            # In a ranking by percentage of the boards played, a missing match costs nothing.
            is_match_average=bye.is_average and unit != Unit.MATCHPOINTS,
        )


def _compute_gross_by_pair(scoring_field: ScoringField, field: Field) -> dict[int, Standing]:
    other_credits = tuple(credit for credit in field.credits if credit.kind != HANDICAP)
    if len(other_credits) == len(field.credits):
        return {}
    ranking = rank_field(scoring_field, replace(field, credits=other_credits))
    return index_by_pair(scoring_field, ranking.standings)


def rank_field(scoring_field: ScoringField, field: Field) -> Ranking:
    """Return the ranking of *field*. If partners change, single players are ranked.

    :raises ScoringError: if the method can't score the results
    """
    scoring_record = scoring_field.scoring_record
    method = get_method(scoring_record.scoring)
    scoring_options = scoring_field.ranking_field.scoring_options
    if not CONTESTS[scoring_record.contest].has_changing_partners:
        return method.rank(field, scoring_options)
    return rank_players(method, make_individual_field(scoring_field, field), scoring_options)


def make_individual_field(scoring_field: ScoringField, field: Field) -> IndividualField:
    """Return *field* with its partnerships, and its credits for single players."""
    numbers: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            numbers.update((line.ns, line.ew))
    partners = {number: scoring_field.get_partners(number) for number in numbers}
    return IndividualField(replace(field, credits=()), partners, field.credits)


def _settle_dependent_lines(
    field: Field,
    played_lines: PlayedLines,
    *,
    entries: Mapping[Key, LineEntry],
    accepted_units: Collection[str],
) -> tuple[Field, dict[Key, str]]:
    """Return *field* with its dependent lines settled, and the reasons by line.

    A dependent line has a mark in its entry, and its score depends on other tables of the board.
    """
    reasons_by_line: dict[Key, str] = {}
    # Many lines share an entry, so each is looked at once.
    distinct_entries = {id(entry): entry for entry in entries.values()}.values()
    if any(entry.mark for entry in distinct_entries):
        boards = []
        for board in field.boards:
            slot = Slot(board.board_no, board.round_no, board.is_half)
            keys = [get_line_key(line) for line in played_lines[slot]]
            settled_board, board_reasons = _settle_board(
                board, keys, entries=entries, accepted_units=accepted_units
            )
            boards.append(settled_board)
            reasons_by_line |= board_reasons
        field = replace(field, boards=tuple(boards))
    if any(entry.point_shift for entry in distinct_entries):
        reasons_by_line |= _describe_moved_points(entries)
    return field, reasons_by_line


def _describe_moved_points(entries: Mapping[Key, LineEntry]) -> dict[Key, str]:
    """Return a sentence for each line whose points the director moved by hand."""
    return {
        key: f"The director moved points by hand: {format_signed(entry.point_shift.ns)} for N-S, "
        f"{format_signed(entry.point_shift.ew)} for E-W."
        for key, entry in entries.items()
        if entry.point_shift
    }


def _settle_board(
    board: Board,
    keys: Sequence[Key],
    *,
    entries: Mapping[Key, LineEntry],
    accepted_units: Collection[str],
) -> tuple[Board, dict[Key, str]]:
    """Return *board* with its dependent lines settled, and the reasons by line.

    *keys* are the keys of its lines, in the same order.
    """
    mark_by_index = {}
    for index, key in enumerate(keys):
        mark = entries[key].mark
        if mark:
            mark_by_index[index] = mark
    if not mark_by_index:
        return board, {}
    settled = settle_marks(board, mark_by_index, accepted_units)
    reasons = {keys[index]: reason for index, reason in settled.reason_by_index.items()}
    return settled.board, reasons
