"""Reading a USEBIO file: the pairs event that a scoring program wrote, versions 1.0 to 1.3.

Format: [USEBIO12] 1.2 and 1.3, and the habits of the programs that write it.  The records state
what the file states.  Contradictions refuse the file, with every fault at once; oddities become
warnings.  ``elements`` divides the event, ``boards`` reads lists of pairs and the travellers, ``contests``
events of single players and teams; this module joins them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import BinaryIO
from xml.etree.ElementTree import Element, ProcessingInstruction

from director.additions.imports.formats.source.contest import INDIVIDUAL, PAIRS, TEAMS
from director.additions.imports.formats.source.event import (
    build_source_event,
    choose_event,
    describe_event,
)
from director.additions.imports.formats.source.lines import EventHead, Report, collect_source_hands
from director.additions.imports.formats.source.model import (
    TEAM_SCORINGS,
    OwnScoring,
    SourceBoard,
    SourceEvent,
    SourcePair,
    SourceRound,
    SourceSection,
    find_own_scoring,
)
from director.additions.imports.formats.usebio.boards import (
    Filed,
    KnownLines,
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
    read_team_pairs,
    read_teams,
)
from director.additions.imports.formats.usebio.elements import (
    LINE,
    DividedEvent,
    SectionElements,
    divide_event,
    find_unread_elements,
    get_child_text,
)
from director.additions.imports.refusals import DOUBT_NO_DATE, DOUBT_NO_SCORING
from director.formats.dates import read_date
from director.formats.deals import FiledDeal
from director.formats.errors import Doubt, ImportFileError, raise_faults
from director.formats.reading import MAX_BYTES, describe_file_kind, guess_code_page, read_limited
from director.formats.refusals import make_file_other_format_error
from director.formats.xml import OWN_WORDS, parse_xml
from scoring.registry import find_method

_Sessions = tuple[tuple[SourceSection, ...], ...]


@dataclass(slots=True)
class _Listing:
    """A list of pairs. *pairs_with_results* collects those with results, for a list that sections share."""

    winners: int
    pairs: tuple[SourcePair, ...]
    is_faulty: bool = False
    pairs_with_results: set[tuple[int, str]] = field(default_factory=set)

    def list_pairs_on(self, boards: Iterable[SourceBoard]) -> tuple[SourcePair, ...]:
        """Return the pairs that have a line on *boards*."""
        ns, ew = ("NS", "EW") if self.winners == 2 else ("", "")
        numbers_on_boards: set[tuple[int, str]] = set()
        for board in boards:
            for line in board.lines:
                numbers_on_boards.update(((line.ns_no, ns), (line.ew_no, ew)))
        self.pairs_with_results |= numbers_on_boards
        return tuple(
            pair for pair in self.pairs if (pair.number, pair.direction) in numbers_on_boards
        )


class _SectionReader:
    """Read the sections of one event.

    A list that several sections share is read once.
    """

    def __init__(
        self, divided: DividedEvent, root: Element, report: Report, contest: str, *, is_own: bool
    ) -> None:
        self._divided, self._root, self._report = divided, root, report
        self._contest, self._is_own = contest, is_own
        self._handsets: dict[Element, tuple[FiledDeal, ...]] = {}
        self._shared: dict[Element, _Listing] = {}
        self._skipped: dict[Element, SectionElements] = {}
        self._known: KnownLines = {}

    def read(self) -> _Sessions:
        """Return the sections of every session."""
        sessions = tuple(
            tuple(map(self._read_division, session)) for session in self._divided.sessions
        )
        boards = (board for session in sessions for section in session for board in section.boards)
        if not self._report.faults and not any(board.lines for board in boards):
            self._report.faults.append(
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
            element for element in division.shared_elements if self._find_listings(element)
        ]
        shared = next(iter(shared_elements), None)
        own_listings = [
            listing
            for element in reversed(division.own_elements)
            for listing in self._find_listings(element)
        ]
        if own_listings or shared is None:
            listing = self._read_listing(own_listings, division, report)
            self._skipped |= dict.fromkeys(shared_elements, division)
        else:
            listing = self._get_shared_listing(shared, division)
        filed_deals: list[Filed] = []
        pairs = () if listing.is_faulty else listing.pairs
        boards, rounds = self._read_division_boards(division, pairs, report, filed_deals)
        hands = self._read_division_hands(
            division,
            collect_source_hands(
                [*filed_deals, *read_handset_deals(division.own_elements)], report
            ),
        )
        is_shared = shared is not None and listing is self._shared.get(shared)
        self._report.take(report, division.place)
        pairs = listing.list_pairs_on(boards) if is_shared else listing.pairs
        return SourceSection(
            division.name, division.place, listing.winners, pairs, boards, rounds, hands
        )

    def _read_division_boards(
        self,
        division: SectionElements,
        pairs: Sequence[SourcePair],
        report: Report,
        filed_deals: list[Filed],
    ) -> tuple[tuple[SourceBoard, ...], tuple[SourceRound, ...]]:
        """Return the boards, and the rounds of matches."""
        own_elements = tuple(reversed(division.own_elements))
        if self._contest == TEAMS:
            listings = [each for part in division.parts for each in self._find_listings(part)]
            team_pairs = read_team_pairs(listings)
            return read_matches(own_elements, pairs, report, self._known, filed_deals, team_pairs)
        # Read before the boards are, which clears them.
        matches = read_pair_matches(own_elements)
        elements = list_boards_of_pairs(own_elements)
        boards = read_boards(elements, pairs, report, self._known, filed_deals, is_own=self._is_own)
        rounds = make_pair_rounds(matches, boards)
        scores = sum(match.has_score for match in matches)
        if scores and not self._is_own:
            report.doubts.append(
                Doubt(
                    "doubt-match-scores",
                    "The file has the scores of {count} matches. They were left out: matches are scored "
                    "here from their boards.",
                    count=scores,
                )
            )
        return boards, rounds

    def _find_listings(self, element: Element) -> list[Element]:
        """Return the lists of contestants directly inside *element*."""
        tag = "TEAM" if self._contest == TEAMS else "PAIR"
        listings = element.findall("PARTICIPANTS")
        return [listing for listing in listings if listing.find(tag) is not None]

    def _read_listing(
        self, elements: Iterable[Element], division: SectionElements, report: Report
    ) -> _Listing:
        if self._contest == TEAMS:
            return _Listing(1, read_teams(elements, report))
        listed = read_pairs(elements, report)
        winners = _read_winners(division, listed, report)
        return _Listing(winners, assign_directions(listed, winners, report))

    def _read_division_hands(
        self, division: SectionElements, own_deals: tuple[FiledDeal, ...]
    ) -> tuple[FiledDeal, ...]:
        """Return the deals of *division*: its own, and those of several sections together."""
        deals = {deal.board_no: deal for deal in own_deals}
        for element in (*division.shared_elements, self._root):
            if element not in self._handsets:
                self._handsets[element] = collect_source_hands(
                    read_handset_deals([element]), self._report
                )
            deals = {deal.board_no: deal for deal in self._handsets[element]} | deals
        return tuple(deals[board_no] for board_no in sorted(deals))

    def _get_shared_listing(self, element: Element, division: SectionElements) -> _Listing:
        if element not in self._shared:
            report = Report()
            listing = self._read_listing(self._find_listings(element), division, report)
            listing.is_faulty = bool(report.faults)
            self._report.take(report, "")
            if element is self._divided.event:
                self._shared[element] = self._without_overall_totals(listing)
            else:
                self._shared[element] = listing
        return self._shared[element]

    def _without_overall_totals(self, listing: _Listing) -> _Listing:
        """Return *listing* without totals of several sessions, which no single session has."""
        count = len(self._divided.sessions)
        if count == 1:
            return listing
        if any(
            (pair.total, pair.percent, pair.place) != (None, None, None) for pair in listing.pairs
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
            replace(pair, total=None, percent=None, place=None, adjustment=None)
            for pair in listing.pairs
        )
        return replace(listing, pairs=tuple(pairs))

    def _report_leftovers(self) -> None:
        """Report lists and pairs above the sections that belong to none of them."""
        for element in self._skipped:
            if element not in self._shared:
                is_of_event = len(self._divided.sessions) > 1 and element is self._divided.event
                parts = "sessions" if is_of_event else "sections"
                self._report.doubts.append(
                    Doubt(
                        "doubt-outer-list",
                        "The file has an extra list of pairs for all {parts}. That list and its figures were "
                        "skipped.",
                        parts=parts,
                    )
                )
        for listing in self._shared.values():
            for pair in listing.pairs:
                if (pair.number, pair.direction) not in listing.pairs_with_results:
                    self._report.doubts.append(
                        Doubt(
                            "doubt-unplayed-pair",
                            "Pair {pair} is in the list of pairs but has no results, so it was left out.",
                            pair=pair.number_text,
                        )
                    )


def read_sections(
    divided: DividedEvent,
    root: Element,
    report: Report,
    contest: str = PAIRS,
    *,
    is_own: bool = False,
) -> _Sessions:
    """Return the sections of every session of an event of *contest*.

    Faults go into *report*, with their section. *root* is needed too, since some programs write the
    cards beside the event. The points of matches in files of this program (*is_own*) follow from
    their boards.
    """
    return _SectionReader(divided, root, report, contest, is_own=is_own).read()


def _read_winners(division: SectionElements, pairs: Sequence[SourcePair], report: Report) -> int:
    """Return the number of winners, by the innermost element that states it or by the pairs."""
    winners_text = next(
        filter(None, (get_child_text(part, "WINNER_TYPE") for part in division.parts)), ""
    )
    if winners_text in ("1", "2"):
        return int(winners_text)
    if winners_text:
        report.faults.append(
            ImportFileError(
                "usebio-winners",
                'WINNER_TYPE is "{given}". Use 1 for one winner or 2 for N-S and E-W winners.',
                given=winners_text,
            )
        )
    if pairs and all(pair.direction for pair in pairs):
        return 2
    return 1


_PAIRS_EVENTS = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMP": "cross-imps",
    "PAIRS": "",
    "SWISS_PAIRS": "",
    "": "",
}
_SWISS_PAIRS = "SWISS_PAIRS"
_TEAM_EVENTS = frozenset({"TEAMS", "SWISS_TEAMS", "TEAMS_OF_FOUR"})
_TEAM_METHODS = {"IMPS": "imps", "BAM": "bam", "HYBRID": "hybrid"}
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

    The event may have several sessions, and each several sections.  Old and new names of event
    types, dates in many forms, pair numbers with and without their direction and the usual
    encodings are read.  *event_no* is the wanted event of a file with several.  Nothing is fetched,
    whatever the file names, and no more than *max_bytes* and one byte are ever read.

    >>> read_usebio(b"<USEBIO/>")
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file has no event. Export one event per file.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence.

    Source: [USEBIO12].
    """
    raw = read_limited(data, max_bytes)
    if (kind := describe_file_kind(raw)) != "XML":
        advice = "export the event as USEBIO and choose that file"
        raise make_file_other_format_error(looks_like=kind, wanted="USEBIO", advice=advice)
    root, guessed_encoding = parse_xml(raw, flat=LINE)
    if root.tag != "USEBIO":
        root = _find_inner_usebio(root)
    report = Report()
    event_element = _choose_event_element(root, event_no)
    left_out = find_unread_elements(root)
    if guessed_encoding:
        encoding = guess_code_page(raw).capitalize()
        report.doubts.append(
            Doubt(
                "doubt-encoding",
                "The file isn’t UTF-8, so it is imported as {encoding}. Check the accented letters in "
                "names.",
                encoding=encoding,
            )
        )
    event = _read_event(root, event_element, report)
    raise_faults(report.faults)
    if event.own_scoring:
        return event
    return replace(event, left_out=tuple(left_out.make_doubts("Elements")))


