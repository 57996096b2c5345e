"""A knock-out in play: the score of every match, and who goes through and why.

A match is decided by the director if there is a stored decision (``Match``), else by its points
once every board is entered. The winners of a round are known for certain from the draw of the next
one. Only for the last round drawn are they derived from decisions and points. The shape of the
bracket comes from ``movements.swiss.knockout.knockout_tree``, the rounds of a double elimination from
``movements.swiss.two_losses.find_two_loss_winners``. Teams have their numbers in the section.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from typing import TypeAlias

from director.boards.movement.lines.progress import HOW
from director.boards.movement.lines.section_lines import MatchKey, SectionLine, SectionLines
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import fetch_section_extras
from director.models import Match, Section
from director.models.ruling import Unit
from director.sheets import MINUS
from movements.swiss.knockout import (
    KnockoutMatch,
    draw_three_way_round,
    knockout_tree,
    seed_after_groups,
)
from movements.swiss.systems import has_three_way_matches, is_double_elimination
from movements.swiss.two_losses import count_two_loss_rounds, find_two_loss_winners, list_unbeaten
from scoring.display import noted_text
from scoring.method import SCALE
from scoring.model import Elimination, Knockout, TeamMatch
from scoring.registry import find_method
from scoring.teams.knockout import RankedKnockout
from scoring.totals.ranking import signed_text

Key: TypeAlias = tuple[int, frozenset[int]]
"""A match: its round, and the numbers of both teams in their section."""


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
    method = find_method(scoring_field.scoring_record.scoring)
    has_imps = any(option.name == SCALE for option in method.options)
    base = scoring_field.pair(section, 0)
    # A match isn't over while a line has no result, or only the decision who goes through.
    unfinished_keys = {
        (line.round_no, frozenset((line.ns, line.ew)))
        for line in lines
        if line.is_decided or not line.is_entered
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
            home_points, away_points = match.points
        else:
            home_points, away_points = match.score
        points_by_team = {
            home - base: Fraction(home_points or 0),
            away - base: Fraction(away_points or 0),
        }
        totals = None
        if has_imps and match.gross:
            home_total, away_total = map(Fraction, match.gross)
            totals = {home - base: home_total, away - base: away_total}
        points[key] = MatchPoints(points_by_team, key not in unfinished_keys, totals)
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
    if extras.used_carry_over_unit != Unit.IMPS:
        return
    # Of the two half matches of a first round, the one with the lower numbers is the first.
    first_matches: dict[int, MatchKey] = {}
    for line in lines:
        match_key = line.round_no or 0, min(line.ns, line.ew), max(line.ns, line.ew)
        for team in match_key[1:]:
            first_matches[team] = min(match_key, first_matches.get(team, match_key))
    for key, match in points.items():
        round_no, teams = key
        first, second = match.points
        carried = {first: Fraction(0), second: Fraction(0)}
        for team in carried:
            pair_extras = extras.pairs.get(team)
            if (
                pair_extras
                and pair_extras.carry_over
                and first_matches.get(team) == (round_no, *sorted(teams))
            ):
                carried[team] = Fraction(pair_extras.carry_over)
        margin = carried[first] - carried[second]
        if key in in_victory_points:
            points[key] = replace(match, is_over=match.is_over and not margin)
            continue
        points_by_team = {
            first: match.points[first] + margin,
            second: match.points[second] - margin,
        }
        totals = None
        if match.totals:
            totals = {team: match.totals[team] + carried[team] for team in carried}
        points[key] = replace(match, points=points_by_team, totals=totals, carried=margin)


# In a three-way match, teams go on by matches won and then by IMPs.

_WINS = {
    Fraction(0): "0",
    Fraction(1, 2): "½",
    Fraction(1): "1",
    Fraction(3, 2): "1½",
    Fraction(2): "2",
}
"""How wins are written. A team of a three-way match has two matches, and a tie is half a win."""


@dataclass(frozen=True, slots=True)
class ThreeWayMatch:
    """Three *teams* who play each other.

    *advancing_teams* go on to the next round, the best first. It is empty until that is known.
    *wins* are matches, a tie half of one, and *margins* the points won less those lost.
    """

    teams: tuple[int, ...]
    advancing_teams: tuple[int, ...]
    wins: Mapping[int, Fraction]
    margins: Mapping[int, Fraction]

    def text(self, team: int) -> str:
        """Return the score beside a team: ``"1 win, +12"``, empty before a match is over."""
        if not sum(self.wins.values()):
            return ""
        wins = self.wins[team]
        noun = "win" if 0 < wins <= 1 else "wins"
        margin = signed_text(self.margins[team]).replace("-", MINUS)
        return f"{_WINS[wins]} {noun}, {margin}"


def rank_three_way(
    teams: Sequence[int],
    through: int,
    points: Mapping[Key, MatchPoints],
    decisions: Mapping[Key, Match],
) -> ThreeWayMatch:
    """Return the match of three *teams* in round 1, of whom as many as *through* go on.

    Matches won decide, then points, then the match between two who are still level. A match that
    the director has decided counts as won.
    """
    wins = dict.fromkeys(teams, Fraction(0))
    margins = dict.fromkeys(teams, Fraction(0))
    winners: dict[frozenset[int], int | None] = {}
    for first, second in combinations(teams, 2):
        couple = frozenset((first, second))
        match_points = points.get((1, couple))
        decision = decisions.get((1, couple))
        is_over = decision is not None or (match_points is not None and match_points.is_over)
        if match_points and (is_over or match_points.margin):
            margin = _find_margin(match_points, first)
            margins[first] += margin
            margins[second] -= margin
        if not is_over:
            continue
        winner = None
        if decision:
            winner = decision.winner
        elif match_points:
            winner = match_points.winner
        winners[couple] = winner
        for team in (first, second):
            if winner is None:
                wins[team] += Fraction(1, 2)
            elif winner == team:
                wins[team] += 1
    going_on: tuple[int, ...] = ()
    if len(winners) == 3:
        going_on = _choose_through(teams, through, wins, margins, winners)
    return ThreeWayMatch(tuple(teams), going_on, wins, margins)


def _find_margin(points: MatchPoints, team: int) -> Fraction:
    """Return by how much *team* leads. IMPs of one team are the loss of the other."""
    own = points.points[team]
    other = sum(points.points.values()) - own
    return own if own == -other else own - other


def _choose_through(
    teams: Sequence[int],
    count: int,
    wins: Mapping[int, Fraction],
    margins: Mapping[int, Fraction],
    winners: Mapping[frozenset[int], int | None],
) -> tuple[int, ...]:
    """Return the first *count* of *teams*, or nobody if two of them are level in everything."""
    results = {team: (wins[team], margins[team]) for team in teams}
    equal = Counter(results.values())
    if max(equal.values()) == 2:
        level = [team for team in teams if equal[results[team]] == 2]
        winner = winners[frozenset(level)]
        order = sorted(teams, key=lambda team: (results[team], team == winner), reverse=True)
        is_decided = winner is not None
    else:
        order = sorted(teams, key=results.__getitem__, reverse=True)
        is_decided = max(equal.values()) == 1
    is_clear = results[order[count - 1]] != results[order[count]]
    return tuple(order[:count]) if is_decided or is_clear else ()


HOW_LEVEL = ("extra-boards", "lot")
"""Reasons that apply only to a match with level scores."""
AS_DRAWN = "as drawn"
"""The reason if a team is in the next round although neither score nor director let it through."""


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """The pairings of a round in the order in which they were drawn, and those with a bye.

    *three_way_teams* are the three-way matches of round 1.
    """

    pairings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    three_way_teams: tuple[tuple[int, ...], ...] = ()

    @property
    def teams(self) -> frozenset[int]:
        """All teams that are still in the knock-out in this round."""
        return frozenset(
            (*chain.from_iterable((*self.pairings, *self.three_way_teams)), *self.byes)
        )

    @property
    def matches(self) -> list[tuple[int, int | None]]:
        """The pairings and the byes."""
        return [*self.pairings, *((team, None) for team in self.byes)]


@dataclass(frozen=True)
class PlayedKnockout:
    """A section's knock-out so far. *decisions* are those of the director.

    If it *is_double*, everybody may lose once.
    """

    rounds: Sequence[KnockoutRound]
    points: Mapping[Key, MatchPoints]
    decisions: Mapping[Key, Match]
    is_double: bool = False

    @cached_property
    def bracket_rounds(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """The bracket from the first round to the final, of a double elimination the drawn rounds."""
        if not self.rounds:
            return ()
        if self.is_double:
            drawn = [knockout_round.matches for knockout_round in self.rounds]
            last_matches = find_two_loss_winners(drawn)[-1]
            return find_two_loss_winners(
                drawn, {*self._find_winners(len(self.rounds), last_matches)}
            )
        if self.rounds[0].three_way_teams:
            return self._make_tree_after_groups()
        seeds = sorted(self.rounds[0].teams)
        through: list[Collection[int]] = [later.teams for later in self.rounds[1:]]
        # The first tree pairs the teams of the last round drawn; the second adds its winners.
        last_matches = knockout_tree(seeds, through)[len(through)]
        winners = set(self._find_winners(len(self.rounds), last_matches))
        return knockout_tree(seeds, [*through, winners.union(self.rounds[-1].byes)])

    def _make_tree_after_groups(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """Return the matches of round 1 without its groups, and the bracket of the rounds after it."""
        first_round, *later_rounds = self.rounds
        drawn = tuple(KnockoutMatch(min(pairing), max(pairing)) for pairing in first_round.pairings)
        winners = {*self._find_winners(1, drawn)}
        if later_rounds:
            winners = {*later_rounds[0].teams}
        matches = tuple(_decide_match(match, winners) for match in drawn)
        remaining = [match.winner for match in matches if match.winner is not None]
        for group in self.three_way_matches:
            remaining += group.advancing_teams
        size = len(matches) + self.advancing_count * len(first_round.three_way_teams)
        if len(remaining) < size:
            # Who meets whom in round 2 follows from all who go on.
            unknown = KnockoutMatch(None, None)
            rounds = [(unknown,) * (size >> number) for number in range(1, size.bit_length())]
            return (matches, *rounds)
        seeds = seed_after_groups(sorted(remaining), first_round.three_way_teams)
        through = [later.teams for later in later_rounds[1:]]
        if not later_rounds:
            return (matches, *knockout_tree(seeds))
        last_matches = knockout_tree(seeds, through)[len(through)]
        last_winners = {*self._find_winners(len(self.rounds), last_matches)}
        return (matches, *knockout_tree(seeds, [*through, last_winners]))

    @property
    def advancing_count(self) -> int:
        """How many of each three-way match go on."""
        return draw_three_way_round(sorted(self.rounds[0].teams)).through

    @cached_property
    def three_way_matches(self) -> tuple[ThreeWayMatch, ...]:
        """The three-way matches of round 1, with those who go on once round 2 is drawn."""
        if not self.rounds:
            return ()
        groups = []
        for teams in self.rounds[0].three_way_teams:
            group = rank_three_way(teams, self.advancing_count, self.points, self.decisions)
            if len(self.rounds) > 1:
                drawn = self.rounds[1].teams.intersection(teams)
                order = [team for team in group.advancing_teams if team in drawn]
                order += sorted(drawn.difference(order))
                group = replace(group, advancing_teams=tuple(order))
            groups.append(group)
        return tuple(groups)

    @property
    def group_matches(self) -> list[KnockoutMatch]:
        """The matches between two of a three-way match, with the winner of each."""
        matches = []
        for group in self.three_way_matches:
            for first, second in combinations(group.teams, 2):
                match = KnockoutMatch(first, second)
                matches.append(_decide_match(match, {*self._find_winners(1, [match])}))
        return matches

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
    def unbeaten(self) -> list[set[int]]:
        """Who was unbeaten before each round of a double elimination."""
        return list_unbeaten([knockout_round.matches for knockout_round in self.rounds])

    @cached_property
    def losses(self) -> list[tuple[int, KnockoutMatch, int]]:
        """The decided matches with their round and the team that lost."""
        losses = []
        for round_no, matches in enumerate(self.bracket_rounds, start=1):
            for match in matches:
                if match.winner is None or match.is_bye:
                    continue
                for team in (match.upper, match.lower):
                    if team is not None and team != match.winner:
                        losses.append((round_no, match, team))
        return losses

    @property
    def results(self) -> list[list[tuple[int, int]]]:
        """The winner and the loser of each decided match, by round."""
        results: list[list[tuple[int, int]]] = [[] for _matches in self.bracket_rounds]
        for round_no, match, loser in self.losses:
            if match.winner is not None:
                results[round_no - 1].append((match.winner, loser))
        return results

    @property
    def winner(self) -> int | None:
        """The winner of the final, None while it is unknown."""
        if not self.bracket_rounds:
            return None
        (last_match, *others) = self.bracket_rounds[-1]
        if others or last_match.winner is None:
            return None
        if self.is_double:
            # The final of a double elimination is played again if its winner had lost once.
            lost_once = Counter(loser for _round_no, _match, loser in self.losses)
            finalists = (last_match.upper, last_match.lower)
            if any(lost_once[team or 0] < 2 for team in finalists if team != last_match.winner):
                return None
        return last_match.winner

    @property
    def overturned_matches(self) -> list[tuple[int, int, int]]:
        """Matches now won by another team than was drawn: round, drawn winner, winner.

        It happens if a result is corrected after the draw. Matches that the director decided are
        left out.
        """
        reversals = []
        drawn_rounds = self.bracket_rounds[
            : len(self.rounds) - 1
        ]  # the rounds whose next round is drawn
        for round_no, matches in enumerate(drawn_rounds, start=1):
            for match in matches:
                key = (round_no, frozenset(filter(None, (match.upper, match.lower))))
                points = self.points.get(key)
                if points is None or key in self.decisions:
                    continue
                winner = points.winner
                if winner and match.winner and winner != match.winner:
                    reversals.append((round_no, match.winner, winner))
        if drawn_rounds:
            reversals += self._list_reversed_groups()
        return reversals

    def _list_reversed_groups(self) -> Iterator[tuple[int, int, int]]:
        """Yield round 1, a team drawn from a three-way match, and the one that goes on instead."""
        for group in self.three_way_matches:
            now = rank_three_way(group.teams, self.advancing_count, self.points, self.decisions)
            drawn_only = [team for team in group.advancing_teams if team not in now.advancing_teams]
            now_only = [team for team in now.advancing_teams if team not in group.advancing_teams]
            for drawn, winner in zip(drawn_only, now_only, strict=False):
                yield 1, drawn, winner

    def scoring(self, numbers: Mapping[int, int]) -> Knockout:
        """Return how far each team came. *numbers* has the teams' numbers in ``scoring``."""
        losses_of = Counter[int]()
        knocked_out = []
        first_losses = []
        gone_on = {match.winner for _round_no, match, _loser in self.losses}
        gone_on.update(*(group.advancing_teams for group in self.three_way_matches))
        for round_no, match, loser in self.losses:
            losses_of[loser] += 1
            lost = Elimination(
                numbers[loser],
                numbers[match.winner or 0],
                self._count_rounds() - round_no,
                self.how(round_no, match),
                round_no,
                losses=2 if self.is_double else 1,
                has_gone_on=loser in gone_on,
            )
            if losses_of[loser] == lost.losses:
                knocked_out.append(lost)
            else:
                first_losses.append(lost)
        for group in self.three_way_matches:
            knocked_out += self._list_group_losers(group, numbers)
        champion = self.winner
        out = {lost.contestant for lost in knocked_out}
        teams = self.rounds[0].teams if self.rounds else frozenset()
        playing = [numbers[team] for team in sorted(teams) if team != champion]
        return RankedKnockout(
            won=() if champion is None else (numbers[champion],),
            playing=tuple(number for number in playing if number not in out),
            out=tuple(knocked_out),
            first_losses=tuple(first_losses),
        )

    def _list_group_losers(
        self, group: ThreeWayMatch, numbers: Mapping[int, int]
    ) -> Iterator[Elimination]:
        """Yield those who don't go on from a three-way match, once it is decided."""
        for team in group.teams if group.advancing_teams else ():
            if team not in group.advancing_teams:
                yield Elimination(
                    numbers[team],
                    numbers[group.advancing_teams[0]],
                    self._count_rounds() - 1,
                    "in a three-way match",
                    round_no=1,
                )

    def _count_rounds(self) -> int:
        """Return the number of rounds up to the final, the last one of a double elimination."""
        if not self.is_double or self.winner is not None:
            return len(self.bracket_rounds)
        return count_two_loss_rounds(len(self.rounds[0].teams)) + 1


