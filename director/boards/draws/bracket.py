"""The bracket of a knock-out: who has met whom, who went on, and the places that are still open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from director.boards.draws.sheets import Bracket, BracketMatch, BracketRound, BracketSide
from director.boards.results.read.sheets import SessionSheets
from director.boards.sitting import Sitting
from director.boards.words import heading
from director.models import Section
from movements import KNOCK_OUT, KnockoutMatch, knockout_tree
from scoring import exact_text, signed_text

MINUS = "\N{MINUS SIGN}"
NAMED = {1: ("Final", "Final"), 2: ("Semi-finals", "SF"), 4: ("Quarter-finals", "QF")}
"""What a round of so many matches is called, in full and where there is little room."""


def brackets(sheets: SessionSheets) -> tuple[Bracket, ...]:
    """Return the bracket of every section of *sheets* that plays a knock-out; no query where all is read.

    :raises ScoringError: if the results that are in cannot be scored
    """
    sections = sheets.sitting.sections
    return tuple(_bracket(sheets, section) for section in sections if _is_knockout(sheets, section))


def section_bracket(section: Section) -> Bracket | None:
    """Return the bracket of *section*, ``None`` where it plays no knock-out.

    :raises ScoringError: as :func:`brackets`
    """
    plan = section.plan
    if plan is None or plan.key != KNOCK_OUT:
        return None
    return brackets(SessionSheets(Sitting(section.session, (section,))))[0]


def _is_knockout(sheets: SessionSheets, section: Section) -> bool:
    plan = sheets.plans.get(section.pk)
    return plan is not None and plan.key == KNOCK_OUT


@dataclass(frozen=True, slots=True)
class _Score:
    """What a match of a round brought its teams, by number, and whether every board of it is in."""

    points: Mapping[int, Fraction]
    is_over: bool

    @property
    def winner(self) -> int | None:
        """Who has more, once it is over."""
        best = max(self.points, key=lambda team: self.points[team])
        return best if self.is_over and len(set(self.points.values())) > 1 else None

    def text(self, team: int) -> str:
        """Return what stands beside a team: of points that one side loses the margin, else its own."""
        own = self.points[team]
        said = exact_text(own) if sum(self.points.values()) else signed_text(own)
        return said.replace("-", MINUS)


def _bracket(sheets: SessionSheets, section: Section) -> Bracket:
    plan = sheets.plans[section.pk]
    lines = sheets.lines_of(section).all
    playing: dict[int, set[int]] = {round_no: set() for round_no in range(1, plan.rounds + 1)}
    for line in lines:
        playing.setdefault(line.round_no or 0, set()).update((line.ns, line.ew))
    for round_no, team, *_place in plan.sit_outs:
        playing[round_no].add(team)
    scores = _scores(sheets, section)
    through = [playing[round_no] for round_no in range(2, plan.rounds + 1)]
    last = {score.winner for (round_no, _couple), score in scores.items() if round_no == plan.rounds}
    byes = {team for round_no, team, *_place in plan.sit_outs if round_no == plan.rounds}
    tree = knockout_tree(sorted(playing[1]), [*through, byes | {team for team in last if team}])
    names = sheets.names_of(section)
    rounds = tuple(
        BracketRound(*_titles(len(matches)), tuple(_matches(at, matches, scores, names, section)))
        for at, matches in enumerate(tree, start=1)
    )
    won = tree[-1][0].winner
    winner = None if won is None else BracketSide(section.label(won), names.get(won, ""), is_winner=True)
    return Bracket(heading(section, plan), rounds, winner)


def _titles(matches: int) -> tuple[str, str]:
    return NAMED.get(matches) or (f"Round of {2 * matches}", f"of {2 * matches}")


def _matches(
    round_no: int,
    matches: tuple[KnockoutMatch, ...],
    scores: Mapping[tuple[int, frozenset[int]], _Score],
    names: Mapping[int, str],
    section: Section,
) -> Iterator[BracketMatch]:
    for match in matches:
        both = [team for team in (match.upper, match.lower) if team is not None]
        score = scores.get((round_no, frozenset(both)))

        def side(team: int | None, match: KnockoutMatch = match, score: _Score | None = score) -> BracketSide | None:
            if team is None:
                return None
            said = score.text(team) if score else ""
            return BracketSide(section.label(team), names.get(team, ""), said, team == match.winner)

        yield BracketMatch(side(match.upper), side(match.lower), match.is_bye)


def _scores(sheets: SessionSheets, section: Section) -> dict[tuple[int, frozenset[int]], _Score]:
    """Return what every match of *section* brought, by round and both teams, by the numbers of the section."""
    sitting = sheets.sitting
    base = sitting.pair(section, 0)
    missing = {
        (line.round_no, frozenset((line.ns, line.ew))) for line in sheets.lines_of(section).all if not line.is_in
    }
    scores: dict[tuple[int, frozenset[int]], _Score] = {}
    for match in sheets.scored.ranking.matches:
        home, away = sitting.pair_no(match.home, None), sitting.pair_no(match.away, None)
        if not match.boards or sitting.place(home)[0].pk != section.pk:
            continue
        couple = frozenset((home - base, away - base))
        points = {home - base: Fraction(match.home_points or 0), away - base: Fraction(match.away_points or 0)}
        scores[match.round_no or 0, couple] = _Score(points, (match.round_no, couple) not in missing)
    return scores
