"""The sections of a USEBIO event: the pairs and boards of each, also where several share one list of pairs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from director.formats.deals.model import FiledDeal
from director.formats.errors import Doubt, ImportFileError
from director.formats.source.lines import Report
from director.formats.source.model import SourceBoard, SourcePair, SourceSection
from director.formats.source.section import source_hands
from director.formats.usebio import sentences
from director.formats.usebio.boards import Filed, Known, handset_deals, read_boards
from director.formats.usebio.divided import Divided, Division
from director.formats.usebio.lines import child_text
from director.formats.usebio.pairs import ranked_pairs, read_pairs

_Sessions = tuple[tuple[SourceSection, ...], ...]


@dataclass(slots=True)
class _Listing:
    """A list of pairs, and which of them have played so far: only a shared list is asked for that."""

    winners: int
    pairs: tuple[SourcePair, ...]
    is_faulty: bool = False
    played: set[tuple[int, str]] = field(default_factory=set)

    def of(self, boards: Iterable[SourceBoard]) -> tuple[SourcePair, ...]:
        """Return the pairs that have a line on *boards*."""
        ns, ew = ("NS", "EW") if self.winners == 2 else ("", "")
        here = {key for board in boards for line in board.lines for key in ((line.ns_no, ns), (line.ew_no, ew))}
        self.played |= here
        return tuple(pair for pair in self.pairs if (pair.number, pair.direction) in here)


class _Reader:
    """Reads the sections of one event; a list that several share is read once."""

    def __init__(self, divided: Divided, root: Element, report: Report) -> None:
        self._divided, self._root, self._report = divided, root, report
        self._handsets: dict[Element, tuple[FiledDeal, ...]] = {}
        self._shared: dict[Element, _Listing] = {}
        self._passed_over: dict[Element, Division] = {}
        self._known: Known = {}

    def read(self) -> _Sessions:
        """Return the sections of every session."""
        sessions = tuple(tuple(map(self._section, session)) for session in self._divided.sessions)
        boards = (board for session in sessions for section in session for board in section.boards)
        if not self._report.faults and not any(board.lines for board in boards):
            self._report.faults.append(ImportFileError(sentences.USEBIO_NO_BOARDS))
        self._doubt()
        return sessions

    def _section(self, division: Division) -> SourceSection:
        report = Report()
        shared = next((element for element in division.shared if _listings(element)), None)
        own = [listing for element in reversed(division.own) for listing in _listings(element)]
        if own or shared is None:
            listing = _listing(own, division, report)
            self._passed_over |= {element: division for element in division.shared if _listings(element)}
        else:
            listing = self._shared_listing(shared, division)
        elements = (board for element in reversed(division.own) for board in element.findall("BOARD"))
        filed: list[Filed] = []
        boards = read_boards(elements, () if listing.is_faulty else listing.pairs, report, self._known, filed)
        hands = self._hands(division, source_hands([*filed, *handset_deals(division.own)], report))
        is_shared = shared is not None and listing is self._shared.get(shared)
        self._report.take(report, division.place)
        pairs = listing.of(boards) if is_shared else listing.pairs
        return SourceSection(division.name, division.place, listing.winners, pairs, boards, hands=hands)

    def _hands(self, division: Division, own: tuple[FiledDeal, ...]) -> tuple[FiledDeal, ...]:
        """Return the cards of *division*: its *own*, and of other boards those told of several sections at once."""
        deals = {deal.board_no: deal for deal in own}
        for element in (*division.shared, self._root):
            if element not in self._handsets:
                self._handsets[element] = source_hands(handset_deals([element]), self._report)
            deals = {deal.board_no: deal for deal in self._handsets[element]} | deals
        return tuple(deals[board_no] for board_no in sorted(deals))

    def _shared_listing(self, element: Element, division: Division) -> _Listing:
        if element not in self._shared:
            report = Report()
            listing = _listing(_listings(element), division, report)
            listing.is_faulty = bool(report.faults)
            self._report.take(report, "")
            self._shared[element] = self._of_session(listing) if element is self._divided.event else listing
        return self._shared[element]

    def _of_session(self, listing: _Listing) -> _Listing:
        """Return *listing* without the figures of all sessions together, which are those of none."""
        count = len(self._divided.sessions)
        if count == 1:
            return listing
        if any((pair.total, pair.percent, pair.place) != (None, None, None) for pair in listing.pairs):
            self._report.doubts.append(Doubt(sentences.DOUBT_OVERALL_FIGURES, count=count))
        pairs = (replace(pair, total=None, percent=None, place=None, adjustment=None) for pair in listing.pairs)
        return replace(listing, pairs=tuple(pairs))

    def _doubt(self) -> None:
        """Note what the lists above the sections hold that belongs to none of them."""
        for element in self._passed_over:
            if element not in self._shared:
                several = len(self._divided.sessions) > 1 and element is self._divided.event
                self._report.doubts.append(
                    Doubt(sentences.DOUBT_OUTER_LIST, parts="sessions" if several else "sections")
                )
        for listing in self._shared.values():
            for pair in listing.pairs:
                if (pair.number, pair.direction) not in listing.played:
                    self._report.doubts.append(Doubt(sentences.DOUBT_UNPLAYED_PAIR, pair=pair.number_text))


def read_sections(divided: Divided, root: Element, report: Report) -> _Sessions:
    """Return the sections of every session; what is wrong goes into *report*, with the section it is wrong in.

    Cards stand beside the event too, in the *root*.
    """
    return _Reader(divided, root, report).read()


def _listings(element: Element) -> list[Element]:
    """Return the lists of pairs that *element* has itself."""
    return [listing for listing in element.findall("PARTICIPANTS") if listing.find("PAIR") is not None]


def _listing(elements: Iterable[Element], division: Division, report: Report) -> _Listing:
    listed = read_pairs(elements, report)
    winners = _winners(division, listed, report)
    return _Listing(winners, ranked_pairs(listed, winners, report))


def _winners(division: Division, pairs: Sequence[SourcePair], report: Report) -> int:
    """Return how many winners there are, as the innermost element says that says it, or else the pairs."""
    given = next(filter(None, (child_text(part, "WINNER_TYPE") for part in division.parts)), "")
    if given in ("1", "2"):
        return int(given)
    if given:
        report.faults.append(ImportFileError(sentences.USEBIO_WINNERS, given=given))
    return 2 if pairs and all(pair.direction for pair in pairs) else 1
