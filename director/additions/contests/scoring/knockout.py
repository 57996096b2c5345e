"""A knock-out in play: who goes through, and why.

A match is decided by the director's stored decision (``Match``), or else by its points once every
board is entered. The draw of the next round shows who has won a round. Only for the last drawn
round the winners follow from decisions and points. ``movements`` makes the bracket. Teams have
their numbers in the section.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations

from director.additions.contests.scoring.knockout_points import (
    KnockoutKey,
    MatchPoints,
    ThreeWayMatch,
    collect_match_points,
    rank_three_way,
)
from director.boards.movement.lines.matches import DECISION_DESCRIPTIONS
from director.boards.movement.lines.section_lines import MatchKey, SectionLine, SectionLines
from director.boards.movement.sections import ScoringField
from director.models import Match, Section
from movements.swiss.knockout import (
    KnockoutMatch,
    draw_three_way_round,
    make_knockout_tree,
    seed_after_groups,
)
from movements.swiss.systems import has_three_way_matches, is_double_elimination
from movements.swiss.two_losses import count_two_loss_rounds, list_unbeaten, make_two_loss_tree
from scoring.elimination import Elimination, Knockout
from scoring.model import TeamMatch
from scoring.teams.knockout import RankedKnockout

LEVEL_SCORE_REASONS = ("extra-boards", "lot")
"""Reasons that apply only to a match with level scores."""
AS_DRAWN_REASON = "as drawn"
"""The reason if a team is in the next round although neither score nor director let it through."""


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """The matches of a round in the order in which they were drawn."""

    pairings: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    three_way_teams: tuple[tuple[int, ...], ...] = ()  # of the three-way matches in round 1

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
    """A section's knock-out so far. *decisions_by_key* are those of the director.

    If it *is_double*, everybody may lose once.
    """

    rounds: Sequence[KnockoutRound]
    points_by_key: Mapping[KnockoutKey, MatchPoints]
    decisions_by_key: Mapping[KnockoutKey, Match]
    is_double: bool = False

    @cached_property
    def bracket_rounds(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """The bracket from the first round to the final, of a double elimination the drawn rounds."""
        if not self.rounds:
            return ()
        if self.is_double:
            drawn_matches = [knockout_round.matches for knockout_round in self.rounds]
            last_matches = make_two_loss_tree(drawn_matches)[-1]
            return make_two_loss_tree(
                drawn_matches, {*self._iter_winners(len(self.rounds), last_matches)}
            )
        if self.rounds[0].three_way_teams:
            return self._make_tree_after_groups()
        seeds = sorted(self.rounds[0].teams)
        teams_by_round: list[Collection[int]] = [
            later_round.teams for later_round in self.rounds[1:]
        ]
        # The first tree pairs the teams of the last round drawn; the second adds its winners.
        last_matches = make_knockout_tree(seeds, teams_by_round)[len(teams_by_round)]
        winners = set(self._iter_winners(len(self.rounds), last_matches))
        return make_knockout_tree(seeds, [*teams_by_round, winners.union(self.rounds[-1].byes)])

    def _make_tree_after_groups(self) -> tuple[tuple[KnockoutMatch, ...], ...]:
        """Return the matches of round 1 without its groups, and the bracket of the rounds after it."""
        first_round, *later_rounds = self.rounds
        first_matches = tuple(
            KnockoutMatch(min(pairing), max(pairing)) for pairing in first_round.pairings
        )
        winners = {*self._iter_winners(1, first_matches)}
        if later_rounds:
            winners = {*later_rounds[0].teams}
        matches = tuple(_decide_match(match, winners) for match in first_matches)
        remaining_teams = [match.winner for match in matches if match.winner is not None]
        for group in self.three_way_matches:
            remaining_teams += group.advancing_teams
        size = len(matches) + self.advancing_count * len(first_round.three_way_teams)
        if len(remaining_teams) < size:
            # Who meets whom in round 2 follows from all who go on.
            unknown_match = KnockoutMatch(None, None)
            rounds = [(unknown_match,) * (size >> number) for number in range(1, size.bit_length())]
            return (matches, *rounds)
        seeds = seed_after_groups(sorted(remaining_teams), first_round.three_way_teams)
        teams_by_round = [later_round.teams for later_round in later_rounds[1:]]
        if not later_rounds:
            return (matches, *make_knockout_tree(seeds))
        last_matches = make_knockout_tree(seeds, teams_by_round)[len(teams_by_round)]
        last_winners = {*self._iter_winners(len(self.rounds), last_matches)}
        return (matches, *make_knockout_tree(seeds, [*teams_by_round, last_winners]))

    @property
    def advancing_count(self) -> int:
        """How many of each three-way match go on."""
        return draw_three_way_round(sorted(self.rounds[0].teams)).qualifiers_per_group

    @cached_property
    def three_way_matches(self) -> tuple[ThreeWayMatch, ...]:
        """The three-way matches of round 1, with those who go on once round 2 is drawn."""
        if not self.rounds:
            return ()
        groups = []
        for teams in self.rounds[0].three_way_teams:
            group = rank_three_way(
                teams, self.advancing_count, self.points_by_key, self.decisions_by_key
            )
            if len(self.rounds) > 1:
                drawn_teams = self.rounds[1].teams.intersection(teams)
                ordered_teams = [team for team in group.advancing_teams if team in drawn_teams]
                ordered_teams += sorted(drawn_teams.difference(ordered_teams))
                group = replace(group, advancing_teams=tuple(ordered_teams))
            groups.append(group)
        return tuple(groups)

    @property
    def group_matches(self) -> list[KnockoutMatch]:
        """The matches between two of a three-way match, with the winner of each."""
        matches = []
        for group in self.three_way_matches:
            for first, second in combinations(group.teams, 2):
                match = KnockoutMatch(first, second)
                matches.append(_decide_match(match, {*self._iter_winners(1, [match])}))
        return matches

    def _iter_winners(self, round_no: int, matches: Iterable[KnockoutMatch]) -> Iterator[int]:
        """Yield the winners of *matches*: as the director decided, else by points."""
        for match in matches:
            if match.upper is None or match.lower is None:
                continue
            key = (round_no, frozenset((match.upper, match.lower)))
            decision = self.decisions_by_key.get(key)
            points = self.points_by_key.get(key)
            winner = None
            if decision:
                winner = decision.winner
            elif points:
                winner = points.winner
            if winner is not None:
                yield winner

    def get_deciding_reason(self, round_no: int, match: KnockoutMatch) -> str:
        """Return why *match* was decided, as the end of a sentence, or "" if the score decided it."""
        if match.upper is None or match.lower is None or match.winner is None:
            return ""
        key = (round_no, frozenset((match.upper, match.lower)))
        decision = self.decisions_by_key.get(key)
        points = self.points_by_key.get(key)
        if decision and decision.winner == match.winner:
            return DECISION_DESCRIPTIONS[decision.how]
        if points and points.winner == match.winner:
            return ""
        return AS_DRAWN_REASON

    @property
    def unbeaten_by_round(self) -> list[set[int]]:
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
    def results_by_round(self) -> list[list[tuple[int, int]]]:
        """The winner and the loser of each decided match, by round."""
        results_by_round: list[list[tuple[int, int]]] = [[] for _matches in self.bracket_rounds]
        for round_no, match, loser in self.losses:
            if match.winner is not None:
                results_by_round[round_no - 1].append((match.winner, loser))
        return results_by_round

    @property
    def winner(self) -> int | None:
        """The winner of the final, None while it is unknown."""
        if not self.bracket_rounds:
            return None
        (last_match, *other_matches) = self.bracket_rounds[-1]
        if other_matches or last_match.winner is None:
            return None
        if self.is_double:
            # The final of a double elimination is played again if its winner had lost once.
            loss_counts = Counter(loser for _round_no, _match, loser in self.losses)
            finalists = (last_match.upper, last_match.lower)
            if any(loss_counts[team or 0] < 2 for team in finalists if team != last_match.winner):
                return None
        return last_match.winner

    @property
    def overturned_matches(self) -> list[tuple[int, int, int]]:
        """Matches now won by another team than was drawn: round, drawn winner, winner.

        It happens if a result is corrected after the draw. Matches that the director decided are
        left out.
        """
        reversals = []
        # The next round of these is drawn, so their winners are fixed.
        drawn_rounds = self.bracket_rounds[: len(self.rounds) - 1]
        for round_no, matches in enumerate(drawn_rounds, start=1):
            for match in matches:
                key = (round_no, frozenset(filter(None, (match.upper, match.lower))))
                points = self.points_by_key.get(key)
                if points is None or key in self.decisions_by_key:
                    continue
                winner = points.winner
                if winner and match.winner and winner != match.winner:
                    reversals.append((round_no, match.winner, winner))
        if drawn_rounds:
            reversals += self._iter_reversed_groups()
        return reversals

    def _iter_reversed_groups(self) -> Iterator[tuple[int, int, int]]:
        """Yield round 1, a team drawn from a three-way match, and the one that goes on instead."""
        for group in self.three_way_matches:
            current_match = rank_three_way(
                group.teams, self.advancing_count, self.points_by_key, self.decisions_by_key
            )
            dropped_teams = [
                team for team in group.advancing_teams if team not in current_match.advancing_teams
            ]
            added_teams = [
                team for team in current_match.advancing_teams if team not in group.advancing_teams
            ]
            for drawn_team, winner in zip(dropped_teams, added_teams, strict=False):
                yield 1, drawn_team, winner

    def make_ranked_knockout(self, numbers_by_team: Mapping[int, int]) -> Knockout:
        """Return how far each team came. *numbers_by_team* has the teams' numbers in ``scoring``."""
        loss_counts = Counter[int]()
        knocked_out = []
        first_losses = []
        advanced_teams = {match.winner for _round_no, match, _loser in self.losses}
        advanced_teams.update(*(group.advancing_teams for group in self.three_way_matches))
        for round_no, match, loser in self.losses:
            loss_counts[loser] += 1
            elimination = Elimination(
                numbers_by_team[loser],
                numbers_by_team[match.winner or 0],
                self._count_rounds() - round_no,
                self.get_deciding_reason(round_no, match),
                round_no,
                loss_count=2 if self.is_double else 1,
                has_won_before=loser in advanced_teams,
            )
            if loss_counts[loser] == elimination.loss_count:
                knocked_out.append(elimination)
            else:
                first_losses.append(elimination)
        for group in self.three_way_matches:
            knocked_out += self._iter_group_eliminations(group, numbers_by_team)
        winning_team = self.winner
        out_numbers = {elimination.contestant for elimination in knocked_out}
        teams = self.rounds[0].teams if self.rounds else frozenset()
        numbers_of_others = [
            numbers_by_team[team] for team in sorted(teams) if team != winning_team
        ]
        return RankedKnockout(
            winners=() if winning_team is None else (numbers_by_team[winning_team],),
            remaining_contestants=tuple(
                number for number in numbers_of_others if number not in out_numbers
            ),
            eliminations=tuple(knocked_out),
            first_losses=tuple(first_losses),
        )

    def _iter_group_eliminations(
        self, group: ThreeWayMatch, numbers_by_team: Mapping[int, int]
    ) -> Iterator[Elimination]:
        """Yield the teams that are knocked out in a three-way match, once it is decided."""
        for team in group.teams if group.advancing_teams else ():
            if team not in group.advancing_teams:
                yield Elimination(
                    numbers_by_team[team],
                    numbers_by_team[group.advancing_teams[0]],
                    self._count_rounds() - 1,
                    "in a three-way match",
                    round_no=1,
                )

    def _count_rounds(self) -> int:
        """Return the number of rounds up to the final, the last one of a double elimination."""
        if not self.is_double or self.winner is not None:
            return len(self.bracket_rounds)
        return count_two_loss_rounds(len(self.rounds[0].teams)) + 1


