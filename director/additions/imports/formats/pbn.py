"""Results in PBN."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal

from director.additions.imports.formats.source.contest import PAIRS, TEAMS
from director.additions.imports.formats.source.event import (
    build_source_event,
    choose_event,
    describe_event,
)
from director.additions.imports.formats.source.lines import (
    EventHead,
    FlatLine,
    FlatPair,
    FlatSection,
    Label,
    Report,
    is_nothing,
    make_only_cards_fault,
    read_label,
    read_made,
    read_partner_seats,
    read_points,
    read_turned,
)
from director.additions.imports.formats.source.model import (
    SourceEvent,
    SourcePlayer,
    find_own_scoring,
    is_ruling,
    read_scoring,
)
from director.additions.imports.refusals import (
    DOUBT_NO_SCORING,
    make_board_number_error,
    make_vague_scoring_doubt,
)
from director.formats.dates import read_date
from director.formats.deals import read_pbn_deal
from director.formats.errors import Doubt, IgnoredParts
from director.formats.pbn import PbnGame, read_games
from director.formats.reading import strip_invisible
from director.formats.result import FiledResult
from scoring.bridge.entries import read_entry
from scoring.registry import find_method

_UNITS = ("mp", "imp")
_SCORING_BY_UNIT = {"mp": "matchpoints", "imp": "cross-imps"}
_NAMED_CROSS_IMPS = re.compile("CROSS|CAVENDISH|X-?IMP")
"""Scoring tags that say cross-IMPs. "IMP" alone also stands for Butler and for matches."""
_SEATS = ("North", "East", "South", "West")
_SIDES = ("NS", "EW")
_SIDE_SUFFIXES = ("ns", "ew")  # of the names of columns
_HYPHENED = re.compile(r"[^-;&/]*[^-;&/ ]-[^-;&/ ][^-;&/]*")
_DATE = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_SIDE_AND_FIGURE = re.compile(r"(NS|EW)\s*\^?([+-]?[0-9]+(?:[.,][0-9]+)?)")
_NUMBER_IN_LABEL = re.compile(
    r"\D{0,20}?([0-9]{1,5})"
)  # "Para-5" on both chairs of a side is pair 5
_TAGS_OF_EVENT = (
    *("Event", "Site", "Date", "EventDate"),
    *("Application", "Generator", "Competition"),
)
_TABLES = ("ScoreTable", "TotalScoreTable")
_USED_TAGS_WORDS = """event site date eventdate application generator competition board dealer vulnerable deal
    north east south west scoring declarer contract result score scorepercentage scoremp
    scoreimp pairns pairew hometeam visitteam stage section round table room scoretable
    totalscoretable scoredby ruling"""
_USED_TAGS = frozenset(_USED_TAGS_WORDS.split())
_USED_COLUMNS_WORDS = """section pairid_ns pairid_ew contract declarer result score_ns score_ew mp_ns mp_ew imp_ns
    imp_ew percentage_ns percentage_ew names_ns names_ew lead round table ruling rank pairid
    names totalscore totalimp totalmp totalpercentage nrboards teamname multiplicity
    mp imp percentage"""
_USED_COLUMNS = frozenset(_USED_COLUMNS_WORDS.split())
_EVENT_TAG = re.compile(rb'^\s*\[Event\s+"([^"#?][^"]*)"', re.IGNORECASE | re.MULTILINE)
_DATE_TAG = re.compile(rb'^\s*\[Date\s+"([^"#?][^"]*)"', re.IGNORECASE | re.MULTILINE)
_MIN_SEVERAL = 2
_NO_ROW: Mapping[str, str] = {}
_TAGS_OF_MATCH = ("board", "hometeam", "visitteam", "stage", "section", "round", "scoring")
"""Tags that the second table of a match has in common with the first."""
_TAGS_OF_EVENT_HEAD = frozenset({"event", "stage", "hometeam", "visitteam", "pairns", "pairew"})
_MIN_HYPHENED = 4
_TOTALS = ("totalmp", "totalimp", "totalscore", "mp", "imp")


def read_pbn(data: bytes, contest: str = "", event_no: int = 0) -> SourceEvent:
    """Return the event whose results stand in *data*, the bytes of a PBN file.

    A game is a board with a table of its scores, or one result.  Stages are sessions; tags or
    columns of rounds and tables are the movement.  *contest* and *event_no* are the director's, as
    in ``read_source``. Without stages, each of several dates is a session.

    >>> read_pbn(b'[Board "1"]')
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file has no results. Export the event again after entering its results.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence.

    Source: [PBN21].
    """
    wanted_name = _choose_event_name(data, event_no)
    has_dates = len(set(_DATE_TAG.findall(data))) > 1
    if has_dates and wanted_name:
        has_dates = _has_several_dates(data, wanted_name)
    reader = _PbnReader(contest, has_dates=has_dates)
    for game in read_games(data):
        name = strip_invisible(game.get_tag("Event"))
        if name in (wanted_name, "") or not wanted_name:
            reader.add_game(game)
    return reader.make_event()


def _has_several_dates(data: bytes, event_name: str) -> bool:
    """Return whether the games of one event have dates of several days."""
    dates = {
        game.get_tag("Date")
        for game in read_games(data)
        if strip_invisible(game.get_tag("Event")) == event_name
        and not is_nothing(game.get_tag("Date"))
    }
    return len(dates) > 1


def _choose_event_name(data: bytes, event_no: int) -> str:
    """Return the name of the wanted event, or "" if no two events of the file have results."""
    if len(set(_EVENT_TAG.findall(data))) < _MIN_SEVERAL:
        return ""
    dates_by_name: dict[str, str] = {}
    for game in read_games(data):
        name = strip_invisible(game.get_tag("Event"))
        if name and (is_played(game) or "scoretable" in game.tags):
            dates_by_name.setdefault(name, game.get_tag("Date"))
    if len(dates_by_name) < _MIN_SEVERAL:
        return ""
    names = []
    for name, date_text in dates_by_name.items():
        names.append(describe_event(name, "" if is_nothing(date_text) else date_text))
    return choose_event(list(dates_by_name), names, event_no)


class _PbnReader:
    """Collects games and returns their event."""

    def __init__(self, contest: str, *, has_dates: bool = False) -> None:
        self._contest, self._has_dates = contest, has_dates
        self._report = Report()
        self._sections: dict[tuple[str, str], FlatSection] = {}
        self._head: dict[str, str] = {}
        self._teams: dict[str, int] = {}
        self._meetings: set[tuple[str, ...]] = set()
        self._scoring = self._scoring_text = self._unit = ""
        self._deals: set[tuple[str, ...]] = set()
        self._scored_by: set[str] = set()
        self._match: dict[str, str] = {}
        self._left_out = IgnoredParts()

    def add_game(self, game: PbnGame) -> None:
        """Add the results and standings of *game*."""
        self._store_head(game)
        self._note_left_out(game)
        board_text = self._read_board_text(game)
        if totals := game.read_table("TotalScoreTable"):
            is_own = bool(self._scored_by)
            for row in totals.iter_records():
                if pair := _read_listed_pair(row, is_own=is_own):
                    self._get_section(game, row).pairs.append(pair)
        section = self._get_section(game)
        sections = [section]
        if table := game.read_table("ScoreTable"):
            sections = self._take_rows(game, [*table.iter_records()], board_text) or sections
        elif is_played(game):
            section.is_by_team = section.is_by_team or bool(_find_team_names(game))
            section.lines += self._read_game(
                game,
                self._read_board_number(game, board_text),
                f"Line {game.line}, board {board_text}",
            )
        for with_cards in sections:
            deal = (with_cards.session, with_cards.name, board_text, game.get_tag("Deal"))
            # A file with a game for each result repeats the cards in every game.
            if deal[-1] and deal not in self._deals:
                self._deals.add(deal)
                with_cards.hands.append(read_pbn_deal(game))

    def _store_head(self, game: PbnGame) -> None:
        """Note what *game* says of the event: its name and date, and how it is scored."""
        for tag in _TAGS_OF_EVENT:
            if value := strip_invisible(game.get_tag(tag)):
                self._head.setdefault(tag, value)
        scored_by = game.get_tag("ScoredBy")
        # Another program may name a person here.
        if read_scoring(scored_by):
            self._scored_by.add(scored_by)
        self._scoring = self._scoring or _find_scoring(game)
        self._scoring_text = self._scoring_text or strip_invisible(game.get_tag("Scoring"))
        self._unit = self._unit or _find_unit(game)

    def _note_left_out(self, game: PbnGame) -> None:
        """Count the tags of *game*, and the columns of its tables, that aren't read."""
        for tag in game.tags:
            value = "" if tag in _USED_TAGS else game.get_tag(tag)
            if value:
                self._left_out.count_part(game.spellings.get(tag, tag), strip_invisible(value))
        for name in _TABLES:
            unused = [column for column in game.list_columns(name) if column not in _USED_COLUMNS]
            table = game.read_table(name) if any(unused) else None
            for row in table.iter_records() if table else ():
                for column in unused:
                    if not is_nothing(row[column]):
                        self._left_out.count_part(f"{name}: {column}", row[column])

    def _take_rows(
        self, game: PbnGame, rows: Sequence[Mapping[str, str]], board_text: str
    ) -> list[FlatSection]:
        """Add the results in *rows*, and return the section of each."""
        board_no = self._read_board_number(game, board_text)
        has_hyphens = _are_hyphened(rows)
        sections = []
        for row_no, row in enumerate(rows, start=1):
            where = f"Board {board_text}, line {row_no}"
            section = self._get_section(game, row)
            section.lines += self._read_row(board_no, row, where, has_hyphens=has_hyphens)
            sections.append(section)
        return sections

    def _read_board_text(self, game: PbnGame) -> str:
        """Return the board of *game*: that of the previous one if it has none.

        Some programs name the board and the teams of a match only at its first table.
        """
        if "board" in game.tags:
            if _TAGS_OF_EVENT_HEAD.isdisjoint(game.tags):
                # The first board alone names the teams of all.
                for tag in ("hometeam", "visitteam", "stage"):
                    if tag in self._match:
                        game.tags[tag] = self._match[tag]
            self._match = {tag: game.tags[tag] for tag in _TAGS_OF_MATCH if tag in game.tags}
        elif is_played(game):
            for tag, value in self._match.items():
                game.tags.setdefault(tag, value)
        return game.get_tag("Board")

    def _get_section(self, game: PbnGame, row: Mapping[str, str] = _NO_ROW) -> FlatSection:
        """Return the section of *game*, or of a *row* of its tables that names another one."""
        section = row.get("section", "")
        stage = game.get_tag("Stage") or (game.get_tag("Date") if self._has_dates else "")
        names = stage, game.get_tag("Section") if is_nothing(section) else section
        session, letter = map(strip_invisible, names)
        return self._sections.setdefault(names, FlatSection(session, letter))

    def make_event(self) -> SourceEvent:
        """Return the event of all games.

        :raises ImportFileError: with every fault
        """
        own_scoring = find_own_scoring(self._scored_by)
        scoring = self._scoring or _SCORING_BY_UNIT.get(self._unit, "matchpoints")
        if own_scoring:
            scoring = find_method(own_scoring.method).name_in_files
        elif not self._scoring and not self._unit:
            self._report.doubts.append(Doubt(*DOUBT_NO_SCORING, taken=scoring))
        elif self._is_vague(scoring):
            given = self._scoring_text or "IMP"
            taken = find_method(scoring).in_sentence
            self._report.doubts.append(make_vague_scoring_doubt(given=given, taken=taken))
        sections = list(self._sections.values())
        for section in sections:
            section.pairs += self._list_named_teams(section)
            if own_scoring:
                section.winners = _count_own_winners(section)
                section.is_own = True
        if (
            not self._report.faults
            and not any(section.lines for section in sections)
            and self._deals
        ):
            raise make_only_cards_fault(len(self._deals))
        if not own_scoring:
            self._report.left_out += self._left_out.make_doubts("Tags")
        event_head = EventHead(
            scoring,
            title=self._head.get("Event", ""),
            club=self._head.get("Site", ""),
            event_date=_parse_date(self._head.get("Date", ""))
            or _parse_date(self._head.get("EventDate", "")),
            program=self._head.get("Application", self._head.get("Generator", "")),
            contest=self._decide_contest(sections),
            own_scoring=own_scoring,
        )
        return build_source_event(event_head, sections, self._report)

    def _is_vague(self, scoring: str) -> bool:
        """Return whether the file's word for *scoring* stands for several methods, as "IMP" does."""
        # Matches of teams are scored by IMPs in one way only.
        if scoring != "cross-imps" or self._decide_contest(self._sections.values()) == TEAMS:
            return False
        return not _NAMED_CROSS_IMPS.search(self._scoring_text.upper())

    def _decide_contest(self, sections: Iterable[FlatSection]) -> str:
        """Return who competes, as far as the file or the director says it."""
        if any(section.is_by_team for section in sections):
            return TEAMS
        competition = self._head.get("Competition", "").casefold()
        # Other programs write "Pairs" also where they don't know.
        if competition == TEAMS or (competition == PAIRS and self._scored_by):
            return competition
        return self._contest

    def _list_named_teams(self, section: FlatSection) -> Iterator[FlatPair]:
        numbers: set[int] = set()
        for line in section.lines:
            if line.ns and line.ew:
                numbers |= {line.ns.number, line.ew.number}
        for name, number in self._teams.items():
            if section.is_by_team and number in numbers:
                yield FlatPair(Label(number), name=name)

    def _read_board_number(self, game: PbnGame, board_text: str) -> int:
        if re.fullmatch("[0-9]{1,3}", board_text) and int(board_text):
            return int(board_text)
        self._report.faults.append(
            make_board_number_error(where=f"Line {game.line}", given=board_text)
        )
        return 0

    def _read_row(
        self, board_no: int, row: Mapping[str, str], where: str, *, has_hyphens: bool
    ) -> Iterator[FlatLine]:
        """Yield the line of a row of a score table."""
        points = [_read_side_points(row, side) for side in _SIDE_SUFFIXES]
        ruling = row.get("ruling", "")
        turned = self._read_turned(ruling)
        result = (
            turned
            or self._find_ruling(ruling)
            or self._read_made_result(
                where,
                contract=row.get("contract", ""),
                declarer=row.get("declarer", ""),
                tricks=row.get("result", ""),
                score=_read_ns_score(row),
                shares=[read_points(row.get(f"percentage_{side}", "")) for side in _SIDE_SUFFIXES],
                is_artificial=any(
                    cell.startswith("^")
                    for cell in map(row.get, _AWARD_CELLS, [""] * len(_AWARD_CELLS))
                    if cell
                ),
            )
        )
        if board_no:
            is_own = bool(self._scored_by)
            cells = (row.get("names_ns", ""), row.get("names_ew", ""))
            if has_hyphens and not is_own:
                cells = (cells[0].replace("-", " - "), cells[1].replace("-", " - "))
            names = [_split_names(cell, is_own=is_own) for cell in cells]
            yield FlatLine(
                where,
                board_no,
                self._with_own_average(result, ruling),
                ns=read_label(row.get("pairid_ns", "")),
                ew=read_label(row.get("pairid_ew", "")),
                seats=(names[0][0], names[1][0], names[0][1], names[1][1])
                if any(map(any, names))
                else (),
                lead="" if is_nothing(row.get("lead", "")) else row["lead"],
                ns_points=points[0],
                ew_points=points[1],
                round_no=_parse_count(row.get("round", "")),
                table_no=_parse_count(row.get("table", "")),
                players=read_partner_seats(row.get("pairid_ns", ""), row.get("pairid_ew", "")),
                is_turned=turned is not None,
            )

    def _read_game(self, game: PbnGame, board_no: int, where: str) -> Iterator[FlatLine]:
        shares = dict(_SIDE_AND_FIGURE.findall(game.get_tag("ScorePercentage")))
        ruling = game.get_tag("Ruling")
        turned = self._read_turned(ruling)
        result = (
            turned
            or self._find_ruling(ruling)
            or self._read_made_result(
                where,
                contract=game.get_tag("Contract"),
                declarer=game.get_tag("Declarer"),
                tricks=game.get_tag("Result"),
                score=_read_score_tag(game.get_tag("Score")),
                shares=[read_points(shares.get(side, "")) for side in _SIDES],
                is_artificial=bool(shares)
                and not game.get_tag("Contract")
                and not game.get_tag("Score"),
            )
        )
        points = dict(
            _SIDE_AND_FIGURE.findall(
                next(filter(None, (game.get_tag(f"Score{unit}") for unit in _UNITS)), "")
            )
        )
        seats = tuple(_read_name(game.get_tag(seat)) for seat in _SEATS)
        ns, ew = (read_label(game.get_tag(tag)) for tag in ("PairNS", "PairEW"))
        if teams := _find_team_names(game):
            ns, ew = self._assign_team_labels(game, teams)
        elif ns is None and ew is None and all(seats):
            ns, ew = _find_seats_label(seats[::2]), _find_seats_label(seats[1::2])
            seats = () if ns and ew else seats
        if board_no:
            yield FlatLine(
                where,
                board_no,
                self._with_own_average(result, ruling),
                ns=ns,
                ew=ew,
                seats=seats if any(seats) else (),
                ns_points=read_points(points.get("NS", "")),
                ew_points=read_points(points.get("EW", "")),
                round_no=_parse_count(game.get_tag("Round")),
                table_no=_parse_count(game.get_tag("Table")),
                players=read_partner_seats(game.get_tag("PairNS"), game.get_tag("PairEW")),
                is_turned=turned is not None,
            )

    def _assign_team_labels(self, game: PbnGame, teams: tuple[str, str]) -> tuple[Label, Label]:
        """Return the labels of the teams that sit N-S and E-W.

        The home team sits N-S, but in the closed room E-W. Some programs exchange the names for the
        second table instead, so the direction that is new for the board counts.
        """
        ns, ew = teams
        if game.get_tag("Room").upper().startswith("C"):
            ns, ew = ew, ns
        place = (*map(game.get_tag, ("Stage", "Section", "Round", "Board")),)
        if (*place, ns, ew) in self._meetings and (*place, ew, ns) not in self._meetings:
            ns, ew = ew, ns
        self._meetings.add((*place, ns, ew))
        return self._assign_team_label(ns), self._assign_team_label(ew)

    def _assign_team_label(self, name: str) -> Label:
        """Return the number of a team: the one in the file, or else that in order of appearance."""
        if (label := read_label(name)) and not label.direction:
            return label
        return Label(self._teams.setdefault(name, len(self._teams) + 1))

    def _find_ruling(self, ruling: str) -> FiledResult | None:
        """Return the weighted or split score that a file of this program has, if any."""
        if self._scored_by and is_ruling(ruling):
            return FiledResult(ruled=ruling)
        return None

    def _read_turned(self, ruling: str) -> FiledResult | None:
        """Return the result of pairs that sat the other way round in a file of this program."""
        if self._scored_by:
            return read_turned(ruling)
        return None

    def _with_own_average(self, result: FiledResult, ruling: str) -> FiledResult:
        """Return *result* with the *ruling* beside its shares, which are those of no other average."""
        if self._scored_by and result.artificial and not is_nothing(ruling):
            return result._replace(ruled=ruling)
        return result

    def _read_made_result(
        self,
        where: str,
        *,
        contract: str,
        declarer: str,
        tricks: str,
        score: str,
        shares: list[Decimal | None],
        is_artificial: bool,
    ) -> FiledResult:
        if is_artificial:
            return FiledResult(artificial=_format_artificial(shares))
        return read_made(
            where, self._report, contract=contract, declarer=declarer, tricks=tricks, score=score
        )


