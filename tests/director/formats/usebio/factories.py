"""Small USEBIO files, whole but for what a test changes."""

from pathlib import Path

USEBIO_FIXTURES = Path(__file__).parents[3] / "fixtures" / "usebio"
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


def tags(values):
    return "".join(f"<{tag}>{text}</{tag}>" for tag, text in values.items() if text is not None)


def line(**changes):
    return f"<TRAVELLER_LINE>{tags(LINE | changes)}</TRAVELLER_LINE>"


def board(*lines, number="1", vulnerability=None):
    head = tags({"BOARD_NUMBER": number, "VULNERABILITY": vulnerability})
    return f"<BOARD>{head}{''.join(lines or [line()])}</BOARD>"


def pair(number, direction="", players=("Ada Ash", "Bert Hazel"), **figures):
    people = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in players)
    return f"<PAIR>{tags({'PAIR_NUMBER': number, 'DIRECTION': direction} | figures)}{people}</PAIR>"


PAIRS = (pair("1"), pair("2"), pair("3"), pair("4"))


def usebio(*, pairs=PAIRS, boards=None, event_type="MP_PAIRS", extra="", **header):
    """Return a file of one event; keyword arguments in capitals replace what its header holds (``None``: left out)."""
    facts = tags({"WINNER_TYPE": "1", "TITLE": "Club pairs", "DATE": "21/07/2022"} | header)
    listed = f"<PARTICIPANTS>{''.join(pairs)}</PARTICIPANTS>"
    results = "".join([board()] if boards is None else boards)
    event = f'<EVENT EVENT_TYPE="{event_type}">{facts}{extra}{listed}{results}</EVENT>'
    return f'<USEBIO Version="1.2"><CLUB><CLUB_NAME>Ash Club</CLUB_NAME></CLUB>{event}</USEBIO>'.encode()


TWO_WINNER_PAIRS = (pair("1NS", "NS"), pair("2NS", "NS"), pair("1EW", "EW"), pair("2EW", "EW"))
