"""One page of lines to enter: a board at all tables, or a table in one round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse

from director.boards.movement.lines.fouled import lone_words, section_groups
from director.boards.movement.lines.page_input import RefusedLine, line_key
from director.boards.movement.lines.progress import EntryProgress, section_progress
from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.lines.readings import stored_entry
from director.boards.movement.scoring_field import Key, scoring_field_of
from director.boards.movement.words import (
    boards_text,
    dealer_name,
    names_at_tables,
    trump_on,
    trump_words,
    vulnerable_text,
)
from director.boards.play.problems.suspicious import all_odd
from director.boards.play.scores.places import EntryPage, EntryPages, PageLink
from director.boards.scoring.deals.results import far_off_lines
from director.boards.scoring.lines import board_line
from director.boards.scoring.scored import Scored
from director.boards.scoring.standings.cache import results_stored
from director.boards.scoring.standings.rows import standing_groups
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Plan, Section
from director.models.event import Clock, Game
from director.sheets import BoardLine, Link, Points, StandingGroup
from scoring import (
    DuplicateGame,
    ScoredLine,
    ScoringError,
    duplicate_game,
    find_method,
    points_text,
    possible_honours,
)

LEADERS = 4
VULNERABLE_WORDS = {"None": "nobody vulnerable", "All": "both sides vulnerable"}


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A line to enter. *version* and *shown* are of the page, *typed* is in the box."""

    key: str
    sheet: BoardLine
    board_no: int
    dealer: str
    vulnerability: str
    trump: str
    table_no: int | None
    result_id: int | None
    shown: str
    version: int
    typed: str
    is_in: bool
    is_odd: bool
    odd_words: str
    error: str = ""
    theirs: str = (
        ""  # where somebody else changed the line since: their result, "nothing" if they deleted it
    )
    theirs_version: int = 0

    @property
    def changes(self) -> int:
        """How often the line was changed after it was entered."""
        return max(0, self.version - 1)


@dataclass(frozen=True, slots=True)
class ScoresPage:
    """Everything a page of lines shows."""

    place: EntryPage
    path: str
    title: str
    subtitle: str
    rows: tuple[EntryRow, ...]
    previous: Link | None
    next: Link | None
    next_due: str  # address of the next page with something missing
    rounds: tuple[PageLink, ...]
    stops: tuple[PageLink, ...]
    decimals: (
        int  # how many the points of the page need, at most two, so that their column lines up
    )
    method: str  # "MP"
    is_whist: bool
    game: DuplicateGame
    progress: EntryProgress
    standings: tuple[StandingGroup, ...]
    unscored: str  # why there are no standings
    lines: SectionLines  # all of the section
    plan: Plan | None
    ahead: int  # the last round with results while the clock is at an earlier one, else 0
    has_hand: bool = False  # whether the cards of the board are known
    trump: str = ""  # of the board, at whist: "K♣"
    hand_path: str = ""  # the address of the board with them, once every table has played it

    @property
    def honours(self) -> int:
        """Possible honours at auction in hearts, for the help."""
        return possible_honours("H", self.game.schedule)[0]

    @property
    def has_results(self) -> bool:
        """Whether any result of the page is entered."""
        return any(row.is_in for row in self.rows)

    @property
    def first_open(self) -> str:
        """The key of the line that is entered first: refused, else empty, else the first."""
        order = sorted(self.rows, key=lambda row: (not row.error, row.is_in))
        if order:
            return order[0].key
        return ""

    @property
    def odd(self) -> tuple[str, ...]:
        """A sentence for each line that looks odd."""
        return tuple(row.odd_words for row in self.rows if row.is_odd)

    @property
    def lone(self) -> tuple[str, ...]:
        """A sentence for each group of a fouled board with one table."""
        groups: dict[str, list[str]] = {}
        for row in self.rows if self.place.board_no else ():
            if row.sheet.ns_score is not None:
                groups.setdefault(row.sheet.group, []).append(
                    f"{row.sheet.ns} against {row.sheet.ew}"
                )
        return tuple(lone_words(self.place.board_no, groups))


