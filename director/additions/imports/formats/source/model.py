"""Records of a file of results, as it states them."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Generic, NamedTuple, Self, TypeVar

from director.additions.imports.refusals import make_seated_teams_error
from director.formats.deals import DealInFile
from director.formats.errors import Doubt, ImportFileError
from director.formats.result import (
    FIGURE_SEPARATOR,
    KNOCK_OUT,
    PLAY_KEY,
    RANKED_TOGETHER_KEY,
    SEATED_MATCHES,
    SEATED_TEAMS,
    ResultInFile,
    parse_bracket,
)
from movements.swiss.systems import has_three_way_matches, is_double_elimination
from scoring.errors import ScoringError
from scoring.hands.card_languages import SuitLetters
from scoring.registry import get_method

_Day = date  # which a record has as a field

# The contest and scoring that this program's files name, as ``director.formats.result`` writes them.
# Files of other programs have no such texts, and are recognised by their content.

_CONTEST = re.compile(
    r"(?P<contest>pairs|teams|individual)(?:, (?P<winners>[12]) winners?)?", re.IGNORECASE
)
_KNOWN_VALUES = {
    RANKED_TOGETHER_KEY: ("", "section"),
    PLAY_KEY: ("", KNOCK_OUT, SEATED_TEAMS, SEATED_MATCHES),
}


class OwnContest(NamedTuple):
    """Who competes in a section: *contest* as in ``Head``, and its *winner_count*, 0 if unknown."""

    contest: str = ""
    winner_count: int = 0


@lru_cache(maxsize=100)
def parse_contest(text: str) -> OwnContest:
    """Return who competes by the *text* of a file, empty if it says something else.

    >>> parse_contest("Pairs, 2 winners"), parse_contest("teams").contest, parse_contest("Club night")
    (OwnContest(contest='pairs', winner_count=2), 'teams', OwnContest(contest='', winner_count=0))
    """
    match = _CONTEST.fullmatch(text.strip())
    if match is None:
        return OwnContest()
    return OwnContest(match["contest"].lower(), int(match["winners"] or 0))


@dataclass(frozen=True, slots=True)
class OwnScoring:
    """How an event is scored: the key of a *method_key*, all its *options_by_name*, and ``Event.places``.

    *played_as* is ``KNOCK_OUT``, ``SEATED_TEAMS``, ``SEATED_MATCHES``, the word of
    ``format_bracket`` or empty.
    """

    method_key: str
    options_by_name: Mapping[str, str]
    ranking_scope: str = ""
    played_as: str = ""

    @property
    def draw_options(self) -> dict[str, str] | None:
        """The options of a knock-out whose bracket follows from its matches, or None."""
        return parse_bracket(self.played_as)


@lru_cache(maxsize=100)
def parse_scoring(text: str) -> OwnScoring | None:
    """Return the scoring that the *text* of a file names, or None if it says something else.

    >>> parse_scoring("team-imps victory_points=none").options_by_name["victory_points"]
    'none'
    >>> parse_scoring("MP"), parse_scoring("matchpoints top=7"), parse_scoring("matchpoints ranking_scope=far")
    (None, None, None)
    """
    method_key, *option_texts = text.split() or [""]
    options = dict(option_text.partition("=")[::2] for option_text in option_texts)
    ranking_scope = options.pop(RANKED_TOGETHER_KEY, "")
    played_as = options.pop(PLAY_KEY, "")
    if ranking_scope not in _KNOWN_VALUES[RANKED_TOGETHER_KEY] or (
        played_as not in _KNOWN_VALUES[PLAY_KEY] and parse_bracket(played_as) is None
    ):
        return None
    try:
        settings = get_method(method_key).complete_settings(options)
    except ScoringError:
        return None
    return OwnScoring(method_key, settings, ranking_scope, played_as)


def _lacks_bracket(played_as: str) -> bool:
    """Return whether the bracket of a knock-out doesn't follow from its matches.

    It follows only if a team is out after one loss, and each match has two teams.
    """
    if played_as == KNOCK_OUT:
        return True
    options = parse_bracket(played_as)
    return options is not None and (
        is_double_elimination(options) or has_three_way_matches(options)
    )


def find_own_scoring(texts: Collection[str]) -> OwnScoring | None:
    """Return the scoring that the *texts* of a file name, or None if one says something else.

    A row that somebody added may have no text.

    >>> find_own_scoring({"team-imps", ""}).method_key, find_own_scoring(()), find_own_scoring({"butler", "Jim"})
    ('team-imps', None, None)

    :raises ImportFileError: if the file can't hold such an event
    :raises ImportFileError: if its sessions are scored in different ways
    """
    scorings = list(map(parse_scoring, sorted(filter(None, texts))))
    played_contests = {scoring.played_as for scoring in scorings if scoring}
    if any(map(_lacks_bracket, played_contests)):
        raise ImportFileError(
            "knock-out-bracket",
            "The file has the matches of a knock-out, but not its bracket. Import the JSON file "
            "of the event.",
        )
    if SEATED_TEAMS in played_contests:
        raise make_seated_teams_error()
    if not all(scorings):
        return None
    if len(scorings) > 1:
        raise ImportFileError(
            "scored-differently",
            "The sessions are scored in different ways, but an imported event has one method. "
            "Import the JSON file of the event.",
        )
    return next(iter(scorings), None)


def parse_figures(text: str, count: int) -> tuple[str, ...]:
    """Return the final figures of *count* contestants on a side, each "" if the file has none.

    >>> parse_figures("4.5 & 6", 2), parse_figures("6", 1), parse_figures("6", 2)
    (('4.5', '6'), ('6',), ('', ''))
    """
    if count == 1:
        return (text,)
    figures = tuple(figure.strip() for figure in text.split(FIGURE_SEPARATOR.strip()))
    if len(figures) == count:
        return figures
    return ("",) * count


def is_ruling(text: str) -> bool:
    """Return whether a result is a weighted or a split score, or has points moved by hand.

    >>> [is_ruling(text) for text in ("60% 4SS=, 40% 4SS-1", "N-S 4SS= / E-W 4SS-1", "A60+/40-", "4S")]
    [True, True, False, False]
    >>> is_ruling("A6040 MOVED +1/+1 MP")
    True
    """
    return any(sign in text for sign in ("% ", " / ", " MOVED "))


@dataclass(frozen=True, slots=True)
class SourcePlayer:
    """A person as the file names them."""

    name: str
    national_id: str
    club_id: str


Who = TypeVar("Who")


@dataclass(frozen=True, slots=True)
class PlayersOfRounds(Generic[Who]):
    """The *players* of a pair from round *first_round* to round *last_round*.

    They are players as the file names them, or the people of the club that they are.
    """

    first_round: int
    last_round: int
    players: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class SourcePair:
    """A contestant with its official *total*, *percent* and *rank*, if the file has them.

    It is a pair, or a team or single player in an event of those.  *direction* is ``"NS"`` or
    ``"EW"`` with two winners and empty with one; *number* is unique within a direction.
    *number_text* is the number as the file writes it; *name* is that of a team; *adjustment* is the
    part of the total that doesn't come from boards.  Figures have the decimals that the file prints.
    *earlier_players* are the players of the rounds before they were replaced.
    """

    number_text: str
    number: int
    direction: str
    players: tuple[SourcePlayer, ...]
    total: Decimal | None
    percent: Decimal | None
    rank: int | None
    adjustment: Decimal | None = None
    name: str = ""
    earlier_players: tuple[PlayersOfRounds[SourcePlayer], ...] = ()


class SourceLine(NamedTuple):
    """A result in the file. A named tuple, since a dataclass is slower to make.

    *ns_no* and *ew_no* are pairs, teams or partnerships of single players. The points are the
    official ones, and so are the percentages of the board's top, which some files have in place of
    points.  If the line *is_turned*, the pairs sat the other way round: *result* is that of the
    table, and all other fields are those of the pairs' own directions.
    """

    ns_no: int
    ew_no: int
    result: ResultInFile
    lead: str = ""
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    is_turned: bool = False

    def with_pairs(self, ns_no: int, ew_no: int) -> "SourceLine":
        """Return the same result of other pairs."""
        return SourceLine._make((ns_no, ew_no, *self[2:]))


@dataclass(frozen=True, slots=True)
class SourceRound:
    """One table in one round of the movement in a file: both sides and the boards.

    The sides have the numbers of lines; 0 means that the other side sat out.  *players* are the
    single players who sit N, E, S and W.  If the table *is_turned*, the pairs sat the other way
    round, against their directions.
    """

    round_no: int
    table_no: int
    ns_no: int
    ew_no: int
    boards: tuple[int, ...]
    players: tuple[int, ...] = ()
    is_turned: bool = False


MatchFigures = tuple[Decimal | None, Decimal | None]
"""A figure of both sides of a match, each None if the file has none."""
NO_FIGURES: MatchFigures = (None, None)


@dataclass(frozen=True, slots=True)
class SourceMatch:
    """A match with the figures that the file has for it, those of *first_no* first.

    - *round_no* is 0 if the file doesn't say it, and *boards* are empty for the same reason.
    - *points* are those of the boards, in *unit*: ``"imp"``, or ``"mp"`` for points of boards.
    - *scores* are what counts in the standings, such as victory points.
    - *is_played*: its boards have results in the file.
    """

    round_no: int
    first_no: int
    second_no: int
    boards: tuple[int, ...] = ()
    points: MatchFigures = NO_FIGURES
    scores: MatchFigures = NO_FIGURES
    unit: str = "imp"
    is_played: bool = True

    @property
    def has_figures(self) -> bool:
        """Whether the file has any figure of the match."""
        return self.points != NO_FIGURES or self.scores != NO_FIGURES

    def exchange_sides(self) -> Self:
        """Return the match as the second side has it."""
        return replace(
            self,
            first_no=self.second_no,
            second_no=self.first_no,
            points=self.points[::-1],
            scores=self.scores[::-1],
        )


@dataclass(frozen=True, slots=True)
class SourceBoard:
    """A board with its lines in the order of the file."""

    board_no: int
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class SourceSection:
    """Contestants that share their boards.

    *name* is the section's name in the file, or empty; *location* its name in sentences, if there are
    several. *rounds* are the movement and *hands* the cards of the boards, if the file has them.
    *partners_by_number* are the two players of each partnership in an event of single players.
    *matches* are those with figures of their own.
    """

    name: str
    location: str
    winner_count: int
    pairs: tuple[SourcePair, ...]
    boards: tuple[SourceBoard, ...]
    rounds: tuple[SourceRound, ...] = ()
    hands: tuple[DealInFile, ...] = ()
    partners_by_number: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    matches: tuple[SourceMatch, ...] = ()

    @property
    def has_results(self) -> bool:
        """Whether there is a result of a board, or of a match without boards."""
        if any(board.lines for board in self.boards):
            return True
        return any(not match.is_played for match in self.matches)


@dataclass(frozen=True, slots=True)
class SourceEvent:
    """An event with its *sessions*, each at least one section.

    *contest* is ``"pairs"``, ``"teams"`` or ``"individual"``.  *date* is None if the file has none,
    or has one that may be either of *possible_dates*.
    *scoring* is one of ``SCORINGS``, for teams of ``TEAM_SCORINGS``; *warnings* are problems for the
    director to review, in the order of the file, and *ignored_parts* name what has no use
    here.  *game* is ``"bridge"``, ``"auction"`` or ``"auction-1914"``.
    *own_scoring* is the exact scoring, which only files of this program name.
    *suit_letters* are those of the file's contracts, if its reader found them.
    """

    club: str
    club_id: str
    identifier: str
    title: str
    description: str
    date: date | None
    program: str
    program_version: str
    scoring: str
    sessions: tuple[tuple[SourceSection, ...], ...]
    warnings: tuple[Doubt, ...] = field(default=(), compare=False)
    game: str = "bridge"
    contest: str = "pairs"
    own_scoring: OwnScoring | None = None
    ignored_parts: tuple[Doubt, ...] = field(default=(), compare=False)
    possible_dates: tuple[_Day, ...] = ()
    suit_letters: SuitLetters | None = field(default=None, compare=False)

    @property
    def sections(self) -> tuple[SourceSection, ...]:
        """The sections of all sessions."""
        return tuple(section for session in self.sessions for section in session)


SCORINGS = ("matchpoints", "cross-imps", "butler", "aggregate")
"""Scoring methods, in words that don't depend on the version of the format."""
DEFAULT_TEAM_SCORING = "imps"
TEAM_SCORINGS = (DEFAULT_TEAM_SCORING, "bam", "hybrid")
"""Scoring methods of teams."""
