"""The deals of a real evening, and what was made with them, for the tests of hands."""

import csv
import re
from functools import cache
from pathlib import Path

from scoring.hands.cards import parse_hands
from scoring.hands.makeable import MakeableTricks, PlayedContract

FOLDER = Path(__file__).parents[2] / "fixtures" / "deals"
FILE = FOLDER / "club-28-boards.pbn"


@cache
def read_club_games():
    """Return, by board, the deal, what can be made and the par from N-S, as the file has them."""
    games = {}
    for game in FILE.read_text(encoding="latin-1").split("[Event ")[1:]:
        tags = dict(re.findall(r'^\[(\w+) "([^"]*)"', game, re.MULTILINE))
        side, score = tags["OptimumScore"].split()
        par_score = int(score) if side == "NS" else -int(score)
        games[int(tags["Board"])] = (
            parse_hands(tags["Deal"]),
            MakeableTricks(tags["DoubleDummyTricks"]),
            par_score,
        )
    return games


@cache
def read_club_results():
    """Return, by board, the contracts that were played out."""
    results = {}
    with (FOLDER / "club-28-boards.results.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            contract = row["contract"]
            result = PlayedContract(
                row["declarer"], int(contract[0]), contract[1:], int(row["tricks"])
            )
            results.setdefault(int(row["board"]), []).append(result)
    return results
