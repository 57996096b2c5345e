"""A knock-out in play: the score of every match, and who goes through and why."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from director.boards.movement.lines.read import Bye, SectionLine
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.matches.totals import SCALE
from director.models import Match, Section
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
"""What decides a match that its score does not, as the end of a sentence."""
HOW_LEVEL = ("extra-boards", "lot")
"""What decides a match only if its score is level."""
AS_DRAWN = "as drawn"
"""What is said where the next round was drawn, and neither the score nor the director lets that team go on."""


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The points of a match by team, and whether every board is in."""

    points: Mapping[int, Fraction]
    is_over: bool

    @property
    def winner(self) -> int | None:
        """Who has more, once it is over."""
        best = max(self.points, key=lambda team: self.points[team])
        if self.is_over and len(set(self.points.values())) > 1:
            return best
        return None

    @property
    def margin(self) -> Fraction:
        """By how much one of the two is ahead."""
        return max(self.points.values()) - min(self.points.values())

    def text(self, team: int) -> str:
        """Return the score beside a team: the margin, or its own points."""
        own = self.points[team]
        said = noted_text(own) if sum(self.points.values()) else signed_text(own)
        return said.replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """Who plays in a round, and who has a bye."""

    playing: frozenset[int]
    byes: frozenset[int]


