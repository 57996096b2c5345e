"""A session as the field that its scoring method ranks.

:func:`score_field` collects everything that counts (lines, penalties, byes, handicaps and
carry-over), lets ``scoring`` rank it and returns a :class:`ScoredSession`, in which lines and pairs are
looked up again. Who is shown where is decided in ``standings``.

A *pair_no* is unique in a scoring field. In ``scoring`` contestants have instead the *number* by
which people call them, so that notes and explanations say it too. With two winners a N-S and an
E-W pair share a number, and with several sections each number has a letter.

If every round is a match of its own, a board played in two rounds must be compared within each. Half
matches of three teams split a board once more. A :class:`Slot` names such a board.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from director.additions import get_contest_desk
from director.boards.contests import CONTESTS
from director.boards.movement.lines.dependent_scores import fetch_field_groups, settle
from director.boards.movement.lines.entries import LineEntry, read_stored_entry
from director.boards.movement.lines.section_lines import (
    Bye,
    SectionLine,
    SectionLines,
    fetch_field_lines,
    fetch_field_plans,
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
from director.models import Section
from director.models.ruling import Unit
from director.sheets import Points
from scoring.bridge.contracts import TRICKS_OF_A_DEAL
from scoring.bridge.rulings import BYE, Adjustment, Credit, LineState
from scoring.explain.figures import Explainer
from scoring.model import Board, DueMatch, Field, Line, Ranking, ScoredBoard, ScoredLine, Standing
from scoring.registry import check_game, find_method
from scoring.totals.players import IndividualField, rank_players
from scoring.totals.ranking import signed_text

_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)


class Slot(NamedTuple):
    """A board of the field. Several slots of a board differ in the round or in the half match."""

    board_no: int
    round_no: int | None = None
    is_half: bool = False


PlayedLines: TypeAlias = dict[Slot, list[SectionLine]]
"""The lines of every board in the field."""


def make_slot_function(
    scoring_field: ScoringField, lines: SectionLines
) -> Callable[[SectionLine], Slot] | None:
    """Return the function from a line to its slot, or None if the board number is enough.

    Lines off schedule have the round in which their section plays the board. Pairs of two sections
    that play a board in different rounds are compared all the same.
    """
    if not lines.is_by_round:
        return None
    halves = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines.all if line.is_half}
    due_lines = [line for line in lines.all if line.round_no and not line.is_off_schedule]
    section_rounds = {
        (line.board_no, scoring_field.letter(line.ns)): line.round_no for line in due_lines
    }
    # In a match of three over two rounds, the two tables of a board are in different rounds. The
    # board is of the later, which overwrites the earlier here.
    match_rounds = {
        (line.board_no, frozenset((line.ns, line.ew))): line.round_no for line in due_lines
    }
    boards = {line.board_no for line in due_lines}
    boards_in_rounds = {(line.board_no, line.round_no) for line in due_lines}
    has_repeats = len(boards_in_rounds) > len(boards)
    if has_repeats and not CONTESTS[scoring_field.event.contest].has_halves:
        return None

    def slot(line: SectionLine) -> Slot:
        sides = frozenset((line.ns, line.ew))
        round_no = match_rounds.get((line.board_no, sides))
        if not round_no:
            section_key = (line.board_no, scoring_field.letter(line.ns))
            round_no = section_rounds.get(section_key, line.round_no)
        return Slot(line.board_no, round_no, (round_no, sides) in halves)

    return slot


def collect_played_lines(
    scoring_field: ScoringField, lines: SectionLines, entered: dict[Key, LineEntry]
) -> PlayedLines:
    """Return the lines of each board that can be compared.

    Boards and pairs without any result yet are left out of the field, even if their boards are
    marked as not played or to be played later. So are the boards of void matches.
    """
    void_keys: set[Key] = set()
    if lines.has_void_matches:
        void_keys = {line[:3] for line in lines.all if line.is_void}
    # Many lines share an entry, so the state is looked up once per entry object.
    entries = {id(entry): entry for entry in entered.values()}
    ids_without_result = {entry_id for entry_id, entry in entries.items() if not is_compared(entry)}
    pairs: set[int] = set()
    boards: set[int] = set()
    for key, entry in entered.items():
        if id(entry) not in ids_without_result and key not in void_keys:
            board_no, ns, ew = key
            pairs.update((ns, ew))
            boards.add(board_no)
    slot_of = make_slot_function(scoring_field, lines)
    played: PlayedLines = {}
    for board_no in lines.boards:
        if board_no not in boards:
            continue
        compared = [
            line
            for line in lines.get_board_lines(board_no)
            if line.ns in pairs and line.ew in pairs and line[:3] in entered and not line.is_void
        ]
        if slot_of is None:
            if compared:
                played[Slot(board_no)] = compared
        else:
            for line in compared:
                played.setdefault(slot_of(line), []).append(line)
    return played


def replace_played_lines(played: PlayedLines, changed: Collection[SectionLine]) -> PlayedLines:
    """Return *played* with the *changed* lines, which had results before and have others now."""
    lines_by_key = {line[:3]: line for line in changed}
    boards = {line.board_no for line in changed}
    return {
        slot: [lines_by_key.get(line[:3], line) for line in lines]
        if slot.board_no in boards
        else lines
        for slot, lines in played.items()
    }


def is_compared(entry: LineEntry) -> bool:
    """Return whether *entry* is a result, so that its board and its pairs are in the field."""
    return entry.state not in _WITHOUT_RESULT


@dataclass(frozen=True)
class ScoredSession:
    """One session with its lines, their results and the ranking, looked up by line or pair."""

    scoring_field: ScoringField
    lines: SectionLines
    entries: dict[Key, LineEntry]  # the parsed results
    penalties: tuple[PairPenalty, ...]
    field: Field
    ranking: Ranking
    # By board number, and by section if only lines of the same section are compared, else "".
    tops: dict[tuple[int, str], Points]
    settled_reasons: dict[Key, str]  # why a line counts otherwise than it was played
    groups: dict[Key, str]  # the group of each line of a fouled board
    extras: SectionExtras
    gross_standings: dict[int, Standing]  # without handicaps; empty if there are none
    played_lines: PlayedLines  # the lines of each board in the field
    # As they were played; those of the field have dependent lines settled.
    boards: dict[Slot, Board]

    @cached_property
    def points(self) -> dict[Key, ScoredLine]:
        """The points of each line in the field."""
        points: dict[Key, ScoredLine] = {}
        for board_no in self._boards:
            points |= self.get_board_points(board_no)
        return points

    def get_board_points(self, board_no: int) -> dict[Key, ScoredLine]:
        """Return the points of each line of one board."""
        if board_no not in self._points_by_board:
            points: dict[Key, ScoredLine] = {}
            for slot, board in self._boards.get(board_no, ()):
                lines = self._get_compared_lines(slot, board.section)
                for line, scored in zip(lines, board.lines, strict=True):
                    points[get_line_key(line)] = scored
            self._points_by_board[board_no] = points
        return self._points_by_board[board_no]

    def _get_compared_lines(self, slot: Slot, letter: str) -> list[SectionLine]:
        """Return the lines of a board that are compared, of one section if it has a *letter*."""
        lines = self.played_lines[slot]
        if letter:
            return [line for line in lines if self.scoring_field.letter(line.ns) == letter]
        return lines

    @cached_property
    def _points_by_board(self) -> dict[int, dict[Key, ScoredLine]]:
        return {}

    @cached_property
    def _boards(self) -> dict[int, list[tuple[Slot, ScoredBoard]]]:
        """The scored boards by their numbers, each with its slot in the field."""
        boards = self.ranking.boards
        if len(boards) == len(self.played_lines):
            slots = list(self.played_lines)
        else:  # compared by section: several scored boards for each one played
            slots = [Slot(board.board_no) for board in boards]
        by_number: dict[int, list[tuple[Slot, ScoredBoard]]] = defaultdict(list)
        for slot, board in zip(slots, boards, strict=True):
            by_number[board.board_no].append((slot, board))
        return dict(by_number)

    @property
    def bye_scores(self) -> dict[tuple[int, int], Points]:
        """The points of each bye that counts, by round and contestant."""
        matches = self.field.matches
        byes = _list_counting_byes(self.scoring_field, self.lines, self.played_lines, matches)
        credits = [credit for credit in self.field.credits if credit.kind == BYE]
        scores: dict[tuple[int, int], Points] = {}
        for bye, credit in zip(byes, credits, strict=True):
            scores[bye.round_no, bye.contestant] = credit.amount
        return scores

    @cached_property
    def explainer(self) -> Explainer:
        """The explainer of any figure of the field, which doesn't rank it again."""
        event = self.scoring_field.event
        individual = None
        if CONTESTS[event.contest].changes_partners:
            individual = make_individual_field(self.scoring_field, self.field)
        return Explainer(
            self.scoring_field.scoring_record.scoring,
            self.field,
            self.scoring_field.scoring_record.scoring_options,
            ranking=self.ranking,
            deal=TRICKS_OF_A_DEAL if event.game == "whist" else 0,
            individual=individual,
        )

    def top(self, board_no: int, pair_no: int) -> Points:
        """Return the top of a board among the lines that *pair_no* is compared with."""
        letter = self.scoring_field.letter(pair_no)
        if (board_no, letter) in self.tops:
            return self.tops[board_no, letter]
        return self.tops.get((board_no, ""))

    def get_common_top(self, board_no: int) -> Points:
        """Return the top of a board, or None if it differs between sections."""
        tops = {top for (number, _letter), top in self.tops.items() if number == board_no}
        if len(tops) == 1:
            return tops.pop()
        return None


