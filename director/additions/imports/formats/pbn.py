"""Results in PBN: the games of a file become an event. ``pbn_rows`` reads their rows and values."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from director.additions.imports.formats.pbn_rows import (
    MATCH_COLUMNS,
    SIDE_AND_FIGURE,
    find_seats_label,
    format_artificial,
    has_earlier_sessions,
    has_hyphenated_names,
    is_sit_out,
    list_pair_ids,
    parse_name,
    parse_score_tag,
    read_listed_pair,
    read_match,
    read_ns_score,
    read_player_numbers,
    read_side_points,
    split_names,
)
from director.additions.imports.formats.source.choices import choose_event, describe_event
from director.additions.imports.formats.source.contest import PAIRS, TEAMS, find_seats_only_error
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    parse_label,
    parse_partner_seats,
)
from director.additions.imports.formats.source.model import (
    SourceEvent,
    find_own_scoring,
    is_ruling,
    parse_scoring,
)
from director.additions.imports.formats.source.report import (
    Report,
    make_only_cards_error,
    make_practice_error,
)
from director.additions.imports.formats.source.results import (
    is_contract,
    is_nothing,
    parse_made_result,
    parse_number,
    parse_points,
    parse_turned_result,
)
from director.additions.imports.refusals import (
    make_board_number_error,
    make_no_scoring_doubt,
    make_vague_scoring_doubt,
)
from director.formats.dates import parse_date
from director.formats.deals import read_pbn_deal
from director.formats.errors import Doubt, IgnoredParts
from director.formats.pbn import PbnGame, PbnTable, read_games
from director.formats.reading import strip_invisible
from director.formats.refusals import make_pbn_board_error
from director.formats.result import ResultInFile
from movements.option import format_count
from scoring.registry import get_method

_UNITS = ("mp", "imp")
_SCORING_BY_UNIT = {"mp": "matchpoints", "imp": "cross-imps"}
_NAMED_CROSS_IMPS = re.compile("CROSS|CAVENDISH|X-?IMP")
"""Scoring tags that say cross-IMPs. "IMP" alone also stands for Butler and for matches."""
_SEATS = ("North", "East", "South", "West")
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_EVENT_TAGS = (
    "Event",
    "Site",
    "Date",
    "EventDate",
    "Application",
    "Generator",
    "Competition",
)
_TABLE_NAMES = ("ScoreTable", "TotalScoreTable")
# Other tags and columns are reported as left out.
_USED_TAGS_TEXT = """event site date eventdate application generator competition board dealer vulnerable deal
    north east south west scoring declarer contract result score scorepercentage scoremp
    scoreimp pairns pairew hometeam visitteam stage section round table room scoretable
    totalscoretable scoredby ruling"""
_USED_TAGS = frozenset(_USED_TAGS_TEXT.split())
_USED_COLUMNS_WORDS = """section pairid_ns pairid_ew contract declarer result score_ns score_ew mp_ns mp_ew imp_ns
    imp_ew percentage_ns percentage_ew names_ns names_ew lead round table ruling rank pairid
    names totalscore totalimp totalmp totalpercentage nrboards teamname multiplicity
    mp imp percentage totalscoremp totalscoreimp totalscorevp direction teamid playerid name roster
    memberid memberid1 memberid2 teamid_home teamid_away matchdetails vp_home vp_away nrrounds
    playerid_north playerid_east playerid_south playerid_west mp_north mp_east mp_south mp_west
    sessionscoremp sessionscoreimp sessionpercentage sessionrank nrboardssession"""
_USED_COLUMNS = frozenset(_USED_COLUMNS_WORDS.split())
_MAGIC_CONTEST = re.compile("magic contest|ruter", re.IGNORECASE)
"""Names of the program as the federations have it."""
_EVENT_TAG = re.compile(rb'^\s*\[Event\s+"([^"#?][^"]*)"', re.IGNORECASE | re.MULTILINE)
_DATE_TAG = re.compile(rb'^\s*\[Date\s+"([^"#?][^"]*)"', re.IGNORECASE | re.MULTILINE)
_EMPTY_ROW: Mapping[str, str] = {}
_MATCH_TAGS = ("board", "hometeam", "visitteam", "stage", "section", "round", "scoring")
"""Tags that the second table of a match has in common with the first."""
_HEAD_TAGS = frozenset({"event", "stage", "hometeam", "visitteam", "pairns", "pairew"})
_AWARD_COLUMNS = (
    "score_ns",
    "score_ew",
    "mp_ns",
    "mp_ew",
    "imp_ns",
    "imp_ew",
    "percentage_ns",
    "percentage_ew",
)
"""Columns whose cells begin with ``^`` if the director awarded the score."""
_RESULT_TAGS = ("Result", "Score", "ScorePercentage", "ScoreMP", "ScoreIMP")


def read_pbn(data: bytes, contest: str = "", event_no: int = 0) -> SourceEvent:
    """Return the event in *data*, the bytes of a PBN file.

    A game is a board with a score table, or one result. Each stage is a session. Without stages,
    each date is one if there are several. The movement comes from tags or columns of rounds and
    tables. *contest* and *event_no* are the director's, as in ``read_source``.

    >>> read_pbn(b'[Board "1"]')
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file has no results. Export the event again after entering its results.

    :raises ImportFileError: with every problem of the file, each one sentence

    Source: [PBN21].
    """
    wanted_name = _choose_event_name(data, event_no)
    has_dates = len(set(_DATE_TAG.findall(data))) > 1
    if has_dates and wanted_name:
        # Some dates may belong to other events.
        has_dates = _has_several_dates(data, wanted_name)
    reader = _PbnReader(contest, has_dates=has_dates)
    for game in read_games(data):
        name = strip_invisible(game.get_tag("Event"))
        # A game without a name belongs to every event.
        if not wanted_name or name in (wanted_name, ""):
            reader.add_game(game)
    return reader.make_event()


def _has_several_dates(data: bytes, event_name: str) -> bool:
    """Return whether the games of one event have several dates."""
    dates = {
        game.get_tag("Date")
        for game in read_games(data)
        if strip_invisible(game.get_tag("Event")) == event_name
        and not is_nothing(game.get_tag("Date"))
    }
    return len(dates) > 1


def _choose_event_name(data: bytes, event_no: int) -> str:
    """Return the name of event *event_no*, or "" unless several events of the file have results."""
    # Most files name one event. Searching the bytes for its tag spares reading every game twice.
    if len(set(_EVENT_TAG.findall(data))) < 2:
        return ""
    dates_by_name: dict[str, str] = {}
    result_count = 0
    are_results_alone = True
    for game in read_games(data):
        name = strip_invisible(game.get_tag("Event"))
        if name and (is_played(game) or "scoretable" in game.value_by_tag):
            dates_by_name.setdefault(name, game.get_tag("Date"))
            result_count += 1
            is_alone = "scoretable" not in game.value_by_tag and bool(game.get_tag("Deal"))
            are_results_alone = are_results_alone and is_alone
    if len(dates_by_name) < 2:
        return ""
    if are_results_alone and result_count == len(dates_by_name) and not event_no:
        # These are the hands of a lesson: each has its own name, and the result that it should have.
        raise make_practice_error(result_count)
    names = []
    for name, date_text in dates_by_name.items():
        names.append(describe_event(name, "" if is_nothing(date_text) else date_text))
    return choose_event(list(dates_by_name), names, event_no)


class _PbnReader:
    """Collects games and makes their event."""

    def __init__(self, contest: str, *, has_dates: bool = False) -> None:
        self._contest = contest
        self._has_dates = has_dates
        self._report = Report()
        self._sections_by_key: dict[tuple[str, str], FlatSection] = {}
        self._event_tags: dict[str, str] = {}
        self._numbers_by_team: dict[str, int] = {}
        self._seen_meetings: set[tuple[str, ...]] = set()
        self._scoring = ""
        self._scoring_text = ""  # as the file writes it
        self._unit = ""
        self._seen_deals: set[tuple[str, ...]] = set()
        self._scored_by: set[str] = set()
        self._match_tags: dict[str, str] = {}
        self._boards_only_bid: list[str] = []  # numbers as the file writes them
        self.has_earlier_sessions = False
        self._sit_out_counts: Counter[Label | None] = Counter()  # boards
        self._ignored_parts = IgnoredParts()

    def add_game(self, game: PbnGame) -> None:
        """Add the results and standings of *game*."""
        # First, because it tells whether this program wrote the file.
        self._store_head(game)
        self._note_ignored_parts(game)
        board_text = self._read_board_text(game)
        if total_table := game.find_table("TotalScoreTable"):
            is_own_file = bool(self._scored_by)
            for row in total_table.iter_records():
                self.has_earlier_sessions |= has_earlier_sessions(row)
                if pair := read_listed_pair(row, is_own_file=is_own_file):
                    self._get_section(game, row).pairs.append(pair)
        section = self._get_section(game)
        sections = [section]
        table = game.find_table("ScoreTable")
        if table and set(MATCH_COLUMNS) <= set(table.columns):
            section.is_by_team = True
            section.matches += filter(None, map(read_match, table.iter_records()))
        elif table:
            sections = self._add_rows(game, table, board_text) or sections
        elif is_played(game):
            section.is_by_team = section.is_by_team or bool(_find_team_names(game))
            board_no = self._read_board_number(game, board_text)
            where = f"Line {game.first_line_no}, board {board_text}"
            if line := self._read_game(game, board_no, where):
                section.lines.append(line)
        elif game.get_tag("Contract"):
            self._boards_only_bid.append(board_text)
        self._add_deal(game, sections, board_text)

    def _add_deal(self, game: PbnGame, sections: Iterable[FlatSection], board_text: str) -> None:
        """Add the cards of *game*, if it has any, to *sections*, once each."""
        deal_text = game.get_tag("Deal")
        if not deal_text:
            return
        for section_with_cards in sections:
            names = section_with_cards.session, section_with_cards.name
            deal_key = (*names, board_text, deal_text)
            # A file with a game for each result repeats the cards in every game.
            if deal_key not in self._seen_deals:
                self._seen_deals.add(deal_key)
                section_with_cards.hands.append(read_pbn_deal(game))

    def _store_head(self, game: PbnGame) -> None:
        """Store the event's name, date and scoring, as far as *game* has them."""
        for tag in _EVENT_TAGS:
            if value := strip_invisible(game.get_tag(tag)):
                self._event_tags.setdefault(tag, value)
        scored_by = game.get_tag("ScoredBy")
        # Another program may name a person here.
        if parse_scoring(scored_by):
            self._scored_by.add(scored_by)
        self._scoring = self._scoring or _detect_scoring(game)
        self._scoring_text = self._scoring_text or strip_invisible(game.get_tag("Scoring"))
        self._unit = self._unit or _detect_unit(game)

    def _note_ignored_parts(self, game: PbnGame) -> None:
        """Count the tags of *game*, and the columns of its tables, that aren't read."""
        for tag in game.value_by_tag:
            if tag in _USED_TAGS:
                continue
            if value := game.get_tag(tag):
                spelling = game.spelling_by_tag.get(tag, tag)
                self._ignored_parts.add_part(spelling, strip_invisible(value))
        for name in _TABLE_NAMES:
            unused_columns = [
                column for column in game.list_columns(name) if column not in _USED_COLUMNS
            ]
            # The rows are read only for unknown columns, which are rare.
            table = game.find_table(name) if any(unused_columns) else None
            if table is None:
                continue
            for row in table.iter_records():
                for column in unused_columns:
                    if not is_nothing(row[column]):
                        self._ignored_parts.add_part(f"{name}: {column}", row[column])

    def _add_rows(self, game: PbnGame, table: PbnTable, board_text: str) -> list[FlatSection]:
        """Add the results in the rows of *table*, and return the section of each."""
        rows = [*table.iter_records()]
        board_no = self._read_board_number(game, board_text)
        has_hyphens = has_hyphenated_names(rows)
        sections = []
        for line_no, row in zip(table.line_nos, rows, strict=True):
            where = f"Line {line_no}, board {board_text}"
            section = self._get_section(game, row)
            if is_sit_out(row):
                self._sit_out_counts.update(map(parse_label, list_pair_ids(row)))
            elif line := self._read_row(board_no, row, where, has_hyphens=has_hyphens):
                section.lines.append(line)
            sections.append(section)
        return sections

    def _read_board_text(self, game: PbnGame) -> str:
        """Return the board of *game*, or the previous game's board if it has none.

        Some programs name the board and the teams of a match only at its first table. The missing
        tags are added to *game*.
        """
        if "board" in game.value_by_tag:
            if _HEAD_TAGS.isdisjoint(game.value_by_tag):
                # Some files name the teams only at the first board.
                for tag in ("hometeam", "visitteam", "stage"):
                    if tag in self._match_tags:
                        game.value_by_tag[tag] = self._match_tags[tag]
            self._match_tags = {
                tag: game.value_by_tag[tag] for tag in _MATCH_TAGS if tag in game.value_by_tag
            }
        elif is_played(game):
            for tag, value in self._match_tags.items():
                game.value_by_tag.setdefault(tag, value)
        return game.get_tag("Board")

    def _get_section(self, game: PbnGame, row: Mapping[str, str] = _EMPTY_ROW) -> FlatSection:
        """Return the section that the *row* of a table names, or else the *game*."""
        date_text = game.get_tag("Date") if self._has_dates else ""
        session = game.get_tag("Stage") or date_text
        name = row.get("section", "")
        if is_nothing(name):
            name = game.get_tag("Section")
        section = FlatSection(strip_invisible(session), strip_invisible(name))
        return self._sections_by_key.setdefault((session, name), section)

    def make_event(self) -> SourceEvent:
        """Return the event of all games.

        :raises ImportFileError: with every problem
        """
        own_scoring = find_own_scoring(self._scored_by)
        scoring = self._scoring or _SCORING_BY_UNIT.get(self._unit, "matchpoints")
        if own_scoring:
            scoring = get_method(own_scoring.method_key).name_in_files
        elif not self._scoring and not self._unit:
            self._report.doubts.append(make_no_scoring_doubt(scoring))
        elif self._is_scoring_vague(scoring):
            text = self._scoring_text or "IMP"
            method_name = get_method(scoring).name_in_sentence
            self._report.doubts.append(make_vague_scoring_doubt(text=text, method_name=method_name))
        sections = list(self._sections_by_key.values())
        for section in sections:
            section.pairs = [self._without_sit_outs(pair) for pair in section.pairs]
            section.pairs += self._iter_named_teams(section)
            if own_scoring:
                section.winner_count = _count_own_winners(section)
                section.is_own_file = True
        has_lines = any(section.has_results for section in sections)
        if self._seen_deals and not has_lines and not self._report.problems:
            raise make_only_cards_error(len(self._seen_deals))
        lines = [line for section in sections for line in section.lines]
        named_count = sum(map(_has_contestants, lines))
        is_practice = 2 * named_count < len(lines) or find_seats_only_error(lines)
        if self._seen_deals and lines and is_practice:
            raise make_practice_error(len(self._seen_deals))
        self._report.doubts += self._iter_doubts()
        if not own_scoring:
            self._report.ignored_parts += self._ignored_parts.make_doubts("Tags")
        played_on = _parse_date(self._event_tags.get("Date", ""))
        event_date = _parse_date(self._event_tags.get("EventDate", ""))
        generator = self._event_tags.get("Generator", "")
        event_head = EventHead(
            scoring,
            title=self._event_tags.get("Event", ""),
            club=self._event_tags.get("Site", ""),
            event_date=played_on or event_date,
            program=self._event_tags.get("Application", generator),
            contest=self._choose_contest(sections),
            own_scoring=own_scoring,
        )
        return make_source_event(event_head, sections, self._report)

    def _iter_doubts(self) -> Iterator[Doubt]:
        """Yield what the director should know about the games as a whole."""
        if self._boards_only_bid:
            yield _make_only_bid_doubt(self._boards_only_bid)
        if self.has_earlier_sessions:
            yield Doubt(
                "doubt-earlier-sessions",
                "The file’s totals also count earlier sessions. Only the figures of this session are "
                "compared; give the rest as carry-over, or import the earlier sessions and rank them "
                "in a league.",
            )

    def _without_sit_outs(self, pair: FlatPair) -> FlatPair:
        """Return *pair* with the count of boards that it played, which some files give with its sit-outs."""
        if pair.board_count is None:
            return pair
        played_count = pair.board_count - self._sit_out_counts[pair.label]
        return replace(pair, board_count=max(played_count, 0))

    def _is_scoring_vague(self, scoring: str) -> bool:
        """Return whether the file's word for *scoring* has several meanings, such as "IMP"."""
        # Matches of teams are scored by IMPs in one way only.
        if scoring != "cross-imps" or self._choose_contest(self._sections_by_key.values()) == TEAMS:
            return False
        return not _NAMED_CROSS_IMPS.search(self._scoring_text.upper())

    def _choose_contest(self, sections: Iterable[FlatSection]) -> str:
        """Return the contest that the file or the director says, or ""."""
        if any(section.is_by_team for section in sections):
            return TEAMS
        competition = self._event_tags.get("Competition", "").casefold()
        # Other programs write "Pairs" even if they don't know.
        knows_contest = self._scored_by or _MAGIC_CONTEST.match(
            self._event_tags.get("Application", "")
        )
        if competition == TEAMS or (competition == PAIRS and knows_contest):
            return competition
        return self._contest

    def _iter_named_teams(self, section: FlatSection) -> Iterator[FlatPair]:
        numbers: set[int] = set()
        for line in section.lines:
            if line.ns and line.ew:
                numbers |= {line.ns.number, line.ew.number}
        for name, number in self._numbers_by_team.items():
            if section.is_by_team and number in numbers:
                yield FlatPair(Label(number), name=name)

    def _read_board_number(self, game: PbnGame, board_text: str) -> int:
        if re.fullmatch("[0-9]{1,3}", board_text) and int(board_text):
            return int(board_text)
        if board_text:
            error = make_board_number_error(where=f"Line {game.first_line_no}", text=board_text)
        else:
            error = make_pbn_board_error(line_no=game.first_line_no)
        self._report.problems.append(error)
        return 0

    def _read_row(
        self, board_no: int, row: Mapping[str, str], where: str, *, has_hyphens: bool
    ) -> FlatLine | None:
        """Return the line of a score table's row, or None if it has no board number."""
        cells = defaultdict(str, row)
        ruling = cells["ruling"]
        artificial = ""
        if any(cells[column].startswith("^") for column in _AWARD_COLUMNS):
            artificial = format_artificial(cells["percentage_ns"], cells["percentage_ew"])
        turned_result = self._find_turned_result(ruling)
        result = turned_result or self._read_result(
            where,
            contract=cells["contract"],
            declarer=cells["declarer"],
            tricks=cells["result"],
            score=read_ns_score(row),
            artificial=artificial,
            ruling=ruling,
        )
        if not board_no:
            return None
        is_own_file = bool(self._scored_by)
        ns_names, ew_names = cells["names_ns"], cells["names_ew"]
        if has_hyphens and not is_own_file:
            ns_names = ns_names.replace("-", " - ")
            ew_names = ew_names.replace("-", " - ")
        north, south = split_names(ns_names, is_own_file=is_own_file)
        east, west = split_names(ew_names, is_own_file=is_own_file)
        seats = (north, east, south, west)
        lead = cells["lead"]
        return FlatLine(
            where,
            board_no,
            self._with_own_average(result, ruling),
            ns=parse_label(cells["pairid_ns"]),
            ew=parse_label(cells["pairid_ew"]),
            seats=seats if any(seats) else (),
            lead="" if is_nothing(lead) else lead,
            ns_points=read_side_points(row, "ns"),
            ew_points=read_side_points(row, "ew"),
            round_no=parse_number(cells["round"]),
            table_no=parse_number(cells["table"]),
            players=read_player_numbers(row),
            is_turned=turned_result is not None,
        )

    def _read_game(self, game: PbnGame, board_no: int, where: str) -> FlatLine | None:
        """Return the line of a *game* with one result, or None if it has no board number."""
        percent_by_side = dict(SIDE_AND_FIGURE.findall(game.get_tag("ScorePercentage")))
        artificial = ""
        if percent_by_side and not (game.get_tag("Contract") or game.get_tag("Score")):
            artificial = format_artificial(
                percent_by_side.get("NS", ""), percent_by_side.get("EW", "")
            )
        ruling = game.get_tag("Ruling")
        turned_result = self._find_turned_result(ruling)
        result = turned_result or self._read_result(
            where,
            contract=game.get_tag("Contract"),
            declarer=game.get_tag("Declarer"),
            tricks=game.get_tag("Result"),
            score=parse_score_tag(game.get_tag("Score")),
            artificial=artificial,
            ruling=ruling,
        )
        points_text = game.get_tag("ScoreMP") or game.get_tag("ScoreIMP")
        points_by_side = dict(SIDE_AND_FIGURE.findall(points_text))
        seats = tuple(parse_name(game.get_tag(seat)) for seat in _SEATS)
        ns = parse_label(game.get_tag("PairNS"))
        ew = parse_label(game.get_tag("PairEW"))
        if teams := _find_team_names(game):
            ns, ew = self._assign_team_labels(game, teams)
        elif ns is None and ew is None and all(seats):
            ns = find_seats_label(seats[::2])
            ew = find_seats_label(seats[1::2])
            if ns and ew:
                seats = ()
        if not board_no:
            return None
        return FlatLine(
            where,
            board_no,
            self._with_own_average(result, ruling),
            ns=ns,
            ew=ew,
            seats=seats if any(seats) else (),
            ns_points=parse_points(points_by_side.get("NS", "")),
            ew_points=parse_points(points_by_side.get("EW", "")),
            round_no=parse_number(game.get_tag("Round")),
            table_no=parse_number(game.get_tag("Table")),
            players=parse_partner_seats(game.get_tag("PairNS"), game.get_tag("PairEW")),
            is_turned=turned_result is not None,
        )

    def _read_result(
        self,
        where: str,
        *,
        contract: str,
        declarer: str,
        tricks: str,
        score: str,
        artificial: str,
        ruling: str,
    ) -> ResultInFile:
        """Return the result of a row or a game. A *ruling* counts only if this program wrote it."""
        if self._scored_by and is_ruling(ruling):
            return ResultInFile(own_text=ruling)
        if artificial:
            return ResultInFile(artificial=artificial)
        return parse_made_result(
            where, self._report, contract=contract, declarer=declarer, tricks=tricks, score=score
        )

    def _find_turned_result(self, ruling: str) -> ResultInFile | None:
        """Return the result of pairs that sat the wrong way in a file of this program, or None."""
        if self._scored_by:
            return parse_turned_result(ruling)
        return None

    def _assign_team_labels(self, game: PbnGame, teams: tuple[str, str]) -> tuple[Label, Label]:
        """Return the labels of the teams that sit N-S and E-W.

        The home team sits N-S in the open room and E-W in the closed room. Some programs exchange
        the names for the second table instead. If the teams have already met in these directions
        on the board, they are exchanged.
        """
        ns, ew = teams
        if game.get_tag("Room").upper().startswith("C"):
            ns, ew = ew, ns
        match_key = [game.get_tag(tag) for tag in ("Stage", "Section", "Round", "Board")]
        has_met = (*match_key, ns, ew) in self._seen_meetings
        has_met_exchanged = (*match_key, ew, ns) in self._seen_meetings
        if has_met and not has_met_exchanged:
            ns, ew = ew, ns
        self._seen_meetings.add((*match_key, ns, ew))
        return self._assign_team_label(ns), self._assign_team_label(ew)

    def _assign_team_label(self, name: str) -> Label:
        """Return the label of a team: its number in the file, or else in order of appearance."""
        if (label := parse_label(name)) and not label.direction:
            return label
        return Label(self._numbers_by_team.setdefault(name, len(self._numbers_by_team) + 1))

    def _with_own_average(self, result: ResultInFile, ruling: str) -> ResultInFile:
        """Return an artificial *result* of this program's file with its *ruling*.

        Its shares alone don't tell which average the director gave.
        """
        if self._scored_by and result.artificial and not is_nothing(ruling):
            return result._replace(own_text=ruling)
        return result


