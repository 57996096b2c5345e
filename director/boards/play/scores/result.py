"""Enter and correct results, award scores, and store the trump of a deal of duplicate whist.

A result is checked against the plan of its section and the method of its event, then stored on its
line, which keeps the previous value. ``line_store`` defines what a line holds, and how an award
covers a result.

An *entry* is a parsed text: a result, or an award such as ``A6040``. What *counts* on a line is its
award, otherwise the result of the table. A line is *off schedule* if the plan has no such line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from director.boards.contests import CONTESTS, get_contest_record
from director.boards.movement.lines.entries import NOT_PLAYED, LineEntry, parse_line_entry
from director.boards.movement.lines.progress import RefusedLine, TypedLine
from director.boards.movement.lines.section_lines import (
    SectionLine,
    SectionLines,
    fetch_section_lines,
    find_planned_line,
)
from director.boards.movement.rounds import begins_each_round
from director.boards.movement.sections import Key, fetch_ranking_field
from director.boards.play.line_store import (
    NO_ENTRY,
    NO_SIDES,
    AwardSides,
    get_award_kind,
    lock_result,
    make_entry_fields,
    restore_played_result,
    restore_voided_results,
    store_award,
    store_played_result,
    void_second_score,
)
from director.boards.play.results.acts import (
    follow_results,
    open_correction,
    record_section_act,
)
from director.boards.play.scores.undoing import describe_result
from director.boards.refusals import (
    make_board_outside_plan_error,
    make_not_played_without_reason_error,
    make_pair_number_error,
)
from director.boards.scoring.standings.event import find_cached_lines
from director.boards.scoring.units import has_own_average
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal, record_act
from director.errors import ChangedMeanwhileError, DeskError, FinalError, NotMeetingError
from director.models import Act, Award, Event, Result, Section, Stage
from director.models.award import AwardKind
from director.models.event import RankingScope
from scoring.bridge.contracts import get_duplicate_game
from scoring.display import NamedNumber
from scoring.errors import ScoringError
from scoring.hands.cards import (
    NO_TRUMPS,
    format_stored_trump,
    format_trumps_for_storage,
    parse_trump,
    parse_trumps_by_board,
)
from scoring.method import make_field_not_scored_error
from scoring.model import Board, Field, Line
from scoring.registry import get_method, rank_field


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """The results saved from a page of typed lines, and the lines that were refused."""

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

    *text* is as in :func:`enter_line`. With *round_and_table*, the line must be played there.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not in *round_and_table*
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        return enter_line(
            section=section,
            line=fetch_line(section, (board_no, ns, ew), round_and_table),
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
    pairs already has a score on the board. *text* is as in :func:`enter_line`.

    :raises DeskError: if the section has no such pair, or both pairs are the same
    """
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        return enter_line(
            section=section,
            line=fetch_played_line(section, key, round_and_table),
            text=text,
            journal=act,
        )


def import_result(
    *,
    section: Section,
    line: SectionLine,
    text: str,
    user: User | None,
    lines: SectionLines | None = None,
) -> Result | None:
    """Store *text* on *line* for a caller that enters a whole movement.

    All *lines* of the movement, if given, save queries.
    """
    entry = parse_typed_entry(section, line, text)
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        return store_entry(
            section=section,
            line=line,
            result=lock_result(section, line),
            entry=entry,
            journal=act,
            lines=lines,
        )


