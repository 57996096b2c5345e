"""The sessions in ``tests/fixtures/usebio`` as fields, beside their official figures."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from scoring.bridge.entries import parse_entry
from scoring.bridge.rulings import ArtificialScore
from scoring.model import Board, Field, Line

FIXTURES = Path(__file__).parents[2] / "fixtures" / "usebio"


@dataclass(frozen=True)
class PlayedLine:
    """One traveller line as the file has it."""

    board_no: int
    ns: int
    ew: int
    contract: str
    declarer: str
    tricks: int | None
    score: int | None
    artificial: ArtificialScore | None
    ns_points: Fraction | None
    ew_points: Fraction | None
    ns_imps: Fraction | None
    ew_imps: Fraction | None


def read_root(name: str) -> ElementTree.Element:
    return ElementTree.parse(FIXTURES / f"{name}.xml").getroot()  # noqa: S314 - a file of this repository


def read_played_lines(name: str) -> list[PlayedLine]:
    return [
        _played_line(int(board.findtext("BOARD_NUMBER")), line)
        for board in read_root(name).iter("BOARD")
        for line in board.iter("TRAVELLER_LINE")
    ]


def _played_line(board_no: int, line: ElementTree.Element) -> PlayedLine:
    score = line.findtext("SCORE")
    artificial = parse_entry(score).artificial if score.startswith("A") else None
    points = [
        Fraction(line.findtext(name)) if line.findtext(name) else None
        for name in (
            "NS_MATCH_POINTS",
            "EW_MATCH_POINTS",
            "NS_CROSS_IMP_POINTS",
            "EW_CROSS_IMP_POINTS",
        )
    ]
    tricks = line.findtext("TRICKS")
    return PlayedLine(
        board_no=board_no,
        ns=int(line.findtext("NS_PAIR_NUMBER").rstrip("NSEW")),
        ew=int(line.findtext("EW_PAIR_NUMBER").rstrip("NSEW")),
        contract=line.findtext("CONTRACT"),
        declarer=line.findtext("PLAYED_BY"),
        tricks=int(tricks) if tricks else None,
        score=None if artificial else int(score),
        artificial=artificial,
        ns_points=points[0],
        ew_points=points[1],
        ns_imps=points[2],
        ew_imps=points[3],
    )


def read_field(name: str) -> Field:
    boards: dict[int, list[Line]] = {}
    for played in read_played_lines(name):
        line = Line(played.ns, played.ew, played.score, played.artificial)
        boards.setdefault(played.board_no, []).append(line)
    winners = int(read_root(name).findtext(".//WINNER_TYPE"))
    return Field(
        winners, tuple(Board(board_no, tuple(lines)) for board_no, lines in boards.items())
    )
