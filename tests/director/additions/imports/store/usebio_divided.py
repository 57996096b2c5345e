"""USEBIO files of several sessions and sections, written from an event of our own as another program would."""

import random
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils import timezone

from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Result
from scoring.bridge.contracts import get_vulnerability, list_possible_scores
from scoring.display import format_percent, format_rounded
from scoring.totals.ranking import format_signed
from tests.factories import make_sections

NAMES = {"A": "A", "B": "B", "C": "C"}


def make_random_event(
    seed: int = 1,
    *,
    letters="ABC",
    sessions=2,
    key="mitchell",
    pairs=6,
    options=None,
    places="field",
):
    """Return an event of our own, every line with some score, a few with an artificial one."""
    chance = random.Random(seed)
    sections = make_sections(letters=letters, sessions=sessions, key=key, pairs=pairs, played=False)
    for section in sections:
        Result.objects.bulk_create(
            _make_random_result(section, line, chance) for line in fetch_section_lines(section).all
        )
    set_scoring(section=sections[0], scoring="matchpoints", options=options or {}, places=places)
    return reload_event(sections[0].session.event)


def _make_random_result(section, line, chance) -> Result:
    possible = [
        score
        for score in list_possible_scores(get_vulnerability(line.board_no))
        if score and abs(score) < 1000
    ]
    text = (
        "A6040"
        if chance.random() < 0.05
        else format_signed(chance.choice(possible)).replace("−", "-")
    )
    entry = parse_line_entry(text)
    return Result(
        section=section,
        board_no=line.board_no,
        ns=line.ns,
        ew=line.ew,
        round_no=line.round_no,
        table_no=line.table_no,
        text=entry.text,
        ns_score=entry.compute_ns_score(line.board_no),
        entered_at=timezone.now(),
    )


def reload_event(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def write_divided_file(event: Event, **settings) -> bytes:
    """Return *event* as a file; *settings* are those of :func:`build_divided_root`."""
    return tostring(build_divided_root(event, **settings), encoding="utf-8", xml_declaration=True)


def build_divided_root(event: Event, *, called=None, names=True, session_tag=True) -> Element:
    """Return the root of the file; *called* gives sections other names; without *session_tag* there is no SESSION."""
    root = Element("USEBIO", Version="1.2")
    top = SubElement(root, "EVENT", EVENT_TYPE="PAIRS")
    _write_tags(
        top,
        BOARD_SCORING_METHOD="MATCH_POINTS",
        TITLE="County pairs",
        DATE="21/07/2022",
        PROGRAM_NAME="Example",
    )
    for sheets in EventResults(event).sessions:
        number = str(sheets.scoring_field.session.number)
        session = SubElement(top, "SESSION", SESSION_ID=number) if session_tag else top
        for section in sheets.scoring_field.sections:
            called_so = (called or NAMES)[section.letter]
            _write_section(
                SubElement(session, "SECTION", SECTION_ID=called_so), sheets, section, names
            )
    return root


def _write_section(element, sheets, section, names):
    _write_tags(element, WINNER_TYPE=str(section.winners))
    listing = SubElement(element, "PARTICIPANTS")
    rows = {row.contestant: row for group in sheets.standings.groups for row in group.rows}
    scoring_field = sheets.scoring_field
    for pair_no in sorted(
        number for number in rows if scoring_field.get_section_and_number(number)[0] == section
    ):
        row, own = rows[pair_no], scoring_field.get_section_and_number(pair_no)[1]
        direction = section.get_direction(own)
        pair = SubElement(listing, "PAIR")
        _write_tags(
            pair,
            PAIR_NUMBER=f"{section.get_printed_number(own)}{direction}",
            DIRECTION=direction,
            TOTAL_SCORE=format_rounded(row.total),
            PERCENTAGE=format_percent(row.percent),
            PLACE=row.place,
        )
        for player in sheets.starters_by_number.get(pair_no, ()) if names else ():
            _write_tags(SubElement(pair, "PLAYER"), PLAYER_NAME=player)
    for board_no in sheets.board_numbers:
        board = SubElement(element, "BOARD")
        _write_tags(board, BOARD_NUMBER=str(board_no))
        for line in sheets.lines.get_board_lines(board_no):
            if scoring_field.get_section_and_number(line.ns)[0] == section:
                _write_line(SubElement(board, "TRAVELLER_LINE"), sheets, section, line)


def _write_line(element, sheets, section, line):
    points = sheets.scored.points_by_line[line.board_no, line.ns, line.ew]
    numbers = {
        side: sheets.scoring_field.get_section_and_number(getattr(line, side.lower()))[1]
        for side in ("NS", "EW")
    }
    _write_tags(
        element,
        **{
            f"{side}_PAIR_NUMBER": f"{section.get_printed_number(own)}{section.get_direction(own)}"
            for side, own in numbers.items()
        },
        SCORE=line.text if line.ns_score is None else str(line.ns_score),
        NS_MATCH_POINTS=format_rounded(points.ns_points),
        EW_MATCH_POINTS=format_rounded(points.ew_points),
    )


def _write_tags(element, **texts):
    for tag, text in texts.items():
        SubElement(element, tag).text = text