def enter_line(
    *, section: Section, line: SectionLine, text: str, journal: Journal, lead: str = ""
) -> Result | None:
    """Store *text* on *line* as part of a change. Return the stored row, or None if there is none.

    *text* is a result of the table, or an award such as ``A6040`` or ``LATER``. An empty text
    withdraws the award, or deletes the result if the line has no award. Nothing changes if *text*
    counts already. *lead* is the card that was led, such as ``"HK"``; without it, the stored lead
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
    counts again. *lines* are all lines of the section, if they are known. See :func:`enter_line` for
    the other arguments.
    """
    if not _is_different(result, entry):
        return result
    previous_text = result.counted if result else ""
    if entry and entry.is_award:
        award = store_award(
            section=section,
            line=line,
            result=result,
            value=make_entry_fields(entry, line.board_no),
            kind=get_award_kind(entry),
            journal=journal,
        )
        stored_result = award.result
    elif result and entry is None and _has_award_of_director(result):
        restore_played_result(result=result, journal=journal)
        stored_result = result
    else:
        # A corrected contract was still opened with the stored lead.
        if result and entry and entry.has_lead:
            lead = lead or result.lead
        stored_result = store_played_result(
            section=section,
            line=line,
            result=result,
            value=make_entry_fields(entry, line.board_no, lead) if entry else NO_ENTRY,
            journal=journal,
        )
    void_second_score(section=section, result=stored_result, journal=journal, lines=lines)
    # Only a result that is deleted or covered can leave another one as the only score.
    if entry is None or entry.is_award:
        restore_voided_results(section=section, boards=[line.board_no], journal=journal)
    journal.message = describe_result(section, stored_result, previous_text)
    return stored_result


def _has_award_of_director(result: Result) -> bool:
    """Return whether *result* is covered by an award that the director can withdraw alone."""
    award = result.award_in_force
    # A void result is deleted with its award: without the award it would be a second score.
    return award is not None and award.kind != AwardKind.VOID


def enter_results(
    *,
    section: Section,
    typed_lines: Sequence[TypedLine],
    user: User | None,
    round_and_table: tuple[int, int] | None = None,
) -> EntryOutcome:
    """Store each changed line of *typed_lines* as a change of its own.

    A refused line doesn't stop the others.
    """
    changed_lines = [line for line in typed_lines if line.is_changed]
    if not changed_lines:
        return EntryOutcome((), ())
    saved_results: list[Result] = []
    refused_lines: list[RefusedLine] = []
    last_act = None
    try:
        with open_correction(section=section, user=user) as locked_section:
            lines = find_cached_lines(locked_section)
            for typed_line in changed_lines:
                # One act each: how many lines arrive together depends only on the network's speed.
                try:
                    with record_act(
                        event=locked_section.session.event,
                        section=locked_section,
                        kind=ActKind.RESULT,
                        message="",
                        user=user,
                    ) as journal:
                        result = enter_typed_line(
                            section=locked_section,
                            typed_line=typed_line,
                            journal=journal,
                            round_and_table=round_and_table,
                            lines=lines,
                        )
                except (DeskError, ScoringError) as error:
                    refused_lines.append(RefusedLine(typed_line, error))
                    continue
                last_act = journal.act or last_act
                # With any other version, the line had the same text already and nothing was saved.
                is_new_version = result is not None and result.version == typed_line.version + 1
                if result and is_new_version and result.entered_by == user:
                    saved_results.append(result)
            if last_act:
                follow_results(locked_section)
    except FinalError as error:
        return EntryOutcome((), tuple(RefusedLine(line, error) for line in changed_lines))
    return EntryOutcome(tuple(saved_results), tuple(refused_lines), last_act)


def enter_typed_line(
    *,
    section: Section,
    typed_line: TypedLine,
    journal: Journal,
    round_and_table: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
) -> Result | None:
    """Store *typed_line*, unless its line has changed since the page was shown.

    The *lines* of the section, as they were when the transaction began, save queries.

    :raises ChangedMeanwhileError: if somebody else changed the line since
    """
    key = (typed_line.board_no, typed_line.ns, typed_line.ew)
    line = fetch_line(section, key, round_and_table=round_and_table, lines=lines)
    entry = parse_typed_entry(section, line, typed_line.text)
    result = lock_result(section, line)
    version = result.version if result else 0
    current_text = result.counted if result else ""
    # An undo restores a version number, so the number alone doesn't tell which text was shown.
    is_other_text = typed_line.shown_text != current_text and not typed_line.is_chosen
    has_changed = typed_line.version != version or is_other_text
    if has_changed and _is_different(result, entry):
        current_result = result or Result(
            section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, version=0
        )
        current_result.counted = current_text
        raise ChangedMeanwhileError(
            "changed-meanwhile",
            "Board {board_no}, {ns} against {ew}: {who} {did} at {at}; you {typed}. Your entry "
            "has not been saved. Choose which result to keep.",
            **_fetch_latest_change_params(section, current_result),
            typed=f"typed {entry.text}" if entry else "left it empty",
            current=current_result,
        )
    return store_entry(
        section=section,
        line=line,
        result=result,
        entry=entry,
        journal=journal,
        lead=typed_line.lead,
        lines=lines,
    )