class _PageParts:
    """What all parts of a page are made from, read once."""

    def __init__(self, section: Section) -> None:
        self.section = section
        sheets = results_stored(section.session.event).session(section.session.number)
        sheets = sheets or SessionSheets(
            scoring_field_of(section)
        )  # where somebody has just removed it
        self.sheets, self.scoring_field = sheets, sheets.scoring_field
        self.plan = sheets.plans.get(section.pk)
        self.lines = sheets.lines_of(section)
        self._names: dict[int | None, Mapping[int, str]] = {}
        self.game = section.session.event.game
        makeable = {  # not of boards that are still to be played: whoever enters results may play them
            board_no: hand.makeable
            for (section_id, board_no), hand in sheets.visible_hands.items()
            if section_id == section.pk and hand.makeable
        }
        self.far = set(far_off_lines(self.lines, self.game, makeable))
        self.odd = all_odd(self.lines, self.game) | self.far
        self.unscored = ""
        self.scored: Scored | None = None
        try:
            self.scored = sheets.scored
        except (
            ScoringError
        ) as error:  # a page that could not be shown could not be corrected either
            self.unscored = str(error)
        self.groups: dict[Key, str] = section_groups(section)

    def names(self, round_no: int | None) -> Mapping[int, str]:
        """Return the names of all seated at a table in *round_no*, and of both sides."""
        if round_no not in self._names:
            self._names[round_no] = self._names_in(round_no)
        return self._names[round_no]

    def _names_in(self, round_no: int | None) -> Mapping[int, str]:
        section = self.section
        if not section.team_size:
            return self.sheets.names_of(section, round_no)
        places = {number: self.scoring_field.place(number) for number in self.sheets.entered}
        entered = {
            own: self.sheets.entered[number]
            for number, (of, own) in places.items()
            if of.pk == section.pk
        }
        return names_at_tables(section, round_no, entered=entered)

    def settled(self, key: Key) -> str:
        """Return why a line counts differently from its entry, or ""."""
        if self.scored:
            return self.scored.settled.get(self.scoring_field.key(self.section, key), "")
        return ""

    def points(self, key: Key) -> ScoredLine | None:
        """Return the points of a line of the section."""
        if self.scored:
            return self.scored.points_on(key[0]).get(self.scoring_field.key(self.section, key))
        return None

    def top(self, board_no: int, ns: int) -> Points:
        """Return the most a side can get on a board of the section."""
        if self.scored:
            return self.scored.top(board_no, self.scoring_field.pair(self.section, ns))
        return None


def scores_page(
    section: Section, place: EntryPage, refused: Sequence[RefusedLine] = ()
) -> ScoresPage | None:
    """Return the page of lines at *place*, with *refused* ones as typed, or None.

    The same few queries whatever the size; of a night that is cached only what its results changed
    is read and counted.
    """
    desk = _PageParts(section)
    rows = [_row(desk, line) for line in place.lines(desk.lines)]
    rows = _with_refused(desk, rows, refused)
    if not rows:
        return None
    ways = EntryPages(section, desk.lines, place)
    title, subtitle = _titles(desk, place)
    if place.board_no and desk.game == Game.WHIST:
        trump = trump_on(section, place.board_no)
    else:
        trump = ""
    return ScoresPage(
        place=place,
        path=place.path(section),
        title=title,
        subtitle=subtitle,
        rows=tuple(rows),
        previous=ways.link(-1),
        next=ways.link(+1),
        next_due=ways.next_due(),
        rounds=ways.rounds(),
        stops=ways.stops(),
        decimals=_decimals(rows),
        method=find_method(section.session.event.scoring).abbr,
        is_whist=desk.game == Game.WHIST,
        game=duplicate_game(desk.game),
        progress=section_progress(section, desk.lines, desk.plan, desk.odd),
        standings=_standings(desk),
        unscored=desk.unscored,
        lines=desk.lines,
        plan=desk.plan,
        ahead=_ahead(desk),
        has_hand=(section.pk, place.board_no) in desk.sheets.hands,
        trump=trump,
        hand_path=_hand_path(desk, place),
    )


def _ahead(desk: _PageParts) -> int:
    session = desk.section.session
    if session.clock not in (Clock.RUNNING, Clock.PAUSED):
        return 0
    latest = desk.lines.latest_round
    if latest > session.round_no:
        return latest
    return 0


def _hand_path(desk: _PageParts, place: EntryPage) -> str:
    """Return the address of the board with its deal, or "" while it is in play."""
    if not place.board_no or (desk.section.pk, place.board_no) not in desk.sheets.visible_hands:
        return ""
    return reverse("session_results_board", args=[desk.section.place, place.board_no])


def _decimals(rows: Sequence[EntryRow]) -> int:
    texts = [
        points_text(row.sheet.ns_points).rstrip("0")
        for row in rows
        if row.sheet.ns_points is not None
    ]
    return max((len(text.partition(".")[2]) for text in texts), default=0)