def make_played_knockout(
    lines: Iterable[SectionLine],
    byes: Iterable[tuple[int, int]],
    points_by_key: Mapping[KnockoutKey, MatchPoints],
    *,
    decisions_by_key: Mapping[KnockoutKey, Match],
    options: Sequence[tuple[str, str]],
) -> PlayedKnockout:
    """Return the knock-out of a section, from its *lines* and *byes* (round, contestant).

    By the *options* of its plan, everybody may lose once, or round 1 has three-way matches.
    """
    has_groups = has_three_way_matches(options)
    # The matches of a round have their tables in the order in which they were drawn. A match that
    # was played by others than planned comes last, if it brings in somebody.
    tables_by_round: dict[int, dict[frozenset[int], tuple[bool, int]]] = defaultdict(dict)
    byes_by_round: dict[int, list[int]] = defaultdict(list)
    for line in lines:
        if line.round_no:
            table_order = line.is_off_schedule, line.table_no or 0
            order_by_couple = tables_by_round[line.round_no]
            teams = frozenset((line.ns, line.ew))
            order_by_couple[teams] = min(table_order, order_by_couple.get(teams, table_order))
    for round_no, contestant in byes:
        byes_by_round[round_no].append(contestant)
    rounds = []
    for round_no in range(1, max((*tables_by_round, *byes_by_round), default=0) + 1):
        pairings: list[tuple[int, int]] = []
        groups = _collect_groups(tables_by_round[round_no]) if has_groups and round_no == 1 else ()
        drawn_teams: set[int] = {*chain.from_iterable(groups)}
        for teams in sorted(tables_by_round[round_no], key=tables_by_round[round_no].__getitem__):
            if not teams <= drawn_teams:
                pairings.append((min(teams), max(teams)))
                drawn_teams |= teams
        rounds.append(KnockoutRound(tuple(pairings), tuple(byes_by_round[round_no]), groups))
    return PlayedKnockout(rounds, points_by_key, decisions_by_key, is_double_elimination(options))