def _fetch_latest_change_params(section: Section, result: Result) -> dict[str, object]:
    """Return who changed *result* last, how and when, for the message about a conflict."""
    # A row that isn't stored was removed by an undo, which is then the latest change.
    if not result.pk:
        undone_act = section.acts.filter(undone_no__isnull=False).order_by("-undone_no").first()
        result.entered_by = undone_act.undone_by if undone_act else None
        undone_at = undone_act.undone_at if undone_act else None
        result.entered_at = undone_at or timezone.now()
    action = f"entered {result.counted}" if result.counted else "deleted the result"
    return {
        "board_no": result.board_no,
        "ns": section.get_label(result.ns),
        "ew": section.get_label(result.ew),
        "who": result.entered_by or "somebody",  # results of a table have no user
        "did": action,
        "at": timezone.localtime(result.entered_at).strftime("%H:%M"),
    }


def _is_different(result: Result | None, entry: LineEntry | None) -> bool:
    """Return whether *entry* differs from the counted entry of *result*.

    :raises DeskError: if the board was not played and no reason is given
    """
    text = entry.text if entry else ""
    counted_text = result.counted if result else ""
    # Checked first, since sessions of earlier releases may keep "not played" without a reason.
    if text == counted_text:
        return False
    if text == NOT_PLAYED:
        raise make_not_played_without_reason_error()
    return True


def fetch_line(
    section: Section,
    key: Key,
    round_and_table: tuple[int, int] | None = None,
    lines: SectionLines | None = None,
) -> SectionLine:
    """Return the line of *key*, which must be in the plan, or stored already.

    With *round_and_table*, the line must be played there. Without the *lines* of the section it
    costs two queries.

    :raises DeskError: if the section does not play the board
    :raises NotMeetingError: if the two pairs do not meet on it, or not in *round_and_table*; the
        message says whom they meet instead, or where
    """
    line = lines.find_line(*key) if lines else find_planned_line(section, *key)
    if line and _is_played_at(line, round_and_table):
        return line
    # All lines cost more queries, so they are read only for a line outside the plan.
    lines = lines or fetch_section_lines(section)
    line = lines.find_line(*key)
    if line and _is_played_at(line, round_and_table):
        return line
    board_no, ns, ew = key
    if not lines.get_board_lines(board_no):
        raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
    line_title = f"Board {board_no}"
    if round_and_table:
        round_no, table_no = round_and_table
        line_title += f" in round {round_no} at table {table_no}"
    hint = _describe_planned_table(lines, line, round_and_table)
    if not hint:
        hint = _describe_planned_opponents(section, lines, board_no, ns, ew)
    if line:  # They meet, but at another table or in another round.
        raise NotMeetingError(
            "not-meeting-there",
            "{where}: {ns} and {ew} aren’t due there. {hint}",
            where=line_title,
            ns=section.get_label(ns),
            ew=section.get_label(ew),
            hint=hint,
        )
    raise NotMeetingError(
        "not-meeting",
        "{where}: {ns} and {ew} don’t meet. {hint}",
        where=line_title,
        ns=section.get_label(ns),
        ew=section.get_label(ew),
        hint=hint,
    )


def fetch_played_line(
    section: Section, key: Key, round_and_table: tuple[int, int] | None = None
) -> SectionLine:
    """Return the line of *key*, or a new line off schedule, played at *round_and_table*.

    :raises DeskError: if the section doesn't play the board or has no such pair, or if both pairs
        are the same
    """
    lines = fetch_section_lines(section)
    line = lines.find_line(*key)
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
                pairs=", ".join(map(section.get_label, numbers)),
            )
    if ns == ew:
        contestant = get_contest_record(section).contestant_noun.capitalize()
        raise DeskError(
            "pair-against-itself",
            "{called} {pair} is entered twice. Choose another.",
            called=contestant,
            pair=section.get_label(ns),
        )
    round_no, table_no = round_and_table or (None, None)
    return SectionLine(board_no, ns, ew, round_no, table_no, None, is_off_schedule=True)