def score_field(
    scoring_field: ScoringField,
    lines: SectionLines | None = None,
    *,
    penalties: tuple[PairPenalty, ...] | None = None,
    extras: SectionExtras | None = None,
    before: ScoredSession | None = None,
) -> ScoredSession:
    """Return *scoring_field* scored by the method of its event or stage.

    Without *lines*, *penalties* or *extras* they are read from the database. If only results differ
    from *before*, the boards without a change are taken from there.

    :raises ScoringError: if the results cannot be scored so, or the method is made for another game
    """
    lines = lines or fetch_field_lines(scoring_field, fetch_field_plans(scoring_field))
    event = scoring_field.event
    check_game(scoring_field.scoring_record.scoring, event.game)
    changed = _list_changed_lines(lines.all, before) if before else None
    entries = _parse_entries(lines.all, event.game, before, changed)
    if penalties is None:
        penalties = fetch_field_penalties(scoring_field)
    if before and changed is not None and _are_results_replaced(changed, before.entries, entries):
        played = replace_played_lines(before.played_lines, changed)
    else:
        played = collect_played_lines(scoring_field, lines, entries)
    groups = fetch_field_groups(scoring_field)
    if extras is None:
        extras = fetch_field_extras(scoring_field)
    boards = _make_field_boards(scoring_field, played, penalties, groups, before)
    played_field = _make_played_field(scoring_field, lines, played, boards, penalties, extras)
    accepts = find_method(scoring_field.scoring_record.scoring).accepts
    settled_field, settled_reasons = _settle_dependent_lines(played_field, played, entries, accepts)
    field, ranking = settled_field, rank_field(scoring_field, settled_field)
    if ranking.matches:
        desk = get_contest_desk()
        field, ranking = desk.complete_ranking(scoring_field, field, lines, ranking)
    ranking = _add_settled_notes(ranking, settled_reasons, scoring_field)
    gross = _compute_gross_standings(scoring_field, field) if extras.pairs else {}
    return ScoredSession(
        scoring_field=scoring_field,
        lines=lines,
        entries=entries,
        penalties=penalties,
        field=field,
        ranking=ranking,
        tops={(board.board_no, board.section): board.top for board in ranking.boards},
        settled_reasons=settled_reasons,
        groups=groups,
        extras=extras,
        gross_standings=gross,
        played_lines=played,
        boards=boards,
    )