def _find_inner_usebio(root: Element) -> Element:
    """Return the one USEBIO element inside *root*, as files with an envelope have it."""
    inner = root.findall(".//USEBIO")
    if len(inner) != 1:
        raise ImportFileError(
            "xml-other-root",
            "The file is XML but starts with <{root}> instead of <USEBIO>. Export the event as "
            "USEBIO.",
            root=root.tag.lower(),
        )
    return inner[0]


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
    chosen = choose_event(events, names, event_no)
    for event in events:
        if event is not chosen:
            root.remove(event)
    return chosen


def _read_event(root: Element, event_element: Element, report: Report) -> SourceEvent:
    club = root.find("CLUB")
    club = root if club is None else club
    parts = [
        *(event_element, *event_element.findall("SESSION")),
        *event_element.iterfind(".//SECTION"),
    ]
    divided, scoring_report = divide_event(event_element), Report()
    own_scoring = _read_own_scoring(event_element)
    contest = _read_contest(parts)
    # The scoring may follow from the lines, and read_sections() clears them to save memory.
    if own_scoring:
        scoring = find_method(own_scoring.method).name_in_files
    elif contest == TEAMS:
        scoring = _find_team_scoring(parts)
    else:
        scoring = _find_scoring(parts, scoring_report)
    if contest == INDIVIDUAL:
        raise_faults(scoring_report.faults)
        head = EventHead(
            scoring,
            event_date=_parse_event_date(_find_text(parts, "DATE"), report),
            contest=contest,
        )
        flat = build_source_event(head, read_individuals(divided, report), report)
        return _with_head(flat, club, parts)
    sessions = read_sections(divided, root, report, contest, is_own=own_scoring is not None)
    event_date = _parse_event_date(_find_text(parts, "DATE"), report)
    report.take(scoring_report, "")
    sections = (section for session in sessions for section in session)
    report.settle(sum(len(board.lines) for section in sections for board in section.boards))
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