def _is_played_at(line: SectionLine, round_and_table: tuple[int, int] | None) -> bool:
    return round_and_table in (None, (line.round_no, line.table_no))


def _describe_planned_table(
    lines: SectionLines, line: SectionLine | None, round_and_table: tuple[int, int] | None
) -> str:
    """Return a sentence about *round_and_table* or the planned table of *line*, or ""."""
    if round_and_table and not lines.get_table_lines(*round_and_table):
        round_no, table_no = round_and_table
        return f"Table {table_no} doesn’t play in round {round_no}."
    if line:
        return f"They play it in round {line.round_no} at table {line.table_no}."
    return ""


def _describe_planned_opponents(
    section: Section, lines: SectionLines, board_no: int, ns: int, ew: int
) -> str:
    """Return a sentence about the contestant that *ns* meets on the board instead of *ew*."""
    label = section.get_label
    if lines.find_line(board_no, ew, ns):
        return f"Swap them: {label(ew)} sits N-S."
    for line in lines.get_board_lines(board_no):
        if ns == line.ns == line.ew:
            return f"On this board the two halves of {label(ns)} meet each other."
        if ns in (line.ns, line.ew):
            opponents = line.ew if line.ns == ns else line.ns
            return f"On this board {label(ns)} meets {label(opponents)}."
    return f"{label(ns)} doesn’t play this board."


def parse_typed_entry(section: Section, line: SectionLine, text: str) -> LineEntry | None:
    """Return *text* as an entry for *line* of *section*, or None if it is empty.

    :raises ScoringError: if the text cannot be read, or the score is not possible on this board or
        in this event
    """
    if not text.strip():
        return None
    scoring_record = section.session.scoring_record
    entry = parse_line_entry(
        text, game=scoring_record.game, has_own_average=has_own_average(scoring_record)
    )
    entry.check(line.board_no)
    # Every method can score a played contract; only these entries need a trial.
    if entry.is_ruled or entry.can_take_average or _can_lack_declarer(scoring_record, entry):
        _check_method(section, line, entry)
    return entry


def _can_lack_declarer(scoring_record: Event | Stage, entry: LineEntry) -> bool:
    """Return whether *entry* is a bare score whose points may depend on who declared."""
    is_bare_score = bool(entry.entry and entry.entry.score is not None)
    return is_bare_score and get_method(scoring_record.scoring).has_columns


def _check_method(section: Section, line: SectionLine, entry: LineEntry) -> None:
    """Try *entry* with the event's scoring method.

    :raises ScoringError: if the method can't score the entry
    """
    scoring_record = section.session.scoring_record
    asks_own_average = entry.artificial is not None and entry.artificial.has_own_average
    if asks_own_average and not has_own_average(scoring_record):
        raise make_field_not_scored_error(
            where=f"Board {line.board_no}",
            method=scoring_record.scoring,
            what="a pair’s own average here",
            instead=f"enter a share without a sign instead of {entry.text}",
        )
    has_other_table = entry.can_take_average
    if get_method(scoring_record.scoring).artificial_basis == "scores":
        has_other_table = has_other_table or _has_score_at_other_table(section, line)
    if entry.can_take_average:
        # What may become the average is tried as A50, which needs a score of another table.
        entry = parse_line_entry("A50", game=scoring_record.game)
    other_tables = []
    if has_other_table:
        # Larger than both numbers, so that neither plays twice.
        unused_number = line.ns + line.ew
        other_tables = [Line(unused_number, unused_number + 1, score=0)]
    ns, ew = _make_named_number(section, line.ns), _make_named_number(section, line.ew)
    scored_line = entry.make_line(ns=ns, ew=ew, board_no=line.board_no)
    board = Board(line.board_no, (scored_line, *other_tables))
    field = Field(1, (board,), contest=CONTESTS[scoring_record.contest].scoring_contest)
    # The ranking itself is not used, only its error if the method can't score the entry.
    rank_field(scoring_record.scoring, field, scoring_record.scoring_options)


