"""A knock-out in play: the score of every match, and who goes through and why.

A match is decided by the director if there is a stored decision (``Match``), else by its points
once every board is entered. The winners of a round are known for certain from the draw of the next
one. Only for the last round drawn are they derived from decisions and points. The shape of the
bracket comes from ``movements.knockout_tree``. Teams have their numbers in the section.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from director.boards.movement.lines.read import Bye, SectionLine
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.extras import fetch_section_extras
from director.boards.scoring.matches.totals import SCALE
from director.models import Match, Section
from director.models.ruling import Unit
from movements import KnockoutMatch, knockout_tree
from scoring import KnockedOut, Knockout, TeamMatch, find_method, noted_text, signed_text

MINUS = "\N{MINUS SIGN}"
Key: TypeAlias = tuple[int, frozenset[int]]
"""A match: its round, and the numbers of both teams in their section."""

HOW = {
    "extra-boards": "after extra boards",
    "lot": "by a draw",
    "regulations": "under the regulations",
    "withdrew": "as the others withdrew",
    "ruling": "by a ruling",
    "appeal": "after an appeal",
}
"""Reasons of the director's decisions, as the end of a sentence."""
HOW_LEVEL = ("extra-boards", "lot")
"""Reasons that apply only to a match with level scores."""
AS_DRAWN = "as drawn"
"""The reason if a team is in the next round although neither score nor director let it through."""


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The points of a match by team, and whether every board is entered.

    *totals* are the IMPs that each team won, with its carry-over and rulings, if they are known. The
    *carried* margin is the part of the first team's margin that was carried over.
    """

    points: Mapping[int, Fraction]
    is_over: bool
    totals: Mapping[int, Fraction] | None = None
    carried: Fraction = Fraction(0)

    @property
    def winner(self) -> int | None:
        """The team with more points once the match is over, or None."""
        leader = max(self.points, key=lambda team: self.points[team])
        is_level = len(set(self.points.values())) == 1
        if self.is_over and not is_level:
            return leader
        return None

    @property
    def margin(self) -> Fraction:
        """The difference of the two teams' points."""
        return max(self.points.values()) - min(self.points.values())

    def text(self, team: int) -> str:
        """Return the score beside a team: its IMPs, its margin if only that is known, or its points."""
        if self.totals:
            return noted_text(self.totals[team]).replace("-", MINUS)
        points = self.points[team]
        # IMPs of one team are the loss of the other, so they add up to zero.
        is_margin = not sum(self.points.values())
        text = signed_text(points) if is_margin else noted_text(points)
        return text.replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """The teams that play in a round, and those with a bye."""

    playing: frozenset[int]
    byes: frozenset[int]

    @property
    def teams(self) -> frozenset[int]:
        """All teams that are still in the knock-out in this round."""
        return self.playing | self.byes