_AWARD_CELLS = (
    "score_ns",
    "score_ew",
    "mp_ns",
    "mp_ew",
    "imp_ns",
    "imp_ew",
    "percentage_ns",
    "percentage_ew",
)
"""Cells of a row that begin with ``^`` if the director awarded the score."""


def is_played(game: PbnGame) -> bool:
    """Return whether a *game* without a table holds a result, and not a deal alone.

    >>> is_played(PbnGame(1, {"board": "1", "contract": "Pass"})), is_played(PbnGame(1, {"board": "1"}))
    (True, False)
    """
    return any(
        game.get_tag(tag)
        for tag in ("Contract", "Result", "Score", "ScorePercentage", "ScoreMP", "ScoreIMP")
    )


def _count_own_winners(section: FlatSection) -> int:
    """Return the winners of *section* in a file of this program: 2 if pairs have directions."""
    if any(line.ns and line.ns.direction for line in section.lines):
        return 2
    return 1


def _find_team_names(game: PbnGame) -> tuple[str, str] | None:
    """Return the names of the home and the visiting team, or None for a game of pairs."""
    home, visitors = (strip_invisible(game.get_tag(tag)) for tag in ("HomeTeam", "VisitTeam"))
    if home and visitors and home != visitors and not game.get_tag("PairNS"):
        return home, visitors
    return None