@dataclass(frozen=True)
class PlayedKnockout:
    """A section's knock-out so far: *rounds*, match points, and decisions by hand."""

    rounds: Sequence[KnockoutRound]
    points: Mapping[Key, MatchPoints]
    decisions: Mapping[Key, Match]

    @cached_property
    def tree(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """The bracket from the first round to the final."""
        if not self.rounds:
            return ()
        first, last = self.rounds[0], self.rounds[-1]
        seeds = sorted(first.playing | first.byes)
        through: list[Collection[int]] = [both.playing | both.byes for both in self.rounds[1:]]
        drawn = knockout_tree(seeds, through)[len(through)]
        return knockout_tree(seeds, [*through, last.byes | set(self._won(len(self.rounds), drawn))])

    def _won(self, round_no: int, matches: Iterable[KnockoutMatch]) -> Iterator[int]:
        """Yield the winners of *matches*: as decided by hand, else by points."""
        for match in matches:
            if match.upper is not None and match.lower is not None:
                key = (round_no, frozenset((match.upper, match.lower)))
                decision, points = self.decisions.get(key), self.points.get(key)
                winner = decision.winner if decision else points.winner if points else None
                if winner is not None:
                    yield winner

    def how(self, round_no: int, match: KnockoutMatch) -> str:
        """Return what decided *match* as the end of a sentence, or "" if its score did."""
        if match.upper is None or match.lower is None or match.winner is None:
            return ""
        key = (round_no, frozenset((match.upper, match.lower)))
        decision, points = self.decisions.get(key), self.points.get(key)
        if decision and decision.winner == match.winner:
            return HOW[decision.how]
        if points and points.winner == match.winner:
            return ""
        return AS_DRAWN

    @property
    def reversed(self) -> list[tuple[int, int, int]]:
        """Matches now won by another team than the draw assumed: round, drawn winner, winner.

        A match that the director decided is none of them.
        """
        reversals = []
        for at, matches in enumerate(self.tree[: len(self.rounds) - 1], start=1):
            for match in matches:
                key = (at, frozenset(filter(None, (match.upper, match.lower))))
                points = self.points.get(key)
                won = points.winner if points and key not in self.decisions else None
                if won and match.winner and won != match.winner:
                    reversals.append((at, match.winner, won))
        return reversals

    def scoring(self, number: Mapping[int, int]) -> Knockout:
        """Return how far everybody came, by the *number* of ``scoring``."""
        tree = self.tree
        out = [
            (
                beaten,
                KnockedOut(
                    number[beaten], number[match.winner], len(tree) - at, self.how(at, match), at
                ),
            )
            for at, matches in enumerate(tree, start=1)
            for match in matches
            if match.winner is not None and not match.is_bye
            for beaten in (match.upper, match.lower)
            if beaten is not None and beaten != match.winner
        ]
        won = tree[-1][0].winner if tree else None
        gone = {beaten for beaten, _lost in out} | {won}
        everybody = self.rounds[0].playing | self.rounds[0].byes if self.rounds else frozenset()
        return Knockout(
            won=() if won is None else (number[won],),
            playing=tuple(number[team] for team in sorted(everybody - gone)),
            out=tuple(lost for _beaten, lost in out),
        )


def knockout_played(
    section: Section,
    lines: Iterable[SectionLine],
    byes: Iterable[tuple[int, int]],
    points: Mapping[Key, MatchPoints],
) -> PlayedKnockout:
    """Return the knock-out of *section*, from its *lines* and *byes* (round, contestant)."""
    playing: dict[int, set[int]] = {}
    waiting: dict[int, set[int]] = {}
    for line in lines:
        if line.round_no:
            playing.setdefault(line.round_no, set()).update((line.ns, line.ew))
    for round_no, contestant in byes:
        waiting.setdefault(round_no, set()).add(contestant)
    last = max((*playing, *waiting), default=0)
    rounds = [
        KnockoutRound(frozenset(playing.get(at, ())), frozenset(waiting.get(at, ())))
        for at in range(1, last + 1)
    ]
    return PlayedKnockout(rounds, points, section_decisions(section))


def knockouts_of_field(
    scoring_field: ScoringField,
    lines: Iterable[SectionLine],
    byes: Iterable[Bye],
    matches: Iterable[TeamMatch],
) -> Knockout:
    """Return how far everybody came in the knock-outs of *scoring_field*. No query."""
    lines, byes, matches = list(lines), list(byes), list(matches)
    parts = []
    for section in scoring_field.sections:
        base = scoring_field.pair(section, 0)
        letter = section.letter if scoring_field.is_divided else ""
        own = [line.moved(-base) for line in lines if scoring_field.letter(line.ns) == letter]
        waiting = [
            (bye.round_no, bye.contestant - base)
            for bye in byes
            if scoring_field.letter(bye.contestant) == letter
        ]
        played = knockout_played(
            section, own, waiting, match_points(scoring_field, section, own, matches)
        )
        numbers = {}
        for both in played.rounds:
            for team in both.playing | both.byes:
                numbers[team] = scoring_field.number(base + team)
        parts.append(played.scoring(numbers))
    return Knockout(
        won=tuple(number for part in parts for number in part.won),
        playing=tuple(number for part in parts for number in part.playing),
        out=tuple(lost for part in parts for lost in part.out),
    )


def match_points(
    scoring_field: ScoringField,
    section: Section,
    lines: Iterable[SectionLine],
    matches: Iterable[TeamMatch],
) -> dict[Key, MatchPoints]:
    """Return the points of each of *matches* of *section*.

    IMPs decide, whatever victory points they bring; without them what counts in the end does.
    """
    event = scoring_field.event
    is_of_imps = any(option.name == SCALE for option in find_method(event.scoring).options)
    base = scoring_field.pair(section, 0)
    missing = {(line.round_no, frozenset((line.ns, line.ew))) for line in lines if not line.is_in}
    points: dict[Key, MatchPoints] = {}
    for match in matches:
        home, away = (
            scoring_field.pair_no(match.home, None),
            scoring_field.pair_no(match.away, None),
        )
        if not match.boards or scoring_field.place(home)[0].pk != section.pk:
            continue
        key = match.round_no or 0, frozenset((home - base, away - base))
        is_of_points = is_of_imps or match.is_unfinished
        if is_of_points:
            both = (match.home_points, match.away_points)
        else:
            both = (match.home_score, match.away_score)
        sums = {home - base: Fraction(both[0] or 0), away - base: Fraction(both[1] or 0)}
        points[key] = MatchPoints(sums, key not in missing)
    return points


def ways_to_decide(points: MatchPoints | None) -> dict[str, str]:
    """Return what can decide a match with these points."""
    is_settled = points is not None and points.winner is not None
    return {key: words for key, words in HOW.items() if not (is_settled and key in HOW_LEVEL)}


def section_decisions(section: Section) -> dict[Key, Match]:
    """Return the decisions by hand in the knock-out of *section*."""
    return {
        (match.round_no, frozenset((match.home, match.away))): match
        for match in section.matches.all()
    }