def _with_head(event: SourceEvent, club: Element, parts: Sequence[Element]) -> SourceEvent:
    """Return *event* with what the file says of it as a whole."""
    return replace(
        event,
        club=get_child_text(club, "CLUB_NAME"),
        club_id=get_child_text(club, "CLUB_ID_NUMBER"),
        identifier=_find_text(parts, "EVENT_IDENTIFIER", "EVENT_ID"),
        title=_find_text(parts, "TITLE"),
        description=_find_text(parts, "EVENT_DESCRIPTION"),
        program=_find_text(parts, "PROGRAM_NAME"),
        program_version=_find_text(parts, "PROGRAM_VERSION"),
    )


def _read_own_scoring(event: Element) -> OwnScoring | None:
    """Return the scoring that a file of this program names.

    :raises ImportFileError: as ``find_own_scoring``
    """
    texts = set()
    for child in event:
        # The tag of a processing instruction is a function, its text begins with the target.
        tag: object = child.tag
        if tag is ProcessingInstruction:
            texts.add((child.text or "").removeprefix(OWN_WORDS).strip())
    return find_own_scoring(texts)


def _find_text(parts: Sequence[Element], *tags: str) -> str:
    return next(filter(None, (get_child_text(part, *tags) for part in parts)), "")


def _parse_event_date(date_text: str, report: Report) -> date | None:
    if not date_text:
        report.doubts.append(Doubt(*DOUBT_NO_DATE))
        return None
    on = read_date(date_text)
    if on is None:
        report.faults.append(
            ImportFileError(
                "usebio-date",
                'DATE "{given}" isn’t a date. Use a form such as 21/07/2022.',
                given=date_text,
            )
        )
    return on