def _find_scoring(game: PbnGame) -> str:
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
    totals = game.read_table("TotalScoreTable")
    if totals and "totalscore" in totals.columns:
        return "aggregate"
    return ""


def _find_unit(game: PbnGame) -> str:
    """Return the unit of the points of *game*, "mp" or "imp", or "" if it has none."""
    columns = {*game.list_columns("ScoreTable"), *game.list_columns("TotalScoreTable")}
    for unit in _UNITS:
        names = {f"{unit}_ns", f"{unit}_ew", f"total{unit}"}
        if game.get_tag(f"Score{unit}") or not names.isdisjoint(columns):
            return unit
    return ""


def _read_listed_pair(row: Mapping[str, str], *, is_own: bool) -> FlatPair | None:
    """Return the pair in a row of standings, or None."""
    label = read_label(row.get("pairid", ""))
    if label is None:
        return None
    total = next((row[column] for column in _TOTALS if column in row), "")
    rank = _parse_count(row.get("rank", "").strip("="))
    names = _split_all_names(row.get("names", ""), is_own=is_own)
    players = tuple(SourcePlayer(name, "", "") for name in names if name)
    percent, boards = (
        read_points(row.get("totalpercentage", row.get("percentage", ""))),
        _parse_count(row.get("nrboards", "")),
    )
    team_name = row.get("teamname", "")
    return FlatPair(
        label, players, read_points(total), percent, rank, boards, strip_invisible(team_name)
    )