@dataclass(frozen=True)
class PlayedKnockout:
    """A section's knock-out so far. *decisions* are those of the director."""

    rounds: Sequence[KnockoutRound]
    points: Mapping[Key, MatchPoints]
    decisions: Mapping[Key, Match]

    @cached_property
    def tree(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """The bracket from the first round to the final."""
        if not self.rounds:
            return ()
        seeds = sorted(self.rounds[0].teams)
        through: list[Collection[int]] = [later.teams for later in self.rounds[1:]]
        # The first tree pairs the teams of the last round drawn; the second adds its winners.
        last_matches = knockout_tree(seeds, through)[len(through)]
        winners = set(self._find_winners(len(self.rounds), last_matches))
        return knockout_tree(seeds, [*through, self.rounds[-1].byes | winners])

    def _find_winners(self, round_no: int, matches: Iterable[KnockoutMatch]) -> Iterator[int]:
        """Yield the winners of *matches*: as the director decided, else by points."""
        for match in matches:
            if match.upper is None or match.lower is None:
                continue
            key = (round_no, frozenset((match.upper, match.lower)))
            decision = self.decisions.get(key)
            points = self.points.get(key)
            winner = None
            if decision:
                winner = decision.winner
            elif points:
                winner = points.winner
            if winner is not None:
                yield winner

    def how(self, round_no: int, match: KnockoutMatch) -> str:
        """Return why *match* was decided, as the end of a sentence, or "" if the score decided it."""
        if match.upper is None or match.lower is None or match.winner is None:
            return ""
        key = (round_no, frozenset((match.upper, match.lower)))
        decision = self.decisions.get(key)
        points = self.points.get(key)
        if decision and decision.winner == match.winner:
            return HOW[decision.how]
        if points and points.winner == match.winner:
            return ""
        return AS_DRAWN

    @property
    def reversed(self) -> list[tuple[int, int, int]]:
        """Matches now won by another team than was drawn: round, drawn winner, winner.

        It happens if a result is corrected after the draw. Matches that the director decided are
        left out.
        """
        reversals = []
        drawn_rounds = self.tree[: len(self.rounds) - 1]  # the rounds whose next round is drawn
        for round_no, matches in enumerate(drawn_rounds, start=1):
            for match in matches:
                key = (round_no, frozenset(filter(None, (match.upper, match.lower))))
                points = self.points.get(key)
                if points is None or key in self.decisions:
                    continue
                winner = points.winner
                if winner and match.winner and winner != match.winner:
                    reversals.append((round_no, match.winner, winner))
        return reversals

    def scoring(self, numbers: Mapping[int, int]) -> Knockout:
        """Return how far each team came. *numbers* has the teams' numbers in ``scoring``."""
        tree = self.tree
        losers: set[int] = set()
        knocked_out = []
        for round_no, matches in enumerate(tree, start=1):
            for match in matches:
                if match.winner is None or match.is_bye:
                    continue
                decided_by = self.how(round_no, match)
                for team in (match.upper, match.lower):
                    if team is not None and team != match.winner:
                        losers.add(team)
                        lost = KnockedOut(
                            numbers[team],
                            numbers[match.winner],
                            len(tree) - round_no,
                            decided_by,
                            round_no,
                        )
                        knocked_out.append(lost)
        champion = tree[-1][0].winner if tree else None
        teams = self.rounds[0].teams if self.rounds else frozenset()
        playing = sorted(teams - losers - {champion})
        return Knockout(
            won=() if champion is None else (numbers[champion],),
            playing=tuple(numbers[team] for team in playing),
            out=tuple(knocked_out),
        )


def build_played_knockout(
    section: Section,
    lines: Iterable[SectionLine],
    byes: Iterable[tuple[int, int]],
    points: Mapping[Key, MatchPoints],
) -> PlayedKnockout:
    """Return the knock-out of *section*, from its *lines* and *byes* (round, contestant)."""
    playing: dict[int, set[int]] = defaultdict(set)
    waiting: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        if line.round_no:
            playing[line.round_no].update((line.ns, line.ew))
    for round_no, contestant in byes:
        waiting[round_no].add(contestant)
    last_round = max((*playing, *waiting), default=0)
    rounds = [
        KnockoutRound(frozenset(playing[round_no]), frozenset(waiting[round_no]))
        for round_no in range(1, last_round + 1)
    ]
    return PlayedKnockout(rounds, points, fetch_section_decisions(section))


def build_field_knockout(
    scoring_field: ScoringField,
    lines: Iterable[SectionLine],
    byes: Iterable[Bye],
    matches: Iterable[TeamMatch],
) -> Knockout:
    """Return how far each team came in the knock-outs of *scoring_field*, in one record.

    It makes no query if the matches of the sections are prefetched.
    """
    # Each is gone through once per section, so none may be an iterator.
    lines = list(lines)
    byes = list(byes)
    matches = list(matches)
    knockouts = []
    for section in scoring_field.sections:
        base = scoring_field.pair(section, 0)
        letter = section.letter if scoring_field.is_divided else ""
        section_lines = [
            line.moved(-base) for line in lines if scoring_field.letter(line.ns) == letter
        ]
        section_byes = [
            (bye.round_no, bye.contestant - base)
            for bye in byes
            if scoring_field.letter(bye.contestant) == letter
        ]
        points = collect_match_points(scoring_field, section, section_lines, matches)
        played = build_played_knockout(section, section_lines, section_byes, points)
        numbers = {}
        for knockout_round in played.rounds:
            for team in knockout_round.teams:
                numbers[team] = scoring_field.number(base + team)
        knockouts.append(played.scoring(numbers))
    return Knockout(
        won=tuple(chain.from_iterable(knockout.won for knockout in knockouts)),
        playing=tuple(chain.from_iterable(knockout.playing for knockout in knockouts)),
        out=tuple(chain.from_iterable(knockout.out for knockout in knockouts)),
    )


def collect_match_points(
    scoring_field: ScoringField,
    section: Section,
    lines: Iterable[SectionLine],
    matches: Iterable[TeamMatch],
) -> dict[Key, MatchPoints]:
    """Return the points of each of *matches* of *section*.

    IMPs decide a match, even if the method turns them into victory points. Methods without IMPs
    have only the score of the match.  A team's carry-over in IMPs counts in its first match.
    """
    lines = list(lines)
    method = find_method(scoring_field.scored_by.scoring)
    has_imps = any(option.name == SCALE for option in method.options)
    base = scoring_field.pair(section, 0)
    # A decision says who goes through, but not by which score.
    missing = {
        (line.round_no, frozenset((line.ns, line.ew)))
        for line in lines
        if line.is_decided or not line.is_in
    }
    points: dict[Key, MatchPoints] = {}
    in_victory_points: set[Key] = set()
    for match in matches:
        home = scoring_field.pair_no(match.home, None)
        away = scoring_field.pair_no(match.away, None)
        home_section, _number = scoring_field.place(home)
        if not match.boards or home_section.pk != section.pk:
            continue
        key = match.round_no or 0, frozenset((home - base, away - base))
        # An unfinished match has no score yet, but its points so far are shown. Of a match that was
        # reported in victory points, no IMPs are known.
        if (has_imps and match.reported != Unit.VICTORY_POINTS) or match.is_unfinished:
            home_points, away_points = match.home_points, match.away_points
        else:
            home_points, away_points = match.home_score, match.away_score
        by_team = {
            home - base: Fraction(home_points or 0),
            away - base: Fraction(away_points or 0),
        }
        totals = None
        if has_imps and match.gross:
            home_total, away_total = map(Fraction, match.gross)
            totals = {home - base: home_total, away - base: away_total}
        points[key] = MatchPoints(by_team, key not in missing, totals)
        if match.reported == Unit.VICTORY_POINTS:
            in_victory_points.add(key)
    if has_imps:
        _add_carry_over(points, section, lines, in_victory_points)
    return points


def _add_carry_over(
    points: dict[Key, MatchPoints],
    section: Section,
    lines: Iterable[SectionLine],
    in_victory_points: Collection[Key],
) -> None:
    """Add the carry-over of each team to the points of its first match.

    The carry-over comes from a match between the same two, so it counts against one opponent only.
    A match whose victory points alone are known isn't over: nobody can add IMPs to them.
    """
    extras = fetch_section_extras(section)
    if extras.carry_over_in != Unit.IMPS:
        return
    first_rounds: dict[int, int] = {}
    for line in lines:
        round_no = line.round_no or 0
        for team in (line.ns, line.ew):
            first_rounds[team] = min(round_no, first_rounds.get(team, round_no))
    for key, match in points.items():
        round_no, _teams = key
        first, second = match.points
        carried = {first: Fraction(0), second: Fraction(0)}
        for team in carried:
            pair_extras = extras.pairs.get(team)
            if pair_extras and pair_extras.carry_over and first_rounds.get(team) == round_no:
                carried[team] = Fraction(pair_extras.carry_over)
        margin = carried[first] - carried[second]
        if key in in_victory_points:
            points[key] = replace(match, is_over=match.is_over and not margin)
            continue
        by_team = {first: match.points[first] + margin, second: match.points[second] - margin}
        totals = None
        if match.totals:
            totals = {team: match.totals[team] + carried[team] for team in carried}
        points[key] = replace(match, points=by_team, totals=totals, carried=margin)


def list_deciding_reasons(points: MatchPoints | None) -> dict[str, str]:
    """Return the reasons that can decide a match with these points, by key."""
    is_decided = points is not None and points.winner is not None
    reasons = {}
    for key, reason in HOW.items():
        if not (is_decided and key in HOW_LEVEL):
            reasons[key] = reason
    return reasons


def fetch_section_decisions(section: Section) -> dict[Key, Match]:
    """Return the decisions by hand in the knock-out of *section*."""
    return {
        (match.round_no, frozenset((match.home, match.away))): match
        for match in section.matches.all()
        if match.winner is not None
    }