def build_played_knockout(
    lines: Iterable[SectionLine],
    byes: Iterable[tuple[int, int]],
    points: Mapping[Key, MatchPoints],
    *,
    decisions: Mapping[Key, Match],
    options: Sequence[tuple[str, str]],
) -> PlayedKnockout:
    """Return the knock-out of a section, from its *lines* and *byes* (round, contestant).

    By the *options* of its plan, everybody may lose once, or round 1 has three-way matches.
    """
    has_groups = has_three_way_matches(options)
    # The matches of a round have their tables in the order in which they were drawn. A match that
    # was played by others than planned comes last, if it brings in somebody.
    places: dict[int, dict[frozenset[int], tuple[bool, int]]] = defaultdict(dict)
    waiting: dict[int, list[int]] = defaultdict(list)
    for line in lines:
        if line.round_no:
            place = line.is_off_schedule, line.table_no or 0
            round_places = places[line.round_no]
            teams = frozenset((line.ns, line.ew))
            round_places[teams] = min(place, round_places.get(teams, place))
    for round_no, contestant in byes:
        waiting[round_no].append(contestant)
    rounds = []
    for round_no in range(1, max((*places, *waiting), default=0) + 1):
        pairings: list[tuple[int, int]] = []
        groups = _find_groups(places[round_no]) if has_groups and round_no == 1 else ()
        drawn: set[int] = {*chain.from_iterable(groups)}
        for teams in sorted(places[round_no], key=places[round_no].__getitem__):
            if not teams <= drawn:
                pairings.append((min(teams), max(teams)))
                drawn |= teams
        rounds.append(KnockoutRound(tuple(pairings), tuple(waiting[round_no]), groups))
    return PlayedKnockout(rounds, points, decisions, is_double_elimination(options))


