"""Enter and correct results, award scores, and store the trump of a deal of duplicate whist.

A result is checked against the plan of its section and the method of its event, then stored on its
line; the line keeps the former value. What a line holds, and how an award covers a result, is the
matter of ``line_store``.

An *entry* is a parsed text: a result, or an award such as ``A6040``. What *counts* on a line is its
award, otherwise the result of the table. A line is *off schedule* if the plan has no such line.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils import timezone

from director.boards.contests import CONTESTS, get_contest
from director.boards.movement.lines.entries import NOT_PLAYED, LineEntry, read_line_entry
from director.boards.movement.lines.progress import RefusedLine, TypedLine
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
    find_planned_line,
)
from director.boards.movement.sections import RESULT, TRUMP, Key, fetch_session_sections
from director.boards.play.line_store import (
    EMPTY_SIDES,
    NO_ENTRY,
    Sides,
    get_award_kind,
    lock_result,
    make_entry_fields,
    restore_played_result,
    restore_voided_results,
    store_award,
    store_played_result,
    void_second_score,
)
from director.boards.play.results.acts import open_correction, record_section_act
from director.boards.play.scores.undoing import describe_result
from director.boards.refusals import (
    make_board_outside_plan_error,
    make_not_played_without_reason_error,
    make_pair_number_error,
)
from director.boards.scoring.standings.event import find_cached_lines
from director.boards.scoring.units import has_own_average
from director.core.night.history import Journal, record_act
from director.errors import ChangedMeanwhileError, DeskError, FinalError, NotMeetingError
from director.models import Act, Award, Event, Result, Section, Stage
from director.models.award import AwardKind
from director.models.event import Game, RankingScope
from scoring.display import NamedNumber
from scoring.errors import ScoringError
from scoring.hands.cards import NO_TRUMPS, read_trump, stored_trumps, trump_text, trumps_of
from scoring.method import make_field_not_scored_error
from scoring.model import Board, Field, Line
from scoring.registry import find_method, rank


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """Results saved from a page of typed lines, the lines that were refused, and the latest act."""

    saved_results: tuple[Result, ...]
    refused_lines: tuple[RefusedLine, ...]
    last_act: Act | None = None


def enter_result(
    *,
    section: Section,
    board_no: int,
    ns: int,
    ew: int,
    text: str,
    user: User | None,
    round_and_table: tuple[int, int] | None = None,
) -> Result | None:
    """Store the director's result of *board_no* between *ns* and *ew*, and return it.

    With *round_and_table*, the line must be played there. See :func:`enter_line` for the *text*.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not in that round at that table
    :raises FinalError: if the results are final
    """
    with _record_result_act(section, user) as act:
        return enter_line(
            section=section,
            line=find_line(section, (board_no, ns, ew), round_and_table),
            text=text,
            journal=act,
        )


def store_unscheduled_result(
    *,
    section: Section,
    key: Key,
    text: str,
    user: User | None,
    round_and_table: tuple[int, int] | None = None,
) -> Result | None:
    """Store a result on the line of *key*, which may be off schedule, and return it.

    *round_and_table* says where an unscheduled result was played. The result is void if one of the
    pairs already has a score on the board. See :func:`enter_line` for the *text*.

    :raises DeskError: if the section has no such pair, or both pairs are the same
    """
    with _record_result_act(section, user) as act:
        return enter_line(
            section=section,
            line=get_played_line(section, key, round_and_table),
            text=text,
            journal=act,
        )


def import_result(
    *, section: Section, line: SectionLine, text: str, user: User | None
) -> Result | None:
    """Store *text* on *line* for a caller that enters the lines of a whole movement.

    Unlike :func:`enter_line`, it doesn't look for second scores, since in a movement nobody plays a
    board twice.
    """
    entry = parse_typed_entry(section, line, text)
    with _record_result_act(section, user) as act:
        result = lock_result(section, line)
        if _is_different(result, entry):
            result = _store(section, line, result, entry, act)
            act.words = describe_result(section, result)
        return result


def enter_line(
    *, section: Section, line: SectionLine, text: str, journal: Journal, lead: str = ""
) -> Result | None:
    """Store *text* on *line* as part of a change. Return the stored row, or None if there is none.

    *text* is a result of the table, or an award such as ``A6040`` or ``LATER``. An empty text
    withdraws the award, or deletes the result if the line has no award. A text that counts already
    changes nothing. *lead* is the card that was led, such as ``"HK"``; without it, the stored lead
    is kept if a contract was played.

    :raises ScoringError: if the text cannot be read, or the score is not possible on this board or
        in this event
    :raises DeskError: if the board was not played and no reason is given
    """
    entry = parse_typed_entry(section, line, text)
    return store_entry(
        section=section,
        line=line,
        result=lock_result(section, line),
        entry=entry,
        journal=journal,
        lead=lead,
    )


def store_entry(
    *,
    section: Section,
    line: SectionLine,
    result: Result | None,
    entry: LineEntry | None,
    journal: Journal,
    lead: str = "",
    lines: SectionLines | None = None,
) -> Result | None:
    """Store *entry* on *line*. *result* is the row that is stored there now, if any.

    A second score of a pair on the board becomes void; a voided result that is now the only score
    counts again. *lines* are those of the section, if they are known. See :func:`enter_line` for
    the other arguments.
    """
    if not _is_different(result, entry):
        return result
    previous_text = result.counted if result else ""
    stored = _store(section, line, result, entry, journal, lead)
    # A played result has withdrawn the award of its line, so there is none to look for.
    is_played = entry is not None and not entry.is_award
    void_second_score(
        section=section,
        result=stored,
        journal=journal,
        may_have_award=not is_played,
        lines=lines,
    )
    # Only a result that is deleted or covered can leave another one as the only score.
    if entry is None or entry.is_award:
        restore_voided_results(section=section, boards=[line.board_no], journal=journal)
    journal.words = describe_result(section, stored, previous_text)
    return stored


def enter_results(
    *,
    section: Section,
    typed: Sequence[TypedLine],
    user: User | None,
    round_and_table: tuple[int, int] | None = None,
) -> EntryOutcome:
    """Store each changed line of *typed* as a change of its own.

    A refused line doesn't stop the others.
    """
    changed_lines = [line for line in typed if line.is_changed]
    if not changed_lines:
        return EntryOutcome((), ())
    try:
        with open_correction(section=section, user=user) as stored:
            return _enter_lines(stored, changed_lines, user, round_and_table)
    except FinalError as error:
        return EntryOutcome((), tuple(RefusedLine(line, error) for line in changed_lines))


def _enter_lines(
    section: Section,
    typed: Sequence[TypedLine],
    user: User | None,
    round_and_table: tuple[int, int] | None,
) -> EntryOutcome:
    event = section.session.event
    lines = find_cached_lines(section)
    stored: list[Result] = []
    refused: list[RefusedLine] = []
    last_act = None
    for line in typed:
        # One act each: how many lines arrive together depends only on the speed of the network.
        try:
            with record_act(
                event=event, section=section, kind=RESULT, words="", user=user
            ) as journal:
                result = enter_typed_line(
                    section=section,
                    typed=line,
                    journal=journal,
                    round_and_table=round_and_table,
                    lines=lines,
                )
        except (DeskError, ScoringError) as error:
            refused.append(RefusedLine(line, error))
        else:
            last_act = journal.act or last_act
            # This change made the next version. Any other version already held the same text.
            is_new_version = result is not None and result.version == line.version + 1
            if result and is_new_version and result.entered_by == user:
                stored.append(result)
    return EntryOutcome(tuple(stored), tuple(refused), last_act)


def enter_typed_line(
    *,
    section: Section,
    typed: TypedLine,
    journal: Journal,
    round_and_table: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
) -> Result | None:
    """Store what the director *typed*, unless the line has changed since its page was shown.

    The *lines* of the section, as they were when the transaction began, save queries.

    :raises ChangedMeanwhileError: if somebody else changed the line since
    """
    line = find_line(section, (typed.board_no, typed.ns, typed.ew), round_and_table, lines)
    entry = parse_typed_entry(section, line, typed.text)
    result = lock_result(section, line)
    version = result.version if result else 0
    current_text = result.counted if result else ""
    # An undo brings back a version number, so the number alone doesn't say which text was shown.
    is_other_text = typed.shown_text != current_text and not typed.is_chosen
    has_changed = typed.version != version or is_other_text
    if has_changed and _is_different(result, entry):
        current = result or Result(
            section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, version=0
        )
        current.counted = current_text
        raise ChangedMeanwhileError(
            "changed-meanwhile",
            "Board {board_no}, {ns} against {ew}: {who} {did} at {at}; you {typed}. Your entry "
            "has not been saved. Choose which result to keep.",
            **_fetch_latest_change(section, current),
            typed=f"typed {entry.text}" if entry else "left it empty",
            current=current,
        )
    return store_entry(
        section=section,
        line=line,
        result=result,
        entry=entry,
        journal=journal,
        lead=typed.lead,
        lines=lines,
    )


def _fetch_latest_change(section: Section, result: Result) -> dict[str, object]:
    """Return the latest change of *result* as words for the sentence of a conflict."""
    # A row that isn't stored was removed by an undo, whose user and time are those of the change.
    if not result.pk:
        undone_act = section.acts.filter(undone_no__isnull=False).order_by("-undone_no").first()
        result.entered_by = undone_act.undone_by if undone_act else None
        undone_at = undone_act.undone_at if undone_act else None
        result.entered_at = undone_at or timezone.now()
    action = f"entered {result.counted}" if result.counted else "deleted the result"
    return {
        "board_no": result.board_no,
        "ns": section.label(result.ns),
        "ew": section.label(result.ew),
        "who": result.entered_by or "somebody",  # results of a table have no user
        "did": action,
        "at": timezone.localtime(result.entered_at).strftime("%H:%M"),
    }


def _is_different(result: Result | None, entry: LineEntry | None) -> bool:
    """Return whether *entry* differs from what counts on the line of *result*.

    :raises DeskError: if the board was not played and no reason is given
    """
    text = entry.text if entry else ""
    counted_text = result.counted if result else ""
    # Checked first: old nights hold "not played" without a reason, and may keep it.
    if text == counted_text:
        return False
    if text == NOT_PLAYED:
        raise make_not_played_without_reason_error()
    return True


def _store(
    section: Section,
    line: SectionLine,
    result: Result | None,
    entry: LineEntry | None,
    journal: Journal,
    lead: str = "",
) -> Result:
    """Store *entry* on *line*. Without one, withdraw the award, or delete the result."""
    if entry and entry.is_award:
        award = store_award(
            section=section,
            line=line,
            result=result,
            value=make_entry_fields(entry, line.board_no),
            kind=get_award_kind(entry),
            journal=journal,
        )
        return award.result
    if result and entry is None:
        # A void result is deleted with its award; without the award it would be a second score.
        awards = result.awards.filter(in_force=True).exclude(kind=AwardKind.VOID)
        if awards.exists():
            restore_played_result(result=result, journal=journal)
            return result
    if entry and entry.has_lead and not lead and result:
        lead = result.lead
    value = make_entry_fields(entry, line.board_no, lead) if entry else NO_ENTRY
    return store_played_result(
        section=section, line=line, result=result, value=value, journal=journal
    )


def find_line(
    section: Section,
    key: Key,
    round_and_table: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
) -> SectionLine:
    """Return the line of *key*, which must be in the plan, or stored already.

    With *round_and_table*, the line must be played there. Without the *lines* of the section it
    costs two queries.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not there, with whom they meet
        instead
    """
    line = lines.find(*key) if lines else find_planned_line(section, *key)
    if line and round_and_table in (None, (line.round_no, line.table_no)):
        return line
    # All lines cost more queries, so they are read only for a line outside the plan.
    lines = lines or fetch_section_lines(section)
    line = lines.find(*key)
    if line and round_and_table in (None, (line.round_no, line.table_no)):
        return line
    board_no, ns, ew = key
    if not lines.get_board_lines(board_no):
        raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
    line_title = f"Board {board_no}"
    if round_and_table:
        round_no, table_no = round_and_table
        line_title += f" in round {round_no} at table {table_no}"
    hint = _describe_planned_place(lines, line, round_and_table)
    if not hint:
        hint = _describe_planned_opponents(section, lines, board_no, ns, ew)
    raise NotMeetingError(
        "not-meeting",
        "{where}: {ns} and {ew} don’t meet. {hint}",
        where=line_title,
        ns=section.label(ns),
        ew=section.label(ew),
        hint=hint,
    )


def get_played_line(
    section: Section, key: Key, round_and_table: tuple[int, int] | None = None
) -> SectionLine:
    """Return the line of *key*, or a new line off schedule, played at *round_and_table*.

    :raises DeskError: if the section does not play the board
    :raises DeskError: if the section has no such pair, or both pairs are the same
    """
    lines = fetch_section_lines(section)
    line = lines.find(*key)
    if line:
        return line
    board_no, ns, ew = key
    if not lines.get_board_lines(board_no):
        raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
    numbers = list(section.entries.order_by("pair_no").values_list("pair_no", flat=True))
    for pair_no in (ns, ew):
        if pair_no not in numbers:
            raise make_pair_number_error(
                pair_no=pair_no,
                pairs=", ".join(map(section.label, numbers)),
            )
    if ns == ew:
        contestant = get_contest(section).contestant_word.capitalize()
        raise DeskError(
            "pair-against-itself",
            "{called} {pair} is entered twice. Choose another.",
            called=contestant,
            pair=section.label(ns),
        )
    round_no, table_no = round_and_table or (None, None)
    return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)


def _describe_planned_place(
    lines: SectionLines, line: SectionLine | None, round_and_table: tuple[int, int] | None
) -> str:
    """Return where the plan has *line*, or that nobody plays at *round_and_table*, or ""."""
    if round_and_table and not lines.get_table_lines(*round_and_table):
        round_no, table_no = round_and_table
        return f"Table {table_no} doesn’t play in round {round_no}."
    if line:
        return f"They play it in round {line.round_no} at table {line.table_no}."
    return ""


def _describe_planned_opponents(
    section: Section, lines: SectionLines, board_no: int, ns: int, ew: int
) -> str:
    """Return whom *ns* meets on the board instead of *ew*."""
    label = section.label
    if lines.find(board_no, ew, ns):
        return f"Swap them: {label(ew)} sits N-S."
    for line in lines.get_board_lines(board_no):
        if ns == line.ns == line.ew:
            return f"On this board the two halves of {label(ns)} meet each other."
        if ns in (line.ns, line.ew):
            opponents = line.ew if line.ns == ns else line.ns
            return f"On this board {label(ns)} meets {label(opponents)}."
    return f"{label(ns)} doesn’t play this board."


def parse_typed_entry(section: Section, line: SectionLine, text: str) -> LineEntry | None:
    """Return the entry of *text* on *line* of *section*, or None for an empty text.

    :raises ScoringError: if the text cannot be read, or the score is not possible on this board or
        in this event
    """
    if not text.strip():
        return None
    scoring_record = section.session.scoring_record
    entry = read_line_entry(
        text, game=scoring_record.game, has_own_average=has_own_average(scoring_record)
    )
    entry.check(line.board_no)
    if entry.is_ruled or entry.may_take_average or _may_lack_declarer(scoring_record, entry):
        _check_method(section, line, entry)
    return entry


def _may_lack_declarer(scoring_record: Event | Stage, entry: LineEntry) -> bool:
    """Return whether *entry* is a bare score whose points may depend on who declared."""
    is_bare_score = bool(entry.entry and entry.entry.score is not None)
    return is_bare_score and find_method(scoring_record.scoring).has_columns


def _check_method(section: Section, line: SectionLine, entry: LineEntry) -> None:
    """Raise if the event's scoring method has no points for *entry*.

    :raises ScoringError: if the method can't score the entry
    """
    scoring_record = section.session.scoring_record
    if entry.artificial and entry.artificial.is_own and not has_own_average(scoring_record):
        raise make_field_not_scored_error(
            where=f"Board {line.board_no}",
            method=scoring_record.scoring,
            what="a pair’s own average here",
            instead=f"enter a share without a sign instead of {entry.text}",
        )
    other_tables = []
    # An entry that may become the average is tried as one, which needs a score of another table.
    if entry.may_take_average:
        entry = read_line_entry("A50", game=scoring_record.game)
        unused_number = line.ns + line.ew
        other_tables = [Line(unused_number, unused_number + 1, score=0)]
    ns, ew = _make_named_number(section, line.ns), _make_named_number(section, line.ew)
    scored_line = entry.make_line(ns=ns, ew=ew, board_no=line.board_no)
    board = Board(line.board_no, (scored_line, *other_tables))
    field = Field(1, (board,), contest=CONTESTS[scoring_record.contest].scoring_contest)
    # The ranking itself is not used: ``rank`` raises what the method can't score.
    rank(scoring_record.scoring, field, scoring_record.scoring_options)


def _make_named_number(section: Section, number: int) -> NamedNumber:
    """Return *number*, named as on the page without its direction: ``"2"`` for ``"2 E-W"``."""
    return NamedNumber(number, section.label(number).split()[0])


def _record_result_act(section: Section, user: User | None) -> AbstractContextManager[Journal]:
    return record_section_act(section=section, kind=RESULT, words="", user=user)


def give_award(
    *,
    section: Section,
    key: Key,
    text: str,
    journal: Journal,
    sides: Sides = EMPTY_SIDES,
    kind: AwardKind | None = None,
) -> Award:
    """Store *text* as an award on the line of *key*, as part of a change. Return the award.

    The award covers any result of the table. *text* is anything that can be typed for a line,
    *sides* the faults and reasons of each side. *kind* follows from the text if not given, except
    ``AwardKind.VOID``, which the caller must give. The same text again makes a new award.

    :raises ScoringError: if the text cannot be read, or the event's method cannot score it
    :raises DeskError: if there is no text, or the board was not played and no reason is given
    :raises DeskError: if the section does not play the board, or has no such pair
    :raises DeskError: if both pairs are the same
    """
    line = get_played_line(section, key)
    entry = parse_typed_entry(section, line, text)
    if entry is None:
        raise DeskError("award-without-text", "An award needs a score. Enter one, such as A6040.")
    if entry.text == NOT_PLAYED:
        raise make_not_played_without_reason_error()
    award = store_award(
        section=section,
        line=line,
        result=lock_result(section, line),
        value=make_entry_fields(entry, line.board_no),
        kind=kind or get_award_kind(entry),
        sides=sides,
        journal=journal,
    )
    # A caller that awards several lines has its own words for the history.
    if not journal.words:
        journal.words = describe_result(section, award.result)
    return award


def store_trump(*, section: Section, board_no: int, text: str, user: User | None) -> str:
    """Store the trump of *board_no* as typed, and return it as people read it.

    An empty *text* deletes the trump. Sections that are ranked together play the same cards, so
    each one that plays the board gets the trump.

    :raises DeskError: if the game has no trump per deal, the section doesn't play the board, or the
        board is at no trumps already
    :raises EntryError: if *text* is no trump
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=TRUMP, words="", user=user) as journal:
        event = section.session.event
        if event.game != Game.WHIST:
            raise DeskError(
                "no-trump-of-game",
                "Only duplicate whist has one trump per deal. Enter contracts instead.",
            )
        trump = read_trump(text)
        lines = fetch_section_lines(section)
        if not lines.get_board_lines(board_no):
            raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
        # The journal holds the locked section, whose trumps are the stored ones.
        for sharing_section in _fetch_sections_sharing_cards(
            journal.section or section, event.places
        ):
            trumps = trumps_of(sharing_section.trumps)
            if trumps.get(board_no) == NO_TRUMPS and trump not in ("", NO_TRUMPS):
                raise DeskError(
                    "board-at-no-trumps",
                    "Board {board_no} is at no trumps, so {trump} can’t be its trump. Delete NT first if "
                    "the board has a trump.",
                    board_no=board_no,
                    trump=trump_text(trump),
                )
            is_own_section = sharing_section.pk == section.pk
            if is_own_section or fetch_section_lines(sharing_section).get_board_lines(board_no):
                journal.change(sharing_section, trumps=stored_trumps({**trumps, board_no: trump}))
        journal.words = f"Trump of board {board_no}: {trump_text(trump) or 'deleted'}."
    return trump_text(trump)


def _fetch_sections_sharing_cards(section: Section, places: str) -> list[Section]:
    """Return the sections that play the cards of *section*, which comes first."""
    if places == RankingScope.SECTION:
        return [section]
    sections = fetch_session_sections(section.session_id)
    other_sections = [other_section for other_section in sections if other_section.pk != section.pk]
    return [section, *other_sections]