def _row(desk: _PageParts, line: SectionLine) -> EntryRow:
    result = line.result
    key = (line.board_no, line.ns, line.ew)
    is_odd = line in desk.odd
    entered = stored_entry(line, desk.game) if line.text else None
    sheet = board_line(
        line,
        desk.names(line.round_no),
        desk.section.label,
        desk.game,
        entered=entered,
        points=desk.points(key),
        top=desk.top(line.board_no, line.ns),
        group=desk.groups.get(key, ""),
        settled=desk.settled(key),
        due_text=desk.lines.due_words(line, desk.section.session),
    )
    result_id = result.pk if result else None
    version = result.version if result else 0
    odd_words = _odd_words(desk, line, sheet) if is_odd else ""
    return EntryRow(
        key=line_key(*key),
        sheet=sheet,
        board_no=line.board_no,
        dealer=dealer_name(line.board_no),
        vulnerability=vulnerable_text(line.board_no, desk.game),
        trump=trump_on(desk.section, line.board_no),
        table_no=line.table_no,
        result_id=result_id,
        shown=line.text,
        version=version,
        typed=line.text,
        is_in=line.is_in,
        is_odd=is_odd,
        odd_words=odd_words,
    )


def _odd_words(desk: _PageParts, line: SectionLine, sheet: BoardLine) -> str:
    """Return why a line is flagged, and what to do."""
    ask = f"Check with table {line.table_no}." if line.table_no else "Check it."
    who = f"board {line.board_no}, {sheet.ns} against {sheet.ew}"
    if line in desk.far:
        return f"Unusual result: {who}, {sheet.tricks} tricks with these cards. {ask}"
    scores = [
        other.ns_score
        for other in desk.lines.on_board(line.board_no)
        if other.is_in and other is not line
    ]
    others = [score for score in scores if score is not None]
    unit = " tricks" if desk.game == "whist" else ""
    span = f"{min(others)} to {max(others)}" if min(others) < max(others) else f"{others[0]}"
    words = f"{sheet.ns_score}{unit}; other tables {span}".replace("-", "−")
    return f"Unusual result: {who}, {words}. {ask}"


def _with_refused(
    desk: _PageParts, rows: list[EntryRow], refused: Sequence[RefusedLine]
) -> list[EntryRow]:
    """Return *rows* with the refused entries in their boxes."""
    by_key = {row.key: row for row in rows}
    for line in refused:
        typed = line.typed
        row = by_key.get(typed.key) or _row(
            desk, SectionLine(typed.board_no, typed.ns, typed.ew, None, None, None)
        )
        row = replace(
            row, typed=typed.text, shown=typed.shown, version=typed.version, error=str(line.error)
        )
        if (current := line.standing) is not None:
            row = replace(row, theirs=current.counted or "nothing", theirs_version=current.version)
        by_key[typed.key] = row
    return list(by_key.values())


def _titles(desk: _PageParts, place: EntryPage) -> tuple[str, str]:
    if place.board_no:
        vulnerable = vulnerable_text(place.board_no, desk.game)
        words = VULNERABLE_WORDS.get(vulnerable, f"{vulnerable} vulnerable")
        deals = f"{dealer_name(place.board_no)} deals"
        if desk.game == Game.WHIST:
            trump = trump_on(desk.section, place.board_no)
            return f"Board {place.board_no}", f"{deals}, {trump_words(trump)}" if trump else deals
        return f"Board {place.board_no}", f"{deals}, {words}" if vulnerable else deals
    lines = place.lines(desk.lines)
    if not lines:
        return f"Round {place.round_no}, table {place.table_no}", "nobody plays"
    pairs = _seated_words(desk, lines[0])
    boards = boards_text([line.board_no for line in lines])
    return (
        f"Round {place.round_no}, table {place.table_no}",
        f"{' against '.join(pairs)}, boards {boards}",
    )


def _seated_words(desk: _PageParts, line: SectionLine) -> list[str]:
    """Return who sits N-S and who E-W: number and names, of single players each with the seat."""

    def named(number: int) -> str:
        return f"{desk.section.label(number)} {desk.names(line.round_no).get(number, '')}".strip()

    if desk.plan is None or not desk.section.names_players:
        return [named(line.ns), named(line.ew)]
    row = desk.plan.rows.get(round_no=line.round_no or 0, table_no=line.table_no or 0)
    north, east, south, west = row.players or (0, 0, 0, 0)
    return [f"N {named(north)}, S {named(south)}", f"E {named(east)}, W {named(west)}"]


def _standings(desk: _PageParts) -> tuple[StandingGroup, ...]:
    """Return the first few of each group that is ranked."""
    if desk.scored is None:
        return ()
    # Where boards have a top, a pair without a percentage has not been compared with anybody yet.
    has_tops = any(top is not None for top in desk.scored.tops.values())
    rows = [
        row for row in desk.sheets.rows if row.place and (row.percent is not None or not has_tops)
    ]
    groups = standing_groups(desk.scoring_field, rows, desk.scored.ranking)
    return tuple(StandingGroup(group.title, group.rows[:LEADERS]) for group in groups if group.rows)
