"""One page of lines to enter: a board at all tables, a table in one round, or a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from zlib import crc32

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from director.boards.movement.lines.dependent_scores import (
    describe_lone_tables,
    fetch_group_by_line,
)
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.narrow_grid import is_grid_by_round, make_narrow_grid
from director.boards.movement.lines.progress import (
    EntryProgress,
    RefusedLine,
    compute_section_progress,
    format_line_key,
    has_entry_in_play,
)
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import Key
from director.boards.movement.words import (
    fetch_name_by_side,
    format_boards,
    format_trump,
    format_vulnerability,
    get_board_trump,
    get_dealer_name,
)
from director.boards.pages.steps import with_second_final
from director.boards.play.problems.doubts import detect_odd_lines
from director.boards.play.scores.undoing import EntryPage, EntryPages, PageLink
from director.boards.scoring.deals import iter_far_off_lines
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.lines import make_board_line
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Plan, Section
from director.models.event import Clock
from director.sheets import BoardLine, Link, Points, StandingGroup
from scoring.bridge.auction import list_possible_honours
from scoring.bridge.contracts import DuplicateGame, get_duplicate_game
from scoring.display import format_rounded
from scoring.errors import ScoringError
from scoring.model import ScoredLine
from scoring.registry import get_method

MAX_LEADERS = 4  # of each group of standings, beside the lines
VULNERABILITY_PHRASES = {"None": "nobody vulnerable", "All": "both sides vulnerable"}


@dataclass(frozen=True)
class EntryRow:
    """A line to enter."""

    key: str
    sheet: BoardLine  # without points, which change with the other results of the board
    points: Points  # of N-S
    dealer: str
    vulnerability: str
    trump: str
    table_no: int | None
    result_id: int | None
    shown_text: str  # the stored result that the page shows
    version: int  # of that result
    change_count: int  # how often the stored result was changed after it was entered
    typed_text: str  # the text in the box
    is_entered: bool
    is_odd: bool
    oddity_text: str
    is_only_result: bool  # of its board, so that its 0 points mean nothing
    error: str = ""
    newer_text: str = ""  # what somebody else has stored since; "nothing" if they deleted it
    newer_version: int = 0

    @cached_property
    def without_points(self) -> "EntryRow":
        """The row with nothing that other results of its board change."""
        return replace(self, points=None, is_odd=False, oddity_text="", is_only_result=False)

    @cached_property
    def fingerprint(self) -> str:
        """A short text that changes with anything but the points."""
        return _compute_fingerprint(self.without_points)


@lru_cache(maxsize=2000)
def _compute_fingerprint(row: EntryRow) -> str:
    # An entry leaves most rows of its board equal, and finding an equal row in the cache is quicker
    # than making its text.
    return f"{crc32(repr(row).encode()):x}"


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """Everything a page of lines shows."""

    entry_page: EntryPage
    path: str
    title: str
    subtitle: str
    rows: tuple[EntryRow, ...]
    previous_page: Link | None
    next_page: Link | None
    next_missing_path: str  # address of the next page with something missing
    rounds: tuple[PageLink, ...]
    stops: tuple[PageLink, ...]
    decimals: int  # decimals of the page's points, at most two, so that their column lines up
    method: str  # "MP"
    is_whist: bool
    game: DuplicateGame
    progress: EntryProgress
    standings: tuple[StandingGroup, ...]
    no_standings_reason: str  # "" if there are standings
    lines: SectionLines  # all of the section
    session_results: SessionResults
    plan: Plan | None
    round_ahead: int  # the last round with results while the clock is at an earlier one, else 0
    has_hand: bool = False  # whether the cards of the board are known
    trump: str = ""  # of the board, at whist: "K♣"
    hand_path: str = ""  # address of the board with its cards, once every table has played it
    match_path: str = ""  # address where only the result of the table's match is entered
    match_boards_path: str = ""  # address of all boards of the table's match
    matches_path: str = ""  # address of the results of all matches of a round

    @property
    def narrow_rows(self) -> SafeString:
        """The head and rows of the narrow grid as HTML, cached with the results that they show."""
        progress = self.progress
        return self.session_results.compute_once(
            ("small rows", progress.section.pk),
            lambda: render_to_string(
                "boards/grid/_small_rows.html", {"grid": make_narrow_grid(progress)}
            ),
        )

    @property
    def is_grid_by_round(self) -> bool:
        """Whether the squares of the narrow grid are rounds instead of boards."""
        return is_grid_by_round(self.progress)

    @property
    def max_honours(self) -> int:
        """Possible honours at auction in hearts, for the help."""
        return list_possible_honours("H", self.game.schedule)[0]

    @property
    def has_results(self) -> bool:
        """Whether any result of the page is entered."""
        return any(row.is_entered for row in self.rows)

    @property
    def first_open_key(self) -> str:
        """The key of the line to enter first: a refused one, an empty one, or the first."""
        order = sorted(self.rows, key=lambda row: (not row.error, row.is_entered))
        if order:
            return order[0].key
        return ""

    @property
    def odd_sentences(self) -> tuple[str, ...]:
        """A sentence for each line that looks odd."""
        return tuple(row.oddity_text for row in self.rows if row.is_odd)

    @property
    def lone_sentences(self) -> tuple[str, ...]:
        """A sentence for each group of a fouled board with one table."""
        if not self.entry_page.board_no:
            return ()
        pairs_by_group: dict[str, list[str]] = {}
        for row in self.rows:
            if row.sheet.score is not None:
                pairs_text = f"{row.sheet.ns.label} against {row.sheet.ew.label}"
                pairs_by_group.setdefault(row.sheet.group, []).append(pairs_text)
        return tuple(describe_lone_tables(self.entry_page.board_no, pairs_by_group))


class _PageParts:
    """The records that all parts of a page are made from, read once."""

    def __init__(self, section: Section) -> None:
        self.section = section
        session_results = load_session_sheets(section)
        self.session_results = session_results
        self.scoring_field = session_results.scoring_field
        self.plan = session_results.plan_by_section.get(section.pk)
        self.lines = session_results.get_section_lines(section)
        self._names_by_round: dict[int | None, Mapping[int, str]] = {}
        self.game = section.session.event.game
        self.far_off_lines, self.odd_lines = session_results.compute_once(
            ("odd", section.pk), self._compute_odd_lines
        )
        self.scoring_error = ""
        self.scored: ScoredSession | None = None
        try:
            self.scored = session_results.scored
        except ScoringError as error:
            # The page must open all the same, or the mistake could not be corrected.
            self.scoring_error = str(error)
        self.groups: dict[Key, str] = fetch_group_by_line(section)

    def _compute_odd_lines(self) -> tuple[set[SectionLine], set[SectionLine]]:
        """Return the lines far from what the cards make, and all lines that look odd."""
        # Cards of boards in play stay hidden: whoever enters results may still have to play them.
        makeable = {
            board_no: hand.makeable
            for (section_id, board_no), hand in self.session_results.visible_hands_by_key.items()
            if section_id == self.section.pk and hand.makeable
        }
        far_off_lines = set(iter_far_off_lines(self.lines, self.game, makeable))
        return far_off_lines, detect_odd_lines(self.lines, self.game) | far_off_lines

    def get_names_by_number(self, round_no: int | None) -> Mapping[int, str]:
        """Return the names of all pairs or players in *round_no*, and of their partnerships."""
        if round_no not in self._names_by_round:
            self._names_by_round[round_no] = self._compute_names_by_number(round_no)
        return self._names_by_round[round_no]

    def _compute_names_by_number(self, round_no: int | None) -> Mapping[int, str]:
        section = self.section
        if not section.team_size:
            return self.session_results.get_section_names_by_number(section, round_no)
        entry_names_by_number = self.session_results.get_entry_names_by_number(section)
        return fetch_name_by_side(section, round_no, entry_names_by_number=entry_names_by_number)

    def get_settled_reason(self, key: Key) -> str:
        """Return why a line counts differently from its entry, or ""."""
        if self.scored:
            return self.scored.reasons_by_line.get(
                self.scoring_field.get_field_key(self.section, key), ""
            )
        return ""

    def find_points(self, key: Key) -> ScoredLine | None:
        """Return the points of a line of the section."""
        if self.scored:
            return self.scored.get_points_by_line(key[0]).get(
                self.scoring_field.get_field_key(self.section, key)
            )
        return None

    def get_top(self, board_no: int, ns: int) -> Points:
        """Return the top of a board of the section for the N-S pair *ns*."""
        if self.scored:
            return self.scored.get_top(
                board_no, self.scoring_field.get_field_number(self.section, ns)
            )
        return None


def make_scores_page(
    section: Section, entry_page: EntryPage, refused_lines: Sequence[RefusedLine] = ()
) -> ScoresPage | None:
    """Return the page of lines at *entry_page*, or None without lines.

    Each of *refused_lines* keeps its typed text in the box.

    The number of queries doesn't depend on the size of the field. If the event's results are
    cached, only changed ones are read and scored.
    """
    parts = _PageParts(section)
    rows = [_make_entry_row(parts, line) for line in entry_page.get_lines(parts.lines)]
    rows = _restore_refused_entries(parts, rows, refused_lines)
    if not rows:
        return None
    pages = EntryPages(section, parts.lines, entry_page)
    title, subtitle = _make_titles(parts, entry_page)
    if entry_page.board_no and get_duplicate_game(parts.game).has_turned_trump:
        trump = get_board_trump(section, entry_page.board_no)
    else:
        trump = ""
    can_be_late = has_entry_in_play(section, parts.lines)
    match_paths = MATCHES.answers.get_match_paths(section, parts.session_results, entry_page)
    return ScoresPage(
        entry_page=entry_page,
        path=entry_page.get_path(section),
        title=title,
        subtitle=subtitle,
        rows=tuple(rows),
        previous_page=pages.make_link(-1),
        next_page=pages.make_link(+1),
        next_missing_path=pages.get_next_due_path(),
        rounds=pages.list_round_links(),
        stops=pages.list_stops(),
        decimals=_count_decimals(rows),
        method=get_method(section.session.scoring_record.scoring).abbr,
        is_whist=get_duplicate_game(parts.game).has_turned_trump,
        game=get_duplicate_game(parts.game),
        progress=parts.session_results.compute_once(
            ("entered", section.pk, can_be_late),
            lambda: with_second_final(
                compute_section_progress(
                    section, parts.lines, parts.plan, parts.odd_lines, can_be_late=can_be_late
                ),
                parts.plan,
            ),
        ),
        standings=parts.session_results.make_leading_groups(MAX_LEADERS) if parts.scored else (),
        no_standings_reason=parts.scoring_error,
        lines=parts.lines,
        session_results=parts.session_results,
        plan=parts.plan,
        round_ahead=_get_round_ahead(parts),
        has_hand=(section.pk, entry_page.board_no) in parts.session_results.hands_by_key,
        trump=trump,
        hand_path=_get_hand_path(parts, entry_page),
        match_path=match_paths.own_match,
        match_boards_path=_get_match_boards_path(parts, entry_page),
        matches_path=match_paths.all_matches,
    )


def _get_round_ahead(parts: _PageParts) -> int:
    session = parts.section.session
    if session.clock not in (Clock.RUNNING, Clock.PAUSED):
        return 0
    latest_round = parts.lines.latest_round
    if latest_round > session.round_no:
        return latest_round
    return 0


def _get_hand_path(parts: _PageParts, entry_page: EntryPage) -> str:
    """Return the address of the board with its deal, or "" while it is in play."""
    if (
        not entry_page.board_no
        or (parts.section.pk, entry_page.board_no) not in parts.session_results.visible_hands_by_key
    ):
        return ""
    return reverse("session_results_board", args=[parts.section.ref, entry_page.board_no])


def _get_match_boards_path(parts: _PageParts, entry_page: EntryPage) -> str:
    """Return the address of both tables of the match that a table plays, or "" if it has only one."""
    lines = entry_page.get_lines(parts.lines)
    if entry_page.kind != "table" or not (lines and parts.scoring_field.has_matches):
        return ""
    round_no, low, high = parts.lines.get_line_match(lines[0])
    match_page = EntryPage(round_no=round_no, teams=(low, high))
    if low == high or len(match_page.get_lines(parts.lines)) == len(lines):
        return ""
    return match_page.get_path(parts.section)


def _count_decimals(rows: Sequence[EntryRow]) -> int:
    counts = [0]
    for row in rows:
        if row.points is not None:
            _whole, _point, decimals = format_rounded(row.points).rstrip("0").partition(".")
            counts.append(len(decimals))
    return max(counts)


def _make_entry_row(parts: _PageParts, line: SectionLine) -> EntryRow:
    result = line.result
    key = (line.board_no, line.ns, line.ew)
    is_odd = line in parts.odd_lines
    entry = parse_line_entry(line.text, game=parts.game) if line.text else None
    scored_line = parts.find_points(key)
    points = scored_line.ns_points if scored_line else None
    if scored_line:
        scored_line = scored_line._replace(ns_points=None, ew_points=None)
    sheet = make_board_line(
        line,
        parts.get_names_by_number(line.round_no),
        parts.section.get_label,
        parts.game,
        line_entry=entry,
        points=scored_line,
        top=None,
        group=parts.groups.get(key, ""),
        settled_reason=parts.get_settled_reason(key),
        due_text=parts.lines.format_due_note(line, parts.section.session),
    )
    result_id = result.pk if result else None
    version = result.version if result else 0
    oddity_text = _explain_odd_result(parts, line, sheet) if is_odd else ""
    return EntryRow(
        key=format_line_key(*key),
        sheet=sheet,
        points=points,
        dealer=get_dealer_name(line.board_no),
        vulnerability=format_vulnerability(line.board_no, parts.game),
        trump=get_board_trump(parts.section, line.board_no),
        table_no=line.table_no,
        result_id=result_id,
        shown_text=line.text,
        version=version,
        change_count=max(0, version - 1),
        typed_text=line.text,
        is_entered=line.has_result,
        is_odd=is_odd,
        oddity_text=oddity_text,
        is_only_result=points == 0 and parts.get_top(line.board_no, line.ns) == 0,
    )


def _explain_odd_result(parts: _PageParts, line: SectionLine, sheet: BoardLine) -> str:
    """Return why a line is flagged, and what to do."""
    advice = f"Check with table {line.table_no}." if line.table_no else "Check it."
    line_text = f"board {line.board_no}, {sheet.ns.label} against {sheet.ew.label}"
    if line in parts.far_off_lines:
        return f"Unusual result: {line_text}, {sheet.tricks} tricks with these cards. {advice}"
    entered_scores = [
        other_line.ns_score
        for other_line in parts.lines.get_lines_with_deal(line)
        if other_line.is_entered and other_line is not line
    ]
    other_scores = [score for score in entered_scores if score is not None]
    unit = " tricks" if get_duplicate_game(parts.game).has_turned_trump else ""
    score_range = f"{min(other_scores)}"
    if min(other_scores) < max(other_scores):
        score_range = f"{score_range} to {max(other_scores)}"
    comparison = f"{sheet.score}{unit}; other tables {score_range}".replace("-", "−")
    return f"Unusual result: {line_text}, {comparison}. {advice}"


def _restore_refused_entries(
    parts: _PageParts, rows: list[EntryRow], refused_lines: Sequence[RefusedLine]
) -> list[EntryRow]:
    """Return *rows* with the refused entries in their boxes."""
    rows_by_key = {row.key: row for row in rows}
    for line in refused_lines:
        typed_line = line.typed_line
        row = rows_by_key.get(typed_line.key)
        if row is None:  # The line belongs to no meeting of the plan.
            unplanned_line = SectionLine(
                typed_line.board_no, typed_line.ns, typed_line.ew, None, None, None
            )
            row = _make_entry_row(parts, unplanned_line)
        row = replace(
            row,
            typed_text=typed_line.text,
            shown_text=typed_line.shown_text,
            version=typed_line.version,
            error=str(line.error),
        )
        current_result = line.current_result
        if current_result is not None:
            row = replace(
                row,
                newer_text=current_result.counted or "nothing",
                newer_version=current_result.version,
            )
        rows_by_key[typed_line.key] = row
    return list(rows_by_key.values())


def _make_titles(parts: _PageParts, entry_page: EntryPage) -> tuple[str, str]:
    if entry_page.board_no:
        details = [f"{get_dealer_name(entry_page.board_no)} deals"]
        vulnerable = format_vulnerability(entry_page.board_no, parts.game)
        trump = (
            get_board_trump(parts.section, entry_page.board_no)
            if get_duplicate_game(parts.game).has_turned_trump
            else ""
        )
        if trump:
            details.append(format_trump(trump))
        elif vulnerable and not get_duplicate_game(parts.game).has_turned_trump:
            details.append(VULNERABILITY_PHRASES.get(vulnerable, f"{vulnerable} vulnerable"))
        return f"Board {entry_page.board_no}", ", ".join(details)
    lines = entry_page.get_lines(parts.lines)
    if entry_page.teams:
        title = f"Round {entry_page.round_no}" if entry_page.round_no else "Match"
        return title, _describe_match(parts, entry_page.teams, lines)
    if not lines:
        return f"Round {entry_page.round_no}, table {entry_page.table_no}", "nobody plays"
    pairs = _format_seated_sides(parts, lines[0])
    boards = format_boards([line.board_no for line in lines])
    return (
        f"Round {entry_page.round_no}, table {entry_page.table_no}",
        f"{' against '.join(pairs)}, boards {boards}",
    )


def _format_seated_sides(parts: _PageParts, line: SectionLine) -> list[str]:
    """Return the N-S and E-W sides as text: number and names, for players each with the seat."""
    if parts.plan is None or not parts.section.has_named_players:
        return [_format_label_and_names(parts, line, number) for number in (line.ns, line.ew)]
    row = parts.plan.rows.get(round_no=line.round_no or 0, table_no=line.table_no or 0)
    north, east, south, west = (
        _format_label_and_names(parts, line, player) for player in row.players or (0, 0, 0, 0)
    )
    return [f"N {north}, S {south}", f"E {east}, W {west}"]


def _describe_match(parts: _PageParts, teams: tuple[int, int], lines: Sequence[SectionLine]) -> str:
    if not lines:  # the page was open when the movement changed
        return "these teams don’t meet"
    home, away = (_format_label_and_names(parts, lines[0], number) for number in teams)
    boards = format_boards(sorted({line.board_no for line in lines}))
    return f"{home} against {away}, boards {boards}"


def _format_label_and_names(parts: _PageParts, line: SectionLine, number: int) -> str:
    return f"{parts.section.get_label(number)} {parts.get_names_by_number(line.round_no).get(number, '')}".strip()
