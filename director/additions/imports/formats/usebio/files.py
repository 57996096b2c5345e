"""Read the event in a USEBIO file, versions 1.0 to 1.3.

Format: [USEBIO12] 1.2 and 1.3, and the habits of the programs that write it. Contradictions refuse
the file, with all its problems at once. Oddities become warnings.

- ``elements`` divides the event into sessions and sections.
- ``boards`` reads the lists of pairs, and the travellers.
- ``contests`` reads events of single players and of teams.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import BinaryIO
from xml.etree.ElementTree import Element, ProcessingInstruction

from director.additions.imports.formats.source.choices import choose_event, describe_event
from director.additions.imports.formats.source.contest import INDIVIDUAL, PAIRS, TEAMS
from director.additions.imports.formats.source.event import make_source_event
from director.additions.imports.formats.source.flat import EventHead
from director.additions.imports.formats.source.matches import (
    IMPS,
    POINTS_OF_BOARDS,
    SCORES,
    make_source_matches,
)
from director.additions.imports.formats.source.model import (
    DEFAULT_TEAM_SCORING,
    OwnScoring,
    SourceBoard,
    SourceEvent,
    SourceMatch,
    SourcePair,
    SourceRound,
    SourceSection,
    find_own_scoring,
)
from director.additions.imports.formats.source.report import Report, collect_source_hands
from director.additions.imports.formats.usebio.boards import (
    CachedLines,
    DealOrError,
    assign_directions,
    extract_letters,
    list_boards_of_pairs,
    make_pair_rounds,
    read_boards,
    read_handset_deals,
    read_pair_matches,
    read_pairs,
)
from director.additions.imports.formats.usebio.contests import (
    has_seat_numbers,
    read_individuals,
    read_matches,
    read_team_ids_by_pair,
    read_teams,
)
from director.additions.imports.formats.usebio.elements import (
    LINE,
    POINTS,
    DividedEvent,
    SectionElements,
    collect_unread_elements,
    divide_event,
    get_child_text,
)
from director.additions.imports.formats.xml import read_xml
from director.additions.imports.refusals import (
    make_match_scores_doubt,
    make_no_date_doubt,
    make_no_scoring_doubt,
)
from director.additions.shared.usebio import OWN_INSTRUCTION_TARGET
from director.formats.dates import parse_date
from director.formats.deals import DealInFile
from director.formats.errors import Doubt, ImportFileError, raise_problems
from director.formats.kinds import describe_file_kind
from director.formats.reading import MAX_BYTES, detect_code_page, read_limited
from director.formats.refusals import make_file_other_format_error
from scoring.registry import get_method

_Sessions = tuple[tuple[SourceSection, ...], ...]
_PAIRS_EVENTS = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMP": "cross-imps",
    "PAIRS": "",
    "SWISS_PAIRS": "",
    "": "",
}
_FIRST_TAG = re.compile(rb"<([A-Za-z][\w.:-]{0,60})")
_USEBIO_TAG = re.compile(rb"<(?:\w{1,20}:)?USEBIO\b", re.IGNORECASE)
_CHARACTER_ERROR_CODES = ("xml-stray-character", "xml-unknown-entity", "xml-broken")
_SWISS_PAIRS = "SWISS_PAIRS"
_TEAM_EVENTS = frozenset({"TEAMS", "SWISS_TEAMS", "TEAMS_OF_FOUR"})
_TEAM_METHODS = {"IMPS": "imps", "BAM": "bam", "PAB": "bam", "HYBRID": "hybrid"}
"""Scoring methods of teams. PAB is point-a-board, the British name of board-a-match."""
_UNITS_BY_TEAM_METHOD = {"imps": IMPS, "bam": POINTS_OF_BOARDS, "hybrid": SCORES}
_VICTORY_POINTS = "VPS"
_METHODS = {
    "MATCHPOINTS": "matchpoints",
    "CROSSIMPS": "cross-imps",
    "BUTLERIMPS": "butler",
    "AGGREGATE": "aggregate",
}
_METHODS_BY_UNIT = {
    "NS_MATCH_POINTS": "matchpoints",
    "NS_CROSS_IMP_POINTS": "cross-imps",
    "NS_BUTLER_POINTS": "butler",
}


def read_usebio(
    data: bytes | BinaryIO, *, event_no: int = 0, max_bytes: int = MAX_BYTES
) -> SourceEvent:
    """Return the event in *data*, the bytes of a USEBIO file or a file opened in binary mode.

    The event may have several sessions, and each several sections. Event types may have old or new
    names, pair numbers a direction or none, and dates many forms. *event_no* is the wanted one of
    several events. No address in the file is fetched, and at most *max_bytes* and one byte are read.

    >>> read_usebio(b"<USEBIO/>")
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file has no event. Export one event per file.

    :raises ImportFileError: with every problem of the file

    Source: [USEBIO12].
    """
    raw = read_limited(data, max_bytes)
    if (kind := describe_file_kind(raw)) != "XML":
        advice = "export the event as USEBIO and choose that file"
        raise make_file_other_format_error(looks_like=kind, wanted="USEBIO", advice=advice)
    try:
        root, guessed_encoding = read_xml(raw, flat_tag=LINE)
    except ImportFileError as error:
        # If it isn't USEBIO at all, advice about its characters helps nobody.
        first_tag = _FIRST_TAG.search(raw)
        if error.code not in _CHARACTER_ERROR_CODES or first_tag is None or _USEBIO_TAG.search(raw):
            raise
        raise _make_other_root_error(first_tag[1].decode("latin-1")) from None
    if root.tag != "USEBIO":
        root = _get_inner_usebio(root)
    report = Report()
    event_element = _choose_event_element(root, event_no)
    ignored_parts = collect_unread_elements(root)
    if guessed_encoding:
        encoding = detect_code_page(raw).capitalize()
        report.doubts.append(
            Doubt(
                "doubt-encoding",
                "The file isn’t UTF-8, so it is imported as {encoding}. Check the accented letters in "
                "names.",
                encoding=encoding,
            )
        )
    event = _read_event(root, event_element, report)
    raise_problems(report.problems)
    if event.own_scoring:
        return event
    return replace(event, ignored_parts=tuple(ignored_parts.make_doubts("Elements")))


def _get_inner_usebio(root: Element) -> Element:
    """Return the one USEBIO element inside *root*, as files with an envelope have it."""
    inner_elements = root.findall(".//USEBIO")
    if len(inner_elements) != 1:
        raise _make_other_root_error(root.tag.lower())
    return inner_elements[0]


def _make_other_root_error(root_name: str) -> ImportFileError:
    return ImportFileError(
        "xml-other-root",
        "The file is XML but starts with <{root}> instead of <USEBIO>. Export the event as USEBIO.",
        root=root_name,
    )


def _choose_event_element(root: Element, event_no: int) -> Element:
    """Return the wanted event of *root*, and remove the others from it."""
    events = root.findall("EVENT")
    if not events:
        raise ImportFileError(
            "usebio-no-event", "The file has no event. Export one event per file."
        )
    names = []
    for number, event in enumerate(events, start=1):
        title = get_child_text(event, "EVENT_DESCRIPTION", "TITLE")
        name = describe_event(title, get_child_text(event, "DATE"))
        names.append(name or f"event {number}")
    chosen_event = choose_event(events, names, event_no)
    for event in events:
        if event is not chosen_event:
            root.remove(event)
    return chosen_event


def _read_event(root: Element, event_element: Element, report: Report) -> SourceEvent:
    club = root.find("CLUB")
    club = root if club is None else club
    parts = [
        event_element,
        *event_element.findall("SESSION"),
        *event_element.iterfind(".//SECTION"),
    ]
    divided_event = divide_event(event_element)
    scoring_report = Report()
    own_scoring = _read_own_scoring(event_element)
    contest = _read_contest(parts)
    # The scoring may follow from the lines, and reading the sections clears them to save memory.
    if own_scoring:
        scoring = get_method(own_scoring.method_key).name_in_files
    elif contest == TEAMS:
        scoring = _detect_team_scoring(parts)
    else:
        scoring = _detect_scoring(parts, scoring_report)
    if contest == INDIVIDUAL:
        raise_problems(scoring_report.problems)
        head = EventHead(
            scoring,
            event_date=_parse_event_date(_get_text(parts, "DATE"), report),
            contest=contest,
            own_scoring=own_scoring,
        )
        flat_sections = read_individuals(divided_event, report, is_own_file=own_scoring is not None)
        source_event = make_source_event(head, flat_sections, report)
        return _with_head(source_event, club, parts)
    if contest == TEAMS and _get_text(parts, "PAIRWISE_SCORING_METHOD"):
        _remove_points_of_pairs(event_element)
    section_reader = _SectionReader(
        divided_event, root, report, contest, is_own_file=own_scoring is not None
    )
    sessions = section_reader.read_sessions()
    event_date = _parse_event_date(_get_text(parts, "DATE"), report)
    report.add_messages(scoring_report, "")
    sections = (section for session in sessions for section in session)
    line_count = sum(len(board.lines) for section in sections for board in section.boards)
    report.sort_unclear_problems(line_count)
    event = SourceEvent(
        club="",
        club_id="",
        identifier="",
        title="",
        description="",
        date=event_date,
        program="",
        program_version="",
        scoring=scoring,
        sessions=sessions,
        warnings=tuple(report.doubts),
        contest=contest,
        own_scoring=own_scoring,
    )
    return _with_head(event, club, parts)


def _remove_points_of_pairs(event: Element) -> None:
    """Remove the points of lines from an *event* of teams that also ranks its pairs.

    They compare a pair with the whole field, not with its match.
    """
    for line in event.iter(LINE):
        for unit in POINTS:
            for side in ("NS", "EW"):
                line.attrib.pop(f"{side}_{unit}", None)


def _with_head(event: SourceEvent, club: Element, parts: Sequence[Element]) -> SourceEvent:
    """Return *event* with its names and numbers in the file."""
    return replace(
        event,
        club=get_child_text(club, "CLUB_NAME"),
        club_id=get_child_text(club, "CLUB_ID_NUMBER"),
        identifier=_get_text(parts, "EVENT_IDENTIFIER", "EVENT_ID"),
        title=_get_text(parts, "TITLE"),
        description=_get_text(parts, "EVENT_DESCRIPTION"),
        program=_get_text(parts, "PROGRAM_NAME"),
        program_version=_get_text(parts, "PROGRAM_VERSION"),
    )


def _read_own_scoring(event: Element) -> OwnScoring | None:
    """Return the scoring that a file of this program names.

    :raises ImportFileError: as ``find_own_scoring``
    """
    texts = set()
    for child in event:
        # A processing instruction has a function as its tag, and its text begins with the target.
        tag: object = child.tag
        if tag is ProcessingInstruction:
            texts.add((child.text or "").removeprefix(OWN_INSTRUCTION_TARGET).strip())
    return find_own_scoring(texts)


def _get_text(parts: Sequence[Element], *tags: str) -> str:
    return next(filter(None, (get_child_text(part, *tags) for part in parts)), "")


def _parse_event_date(date_text: str, report: Report) -> date | None:
    if not date_text:
        report.doubts.append(make_no_date_doubt())
        return None
    event_date = parse_date(date_text)
    if event_date is None:
        report.problems.append(
            ImportFileError(
                "usebio-date",
                "DATE “{given}” isn’t a date. Use a form such as 21/07/2022.",
                given=date_text,
            )
        )
    return event_date


def _detect_scoring(parts: Sequence[Element], report: Report) -> str:
    """Return how the event was scored, by its old type, its method or the unit of its points."""
    method_texts = _get_method_texts_by_letters(parts)
    if len(method_texts) > 1:
        report.problems.append(
            ImportFileError(
                "usebio-several-scorings",
                "The sections have different scoring methods ({given}). Export each to its own file.",
                given=", ".join(method_texts.values()),
            )
        )
    method_text = next(iter(method_texts.values()), "")
    method = _PAIRS_EVENTS.get(_get_event_type(parts), "") or _METHODS.get(
        extract_letters(method_text), ""
    )
    if not method and extract_letters(method_text) in ("", "IMPS"):
        lines = [line for part in parts for line in part.iterfind(f"BOARD/{LINE}")]
        lines += [line for part in parts for line in part.iterfind(f"MATCH/BOARD/{LINE}")]
        units = (unit for unit in _METHODS_BY_UNIT for line in lines if unit in line.attrib)
        method = _METHODS_BY_UNIT.get(next(units, ""), "")
    if not method and not method_text and _get_event_type(parts) == _SWISS_PAIRS:
        # The file has the points of matches only.
        report.doubts.append(make_no_scoring_doubt("matchpoints"))
        method = "matchpoints"
    if not method:
        report.problems.append(
            ImportFileError(
                "usebio-scoring",
                "The scoring is “{given}”. Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as "
                "BOARD_SCORING_METHOD.",
                given=method_text,
            )
        )
    return method


def _get_method_texts_by_letters(parts: Sequence[Element]) -> dict[str, str]:
    """Return the texts that name a scoring method, by their letters."""
    methods = (get_child_text(part, "BOARD_SCORING_METHOD", "SCORING_METHOD") for part in parts)
    return {extract_letters(text): text for text in methods if text}


def _detect_team_scoring(parts: Sequence[Element]) -> str:
    """Return the scoring of teams, the default if the file names none of ``TEAM_SCORINGS``."""
    for method in _get_method_texts_by_letters(parts):
        if method in _TEAM_METHODS:
            return _TEAM_METHODS[method]
    return DEFAULT_TEAM_SCORING


def _has_victory_points(parts: Iterable[Element]) -> bool:
    """Return whether *parts* say that matches count in victory points."""
    methods = (get_child_text(part, "MATCH_SCORING_METHOD") for part in parts)
    return _VICTORY_POINTS in map(extract_letters, methods)


def _read_contest(parts: Sequence[Element]) -> str:
    """Return who competes: pairs, teams, or single players whose seats are known.

    :raises ImportFileError: if it is anybody else
    """
    event_type = _get_event_type(parts)
    if event_type in _PAIRS_EVENTS:
        return PAIRS
    has_teams = any(part.find("PARTICIPANTS/TEAM") is not None for part in parts)
    if event_type in _TEAM_EVENTS or has_teams:
        return TEAMS
    if event_type == "INDIVIDUAL":
        if has_seat_numbers(parts[0]):
            return INDIVIDUAL
        raise ImportFileError(
            "usebio-individual",
            "This USEBIO file of single players doesn’t say who sat with whom. Import the event as "
            "PBN, CSV or XLSX, or as USEBIO for any program.",
        )
    raise ImportFileError(
        "usebio-contest",
        "The event type is {contest}. Only events of pairs and of teams can be imported.",
        contest=event_type,
    )


def _get_event_type(parts: Sequence[Element]) -> str:
    types = [part.get("EVENT_TYPE", "") for part in parts]
    types += [
        listing.get("EVENT_TYPE", "") for part in parts for listing in part.findall("PARTICIPANTS")
    ]
    return next((text.strip().upper() for text in types if text.strip()), "")


@dataclass(slots=True)
class _Listing:
    """A list of pairs or teams."""

    winner_count: int
    pairs: tuple[SourcePair, ...]
    has_problems: bool = False
    # Number and direction, to report the pairs of a shared list that no section uses.
    pairs_with_results: set[tuple[int, str]] = field(default_factory=set)

    def list_playing_pairs(
        self, boards: Iterable[SourceBoard], matches: Iterable[SourceMatch]
    ) -> tuple[SourcePair, ...]:
        """Return the pairs that have a line on *boards* or one of *matches*."""
        ns, ew = ("NS", "EW") if self.winner_count == 2 else ("", "")
        numbers_on_boards: set[tuple[int, str]] = set()
        for board in boards:
            for line in board.lines:
                numbers_on_boards.update(((line.ns_no, ns), (line.ew_no, ew)))
        for match in matches:
            numbers_on_boards.update(((match.first_no, ns), (match.second_no, ew)))
        self.pairs_with_results |= numbers_on_boards
        return tuple(
            pair for pair in self.pairs if (pair.number, pair.direction) in numbers_on_boards
        )


class _SectionReader:
    """Reads the sections of one event. Messages go into *report*, with their section.

    A list that several sections share is read once. *root* is needed too, since some programs write
    the cards beside the event.
    """

    def __init__(
        self,
        divided_event: DividedEvent,
        root: Element,
        report: Report,
        contest: str,
        *,
        is_own_file: bool,
    ) -> None:
        self._divided_event = divided_event
        self._root = root
        self._report = report
        self._contest = contest
        self._is_own_file = is_own_file
        self._deals_by_handset: dict[Element, tuple[DealInFile, ...]] = {}
        self._shared_listings: dict[Element, _Listing] = {}
        self._skipped_divisions: dict[Element, SectionElements] = {}
        self._cached_lines: CachedLines = {}

    def read_sessions(self) -> _Sessions:
        """Return the sections of every session."""
        sessions = tuple(
            tuple(map(self._read_division, session)) for session in self._divided_event.sessions
        )
        sections = (section for session in sessions for section in session)
        if not self._report.problems and not any(section.has_results for section in sections):
            self._report.problems.append(
                ImportFileError(
                    "usebio-no-boards",
                    "The file has no results. Export the event again after entering its results.",
                )
            )
        self._report_leftovers()
        return sessions

    def _read_division(self, division: SectionElements) -> SourceSection:
        report = Report()
        shared_elements = [
            element for element in division.shared_elements if self._list_contestant_lists(element)
        ]
        shared_element = next(iter(shared_elements), None)
        own_listings = [
            listing
            for element in reversed(division.own_elements)
            for listing in self._list_contestant_lists(element)
        ]
        if own_listings or shared_element is None:
            listing = self._read_listing(own_listings, division, report)
            self._skipped_divisions |= dict.fromkeys(shared_elements, division)
        else:
            listing = self._get_shared_listing(shared_element, division)
        filed_deals: list[DealOrError] = []
        pairs = () if listing.has_problems else listing.pairs
        boards, rounds, matches = self._read_division_boards(division, pairs, report, filed_deals)
        hands = self._read_division_hands(
            division,
            collect_source_hands(
                [*filed_deals, *read_handset_deals(division.own_elements)], report
            ),
        )
        is_shared = shared_element is not None and listing is self._shared_listings.get(
            shared_element
        )
        self._report.add_messages(report, division.location)
        pairs = listing.list_playing_pairs(boards, matches) if is_shared else listing.pairs
        return SourceSection(
            division.name,
            division.location,
            listing.winner_count,
            pairs,
            boards,
            rounds,
            hands,
            matches=matches,
        )

    def _read_division_boards(
        self,
        division: SectionElements,
        pairs: Sequence[SourcePair],
        report: Report,
        filed_deals: list[DealOrError],
    ) -> tuple[tuple[SourceBoard, ...], tuple[SourceRound, ...], tuple[SourceMatch, ...]]:
        """Return the boards, the rounds of matches, and the matches with figures."""
        own_elements = tuple(reversed(division.own_elements))
        if self._contest == TEAMS:
            listings = [
                listing for part in division.parts for listing in self._list_contestant_lists(part)
            ]
            team_ids_by_pair = read_team_ids_by_pair(listings)
            return read_matches(
                own_elements,
                pairs,
                report,
                self._cached_lines,
                filed_deals,
                team_ids_by_pair,
                has_scale=_has_victory_points(division.parts),
                unit=_UNITS_BY_TEAM_METHOD[_detect_team_scoring(division.parts)],
            )
        # Read before the boards are, which clears them.
        matches = read_pair_matches(own_elements)
        elements = list_boards_of_pairs(own_elements)
        boards = read_boards(
            elements, pairs, report, self._cached_lines, filed_deals, is_own_file=self._is_own_file
        )
        rounds = make_pair_rounds(matches, boards)
        score_count = sum(match.has_figures for match in matches)
        if score_count and not self._is_own_file:
            report.doubts.append(make_match_scores_doubt(count=score_count))
        source_matches = make_source_matches(matches, boards, has_scale=True)
        # Matches of pairs are compared with others on the same boards, so they need them.
        return boards, rounds, tuple(match for match in source_matches if match.is_played)

    def _list_contestant_lists(self, element: Element) -> list[Element]:
        """Return the lists of contestants directly inside *element*."""
        tag = "TEAM" if self._contest == TEAMS else "PAIR"
        listings = element.findall("PARTICIPANTS")
        return [listing for listing in listings if listing.find(tag) is not None]

    def _read_listing(
        self, elements: Iterable[Element], division: SectionElements, report: Report
    ) -> _Listing:
        if self._contest == TEAMS:
            return _Listing(1, read_teams(elements, report))
        listed_pairs = read_pairs(elements, report)
        winners = _read_winners(division, listed_pairs, report)
        return _Listing(winners, assign_directions(listed_pairs, winners, report))

    def _read_division_hands(
        self, division: SectionElements, own_deals: tuple[DealInFile, ...]
    ) -> tuple[DealInFile, ...]:
        """Return the deals of *division*, also the deals of several sections together."""
        deals_by_board = {deal.board_no: deal for deal in own_deals}
        for element in (*division.shared_elements, self._root):
            if element not in self._deals_by_handset:
                self._deals_by_handset[element] = collect_source_hands(
                    read_handset_deals([element]), self._report
                )
            deals_by_board = {
                deal.board_no: deal for deal in self._deals_by_handset[element]
            } | deals_by_board
        return tuple(deals_by_board[board_no] for board_no in sorted(deals_by_board))

    def _get_shared_listing(self, element: Element, division: SectionElements) -> _Listing:
        if element not in self._shared_listings:
            report = Report()
            listing = self._read_listing(self._list_contestant_lists(element), division, report)
            listing.has_problems = bool(report.problems)
            self._report.add_messages(report, "")
            if element is self._divided_event.event:
                self._shared_listings[element] = self._without_overall_totals(listing)
            else:
                self._shared_listings[element] = listing
        return self._shared_listings[element]

    def _without_overall_totals(self, listing: _Listing) -> _Listing:
        """Return *listing* without totals of several sessions, which no single session has."""
        count = len(self._divided_event.sessions)
        if count == 1:
            return listing
        if any(
            (pair.total, pair.percent, pair.rank) != (None, None, None) for pair in listing.pairs
        ):
            self._report.doubts.append(
                Doubt(
                    "doubt-overall-figures",
                    "Totals and places in the file cover all {count} sessions, so only board points were "
                    "compared.",
                    count=count,
                )
            )
        pairs = (
            replace(pair, total=None, percent=None, rank=None, adjustment=None)
            for pair in listing.pairs
        )
        return replace(listing, pairs=tuple(pairs))

    def _report_leftovers(self) -> None:
        """Report lists and pairs above the sections that belong to none of them."""
        for element in self._skipped_divisions:
            if element not in self._shared_listings:
                is_of_event = (
                    len(self._divided_event.sessions) > 1 and element is self._divided_event.event
                )
                parts = "sessions" if is_of_event else "sections"
                self._report.doubts.append(
                    Doubt(
                        "doubt-outer-list",
                        "The file has an extra list of pairs for all {parts}. That list and its figures were "
                        "skipped.",
                        parts=parts,
                    )
                )
        for listing in self._shared_listings.values():
            for pair in listing.pairs:
                if (pair.number, pair.direction) not in listing.pairs_with_results:
                    self._report.doubts.append(
                        Doubt(
                            "doubt-unplayed-pair",
                            "Pair {pair} is in the list of pairs but has no results, so it was left out.",
                            pair=pair.number_text,
                        )
                    )


def _read_winners(division: SectionElements, pairs: Sequence[SourcePair], report: Report) -> int:
    """Return the number of winners, by the innermost element that states it or by the pairs."""
    winners_text = next(
        filter(None, (get_child_text(part, "WINNER_TYPE") for part in division.parts)), ""
    )
    if winners_text in ("1", "2"):
        return int(winners_text)
    if winners_text:
        report.problems.append(
            ImportFileError(
                "usebio-winners",
                "WINNER_TYPE is “{given}”. Use 1 for one winner or 2 for N-S and E-W winners.",
                given=winners_text,
            )
        )
    if pairs and all(pair.direction for pair in pairs):
        return 2
    return 1