def is_played(game: PbnGame) -> bool:
    """Return whether a *game* without a table has a result, not only a deal or a contract.

    Bidding robots write contracts that nobody played.

    >>> is_played(PbnGame(1, {"board": "1", "contract": "Pass"})), is_played(PbnGame(1, {"board": "1"}))
    (True, False)
    >>> is_played(PbnGame(1, {"board": "1", "contract": "4HX"})), is_played(PbnGame(1, {"contract": "4HE+1"}))
    (False, True)
    """
    if any(map(game.get_tag, _RESULT_TAGS)):
        return True
    contract = "".join(game.get_tag("Contract").split())
    return bool(contract) and not is_contract(contract)


def _has_contestants(line: FlatLine) -> bool:
    """Return whether *line* names pairs, players or teams."""
    return bool(line.ns or line.ew or any(line.seats) or any(line.players))


def _make_only_bid_doubt(boards: Sequence[str]) -> Doubt:
    """Return the doubt about *boards* that have a contract and no result."""
    return Doubt(
        "doubt-only-bid",
        "{boards} {have} a contract but no result, such as board {first}. Only {their} cards were "
        "imported.",
        boards=format_count(len(boards), "board"),
        have="has" if len(boards) == 1 else "have",
        first=boards[0],
        their="its" if len(boards) == 1 else "their",
    )