def _find_scoring(parts: Sequence[Element], report: Report) -> str:
    """Return how the event was scored.

    It follows from its old type, its method, or the unit of the points.
    """
    named_methods = _find_named_methods(parts)
    if len(named_methods) > 1:
        report.faults.append(
            ImportFileError(
                "usebio-several-scorings",
                "The sections have different scoring methods ({given}). Export each to its own file.",
                given=", ".join(named_methods.values()),
            )
        )
    method_text = next(iter(named_methods.values()), "")
    method = _PAIRS_EVENTS.get(_find_event_type(parts), "") or _METHODS.get(
        extract_letters(method_text), ""
    )
    if not method and extract_letters(method_text) in ("", "IMPS"):
        lines = [line for part in parts for line in part.iterfind(f"BOARD/{LINE}")]
        lines += [line for part in parts for line in part.iterfind(f"MATCH/BOARD/{LINE}")]
        units = (unit for unit in _METHODS_BY_UNIT for line in lines if unit in line.attrib)
        method = _METHODS_BY_UNIT.get(next(units, ""), "")
    if not method and not method_text and _find_event_type(parts) == _SWISS_PAIRS:
        # The file has the points of matches only.
        report.doubts.append(Doubt(*DOUBT_NO_SCORING, taken="matchpoints"))
        method = "matchpoints"
    if not method:
        report.faults.append(
            ImportFileError(
                "usebio-scoring",
                'The scoring is "{given}". Use MATCH_POINTS, CROSS_IMPS, BUTLER_IMPS or AGGREGATE as '
                "BOARD_SCORING_METHOD.",
                given=method_text,
            )
        )
    return method


def _find_named_methods(parts: Sequence[Element]) -> dict[str, str]:
    """Return the texts that name a scoring method, by their letters."""
    methods = (get_child_text(part, "BOARD_SCORING_METHOD", "SCORING_METHOD") for part in parts)
    return {extract_letters(text): text for text in methods if text}


def _find_team_scoring(parts: Sequence[Element]) -> str:
    """Return the scoring of teams. Where the file names another, the figures decide."""
    for method in _find_named_methods(parts):
        if method in _TEAM_METHODS:
            return _TEAM_METHODS[method]
    return TEAM_SCORINGS[0]


def _read_contest(parts: Sequence[Element]) -> str:
    """Return who competes: pairs, teams, or single players whose seats are known.

    :raises ImportFileError: if it is anybody else
    """
    event_type = _find_event_type(parts)
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
            "A USEBIO file of single players doesn’t say who sat with whom. Import the event as "
            "PBN, CSV or XLSX.",
        )
    raise ImportFileError(
        "usebio-contest",
        "The event type is {contest}. Only events of pairs and of teams can be imported.",
        contest=event_type,
    )


def _find_event_type(parts: Sequence[Element]) -> str:
    types = [part.get("EVENT_TYPE", "") for part in parts]
    types += [
        listing.get("EVENT_TYPE", "") for part in parts for listing in part.findall("PARTICIPANTS")
    ]
    return next((text.strip().upper() for text in types if text.strip()), "")
