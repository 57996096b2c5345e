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
from director.boards.movement.lines.section_lines import SectionLine
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
from director.boards.scoring.hooks import MATCHES, MatchPaths
from director.boards.scoring.lines import make_board_line
from director.boards.scoring.scored import ScoredSession
from director.boards.scoring.standings.event import load_session_sheets
from director.models import Section
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


class ScoresPage:
    """Everything a page of lines shows. A template asks for its properties.

    The number of queries doesn't depend on the size of the field. If the event's results are
    cached, only changed ones are read and scored.
    """

    def __init__(
        self,
        section: Section,
        entry_page: EntryPage,
        refused_lines: Sequence[RefusedLine] = (),
    ) -> None:
        """Read the page of *section*. Each of *refused_lines* keeps its typed text in the box."""
        self.section = section
        self.entry_page = entry_page
        self.session_results = session_results = load_session_sheets(section)
        self.scoring_field = session_results.scoring_field
        self.plan = session_results.plan_by_section.get(section.pk)
        self.lines = session_results.get_section_lines(section)  # all of the section
        self._names_by_round: dict[int | None, Mapping[int, str]] = {}
        self._game_key = section.session.event.game
        self.game: DuplicateGame = get_duplicate_game(self._game_key)
        self.is_whist = self.game.has_turned_trump
        self.far_off_lines, self.odd_lines = session_results.compute_once(
            ("odd", section.pk), self._compute_odd_lines
        )
        self.no_standings_reason = ""  # empty if there are standings
        self.scored: ScoredSession | None = None
        try:
            self.scored = session_results.scored
        except ScoringError as error:
            # The page must open all the same, or the mistake could not be corrected.
            self.no_standings_reason = str(error)
        self.groups: dict[Key, str] = fetch_group_by_line(section)
        rows = [self._make_entry_row(line) for line in self._page_lines]
        self.rows = tuple(self._restore_refused_entries(rows, refused_lines))

    @cached_property
    def _page_lines(self) -> list[SectionLine]:
        return list(self.entry_page.get_lines(self.lines))

    @property
    def path(self) -> str:
        """The address of the page."""
        return self.entry_page.get_path(self.section)

    @cached_property
    def _pages(self) -> EntryPages:
        return EntryPages(self.section, self.lines, self.entry_page)

    @cached_property
    def previous_page(self) -> Link | None:
        """The page before this one."""
        return self._pages.make_link(-1)

    @cached_property
    def next_page(self) -> Link | None:
        """The page after this one."""
        return self._pages.make_link(+1)

    @cached_property
    def next_missing_path(self) -> str:
        """The address of the next page with something missing."""
        return self._pages.get_next_due_path()

    @cached_property
    def rounds(self) -> Sequence[PageLink]:
        """The rounds to turn to."""
        return self._pages.list_round_links()

    @cached_property
    def stops(self) -> Sequence[PageLink]:
        """The pages of this kind to turn to."""
        return self._pages.list_stops()

    @cached_property
    def decimals(self) -> int:
        """Decimals of the page's points, at most two, so that their column lines up."""
        return _count_decimals(self.rows)

    @property
    def method(self) -> str:
        """The method's short name, such as "MP"."""
        return get_method(self.section.session.scoring_record.scoring).abbr

    @cached_property
    def progress(self) -> EntryProgress:
        """How much of the section is entered."""
        section, plan = self.section, self.plan
        can_be_late = has_entry_in_play(section, self.lines)
        return self.session_results.compute_once(
            ("entered", section.pk, can_be_late),
            lambda: with_second_final(
                compute_section_progress(
                    section, self.lines, plan, self.odd_lines, can_be_late=can_be_late
                ),
                plan,
            ),
        )

    @cached_property
    def standings(self) -> tuple[StandingGroup, ...]:
        """The leaders of each group."""
        return self.session_results.make_leading_groups(MAX_LEADERS) if self.scored else ()

    @property
    def round_ahead(self) -> int:
        """The last round with results while the clock is at an earlier one, else 0."""
        session = self.section.session
        if session.clock not in (Clock.RUNNING, Clock.PAUSED):
            return 0
        latest_round = self.lines.latest_round
        return latest_round if latest_round > session.round_no else 0

    @property
    def has_hand(self) -> bool:
        """Whether the cards of the board are known."""
        return (self.section.pk, self.entry_page.board_no) in self.session_results.hands_by_key

    @cached_property
    def trump(self) -> str:
        """The trump of the board, at whist: "K♣"."""
        if self.entry_page.board_no and self.is_whist:
            return get_board_trump(self.section, self.entry_page.board_no)
        return ""

    @property
    def hand_path(self) -> str:
        """The address of the board with its deal, or "" while it is in play."""
        board_no = self.entry_page.board_no
        if (
            not board_no
            or (self.section.pk, board_no) not in self.session_results.visible_hands_by_key
        ):
            return ""
        return reverse("session_results_board", args=[self.section.ref, board_no])

    @cached_property
    def _match_paths(self) -> MatchPaths:
        return MATCHES.answers.get_match_paths(self.section, self.session_results, self.entry_page)

    @property
    def match_path(self) -> str:
        """The address where only the result of the table's match is entered."""
        return self._match_paths.own_match

    @property
    def matches_path(self) -> str:
        """The address of the results of all matches of a round."""
        return self._match_paths.all_matches

    @cached_property
    def match_boards_path(self) -> str:
        """The address of both tables of the match that a table plays, or "" if it has only one."""
        lines = self._page_lines
        if self.entry_page.kind != "table" or not (lines and self.scoring_field.has_matches):
            return ""
        round_no, low, high = self.lines.get_line_match(lines[0])
        match_page = EntryPage(round_no=round_no, teams=(low, high))
        if low == high or len(match_page.get_lines(self.lines)) == len(lines):
            return ""
        return match_page.get_path(self.section)

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

    def _compute_odd_lines(self) -> tuple[set[SectionLine], set[SectionLine]]:
        """Return the lines far from what the cards make, and all lines that look odd."""
        # Cards of boards in play stay hidden: whoever enters results may still have to play them.
        makeable = {
            board_no: hand.makeable
            for (section_id, board_no), hand in self.session_results.visible_hands_by_key.items()
            if section_id == self.section.pk and hand.makeable
        }
        far_off_lines = set(iter_far_off_lines(self.lines, self._game_key, makeable))
        return far_off_lines, detect_odd_lines(self.lines, self._game_key) | far_off_lines

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

    def _make_entry_row(self, line: SectionLine) -> EntryRow:
        result = line.result
        key = (line.board_no, line.ns, line.ew)
        is_odd = line in self.odd_lines
        entry = parse_line_entry(line.text, game=self._game_key) if line.text else None
        scored_line = self.find_points(key)
        points = scored_line.ns_points if scored_line else None
        if scored_line:
            scored_line = scored_line._replace(ns_points=None, ew_points=None)
        sheet = make_board_line(
            line,
            self.get_names_by_number(line.round_no),
            self.section.get_label,
            self._game_key,
            line_entry=entry,
            points=scored_line,
            top=None,
            group=self.groups.get(key, ""),
            settled_reason=self.get_settled_reason(key),
            due_text=self.lines.format_due_note(line, self.section.session),
        )
        result_id = result.pk if result else None
        version = result.version if result else 0
        oddity_text = self._explain_odd_result(line, sheet) if is_odd else ""
        return EntryRow(
            key=format_line_key(*key),
            sheet=sheet,
            points=points,
            dealer=get_dealer_name(line.board_no),
            vulnerability=format_vulnerability(line.board_no, self._game_key),
            trump=get_board_trump(self.section, line.board_no),
            table_no=line.table_no,
            result_id=result_id,
            shown_text=line.text,
            version=version,
            change_count=max(0, version - 1),
            typed_text=line.text,
            is_entered=line.has_result,
            is_odd=is_odd,
            oddity_text=oddity_text,
            is_only_result=points == 0 and self.get_top(line.board_no, line.ns) == 0,
        )

    def _explain_odd_result(self, line: SectionLine, sheet: BoardLine) -> str:
        """Return why a line is flagged, and what to do."""
        advice = f"Check with table {line.table_no}." if line.table_no else "Check it."
        line_text = f"board {line.board_no}, {sheet.ns.label} against {sheet.ew.label}"
        if line in self.far_off_lines:
            return f"Unusual result: {line_text}, {sheet.tricks} tricks with these cards. {advice}"
        entered_scores = [
            other_line.ns_score
            for other_line in self.lines.get_lines_with_deal(line)
            if other_line.is_entered and other_line is not line
        ]
        other_scores = [score for score in entered_scores if score is not None]
        unit = " tricks" if self.is_whist else ""
        score_range = f"{min(other_scores)}"
        if min(other_scores) < max(other_scores):
            score_range = f"{score_range} to {max(other_scores)}"
        comparison = f"{sheet.score}{unit}; other tables {score_range}".replace("-", "−")
        return f"Unusual result: {line_text}, {comparison}. {advice}"

    def _restore_refused_entries(
        self, rows: list[EntryRow], refused_lines: Sequence[RefusedLine]
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
                row = self._make_entry_row(unplanned_line)
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

    @property
    def title(self) -> str:
        """The page in a few words: "Board 7", "Round 3, table 2"."""
        page = self.entry_page
        if page.board_no:
            return f"Board {page.board_no}"
        if page.teams:
            return f"Round {page.round_no}" if page.round_no else "Match"
        return f"Round {page.round_no}, table {page.table_no}"

    @cached_property
    def subtitle(self) -> str:
        """Who deals and is vulnerable on the board, or who plays which boards."""
        if self.entry_page.board_no:
            return self._describe_board(self.entry_page.board_no)
        if self.entry_page.teams:
            return self._describe_match(self.entry_page.teams, self._page_lines)
        if not self._page_lines:
            return "nobody plays"
        pairs = self._format_seated_sides(self._page_lines[0])
        boards = format_boards([line.board_no for line in self._page_lines])
        return f"{' against '.join(pairs)}, boards {boards}"

    def _describe_board(self, board_no: int) -> str:
        details = [f"{get_dealer_name(board_no)} deals"]
        vulnerable = format_vulnerability(board_no, self._game_key)
        if self.trump:
            details.append(format_trump(self.trump))
        elif vulnerable and not self.is_whist:
            details.append(VULNERABILITY_PHRASES.get(vulnerable, f"{vulnerable} vulnerable"))
        return ", ".join(details)

    def _format_seated_sides(self, line: SectionLine) -> list[str]:
        """Return the N-S and E-W sides as text: number and names, for players each with the seat."""
        if self.plan is None or not self.section.has_named_players:
            return [self._format_label_and_names(line, number) for number in (line.ns, line.ew)]
        row = self.plan.rows.get(round_no=line.round_no or 0, table_no=line.table_no or 0)
        north, east, south, west = (
            self._format_label_and_names(line, player) for player in row.players or (0, 0, 0, 0)
        )
        return [f"N {north}, S {south}", f"E {east}, W {west}"]

    def _describe_match(self, teams: tuple[int, int], lines: Sequence[SectionLine]) -> str:
        if not lines:  # the page was open when the movement changed
            return "these teams don’t meet"
        home, away = (self._format_label_and_names(lines[0], number) for number in teams)
        boards = format_boards(sorted({line.board_no for line in lines}))
        return f"{home} against {away}, boards {boards}"

    def _format_label_and_names(self, line: SectionLine, number: int) -> str:
        return f"{self.section.get_label(number)} {self.get_names_by_number(line.round_no).get(number, '')}".strip()


def make_scores_page(
    section: Section, entry_page: EntryPage, refused_lines: Sequence[RefusedLine] = ()
) -> ScoresPage | None:
    """Return the page of lines at *entry_page*, or None without lines."""
    page = ScoresPage(section, entry_page, refused_lines)
    return page if page.rows else None


def _count_decimals(rows: Sequence[EntryRow]) -> int:
    counts = [0]
    for row in rows:
        if row.points is not None:
            _whole, _point, decimals = format_rounded(row.points).rstrip("0").partition(".")
            counts.append(len(decimals))
    return max(counts)