def _read_ns_score(row: Mapping[str, str]) -> str:
    """Return the N-S score of a row."""
    ns, ew = row.get("score_ns", ""), row.get("score_ew", "")
    if not is_nothing(ns):
        if ns.startswith("^"):
            return ""
        return ns
    if is_nothing(ew) or ew.startswith("^"):
        return ""
    if ew.startswith("-"):
        return ew.lstrip("-+")
    return f"-{ew.lstrip('+')}"


def _read_score_tag(value: str) -> str:
    """Return the N-S score of the tag *Score*: ``NS 420``, ``EW -50``, or a figure."""
    if match := _SIDE_AND_FIGURE.match(value.strip()):
        side, figure = match.groups()
        if side == "NS":
            return figure
        return _read_ns_score({"score_ew": figure})
    return value


def _read_side_points(row: Mapping[str, str], side: str) -> Decimal | None:
    cells = (read_points(row.get(f"{unit}_{side}", "")) for unit in ("mp", "imp"))
    return next((points for points in cells if points is not None), None)


def _format_artificial(shares: Iterable[Decimal | None]) -> str:
    """Return the artificial score of two shares, else averages."""
    ns, ew = ("" if share is None else f"{share.normalize():f}" for share in shares)
    if not ns and not ew:
        return "A5050"
    with suppress(ValueError):
        if artificial := read_entry(f"A{ns or 'NP'}/{ew or 'NP'}".replace("ANP", "NP")).artificial:
            return str(artificial)
    return "A5050"