def _make_played_field(
    scoring_field: ScoringField,
    lines: SectionLines,
    played: PlayedLines,
    boards: Mapping[Slot, Board],
    penalties: tuple[PairPenalty, ...],
    extras: SectionExtras,
) -> Field:
    """Return the field as it was played, with matches, byes and other credits."""
    matches: tuple[DueMatch, ...] = ()
    withdrawn: tuple[int, ...] = ()
    contest = CONTESTS[scoring_field.event.contest]
    if contest.has_matches(scoring_field.scoring_record.scoring):
        desk = get_contest_desk()
        matches = tuple(desk.list_due_matches(scoring_field, lines, penalties))
        if matches:
            withdrawn = tuple(desk.list_withdrawn_teams(scoring_field, lines))
    byes = _list_counting_byes(scoring_field, lines, played, matches)
    return Field(
        scoring_field.winners,
        tuple(boards.values()),
        _make_credits(scoring_field, played, penalties, byes, extras, matches),
        contest=contest.scoring_contest,
        matches=matches,
        withdrawn=withdrawn,
    )


def _add_settled_notes(
    ranking: Ranking, settled_reasons: Mapping[Key, str], scoring_field: ScoringField
) -> Ranking:
    label = scoring_field.label
    notes = (
        f"Board {board_no}, {label(ns)} against {label(ew)}: {reason}"
        for (board_no, ns, ew), reason in settled_reasons.items()
    )
    return replace(ranking, notes=(*ranking.notes, *notes))


