"""USEBIO files written from our own scoring: what another program with other options would have made of a night."""

import random
from fractions import Fraction
from xml.etree import ElementTree

from scoring.bridge.contracts import get_vulnerability, list_possible_scores
from scoring.bridge.rulings import ArtificialScore
from scoring.display import format_percent, format_rounded
from scoring.model import Board, Field, Line, Ranking
from scoring.registry import rank_field

UNITS = {
    "matchpoints": ("MATCH_POINTS", "MATCH_POINTS"),
    "ascherman": ("MATCH_POINTS", "MATCH_POINTS"),
    "cross-imps": ("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "total-imps": ("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "butler": ("BUTLER_IMPS", "BUTLER_POINTS"),
    "aggregate": ("AGGREGATE", "AGGREGATE_POINTS"),
}


def make_random_field(seed=1, *, pairs=13, boards=8, winners=1, artificial=True):
    """Return a night of *boards*: pairs that sit out, tables that did not play, an artificial score."""
    chance = random.Random(seed)
    half = (pairs + 1) // 2
    made = []
    for board_no in range(1, boards + 1):
        possible = list_possible_scores(get_vulnerability(board_no))
        usual = [score for score in possible if abs(score) < 1000]
        lines = []
        for table in range(half):
            ns, ew = table + 1, (table + board_no) % half + 1
            ew = ew if winners == 2 else ew + half
            if winners == 1 and ew > pairs:
                continue  # the opponents are missing: N-S sit out
            lines.append(Line(ns, ew, chance.choice(usual)))
        if board_no == 3:
            lines = lines[1:]
        if artificial and board_no == 5:
            given = ArtificialScore(Fraction(60), Fraction(40))
            lines[0] = lines[0]._replace(score=None, artificial=given)
        made.append(Board(board_no, tuple(lines)))
    return Field(winners, tuple(made))


def write_ranking(method, ranking: Ranking, *, winners, places=True, names=True) -> bytes:
    """Return the file of *ranking*, with two decimals."""
    scoring, unit = UNITS[method]
    root = ElementTree.Element("USEBIO", Version="1.2")
    event = ElementTree.SubElement(root, "EVENT", EVENT_TYPE="PAIRS")
    for tag, text in (
        ("EVENT_DESCRIPTION", "Made night"),
        ("BOARD_SCORING_METHOD", scoring),
        ("WINNER_TYPE", str(winners)),
        ("DATE", "21/07/2022"),
    ):
        ElementTree.SubElement(event, tag).text = text
    participants = ElementTree.SubElement(event, "PARTICIPANTS")
    for standing in ranking.standings:
        _write_pair(participants, standing, places, names)
    for board in ranking.boards:
        element = ElementTree.SubElement(event, "BOARD")
        ElementTree.SubElement(element, "BOARD_NUMBER").text = str(board.board_no)
        for scored in board.lines:
            _write_line(element, scored, unit, winners)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def write_scored_field(method, field, options=None, **settings) -> bytes:
    """Return the file of *field* as a program writes it that scores by *method* with *options*."""
    return write_ranking(
        method, rank_field(method, field, options), winners=field.winner_count, **settings
    )


def _write_pair(participants, standing, places, names):
    pair = ElementTree.SubElement(participants, "PAIR")
    direction = standing.direction or ""
    number = f"{standing.contestant}{direction}"
    texts = [
        ("PAIR_NUMBER", number),
        ("DIRECTION", direction),
        ("TOTAL_SCORE", format_rounded(standing.total)),
    ]
    if standing.percent is not None:
        texts.append(("PERCENTAGE", format_percent(standing.percent)))
    if places:
        texts.append(("PLACE", standing.rank_text))
    for tag, text in texts:
        ElementTree.SubElement(pair, tag).text = text
    for who in ("First", "Second") if names else ():
        player = ElementTree.SubElement(pair, "PLAYER")
        ElementTree.SubElement(player, "PLAYER_NAME").text = f"{who} of {number}"


def _write_line(board, scored, unit, winners):
    line = scored.line
    element = ElementTree.SubElement(board, "TRAVELLER_LINE")
    ns, ew = ("NS", "EW") if winners == 2 else ("", "")
    score = str(line.artificial) if line.artificial else str(line.score)
    for tag, text in (
        ("NS_PAIR_NUMBER", f"{line.ns}{ns}"),
        ("EW_PAIR_NUMBER", f"{line.ew}{ew}"),
        ("SCORE", score),
        (f"NS_{unit}", format_rounded(scored.ns_points)),
        (f"EW_{unit}", format_rounded(scored.ew_points)),
    ):
        ElementTree.SubElement(element, tag).text = text
