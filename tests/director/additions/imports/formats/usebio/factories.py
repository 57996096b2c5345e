"""Small USEBIO files, whole but for what a test changes."""

from pathlib import Path

USEBIO_FIXTURES = Path(__file__).parents[5] / "fixtures" / "usebio"
MITCHELL = (USEBIO_FIXTURES / "club-mitchell-13-pairs.xml").read_bytes()
HOWELL = (USEBIO_FIXTURES / "club-howell-12-pairs.xml").read_bytes()
CROSS_IMP = (USEBIO_FIXTURES / "club-cross-imp-9-pairs.xml").read_bytes()

LINE = {
    "NS_PAIR_NUMBER": "1",
    "EW_PAIR_NUMBER": "2",
    "CONTRACT": "4S",
    "PLAYED_BY": "S",
    "TRICKS": "10",
    "SCORE": "420",
    "NS_MATCH_POINTS": "2",
    "EW_MATCH_POINTS": "0",
}


def write_tags(values):
    return "".join(f"<{tag}>{text}</{tag}>" for tag, text in values.items() if text is not None)


def write_line(**changes):
    return f"<TRAVELLER_LINE>{write_tags(LINE | changes)}</TRAVELLER_LINE>"


def write_board(*lines, number="1", vulnerability=None):
    head = write_tags({"BOARD_NUMBER": number, "VULNERABILITY": vulnerability})
    return f"<BOARD>{head}{''.join(lines or [write_line()])}</BOARD>"


def write_pair(number, direction="", players=("Ada Ash", "Bert Hazel"), **figures):
    people = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in players)
    return f"<PAIR>{write_tags({'PAIR_NUMBER': number, 'DIRECTION': direction} | figures)}{people}</PAIR>"


PAIRS = (write_pair("1"), write_pair("2"), write_pair("3"), write_pair("4"))


def write_usebio(*, pairs=PAIRS, boards=None, event_type="MP_PAIRS", extra="", **header):
    """Return a file of one event; keyword arguments in capitals replace what its header holds (``None``: left out)."""
    facts = write_tags({"WINNER_TYPE": "1", "TITLE": "Club pairs", "DATE": "21/07/2022"} | header)
    listed = f"<PARTICIPANTS>{''.join(pairs)}</PARTICIPANTS>"
    results = "".join([write_board()] if boards is None else boards)
    event = f'<EVENT EVENT_TYPE="{event_type}">{facts}{extra}{listed}{results}</EVENT>'
    return f'<USEBIO Version="1.2"><CLUB><CLUB_NAME>Ash Club</CLUB_NAME></CLUB>{event}</USEBIO>'.encode()


TWO_WINNER_PAIRS = (
    write_pair("1NS", "NS"),
    write_pair("2NS", "NS"),
    write_pair("1EW", "EW"),
    write_pair("2EW", "EW"),
)