def score_section(section: Section) -> ScoredSession:
    """Return the scoring field of *section*, scored as its event is stored now.

    It is read again, since the caller's event may have the method of an earlier change.
    """
    stored = Section.objects.select_related("session__event").get(pk=section.pk)
    return score_field(fetch_scoring_field(stored))


def get_line_key(line: SectionLine) -> Key:
    """Return the key of *line*."""
    return line[:3]


def _parse_entries(
    lines: Sequence[SectionLine],
    game: str,
    before: ScoredSession | None,
    changed: Sequence[SectionLine] | None,
) -> dict[Key, LineEntry]:
    """Return the result of each line. Equal results are parsed once: most of a board are equal.

    Only the *changed* lines are looked at, if the others are those of *before*.
    """
    parsed: dict[tuple[str, str], LineEntry] = {}
    entries: dict[Key, LineEntry] = {}
    if before and changed is not None:
        known = before.entries
        if all(get_line_key(line) in known and line.text for line in changed):
            entries, lines = known.copy(), changed
    for line in lines:
        result = line.result
        if result and result.text:
            stored = (result.text, result.reading)
            if stored not in parsed:
                parsed[stored] = read_stored_entry(line, game)
            entries[get_line_key(line)] = parsed[stored]
    return entries


def _list_changed_lines(
    lines: Sequence[SectionLine], before: ScoredSession
) -> list[SectionLine] | None:
    """Return those of *lines* that differ from *before*, None if they are other ones altogether."""
    if len(before.lines.all) != len(lines):
        return None
    pairs = zip(lines, before.lines.all, strict=True)
    changed = [(line, former) for line, former in pairs if line is not former]
    if any(get_line_key(line) != get_line_key(former) for line, former in changed):
        return None
    return [line for line, _former in changed]


def _are_results_replaced(
    changed: Iterable[SectionLine], *entries_by_time: Mapping[Key, LineEntry]
) -> bool:
    """Return whether each of the *changed* lines has a result in all *entries_by_time*."""
    keys = [get_line_key(line) for line in changed]
    return all(
        key in entries and is_compared(entries[key]) for entries in entries_by_time for key in keys
    )


def _make_field_boards(
    scoring_field: ScoringField,
    played: PlayedLines,
    penalties: Collection[PairPenalty],
    groups: dict[Key, str],
    before: ScoredSession | None,
) -> dict[Slot, Board]:
    """Return the boards of the lines *played*, with groups and with penalties in percent of a top.

    Boards with the same lines as *before* are the same records, with the points that they keep.
    """
    boards: dict[Slot, Board] = {}
    changed = played
    if before and before.penalties == penalties and before.groups == groups:
        boards = {
            slot: before.boards[slot]
            for slot, lines in played.items()
            if before.played_lines.get(slot) == lines
        }
        changed = {slot: lines for slot, lines in played.items() if slot not in boards}
    adjustments = _group_adjustments(scoring_field, penalties)
    pairs = _collect_sides(changed)
    # Looked up once per pair, not once per line.
    numbers = {pair_no: scoring_field.number(pair_no) for pair_no in pairs}
    letters = {pair_no: scoring_field.letter(pair_no) for pair_no in pairs}
    directions = {pair_no: scoring_field.direction(pair_no) for pair_no in pairs}
    texts = {pair_no: str(number) for pair_no, number in numbers.items()}
    for slot, lines in changed.items():
        facts = []
        for line in lines:
            key = get_line_key(line)
            facts.append(
                _LineFacts(
                    ns=numbers[line.ns],
                    ew=numbers[line.ew],
                    text=line.text,
                    reading=line.reading,
                    adjustments=tuple(adjustments.get(key, ())),
                    group=groups.get(key, ""),
                    section=letters[line.ns],
                    lists=(directions[line.ns] or "NS", directions[line.ew] or "EW"),
                    ns_text=texts[line.ns],
                    ew_text=texts[line.ew],
                )
            )
        boards[slot] = _make_slot_board(slot, scoring_field.event.game, tuple(facts))
    return {slot: boards[slot] for slot in played}


