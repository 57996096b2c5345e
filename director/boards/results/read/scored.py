"""A sitting as the field that is scored, and what the scoring method of its event makes of it.

Contestants of the field have the numbers by which people call them, so that notes and explanations name them so too:
with two winners a N-S and an E-W pair share a number, and of several sections each number has its letter.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from director.boards.contests import CONTESTS
from director.boards.lines.entry import LineEntry
from director.boards.lines.read import Bye, Line, SectionLines, sitting_lines, sitting_plans
from director.boards.lines.readings import stored_entry
from director.boards.lines.settled import settle, sitting_groups
from director.boards.matches.knockout import knockouts_of_sitting
from director.boards.matches.slots import Played, Slot, due_matches, played_lines, teams_withdrawn
from director.boards.results.read.extras import (
    HANDICAP,
    Extras,
    PairPenalty,
    by_pair,
    extras_credits,
    is_shown_elsewhere,
    sitting_extras,
    sitting_penalties,
)
from director.boards.sitting import Key, Sitting, sitting_of
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
    Ranking,
    ScoredLine,
    Standing,
    bye_points,
    check_game,
    find_method,
    knockout_ranking,
    rank,
    rank_players,
    signed_text,
    whole_match,
)
from scoring import Line as ScoringLine


@dataclass(frozen=True)
class Scored:
    """One sitting with its lines, what stands on them, and the ranking; all is looked up by line or pair."""

    sitting: Sitting
    lines: SectionLines
    entered: dict[Key, LineEntry]
    penalties: tuple[PairPenalty, ...]
    field: Field
    ranking: Ranking
    tops: dict[tuple[int, str], Points]  # by board, and section where only its own lines are compared
    settled: dict[Key, str]  # why a line counts otherwise than it was made, a sentence
    groups: dict[Key, str]  # which cards were played, on a fouled board
    extras: Extras
    gross: dict[int, Standing]  # what each pair has without its handicap; empty without handicaps
    played: Played  # the lines of each board in the field

    @cached_property
    def points(self) -> dict[Key, ScoredLine]:
        """The points of each line in the field."""
        return dict(_points(self.sitting, self.ranking, self.played))

    @cached_property
    def explainer(self) -> Explainer:
        """What explains any figure of the sitting, without ranking it again."""
        event = self.sitting.event
        deal = TRICKS_OF_A_DEAL if event.game == "whist" else 0
        alone = individual_field(self.sitting, self.field) if CONTESTS[event.contest].changes_partners else None
        options = event.scoring_options
        return Explainer(event.scoring, self.field, options, ranking=self.ranking, deal=deal, individual=alone)

    def top(self, board_no: int, pair_no: int) -> Points:
        """Return the most that a side can get on a board, on the lines that *pair_no* is compared with."""
        tops, letter = self.tops, self.sitting.letter(pair_no)
        return tops[board_no, letter] if (board_no, letter) in tops else tops.get((board_no, ""))

    def top_of_all(self, board_no: int) -> Points:
        """Return the most that a side can get on a board, ``None`` where its sections differ."""
        tops = {top for (number, _letter), top in self.tops.items() if number == board_no}
        return tops.pop() if len(tops) == 1 else None


def sitting_scored(
    sitting: Sitting,
    lines: SectionLines | None = None,
    *,
    penalties: tuple[PairPenalty, ...] | None = None,
    extras: Extras | None = None,
) -> Scored:
    """Return *sitting* scored by its event's method; queries only for what is not passed.

    :raises ScoringError: if the results that are in cannot be scored so, or the method is made for another game
    """
    lines = lines or sitting_lines(sitting, sitting_plans(sitting))
    event = sitting.event
    check_game(event.scoring, event.game)
    entered = _entered(lines.all, event.game)
    penalties = sitting_penalties(sitting) if penalties is None else penalties
    played = played_lines(sitting, lines, entered)
    groups, extras = sitting_groups(sitting), sitting_extras(sitting) if extras is None else extras
    byes = _byes(sitting, lines, played)
    ranked = _ranked(sitting, played, byes)
    field = _field(sitting, played, penalties, groups, ranked)
    if matches := due_matches(sitting, lines):
        field = replace(field, matches=matches, withdrawn=teams_withdrawn(sitting, lines))
    field = _with_byes(sitting, field, byes)
    field = _with_extras(sitting, field, ranked, extras)
    field, settled = _settled(field, played, entered)
    settled |= _moved(entered)
    ranking = sitting_ranking(sitting, field)
    if lines.is_knockout and field.boards:
        field = replace(field, knockout=knockouts_of_sitting(sitting, lines.all, lines.byes, ranking.matches))
        ranking = knockout_ranking(ranking, field.knockout)
    notes = [note for note in ranking.notes if not is_shown_elsewhere(note)]
    ranking = replace(ranking, notes=(*notes, *_settled_notes(sitting, settled)))
    return Scored(
        sitting=sitting,
        lines=lines,
        entered=entered,
        penalties=penalties,
        field=field,
        ranking=ranking,
        tops={(board.board_no, board.section): board.top for board in ranking.boards},
        settled=settled,
        groups=groups,
        extras=extras,
        gross=_gross(sitting, field),
        played=played,
    )


def section_scored(section: Section) -> Scored:
    """Return the sitting of *section* scored as its event is stored now, as :func:`sitting_scored`.

    The caller may have read it before somebody chose another method.
    """
    stored = Section.objects.select_related("session__event").get(pk=section.pk)
    return sitting_scored(sitting_of(stored))


def _points(sitting: Sitting, ranking: Ranking, played: Played) -> Iterator[tuple[Key, ScoredLine]]:
    """Yield the scored lines; a board stands in *ranking* once for every section that is compared by itself."""
    slots = list(played) if len(ranking.boards) == len(played) else [Slot(board.board_no) for board in ranking.boards]
    for slot, board in zip(slots, ranking.boards, strict=True):
        lines = played[slot]
        if board.section:
            lines = [line for line in lines if sitting.letter(line.ns) == board.section]
        yield from ((line_of(line), scored) for line, scored in zip(lines, board.lines, strict=True))


def line_of(line: Line) -> Key:
    """Return the key of *line*."""
    return line[:3]


def _entered(lines: Iterable[Line], game: str) -> dict[Key, LineEntry]:
    """Return what stands on each of *lines* that is not empty; many lines that say the same share what was read."""
    known: dict[tuple[str, str], LineEntry] = {}
    entered: dict[Key, LineEntry] = {}
    for line in lines:
        if (result := line.result) and result.text:
            stands = result.text, result.reading
            entered[line_of(line)] = known.get(stands) or known.setdefault(stands, stored_entry(line, game))
    return entered


def _field(
    sitting: Sitting,
    played: Played,
    penalties: Collection[PairPenalty],
    groups: dict[Key, str],
    ranked: Collection[int],
) -> Field:
    """Return the field of the lines *played*, each in its group, with *penalties* on lines or on totals of *ranked*."""
    on_line: dict[tuple[int | None, int | None, int | None], list[Adjustment]] = defaultdict(list)
    credits = []
    pairs = {pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)}
    for penalty in penalties:
        if penalty.unit == Unit.TOP:
            ns = penalty.line[1]
            side = "ns" if ns is not None and penalty.to in sitting.members(ns) else "ew"
            on_line[penalty.line].append(Adjustment(side, -penalty.amount, "%", penalty.law))
            continue
        for pair_no in sitting.members(penalty.to):
            if pair_no in ranked:  # a pair without a result yet has no total to take it from
                direction, number = sitting.direction(pair_no) or None, sitting.number(pair_no)
                credits.append(Credit(number, direction, "penalty", -penalty.amount, penalty.unit, penalty.law))
    numbers = {pair_no: sitting.number(pair_no) for pair_no in pairs}
    letters = {pair_no: sitting.letter(pair_no) for pair_no in pairs}
    lists = {pair_no: sitting.direction(pair_no) for pair_no in pairs}
    called = {pair_no: str(number) for pair_no, number in numbers.items()}
    boards = tuple(
        _board(
            slot,
            sitting.event.game,
            tuple(
                _Told(
                    numbers[line.ns],
                    numbers[line.ew],
                    line.text,
                    line.reading,
                    tuple(on_line.get(line_of(line), ())) if on_line else (),
                    groups.get(line_of(line), "") if groups else "",
                    letters[line.ns],
                    _lists(lists[line.ns] or "NS", lists[line.ew] or "EW"),
                    called[line.ns],
                    called[line.ew],
                )
                for line in lines
            ),
        )
        for slot, lines in played.items()
    )
    return Field(sitting.winners, boards, tuple(credits), contest=CONTESTS[sitting.event.contest].scored_as)


def _ranked(sitting: Sitting, played: Played, byes: Collection[Bye]) -> set[int]:
    """Return who has a place by the lines *played*, as pairs, teams or players of partnerships, or by *byes*."""
    sides = {pair_no for lines in played.values() for line in lines for pair_no in (line.ns, line.ew)}
    return {pair_no for side in sides for pair_no in sitting.members(side)} | {bye.contestant for bye in byes}


def _byes(sitting: Sitting, lines: SectionLines, played: Played) -> list[Bye]:
    """Return who had no opponent in a round that has begun, where matches count."""
    if not _unit_of_byes(sitting):
        return []
    begun = {line.round_no for on_board in played.values() for line in on_board}
    return [bye for bye in lines.byes if bye.round_no in begun]


def _unit_of_byes(sitting: Sitting) -> str:
    """Return in what a bye is given: victory points where the method knows them; nothing where no matches count."""
    method = find_method(sitting.event.scoring)
    if not CONTESTS[sitting.event.contest].has_matches(method.key):
        return ""
    return next((unit for unit in (Unit.VICTORY_POINTS, Unit.IMPS, Unit.MATCHPOINTS) if unit in method.accepts), "")


def _with_byes(sitting: Sitting, field: Field, byes: Collection[Bye]) -> Field:
    """Return *field* with what is given for *byes*, in victory points, or a total of 0 where there are none."""
    method, unit = find_method(sitting.event.scoring), _unit_of_byes(sitting)
    settings = method.settings(sitting.event.scoring_options)
    given = []
    for bye in byes:
        points = bye_points(whole_match(method, settings, bye.boards))
        given.append(Credit(sitting.number(bye.contestant), None, BYE, points, unit, f"round {bye.round_no}"))
    return replace(field, credits=(*field.credits, *given))


def _with_extras(sitting: Sitting, field: Field, ranked: Collection[int], extras: Extras) -> Field:
    """Return *field* with the handicaps and carry-over of those who are *ranked*."""
    if not extras.pairs:
        return field
    return replace(field, credits=(*field.credits, *extras_credits(sitting, extras, ranked)))


def _gross(sitting: Sitting, field: Field) -> dict[int, Standing]:
    bare = tuple(credit for credit in field.credits if credit.kind != HANDICAP)
    if len(bare) == len(field.credits):
        return {}
    return by_pair(sitting, sitting_ranking(sitting, replace(field, credits=bare)).standings)


def sitting_ranking(sitting: Sitting, field: Field) -> Ranking:
    """Return the ranking of *field*: of pairs or teams, or of the single players whose partnerships are on its lines.

    :raises ScoringError: if the results cannot be scored so
    """
    event = sitting.event
    if not CONTESTS[event.contest].changes_partners:
        return rank(event.scoring, field, event.scoring_options)
    return rank_players(find_method(event.scoring), individual_field(sitting, field), event.scoring_options)


def individual_field(sitting: Sitting, field: Field) -> IndividualField:
    """Return *field* with who the partnerships on its lines are, and its credits as those of single players."""
    numbers = {number for board in field.boards for line in board.lines for number in (line.ns, line.ew)}
    partners = {number: sitting.partners(number) for number in numbers}
    return IndividualField(replace(field, credits=()), partners, field.credits)


class _Told(NamedTuple):
    """All that a line's place in the field follows from besides its board: who met, what stands, what was ruled."""

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
def _board(slot: Slot, game: str, lines: tuple[_Told, ...]) -> Board:
    """Return a board of the field; after a correction all but one are the same as before."""
    board_no, round_no, is_half = slot
    known: dict[tuple[str, str], ScoringLine] = {}

    def line(told: _Told) -> ScoringLine:
        stands = told.text, told.reading
        same = known.get(stands) or known.setdefault(stands, stored_entry(told, game).anybodys_line(board_no))
        own = same.between(told.ns, told.ew, told.section)
        if told.adjustments or told.group or told.lists is not USUAL_LISTS:
            own = own._replace(adjustments=told.adjustments, group=told.group, lists=told.lists)
        return own

    return Board(board_no, tuple(map(line, lines)), round_no, is_half)


def _lists(ns: str, ew: str) -> tuple[str, str]:
    return USUAL_LISTS if (ns, ew) == USUAL_LISTS else (ns, ew)


def _settled(field: Field, played: Played, entered: dict[Key, LineEntry]) -> tuple[Field, dict[Key, str]]:
    """Return *field* with its marked lines settled by the other tables, and why for each line that changed."""
    boards: list[Board] = []
    why: dict[Key, str] = {}
    if not any(entry.mark for entry in entered.values()):
        return field, why
    for board in field.boards:
        keys = [line_of(line) for line in played[Slot(board.board_no, board.round_no, board.is_half)]]
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


def _settled_notes(sitting: Sitting, settled: dict[Key, str]) -> Iterator[str]:
    for (board_no, ns, ew), words in settled.items():
        yield f"Board {board_no}, {sitting.label(ns)} against {sitting.label(ew)}: {words}"