def _count_own_winners(section: FlatSection) -> int:
    """Return how many winners *section* of this program's file has: 2 if pairs have directions."""
    if any(line.ns and line.ns.direction for line in section.lines):
        return 2
    return 1


def _find_team_names(game: PbnGame) -> tuple[str, str] | None:
    """Return the names of the home and the visiting team, or None for a game of pairs."""
    home, visitors = (strip_invisible(game.get_tag(tag)) for tag in ("HomeTeam", "VisitTeam"))
    if home and visitors and home != visitors and not game.get_tag("PairNS"):
        return home, visitors
    return None


def _detect_scoring(game: PbnGame) -> str:
    """Return the scoring of *game* as a word of ``SCORINGS`` or ``TEAM_SCORINGS``, or ""."""
    scoring_text = game.get_tag("Scoring").upper().replace(" ", "")
    if scoring_text.startswith("BAM"):
        return "bam"
    if scoring_text.startswith(("MP", "MATCHPOINT")):
        return "matchpoints"
    if "BUTLER" in scoring_text:
        return "butler"
    if scoring_text.startswith("IMP") or _NAMED_CROSS_IMPS.search(scoring_text):
        return "cross-imps"
    totals = game.find_table("TotalScoreTable")
    if totals and "totalscore" in totals.columns:
        return "aggregate"
    return ""


def _detect_unit(game: PbnGame) -> str:
    """Return the unit of the points of *game*, "mp" or "imp", or "" if it has none."""
    columns = {*game.list_columns("ScoreTable"), *game.list_columns("TotalScoreTable")}
    for unit in _UNITS:
        names = {f"{unit}_ns", f"{unit}_ew", f"total{unit}"}
        if game.get_tag(f"Score{unit}") or not names.isdisjoint(columns):
            return unit
    return ""


def _parse_date(text: str) -> date | None:
    if match := _DATE.fullmatch(text):
        with suppress(ValueError):  # such as 31 June
            return date(*map(int, match.groups()))
        return None
    return parse_date(text)