def _group_adjustments(
    scoring_field: ScoringField, penalties: Iterable[PairPenalty]
) -> dict[tuple[int | None, int | None, int | None], list[Adjustment]]:
    """Return the penalties in percent of a top, which change the points of a line."""
    adjustments: dict[tuple[int | None, int | None, int | None], list[Adjustment]] = defaultdict(
        list
    )
    for penalty in penalties:
        if penalty.unit == Unit.TOP:
            _board_no, ns, _ew = penalty.line
            is_ns = ns is not None and penalty.pair_no in scoring_field.members(ns)
            side = "ns" if is_ns else "ew"
            adjustments[penalty.line].append(Adjustment(side, -penalty.amount, "%", penalty.law))
    return adjustments


def _collect_sides(played: PlayedLines) -> set[int]:
    sides: set[int] = set()
    for lines in played.values():
        for line in lines:
            sides.update((line.ns, line.ew))
    return sides


def _make_credits(
    scoring_field: ScoringField,
    played: PlayedLines,
    penalties: Collection[PairPenalty],
    byes: Collection[Bye],
    extras: SectionExtras,
    matches: Iterable[DueMatch],
) -> tuple[Credit, ...]:
    """Return penalties on totals, credits for *byes*, and *extras*."""
    if not (penalties or byes or extras.pairs):
        return ()
    ranked = {bye.contestant for bye in byes}
    for side in _collect_sides(played):
        ranked.update(scoring_field.members(side))
    for match in matches:
        if match.reported:  # its teams may have no board with a result
            ranked.update(
                scoring_field.pair_no(number, None) for number in (match.home, match.away)
            )
    credits: list[Credit] = []
    for penalty in penalties:
        # Those in percent of a top change the points of a line: see _group_adjustments. Those of
        # a match are credits of the match.
        if penalty.unit == Unit.TOP or penalty.match:
            continue
        for pair_no in scoring_field.members(penalty.pair_no):
            if pair_no in ranked:  # a pair without a result yet has no total to take it from
                direction = scoring_field.direction(pair_no) or None
                credits.append(penalty.make_credit(scoring_field.number(pair_no), direction))
    credits += _make_bye_credits(scoring_field, byes)
    credits += make_extras_credits(scoring_field, extras, ranked)
    return tuple(credits)


def _list_counting_byes(
    scoring_field: ScoringField,
    lines: SectionLines,
    played: PlayedLines,
    matches: Iterable[DueMatch],
) -> list[Bye]:
    """Return the byes of rounds that have begun, or none if the contest has no matches."""
    if not lines.byes or not _get_bye_unit(scoring_field):
        return []
    begun_rounds = set()
    for match in matches:
        if match.reported:
            begun_rounds.add(match.round_no)
    for on_board in played.values():
        for line in on_board:
            begun_rounds.add(line.round_no)
    return [bye for bye in lines.byes if bye.round_no in begun_rounds]


def _get_bye_unit(scoring_field: ScoringField) -> str:
    """Return the unit of byes: victory points if the method has them. Empty without matches."""
    method = find_method(scoring_field.scoring_record.scoring)
    if not CONTESTS[scoring_field.event.contest].has_matches(method.key):
        return ""
    for unit in (Unit.VICTORY_POINTS, Unit.IMPS, Unit.MATCHPOINTS):
        if unit in method.accepts:
            return unit
    return ""


def _make_bye_credits(scoring_field: ScoringField, byes: Collection[Bye]) -> Iterator[Credit]:
    """Yield the credits for *byes* in victory points, or a total of 0."""
    method = find_method(scoring_field.scoring_record.scoring)
    unit = _get_bye_unit(scoring_field)
    settings = method.settings(scoring_field.scoring_record.scoring_options)
    for bye in byes:
        points = Fraction(method.share_match_points(settings, bye.boards) * bye.share, 100)
        reason = f"round {bye.round_no}"
        if bye.is_missed:
            reason = f"{reason}, not here yet"
        yield Credit(
            scoring_field.number(bye.contestant),
            None,
            BYE,
            points,
            unit,
            reason,
            # Ranked by percentage of boards, nobody loses anything by a match that isn't played.
            is_average=bye.is_average and unit != Unit.MATCHPOINTS,
        )