def _are_hyphened(rows: Sequence[Mapping[str, str]]) -> bool:
    """Return whether each name of a table is two surnames with a hyphen, as ``Ash-Birch``.

    A few cells could also be double surnames.
    """
    cells = [row.get(f"names_{side}", "") for row in rows for side in _SIDE_SUFFIXES]
    named = [cell for cell in cells if not is_nothing(cell)]
    return len(named) >= _MIN_HYPHENED and all(_HYPHENED.fullmatch(cell) for cell in named)


def _split_names(text: str, *, is_own: bool) -> tuple[str, str]:
    """Return the two names of a pair."""
    first_name, second_name = (*_split_all_names(text, is_own=is_own), "", "")[:2]
    return first_name, second_name


def _split_all_names(text: str, *, is_own: bool) -> tuple[str, ...]:
    """Return the names of a contestant.

    They are separated by ``;``, in files of other programs also by ``&``, ``-`` or ``/``.
    """
    if is_nothing(text):
        return ()
    signs = (";",) if is_own else (";", " & ", " - ", " / ")
    parts = next((text.split(sign) for sign in signs if sign in text), [text])
    return tuple(map(_read_name, parts))


def _read_name(text: str) -> str:
    """Return a name as people say it, the first name first.

    This program writes a blank before a comma that is part of the name.

    >>> _read_name("van den Berg, Ada"), _read_name("Smith , John"), _read_name("?")
    ('Ada van den Berg', 'Smith, John', '')
    """
    if " ," in text:
        return strip_invisible(text).replace(" ,", ",")
    family, comma, first = strip_invisible(text).partition(",")
    if not family.strip("?- "):
        return ""
    if comma and first.strip():
        return f"{first.strip()} {family.strip()}"
    return strip_invisible(text)


def _find_seats_label(names: Iterable[str]) -> Label | None:
    """Return the label of a side whose seats both hold it in place of names."""
    first_seat, second_seat = names
    match = _NUMBER_IN_LABEL.fullmatch(first_seat)
    if first_seat == second_seat and match:
        return read_label(match[1])
    return None


def _parse_date(text: str) -> date | None:
    if match := _DATE.fullmatch(text):
        with suppress(ValueError):  # 31 June
            return date(*map(int, match.groups()))
        return None
    return read_date(text)


def _parse_count(text: str) -> int | None:
    if re.fullmatch("[0-9]{1,4}", text) and int(text):
        return int(text)
    return None
