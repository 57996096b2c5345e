"""Euchre: the score of a deal, with march, lone hands and euchres."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from movements.option import Option, numbers
from scoring.deals.auction import AUCTION
from scoring.deals.cinch import CINCH
from scoring.deals.five_hundred import FIVE_HUNDRED
from scoring.deals.model import SIDE_OF, DealGame, DealScore, GameScore, add_up, capitals, for_side
from scoring.deals.rubber import RUBBER
from scoring.deals.whist import WHIST
from scoring.errors import ScoringError
from scoring.sentences import ScoringSentences

_FORM = (
    "type the makers and their tricks, such as NS 4; for a lone hand add ALONE, such as W 5 ALONE."
)
_DEAL = re.compile(
    r"(?P<makers>NS|EW|[NESW]) ?(?P<tricks>[0-9]{1,2}) ?(?P<alone>A|ALONE|LONE|LONER)?"
)


class EuchreResult(Enum):
    """The outcome of a deal for the makers."""

    POINT = "point"
    MARCH = "march"
    LONE_POINT = "lone hand, point"
    LONER = "lone hand, march"
    EUCHRED = "euchred"
    LONE_EUCHRED = "lone hand, euchred"


@dataclass(frozen=True, slots=True)
class EuchreDeal:
    """A deal: the makers, their tricks of five, and whether one played alone.

    >>> str(EuchreDeal("NS", 5, alone=True)), EuchreDeal("NS", 5, alone=True).result
    ('NS 5 ALONE', <EuchreResult.LONER: 'lone hand, march'>)
    """

    makers: str
    tricks: int
    alone: bool = False

    def __str__(self) -> str:
        return f"{self.makers} {self.tricks}{' ALONE' if self.alone else ''}"

    @property
    def result(self) -> EuchreResult:
        """What the deal is called."""
        if self.tricks < 3:
            if self.alone:
                return EuchreResult.LONE_EUCHRED
            return EuchreResult.EUCHRED
        if self.tricks == 5:
            if self.alone:
                return EuchreResult.LONER
            return EuchreResult.MARCH
        if self.alone:
            return EuchreResult.LONE_POINT
        return EuchreResult.POINT


def read_euchre_deal(text: str) -> EuchreDeal:
    """Parse a deal: the makers (side or seat), their tricks, ``ALONE``.

    >>> read_euchre_deal("w 5 alone")
    EuchreDeal(makers='EW', tricks=5, alone=True)

    :raises ScoringError: if the text is no deal, or there are more than five tricks.
    """
    match = _DEAL.fullmatch(capitals(text))
    if match is None:
        raise ScoringError(ScoringSentences.DEAL, text=text.strip(), game="euchre", form=_FORM)
    if int(match["tricks"]) > 5:
        raise ScoringError(
            ScoringSentences.DEAL_RANGE,
            text=text.strip(),
            count=match["tricks"],
            what="tricks",
            game="euchre",
            most=5,
        )
    return EuchreDeal(SIDE_OF[match["makers"]], int(match["tricks"]), match["alone"] is not None)


def euchre_points(
    deal: EuchreDeal, *, lone_march: int = 4, lone_euchre: int = 2
) -> tuple[int, int]:
    """Return the points of N-S and of E-W.

    Three or four tricks score 1, all five (march) 2, alone *lone_march*; fewer than three (euchred)
    give the others 2, or *lone_euchre* where the maker played alone.

    >>> [euchre_points(read_euchre_deal(text)) for text in ("NS 4", "NS 5", "EW 5 ALONE", "NS 2")]
    [(1, 0), (2, 0), (0, 4), (0, 2)]

    Source: [HOFFMANN1909] "Euchre"; lone hands euchred for 4: [FOSTER1914] "Euchre".
    """
    own = {
        EuchreResult.MARCH: 2,
        EuchreResult.LONER: lone_march,
        EuchreResult.EUCHRED: 0,
        EuchreResult.LONE_EUCHRED: 0,
    }
    other = {EuchreResult.EUCHRED: 2, EuchreResult.LONE_EUCHRED: lone_euchre}
    return for_side(deal.makers, own.get(deal.result, 1), other.get(deal.result, 0))


def play_off_points(tricks: int) -> tuple[int, int]:
    """Return the points of the maker and of each other player in a play-off of four.

    All five tricks score 3, not 4, three or four 1; a euchre gives each of the others 2.

    >>> [play_off_points(tricks) for tricks in (5, 3, 2)]
    [(3, 0), (1, 0), (0, 2)]

    Source: [HOYLE1926] pp. 90-92.
    """
    if tricks < 3:
        return 0, 2
    if tricks == 5:
        return (3, 0)
    return (1, 0)


def _score(texts: Sequence[str], options: Mapping[str, str]) -> GameScore:
    deals = []
    for text in texts:
        deal = read_euchre_deal(text)
        if deal.alone and options["lone_hands"] == "no":
            raise ScoringError(ScoringSentences.EUCHRE_LONE_HAND, text=text.strip())
        ns, ew = euchre_points(
            deal, lone_march=int(options["lone_march"]), lone_euchre=int(options["lone_euchre"])
        )
        deals.append(DealScore(str(deal), ns, ew, deal.result.value))
    return add_up(deals)


EUCHRE = DealGame(
    key="euchre",
    name="Euchre",
    form=_FORM,
    options=(
        Option(
            "lone_hands", "Lone hands", {"yes": "played", "no": "not played, as at many parties"}
        ),
        Option("lone_march", "Points for a lone hand with all five tricks", numbers(4, 3, 5)),
        Option("lone_euchre", "Points for euchring a lone hand", numbers(2, 4)),
    ),
    source="[HOFFMANN1909] Euchre; [HOYLE1926] pp. 90-92",
    compute=_score,
)


# The games whose deals are scored by themselves, in the order in which they are listed.
#
# To add one: a module with its ``DealGame``, an entry here, a golden file, a row in
# ``docs/scoring/README.md``.

GAMES: tuple[DealGame, ...] = (WHIST, EUCHRE, FIVE_HUNDRED, CINCH, AUCTION, RUBBER)
"""Every game."""

_BY_KEY = {game.key: game for game in GAMES}


def find_game(key: str) -> DealGame:
    """Return the game with this *key*.

    >>> find_game("euchre").name
    'Euchre'

    :raises ScoringError: naming the keys there are.
    """
    if key not in _BY_KEY:
        raise ScoringError(ScoringSentences.NO_SUCH_GAME, key=key, known=", ".join(_BY_KEY))
    return _BY_KEY[key]


def score_deals(
    game_key: str, deals: Sequence[str], options: Mapping[str, str] | None = None
) -> GameScore:
    """Return the points of *deals* of one game. Options have defaults.

    >>> score = score_deals("euchre", ["NS 4", "EW 5 alone"])
    >>> score.ns, score.ew
    (1, 4)

    :raises ScoringError: if there is no such game, option or choice.
    :raises ScoringError: if a deal cannot be.
    """
    return find_game(game_key).score(deals, options)


def game_score_to_json(game_key: str, score: GameScore) -> dict[str, object]:
    """Return *score* in the shape other programs read.

    >>> game_score_to_json("euchre", score_deals("euchre", ["NS4"]))["deals"]
    [{'deal': 'NS 4', 'result': 'point', 'ns': 1, 'ew': 0}]
    """
    return {
        "game": game_key,
        "deals": [
            {"deal": deal.text, "result": deal.what or None, "ns": deal.ns, "ew": deal.ew}
            for deal in score.deals
        ],
        "ns": score.ns,
        "ew": score.ew,
        "notes": list(score.notes),
    }