def _has_score_at_other_table(section: Section, line: SectionLine) -> bool:
    results = section.results.counted().filter(board_no=line.board_no)
    if section.plan and begins_each_round(section.plan):
        results = results.filter(round_no=line.round_no)
    other_results = results.exclude(ns=line.ns, ew=line.ew)
    return other_results.filter(Q(counted_score__isnull=False)).exists()


def _make_named_number(section: Section, number: int) -> NamedNumber:
    """Return *number*, named as on the page without its direction: ``"2"`` for ``"2 E-W"``."""
    return NamedNumber(number, section.get_label(number).split()[0])


def give_award(
    *,
    section: Section,
    key: Key,
    text: str,
    journal: Journal,
    sides: AwardSides = NO_SIDES,
    kind: AwardKind | None = None,
) -> Award:
    """Store *text* as an award on the line of *key*, as part of a change. Return the award.

    The award covers any result of the table. *text* may be anything that can be typed for a line.
    Without a *kind*, the text decides, except for ``AwardKind.VOID``, which the caller must give. The
    same text again makes a new award.

    :raises ScoringError: if the text cannot be read, or the event's method cannot score it
    :raises DeskError: if there is no text, or the board was not played and no reason is given
    :raises DeskError: if the line can't exist, as in :func:`fetch_played_line`
    """
    line = fetch_played_line(section, key)
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
    # A caller that awards several lines has its own message for the history.
    if not journal.message:
        journal.message = describe_result(section, award.result)
    return award


def store_trump(*, section: Section, board_no: int, text: str, user: User | None) -> str:
    """Store *text* as the trump of *board_no*, and return it as pages show it.

    An empty *text* deletes the trump. Sections that are ranked together play the same cards, so
    each one that plays the board gets the trump.

    :raises DeskError: if the game has no trump per deal, the section doesn't play the board, or the
        board is at no trumps already
    :raises EntryError: if *text* is no trump
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.TRUMP, message="", user=user) as journal:
        event = section.session.event
        if not get_duplicate_game(event.game).has_turned_trump:
            raise DeskError(
                "no-trump-of-game",
                "Only duplicate whist has one trump per deal. Enter contracts instead.",
            )
        trump = parse_trump(text)
        lines = fetch_section_lines(section)
        if not lines.get_board_lines(board_no):
            raise make_board_outside_plan_error(board_no=board_no, boards=lines.format_boards())
        # The journal holds the locked section, whose trumps are the stored ones.
        for sharing_section in _fetch_sections_with_deals(journal.section or section):
            trumps = parse_trumps_by_board(sharing_section.trumps)
            is_at_no_trumps = trumps.get(board_no) == NO_TRUMPS
            if is_at_no_trumps and trump not in ("", NO_TRUMPS):
                raise DeskError(
                    "board-at-no-trumps",
                    "Board {board_no} is at no trumps, so {trump} can’t be its trump. Delete NT first if "
                    "the board has a trump.",
                    board_no=board_no,
                    trump=format_stored_trump(trump),
                )
            is_own_section = sharing_section.pk == section.pk
            if is_own_section or fetch_section_lines(sharing_section).get_board_lines(board_no):
                journal.change(
                    sharing_section, trumps=format_trumps_for_storage({**trumps, board_no: trump})
                )
        journal.message = f"Trump of board {board_no}: {format_stored_trump(trump) or 'deleted'}."
    return format_stored_trump(trump)


def _fetch_sections_with_deals(section: Section) -> list[Section]:
    """Return the sections that play the cards of *section*, which comes first."""
    ranking_field = fetch_ranking_field(section)
    # Sections that are ranked by themselves may have cards of their own.
    if ranking_field.scope == RankingScope.SECTION:
        return [section]
    return ranking_field.list_sections_with_deals(section)