def _collect_groups(
    order_by_couple: Mapping[frozenset[int], tuple[bool, int]],
) -> tuple[tuple[int, ...], ...]:
    """Return every three who meet each other as planned, by their first tables."""
    planned_couples = [
        couple
        for couple, (is_off_schedule, _table) in order_by_couple.items()
        if not is_off_schedule
    ]
    opponents_by_team: dict[int, set[int]] = defaultdict(set)
    ordered_teams = []
    for couple in sorted(planned_couples, key=order_by_couple.__getitem__):
        for team in couple:
            opponents_by_team[team] |= couple - {team}
            ordered_teams.append(team)
    sorted_groups: dict[frozenset[int], tuple[int, ...]] = {}
    for team in ordered_teams:
        group = frozenset({team, *opponents_by_team[team]})
        if len(group) == 3:
            sorted_groups.setdefault(group, tuple(sorted(group)))
    return tuple(sorted_groups.values())


def _decide_match(match: KnockoutMatch, winners: Collection[int]) -> KnockoutMatch:
    """Return *match* with its winner, if one of the two is among *winners*."""
    advancing_teams = [team for team in (match.upper, match.lower) if team in winners]
    return replace(match, winner=advancing_teams[0] if len(advancing_teams) == 1 else None)


def make_field_knockout(
    scoring_field: ScoringField,
    field_lines: SectionLines,
    matches: Iterable[TeamMatch],
) -> Knockout:
    """Return how far each team came in the knock-outs of *scoring_field*, in one record."""
    matches = list(matches)  # iterated once for each section
    options_by_base = {base: plan.options for base, plan in field_lines.plans}
    knockouts = []
    for section in scoring_field.sections:
        base = scoring_field.get_field_number(section, 0)
        letter = section.letter if scoring_field.has_several_sections else ""
        section_lines = [
            line.with_base(-base)
            for line in field_lines.all
            if scoring_field.get_letter(line.ns) == letter
        ]
        section_byes = [
            (bye.round_no, bye.contestant - base)
            for bye in field_lines.byes
            if scoring_field.get_letter(bye.contestant) == letter
        ]
        points = collect_match_points(scoring_field, section, section_lines, matches)
        played_knockout = make_played_knockout(
            section_lines,
            section_byes,
            points,
            decisions_by_key=collect_decisions(field_lines.stored_matches, section),
            options=options_by_base.get(base, ()),
        )
        numbers_by_team = {}
        for knockout_round in played_knockout.rounds:
            for team in knockout_round.teams:
                numbers_by_team[team] = scoring_field.get_scoring_number(base + team)
        knockouts.append(played_knockout.make_ranked_knockout(numbers_by_team))
    return RankedKnockout(
        winners=tuple(chain.from_iterable(knockout.winners for knockout in knockouts)),
        remaining_contestants=tuple(
            chain.from_iterable(knockout.remaining_contestants for knockout in knockouts)
        ),
        eliminations=tuple(chain.from_iterable(knockout.eliminations for knockout in knockouts)),
        first_losses=tuple(chain.from_iterable(knockout.first_losses for knockout in knockouts)),
    )


def get_deciding_reasons_by_code(points: MatchPoints | None) -> dict[str, str]:
    """Return the reasons that can decide a match with these points, by key."""
    is_decided = points is not None and points.winner is not None
    reasons_by_code = {}
    for key, reason in DECISION_DESCRIPTIONS.items():
        if not (is_decided and key in LEVEL_SCORE_REASONS):
            reasons_by_code[key] = reason
    return reasons_by_code


def collect_decisions(
    stored_matches: Mapping[MatchKey, Match], section: Section
) -> dict[KnockoutKey, Match]:
    """Return the decisions by hand among the *stored_matches* of *section*."""
    return {
        (match.round_no, frozenset((match.home, match.away))): match
        for match in stored_matches.values()
        if match.winner is not None and match.section_id == section.pk
    }