def _compute_gross_standings(scoring_field: ScoringField, field: Field) -> dict[int, Standing]:
    other_credits = tuple(credit for credit in field.credits if credit.kind != HANDICAP)
    if len(other_credits) == len(field.credits):
        return {}
    ranking = rank_field(scoring_field, replace(field, credits=other_credits))
    return index_by_pair(scoring_field, ranking.standings)


def rank_field(scoring_field: ScoringField, field: Field) -> Ranking:
    """Return the ranking of *field*, of single players if they play in partnerships.

    :raises ScoringError: if the results cannot be scored so
    """
    scoring_record = scoring_field.scoring_record
    method = find_method(scoring_record.scoring)
    if not CONTESTS[scoring_record.contest].changes_partners:
        return method.rank(field, scoring_record.scoring_options)
    return rank_players(
        method, make_individual_field(scoring_field, field), scoring_record.scoring_options
    )


def make_individual_field(scoring_field: ScoringField, field: Field) -> IndividualField:
    """Return *field* with its partnerships, and its credits for single players."""
    numbers: set[int] = set()
    for board in field.boards:
        for line in board.lines:
            numbers.update((line.ns, line.ew))
    partners = {number: scoring_field.partners(number) for number in numbers}
    return IndividualField(replace(field, credits=()), partners, field.credits)


class _LineFacts(NamedTuple):
    """Everything of a line that matters on its board: who met, the result, the ruling."""

    ns: int
    ew: int
    text: str
    reading: str
    adjustments: tuple[Adjustment, ...]
    group: str
    section: str
    lists: tuple[str, str]
    # Only for the key of the cache: partnerships of the same number can have other players. They
    # are equal as numbers, but not as texts.
    ns_text: str
    ew_text: str


@lru_cache(maxsize=256)
def _make_slot_board(slot: Slot, game: str, lines: tuple[_LineFacts, ...]) -> Board:
    """Return a board of the field. Cached, since a correction changes only one of them."""
    board_no, round_no, is_half = slot
    # Lines with equal results differ only in who met, so they are parsed once.
    results: dict[tuple[object, ...], Line] = {}
    on_board: list[Line] = []
    for facts in lines:
        stored = (facts.text, facts.reading, facts.adjustments, facts.group, facts.lists)
        if stored not in results:
            result = read_stored_entry(facts, game).make_unpaired_line(board_no)
            results[stored] = result._replace(
                adjustments=facts.adjustments, group=facts.group, lists=facts.lists
            )
        on_board.append(results[stored])
    return Board.from_columns(
        board_no,
        [facts.ns for facts in lines],
        [facts.ew for facts in lines],
        on_board,
        [facts.section for facts in lines],
        round_no=round_no,
        is_half=is_half,
    )


def _settle_dependent_lines(
    field: Field, played: PlayedLines, entries: Mapping[Key, LineEntry], accepts: Collection[str]
) -> tuple[Field, dict[Key, str]]:
    """Return *field* with its dependent lines settled, and why they count as they do.

    A dependent line has a mark in its entry, and its score comes from other tables of the board.
    """
    reasons: dict[Key, str] = {}
    if any(entry.mark for entry in entries.values()):
        boards = []
        for board in field.boards:
            slot = Slot(board.board_no, board.round_no, board.is_half)
            keys = [get_line_key(line) for line in played[slot]]
            settled_board, board_reasons = _settle_board(board, keys, entries, accepts)
            boards.append(settled_board)
            reasons |= board_reasons
        field = replace(field, boards=tuple(boards))
    for key, entry in entries.items():
        if entry.point_shift:
            reasons[key] = (
                f"The director moved points by hand: {signed_text(entry.point_shift.ns)} for N-S, "
                f"{signed_text(entry.point_shift.ew)} for E-W."
            )
    return field, reasons


def _settle_board(
    board: Board,
    keys: Sequence[Key],
    entries: Mapping[Key, LineEntry],
    accepts: Collection[str],
) -> tuple[Board, dict[Key, str]]:
    """Return *board* with its dependent lines settled. *keys* are those of its lines."""
    marks = {}
    for index, key in enumerate(keys):
        mark = entries[key].mark
        if mark:
            marks[index] = mark
    settled = settle(board, marks, accepts) if marks else None
    if settled is None:
        return board, {}
    return settled.board, {keys[index]: reason for index, reason in settled.reasons.items()}