def _find_groups(
    places: Mapping[frozenset[int], tuple[bool, int]],
) -> tuple[tuple[int, ...], ...]:
    """Return every three who meet each other as planned, by their first tables."""
    planned = [
        couple for couple, (is_off_schedule, _table) in places.items() if not is_off_schedule
    ]
    opponents: dict[int, set[int]] = defaultdict(set)
    order = []
    for couple in sorted(planned, key=places.__getitem__):
        for team in couple:
            opponents[team] |= couple - {team}
            order.append(team)
    groups: dict[frozenset[int], tuple[int, ...]] = {}
    for team in order:
        group = frozenset({team, *opponents[team]})
        if len(group) == 3:
            groups.setdefault(group, tuple(sorted(group)))
    return tuple(groups.values())


def _decide_match(match: KnockoutMatch, winners: Collection[int]) -> KnockoutMatch:
    """Return *match* with its winner, if one of the two is among *winners*."""
    through = [team for team in (match.upper, match.lower) if team in winners]
    return replace(match, winner=through[0] if len(through) == 1 else None)


def build_field_knockout(
    scoring_field: ScoringField,
    field_lines: SectionLines,
    matches: Iterable[TeamMatch],
) -> Knockout:
    """Return how far each team came in the knock-outs of *scoring_field*, in one record."""
    # They are gone through once per section, so they may not be an iterator.
    matches = list(matches)
    options = {base: plan.options for base, plan in field_lines.plans}
    knockouts = []
    for section in scoring_field.sections:
        base = scoring_field.pair(section, 0)
        letter = section.letter if scoring_field.has_several_sections else ""
        section_lines = [
            line.moved(-base) for line in field_lines.all if scoring_field.letter(line.ns) == letter
        ]
        section_byes = [
            (bye.round_no, bye.contestant - base)
            for bye in field_lines.byes
            if scoring_field.letter(bye.contestant) == letter
        ]
        points = collect_match_points(scoring_field, section, section_lines, matches)
        played = build_played_knockout(
            section_lines,
            section_byes,
            points,
            decisions=collect_decisions(field_lines.stored_matches, section),
            options=options.get(base, ()),
        )
        numbers = {}
        for knockout_round in played.rounds:
            for team in knockout_round.teams:
                numbers[team] = scoring_field.number(base + team)
        knockouts.append(played.scoring(numbers))
    return RankedKnockout(
        won=tuple(chain.from_iterable(knockout.won for knockout in knockouts)),
        playing=tuple(chain.from_iterable(knockout.playing for knockout in knockouts)),
        out=tuple(chain.from_iterable(knockout.out for knockout in knockouts)),
        first_losses=tuple(chain.from_iterable(knockout.first_losses for knockout in knockouts)),
    )


def list_deciding_reasons(points: MatchPoints | None) -> dict[str, str]:
    """Return the reasons that can decide a match with these points, by key."""
    is_decided = points is not None and points.winner is not None
    reasons = {}
    for key, reason in HOW.items():
        if not (is_decided and key in HOW_LEVEL):
            reasons[key] = reason
    return reasons


def collect_decisions(stored: Mapping[MatchKey, Match], section: Section) -> dict[Key, Match]:
    """Return the decisions by hand among the *stored* matches that are of *section*."""
    return {
        (match.round_no, frozenset((match.home, match.away))): match
        for match in stored.values()
        if match.winner is not None and match.section_id == section.pk
    }
