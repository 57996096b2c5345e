"""A contest with drawn rounds: the rounds so far, and the draw of the next one of a Swiss.

``movements`` draws a round of a Swiss from plain records. This module gives it the standings,
meetings and byes of the section, adds the director's choices, and shows the rounds. ``drawing``
proposes the next one of a Swiss or a knock-out and puts it in force.

A *triangle* is a three-way match: half matches in one round, or whole matches over two rounds.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations

from director.additions.contests.draws.rounds import (
    GAMES,
    LONG_TRIANGLE,
    ODD,
    DraftRound,
    DrawChoices,
    DrawnMatch,
    DrawnSide,
    NextMatch,
    NextRound,
    ShownOpponents,
    ShownRound,
    fetch_previous_opponents_by_number,
    get_tables_per_match,
    keep_tables,
    place_at_tables,
    refuse_triangle,
    sort_by_table,
)
from director.additions.contests.paper.records import DrawSheet
from director.additions.contests.scoring.knockout import (
    KnockoutRound,
    PlayedKnockout,
    collect_decisions,
)
from director.additions.contests.scoring.knockout_points import collect_match_points
from director.additions.contests.scoring.provisional import get_unplayed_points
from director.boards.contests import get_contest_record
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    load_movement,
)
from director.boards.movement.round_days import RoundDays, fetch_round_days
from director.boards.movement.rounds import (
    count_expected_rounds,
    count_planned_rounds,
    count_rounds_to_draw,
    fetch_late_contestants,
    get_withdrawals_by_contestant,
)
from director.boards.movement.sections import ScoringField
from director.boards.movement.words import fetch_name_by_pair
from director.boards.scoring.extras import fetch_field_penalties
from director.boards.scoring.scored import score_field
from director.boards.scoring.units import VICTORY_POINTS, format_match_imps, get_total_unit
from director.core.base.tags.cards import format_points
from director.errors import DeskError
from director.models import Plan, Section
from director.models.ruling import Unit
from director.names import make_name_key
from director.sheets import Heading
from movements.errors import MovementError
from movements.option import format_count
from movements.swiss.drawing import draw_round, explain_pairings
from movements.swiss.field import SwissDraw, SwissEntrant, SwissField
from movements.swiss.games import SECOND_GAME_REASON, draw_second_game
from movements.swiss.plans import DrawnRound, choose_spare_set, has_home_tables, list_drawn_rounds
from movements.swiss.systems import get_swiss_system, has_three_way_matches, is_double_elimination
from scoring.errors import ScoringError
from scoring.model import Ranking, TeamMatch
from scoring.registry import get_method
from scoring.teams.unplayed import describe_provisional_score

CLUBS_APART_ROUNDS = 2
"""The first rounds of a Swiss, in which members of one club don't meet if possible."""
NO_PAIRING = "no-pairing"
"""The code of the error for forbidden pairings that leave no round."""


class DrawnContest:
    """The drawn contest of *section*: its rounds, its standings and its next round.

    With *is_redraw* the last round is left out, to be drawn again. *fills_gaps* leaves its matches at
    their tables if both sides play. *late_count* contestants play from the next round on; their
    numbers follow the present ones.
    """

    def __init__(
        self,
        section: Section,
        plan: Plan,
        *,
        is_redraw: bool = False,
        fills_gaps: bool = False,
        late_count: int = 0,
    ) -> None:
        self.section = section
        self.plan = plan
        self.is_redraw = is_redraw
        self.is_knockout = get_format(plan).is_knockout
        self.fills_gaps = fills_gaps and is_redraw and not self.is_knockout
        self.late_count = 0 if self.is_knockout else late_count
        plan.section = section  # Otherwise the plan would fetch its section.
        self._rankings_by_round: dict[int, Ranking] = {}
        # When the penalties that count were in force, None for the present ones.
        self.penalties_time: datetime | None = None

    @property
    def contestant_noun(self) -> str:
        """The word for one contestant: pair or team."""
        return get_contest_record(self.section).contestant_noun

    @property
    def has_halves(self) -> bool:
        """Whether a match is played at two tables, by teams."""
        return get_contest_record(self.section).has_halves

    @property
    def is_double(self) -> bool:
        """Whether it is a knock-out in which everybody may lose once."""
        return self.is_knockout and is_double_elimination(self.plan.options)

    @property
    def has_groups(self) -> bool:
        """Whether round 1 of a knock-out has three-way matches."""
        return self.is_knockout and has_three_way_matches(self.plan.options)

    @cached_property
    def rounds(self) -> tuple[DrawnRound, ...]:
        """The drawn rounds, without the last one if it is redrawn."""
        drawn_rounds = list_drawn_rounds(load_movement(self.plan))
        if self.is_redraw:
            return drawn_rounds[:-1]
        return drawn_rounds

    @cached_property
    def last_drawn_round(self) -> DrawnRound:
        """The last drawn round, also if it is redrawn."""
        return list_drawn_rounds(load_movement(self.plan))[-1]

    @cached_property
    def planned_round_count(self) -> int:
        """The planned number of rounds, 0 if unknown."""
        return count_planned_rounds(self.plan)

    @cached_property
    def round_days(self) -> RoundDays:
        """The days on which the rounds are played."""
        return fetch_round_days(self.section.session)

    @property
    def next_date_suffix(self) -> str:
        """The date of the next round for a heading, such as " · 10 March 2026", or ""."""
        return self.round_days.format_title_suffix(len(self.rounds) + 1)

    @property
    def last_date_suffix(self) -> str:
        """The date of the last drawn round, as :attr:`next_date_suffix`."""
        return self.round_days.format_title_suffix(len(self.rounds))

    @property
    def dated_rounds(self) -> tuple[str, ...]:
        """All rounds by their dates, empty if there is one date."""
        return self.round_days.list_sentences(count_expected_rounds(self.plan))

    @cached_property
    def withdrawn_numbers(self) -> frozenset[int]:
        """Numbers that don't play now: withdrawals and contestants who come later."""
        return frozenset(get_withdrawals_by_contestant(self.plan))

    @property
    def late_numbers(self) -> frozenset[int]:
        """The numbers that haven't played yet, because their contestants come later."""
        return frozenset(fetch_late_contestants(self.plan))

    @cached_property
    def names_by_number(self) -> dict[int, str]:
        """The names of all contestants by number, "" for late arrivals."""
        names_by_number = fetch_name_by_pair(self.section)
        first_late = max(names_by_number, default=0) + 1
        return names_by_number | dict.fromkeys(range(first_late, first_late + self.late_count), "")

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return fetch_section_lines(self.section, self.plan)

    @property
    def state_version(self) -> str:
        """A value that changes with the movement in force and with its results."""
        versions = sum(line.result.version for line in self.lines.all if line.result)
        versions += sum(match.version for match in self.lines.stored_matches.values())
        return f"{self._plan_version}{versions}"

    @property
    def _plan_version(self) -> str:
        return f"{self.plan.number}-{self.plan.fingerprint}-"

    def is_drawn_as(self, state_version: str) -> bool:
        """Return whether *state_version* belongs to the rounds drawn now, whatever the results."""
        return state_version.startswith(self._plan_version)

    @cached_property
    def has_begun(self) -> bool:
        """Whether the last round of the plan has a result."""
        return any(line.is_entered for line in self.lines.all if line.round_no == self.plan.rounds)

    @property
    def default_standings_round(self) -> int:
        """The round whose standings the next round is drawn from, 0 for none."""
        return get_format(self.plan).get_counted_round(self.plan, len(self.rounds))

    @cached_property
    def can_draw_ahead(self) -> bool:
        """Whether the next round can be drawn although the last one hasn't begun."""
        if self.is_second_game(len(self.rounds) + 1):
            return True
        return get_format(self.plan).is_behind(self.plan) and not self.unfinished_matches_by_round

    @cached_property
    def unfinished_matches_by_round(self) -> dict[int, list[str]]:
        """Matches with missing results that the next draw counts, by round: "1 Elm – 4 Oak"."""
        matches_by_round: dict[int, list[str]] = {}
        last_counted_round = self.default_standings_round
        if self.is_second_game(len(self.rounds) + 1):
            last_counted_round = 0  # it is drawn from no results
        for line in self.lines.all:
            if not line.round_no or line.round_no > last_counted_round or line.is_entered:
                continue
            match = " – ".join(
                self.label_contestant(number) for number in sorted((line.ns, line.ew))
            )
            round_matches = matches_by_round.setdefault(line.round_no, [])
            if match not in round_matches:
                round_matches.append(match)
        return matches_by_round

    @property
    def needs_complete_matches(self) -> bool:
        """Whether a match counts 0 because results of it are missing."""
        return any(
            match.is_unfinished for match in self.get_ranking(self.default_standings_round).matches
        )

    @property
    def provisional_score(self) -> str:
        """What an unplayed match counts: "9 : 9 until it is played", or "" if nothing."""
        points = get_unplayed_points(self.section.session.event)
        if self.is_knockout or not points or not self.points_per_match:
            return ""
        return describe_provisional_score(points)

    def get_ranking(self, after_round: int) -> Ranking:
        """Return the ranking by the rounds up to *after_round*. It is calculated once."""
        if after_round not in self._rankings_by_round:
            self._rankings_by_round[after_round] = self._calculate_ranking(after_round)
        return self._rankings_by_round[after_round]

    def _calculate_ranking(self, after_round: int) -> Ranking:
        lines = [line for line in self.lines.all if (line.round_no or 0) <= after_round]
        byes = [bye for bye in self.lines.byes if bye.round_no <= after_round]
        return score_field(
            self._scoring_field,
            SectionLines(
                lines,
                byes,
                plans=self.lines.plans,
                is_by_round=True,
                is_knockout=self.is_knockout,
                stored_matches=self.lines.stored_matches,
            ),
            penalties=fetch_field_penalties(self._scoring_field, self.penalties_time),
        ).ranking

    @property
    def _scoring_field(self) -> ScoringField:
        """The section alone: a draw never looks at other sections."""
        return ScoringField(self.section.session, (self.section,))

    def get_last_meeting_round(self, first: int, second: int) -> int:
        """Return the last round in which two contestants have met, or 0."""
        pair = {first, second}
        last_round = 0
        for round_no, drawn_round in enumerate(self.rounds, start=1):
            if pair in map(set, drawn_round.begun_matches) and not self._is_void(
                round_no, first, second
            ):
                last_round = round_no
        return last_round

    def _is_void(self, round_no: int, first: int, second: int) -> bool:
        """Return whether the match of both is void, so that they can meet again."""
        match = self.lines.stored_matches.get((round_no, min(first, second), max(first, second)))
        return match is not None and match.is_void

    def draw_swiss_round(self, choices: DrawChoices) -> DraftRound:
        """Return the next round of a Swiss, drawn from the standings and the director's *choices*.

        :raises DeskError: if nobody is left to pair
        :raises MovementError: if a pairing, bye or triangle of *choices* is impossible
        """
        if self.fills_gaps:
            choices = self._keep_present_matches(choices)
        # A triangle over two rounds continues unless one of the three doesn't play.
        continuing = self.continuing_triangle
        if choices.absent_numbers & {*continuing}:
            continuing = ()
        unpaired_numbers = {*choices.absent_numbers, *continuing}
        playing_numbers = [
            number for number in sorted(self.names_by_number) if number not in unpaired_numbers
        ]
        if self.is_second_game(len(self.rounds) + 1):
            return self._repeat_round(sorted({*playing_numbers, *continuing}))
        if len(playing_numbers) < 2:
            if not continuing:
                raise DeskError("draw-nobody-left", "At least two must play. Remove a withdrawal.")
            bye = playing_numbers[0] if playing_numbers else None
            return DraftRound(self.make_round((), bye, continuing))
        options = self._get_swiss_options(choices)
        after_round = (
            self.default_standings_round if choices.after_round is None else choices.after_round
        )
        field = SwissField(
            self._make_entrants(playing_numbers, after_round),
            len(self.rounds) + 1,
            options,
            forbidden_couples=self._fetch_club_couples(len(self.rounds) + 1),
            fixed_pairings=choices.fixed_pairings,
            bye=choices.bye,
            triangle=choices.triangle,
        )
        swiss_draw = self._draw_clubs_apart(field)
        triangle = swiss_draw.triangle or continuing
        odd_choice = dict(options).get(ODD, "")
        drawn_round = self.make_round(swiss_draw.pairings, swiss_draw.bye, triangle, odd_choice)
        if self.fills_gaps:
            drawn_round = sort_by_table(drawn_round)
        field = replace(field, bye=swiss_draw.bye, triangle=swiss_draw.triangle)
        return DraftRound(
            drawn_round, swiss_draw.notes, explain_pairings(field, drawn_round.pairings)
        )

    def _keep_present_matches(self, choices: DrawChoices) -> DrawChoices:
        """Return *choices* with the matches of the last round, of which both sides play, as fixed."""
        last_round = self.last_drawn_round
        kept_pairings = tuple(
            pairing
            for pairing in last_round.pairings
            if not choices.absent_numbers.intersection(pairing)
        )
        triangle = last_round.triangle if last_round.part < 2 else ()
        paired_numbers = {*chain.from_iterable(kept_pairings), *self.continuing_triangle}
        free_numbers = self.names_by_number.keys() - paired_numbers - choices.absent_numbers
        # Three of an even number would leave somebody over.
        if len(free_numbers) % 2 == 0 or choices.absent_numbers & {*triangle}:
            triangle = ()
        # The only one without an opponent sits out, also where three would play each other.
        bye = next(iter(free_numbers)) if len(free_numbers) == 1 else None
        return replace(choices, fixed_pairings=kept_pairings, triangle=triangle, bye=bye)

    def is_second_game(self, round_no: int) -> bool:
        """Return whether *round_no* is the second of two games against the same opponents."""
        return self._has_two_games and round_no % 2 == 0

    @property
    def _has_two_games(self) -> bool:
        return not self.is_knockout and GAMES.get_choice(dict(self.plan.options)) == "2"

    def _repeat_round(self, playing_numbers: Collection[int]) -> DraftRound:
        """Return the second games of the last round, of those among *playing_numbers*."""
        second_game = draw_second_game(self.rounds[-1], playing_numbers)
        drawn_round = self.make_round(second_game.pairings, second_game.bye, second_game.triangle)
        reasons = tuple(self._explain_second_games(drawn_round, len(self.rounds) + 1))
        return DraftRound(drawn_round, reasons=reasons)

    def _explain_second_games(self, drawn_round: DrawnRound, round_no: int) -> Iterator[str]:
        """Yield the reason of each pairing of *round_no*, whose first games are in the round before."""
        first_couples = set(map(frozenset, self.rounds[round_no - 2].pairings))
        for pairing in drawn_round.pairings:
            is_repeated = frozenset(pairing) in first_couples
            yield SECOND_GAME_REASON if is_repeated else "their opponents don’t play on"

    def _draw_clubs_apart(self, field: SwissField) -> SwissDraw:
        """Return the round of *field*. Members of one club meet only if nothing else is possible."""
        if not field.forbidden_couples:
            return draw_round(field)
        try:
            return draw_round(field)
        except MovementError as error:
            if error.code != NO_PAIRING:
                raise
        swiss_draw = draw_round(replace(field, forbidden_couples=frozenset()))
        return replace(
            swiss_draw,
            notes=(*swiss_draw.notes, "Not all of one club can be kept apart in this round."),
        )

    def explain_last_round(self, after_round: int) -> tuple[str, ...]:
        """Return why the matches of the last round of a Swiss were drawn.

        The reasons follow from the present standings after *after_round*, so they are wrong if these
        have changed since.
        """
        drawn_round = self.last_drawn_round
        round_no = len(self.rounds) + 1 if self.is_redraw else len(self.rounds)
        if self.is_second_game(round_no):
            return tuple(self._explain_second_games(drawn_round, round_no))
        field = self._make_round_field(round_no, drawn_round, after_round)
        # The second of two rounds of a triangle isn't drawn.
        triangle = () if drawn_round.part == 2 else drawn_round.triangle
        field = replace(field, bye=next(iter(drawn_round.byes), None), triangle=triangle)
        return explain_pairings(field, drawn_round.pairings)

    def with_penalties_at(self, drawn_at: datetime) -> "DrawnContest":
        """Return this contest with the penalties that were in force at *drawn_at*."""
        contest = self._copy_with_rounds(self.rounds)
        contest.penalties_time = drawn_at
        # The rankings so far have the penalties of now.
        contest._rankings_by_round = {}
        return contest

    def _copy_with_rounds(self, rounds: tuple[DrawnRound, ...]) -> "DrawnContest":
        """Return this contest with *rounds*, sharing what is read and ranked already."""
        contest = DrawnContest(self.section, self.plan)
        contest.rounds = rounds
        contest.lines = self.lines
        contest.names_by_number = self.names_by_number
        contest.penalties_time = self.penalties_time
        contest._rankings_by_round = self._rankings_by_round
        return contest

    def redraw_round(self, round_no: int, after_round: int) -> SwissDraw:
        """Return the draw of *round_no* by the present results of the rounds up to *after_round*.

        The same contestants play in it as in the round that was drawn.
        """
        drawn_round = self.rounds[round_no - 1]
        if self.is_second_game(round_no):
            # Results change nothing in it.
            bye = next(iter(drawn_round.byes), None)
            return SwissDraw(drawn_round.pairings, bye, drawn_round.triangle)
        return self._draw_clubs_apart(self._make_round_field(round_no, drawn_round, after_round))

    def _make_round_field(
        self, round_no: int, drawn_round: DrawnRound, after_round: int
    ) -> SwissField:
        """Return the field of the contestants of *drawn_round*, from which *round_no* is drawn."""
        contest_before = self._copy_with_rounds(self.rounds[: round_no - 1])
        triangle = () if drawn_round.part == 2 else drawn_round.triangle
        playing_numbers = sorted(
            {*chain.from_iterable(drawn_round.pairings), *triangle, *drawn_round.byes}
        )
        return SwissField(
            contest_before._make_entrants(playing_numbers, after_round),
            round_no,
            self._get_swiss_options(DrawChoices()),
            forbidden_couples=self._fetch_club_couples(round_no),
        )

    def _fetch_club_couples(self, round_no: int) -> frozenset[frozenset[int]]:
        """Return the couples of one club, who don't meet in *round_no*."""
        if round_no > CLUBS_APART_ROUNDS:
            return frozenset()
        numbers_by_club: dict[str, list[int]] = defaultdict(list)
        clubs = self.section.entries.exclude(club="").values_list("pair_no", "club")
        for number, club in clubs:
            numbers_by_club[make_name_key(club)].append(number)
        couples: set[frozenset[int]] = set()
        for numbers in numbers_by_club.values():
            couples.update(map(frozenset, combinations(numbers, 2)))
        return frozenset(couples)

    def _get_swiss_options(self, choices: DrawChoices) -> tuple[tuple[str, str], ...]:
        """Return the options of the contest, with the director's choice for an odd number."""
        system = get_swiss_system(self.plan.key)
        option_names = {option.name for option in system.options}
        values_by_name = dict(self.plan.options)
        if choices.odd_choice:
            values_by_name[ODD] = choices.odd_choice
        # The plan has further options, such as withdrawals, that the draw doesn't know.
        return system.resolve_options(
            {name: value for name, value in values_by_name.items() if name in option_names}
        )

    @property
    def continuing_triangle(self) -> tuple[int, ...]:
        """The triangle over two rounds of which only the first is drawn, if any."""
        if self.rounds and self.rounds[-1].part == 1:
            return self.rounds[-1].triangle
        return ()

    def make_round(
        self,
        pairings: tuple[tuple[int, int], ...],
        bye: int | None,
        triangle: tuple[int, ...] = (),
        odd_choice: str = "",
    ) -> DrawnRound:
        """Return the next round with these pairings at its tables, and the spare boards of a *triangle*.

        A new triangle takes one round, or two if *odd_choice* says so.

        :raises DeskError: if a triangle can't be scored, has too few boards, or is separated after
            the first of its two rounds
        """
        return self._place_at_tables(self._make_round(pairings, bye, triangle, odd_choice))

    def _place_at_tables(self, drawn_round: DrawnRound) -> DrawnRound:
        if self.fills_gaps:
            return keep_tables(
                drawn_round,
                self.last_drawn_round,
                self.plan.options,
                tables_per_match=get_tables_per_match(self.section),
            )
        return place_at_tables(
            drawn_round,
            self.plan.options,
            tables_per_match=get_tables_per_match(self.section),
            previous_rounds=self.rounds,
        )

    def _make_round(
        self,
        pairings: tuple[tuple[int, int], ...],
        bye: int | None,
        triangle: tuple[int, ...],
        odd_choice: str,
    ) -> DrawnRound:
        byes = () if bye is None else (bye,)
        continuing = {*self.continuing_triangle}
        if continuing and set(triangle) == continuing:
            return DrawnRound(
                pairings, byes, self.continuing_triangle, self.rounds[-1].spare_set, part=2
            )
        numbers = {*triangle, *byes}
        for pairing in pairings:
            numbers.update(pairing)
        # A triangle may end early only if one of the three withdraws.
        if continuing and continuing <= numbers:
            raise DeskError(
                "draw-triangle-goes-on",
                "Teams {three} play each other over two rounds and have played one. Keep the three "
                "together, or mark one of them as withdrawn.",
                three=", ".join(map(str, self.continuing_triangle)),
            )
        if not triangle:
            return DrawnRound(pairings, byes)
        spare_boards = choose_spare_set(self.rounds, self.planned_round_count)
        if odd_choice == LONG_TRIANGLE:
            return DrawnRound(pairings, byes, triangle, spare_boards, part=1)
        refuse_triangle(self.section.session.scoring_record, self.plan.boards_per_set)
        return DrawnRound(pairings, byes, triangle, spare_boards)

    def _make_entrants(
        self, playing_numbers: Collection[int], after_round: int
    ) -> tuple[SwissEntrant, ...]:
        """Return the entrants of a Swiss draw with their totals after round *after_round*."""
        standings_by_number = {
            int(standing.contestant): standing
            for standing in self.get_ranking(after_round).standings
        }
        points_per_match = self.points_per_match
        opponents_by_number = self._opponents_by_number
        bye_shares_by_number: dict[int, int] = defaultdict(int)
        for bye in self.lines.byes:
            if bye.round_no <= after_round:
                bye_shares_by_number[bye.contestant] += bye.percentage
        entrants = []
        for number in playing_numbers:
            # Whoever has no result yet has only the points of byes.
            total = Fraction(points_per_match * bye_shares_by_number[number], 100)
            rank = None
            if number in standings_by_number:
                total = standings_by_number[number].total
                rank = standings_by_number[number].rank
            entrants.append(
                SwissEntrant(
                    number,
                    total,
                    opponents=tuple(opponents_by_number.get(number, ())),
                    bye_count=self._count_byes(number, len(self.rounds)),
                    triangle_count=self._count_triangles(number),
                    home_count=self._home_match_counts[number],
                    rank=rank,
                    is_late=self._is_late(number),
                    previous_opponents=self._previous_opponents_by_number.get(number, ()),
                )
            )
        return tuple(entrants)

    @cached_property
    def _previous_opponents_by_number(self) -> dict[int, tuple[int, ...]]:
        return fetch_previous_opponents_by_number(self.section)

    def compute_totals_by_number(self, after_round: int) -> dict[int, Fraction]:
        """Return everybody's total after the rounds up to *after_round*, by number."""
        return {
            entrant.number: Fraction(entrant.score)
            for entrant in self._make_entrants(self.names_by_number, after_round)
        }

    @property
    def points_per_match(self) -> int:
        """The points that both sides of a match have together."""
        scoring_record = self.section.session.scoring_record
        method = get_method(scoring_record.scoring)
        settings = method.complete_settings(scoring_record.scoring_options)
        return method.get_points_per_match(settings, self.plan.boards_per_set)

    def _count_byes(self, number: int, after_round: int) -> int:
        return sum(number in drawn_round.byes for drawn_round in self.rounds[:after_round])

    def list_sit_out_rounds(self, number: int) -> list[int]:
        """Return the rounds in which a contestant sat out."""
        return [
            round_no
            for round_no, drawn_round in enumerate(self.rounds, start=1)
            if number in drawn_round.byes
        ]

    def list_before_in_sit_outs(self, number: int, playing_numbers: Iterable[int]) -> list[int]:
        """Return those of *playing_numbers* who sit out before contestant *number* does so again.

        As in the draw, a late one counts as if it had sat out once.
        """
        sit_out_count = self._count_byes(number, len(self.rounds))
        return [
            other
            for other in playing_numbers
            if max(self._count_byes(other, len(self.rounds)), int(self._is_late(other)))
            < sit_out_count
        ]

    def _count_triangles(self, number: int) -> int:
        # The second of two rounds is the same triangle.
        return sum(
            number in drawn_round.triangle and drawn_round.part < 2 for drawn_round in self.rounds
        )

    @cached_property
    def _home_match_counts(self) -> Counter[int]:
        """How often each contestant was the home side."""
        pairings = chain.from_iterable(drawn_round.pairings for drawn_round in self.rounds)
        return Counter(home for home, _away in pairings)

    def _is_late(self, number: int) -> bool:
        """Return whether *number* was in no round before."""
        return bool(self.rounds) and number not in self._seen_numbers

    @cached_property
    def _seen_numbers(self) -> set[int]:
        """The numbers that were in a round, if only to sit out."""
        return {
            number
            for drawn_round in self.rounds
            for number in (*drawn_round.playing_contestants, *drawn_round.byes)
        }

    @cached_property
    def _opponents_by_number(self) -> dict[int, list[int]]:
        """The opponents that each contestant has met, in matches that aren't void."""
        opponents_by_number: dict[int, list[int]] = defaultdict(list)
        for round_no, drawn_round in enumerate(self.rounds, start=1):
            # Two games against an opponent are one meeting.
            first_games = set()
            if self.is_second_game(round_no):
                first_games = set(map(frozenset, self.rounds[round_no - 2].begun_matches))
            for first, second in drawn_round.begun_matches:
                is_repeated = frozenset((first, second)) in first_games
                if not is_repeated and not self._is_void(round_no, first, second):
                    opponents_by_number[first].append(second)
                    opponents_by_number[second].append(first)
        return dict(opponents_by_number)

    @cached_property
    def knockout(self) -> PlayedKnockout:
        """The knock-out after the drawn rounds."""
        last_round = len(self.rounds)
        lines = [line for line in self.lines.all if (line.round_no or 0) <= last_round]
        matches = self.get_ranking(last_round).matches
        points = collect_match_points(self._scoring_field, self.section, lines, matches)
        rounds = []
        for drawn_round in self.rounds:
            groups = tuple(tuple(sorted(triangle)) for triangle in drawn_round.triangles)
            rounds.append(KnockoutRound(drawn_round.pairings, drawn_round.byes, groups))
        decisions = collect_decisions(self.lines.stored_matches, self.section)
        return PlayedKnockout(rounds, points, decisions, self.is_double)

    @property
    def winner(self) -> int | None:
        """The winner of the knock-out. None before it is known."""
        if not self.is_knockout:
            return None
        return self.knockout.winner

    @cached_property
    def shown_rounds(self) -> tuple[ShownRound, ...]:
        """All drawn rounds with the scores of their matches, the last round first."""
        matches_by_meeting = {
            (match.round_no, frozenset((int(match.home), int(match.away)))): match
            for match in self.get_ranking(len(self.rounds)).matches
        }
        shown_rounds = []
        for round_no, drawn_round in enumerate(self.rounds, start=1):
            shown_matches = []
            for tables_label, meeting in zip(
                self.list_table_labels(drawn_round), drawn_round.meetings, strict=True
            ):
                match = matches_by_meeting.get((round_no, frozenset(meeting)))
                score = self._format_match_score(match, meeting[0])
                shown_matches.append(self.make_drawn_match(tables_label, meeting, score))
            byes = tuple(self.label_contestant(number) for number in drawn_round.byes)
            title = f"Round {round_no}{self.round_days.format_title_suffix(round_no)}"
            shown_rounds.append(ShownRound(round_no, title, tuple(shown_matches), byes))
        return tuple(reversed(shown_rounds))

    def make_drawn_match(
        self, tables_label: str, meeting: tuple[int, int], score: str = ""
    ) -> DrawnMatch:
        """Return the match of *meeting* at *tables_label*, one of :meth:`list_table_labels`."""
        home, away = map(self.label_contestant, meeting)
        # The column's heading has the word "Tables".
        table_numbers = tables_label.partition(" ")[2]
        return DrawnMatch(table_numbers, home, away, meeting, score)

    def make_next_round(
        self,
        pairings: Iterable[tuple[int, int]],
        *,
        byes: Iterable[int],
        triangles: Iterable[Iterable[int]],
        after_round: int,
        reasons: Sequence[str] = (),
        drawn_round: DrawnRound | None = None,
    ) -> NextRound:
        """Return a round with the standings of its contestants after round *after_round*.

        Contestants who haven't played yet have no standing. An unknown number becomes a dash.
        *reasons* explain the pairings, if they are known. A *drawn_round* has its tables already.
        """
        pairings = tuple(pairings)
        if drawn_round is None:
            first_triangle, *further_triangles = tuple(map(tuple, triangles)) or ((),)
            drawn_round = self._place_at_tables(
                DrawnRound(
                    pairings,
                    triangle=first_triangle,
                    further_triangles=tuple(further_triangles),
                )
            )
        sides_by_number = self._make_sides_by_number(after_round)
        unknown_side = DrawnSide("–")
        matches = []
        for match_no, (home, away) in enumerate(pairings, start=1):
            home_side = sides_by_number.get(home, unknown_side)
            away_side = sides_by_number.get(away, unknown_side)
            reason = reasons[match_no - 1] if reasons else ""
            tables = self._format_tables(drawn_round, match_no)
            matches.append(NextMatch(tables, home_side, away_side, reason))
        three_way_matches = [self._list_known_names(triangle) for triangle in triangles]
        return NextRound(
            tuple(matches), self._list_known_names(byes), tuple(filter(None, three_way_matches))
        )

    def _make_sides_by_number(self, after_round: int) -> dict[int, DrawnSide]:
        """Return all sides by number: first the sides with a standing after *after_round*, by rank."""
        sides_by_number = {}
        # A knock-out is drawn from its bracket.
        if after_round and not self.is_knockout:
            decimals = get_method(self.section.session.scoring_record.scoring).decimals
            for standing in self.get_ranking(after_round).standings:
                number = int(standing.contestant)
                total = format_points(standing.total, decimals)
                sides_by_number[number] = DrawnSide(
                    self.label_contestant(number), standing.rank_text, total
                )
        for number in sorted(self.names_by_number):
            sides_by_number.setdefault(number, DrawnSide(self.label_contestant(number)))
        return sides_by_number

    @property
    def shown_opponents(self) -> tuple[ShownOpponents, ...]:
        """Everybody in the order of the standings, with the opponents in each round of a Swiss."""
        if not self.rounds or self.is_knockout:
            return ()
        opponents_by_round: list[dict[int, list[int]]] = []
        for drawn_round in self.rounds:
            opponents_of_round: dict[int, list[int]] = defaultdict(list)
            for home, away in drawn_round.begun_matches:
                opponents_of_round[home].append(away)
                opponents_of_round[away].append(home)
            opponents_by_round.append(opponents_of_round)
        all_opponents = []
        for number, side in self._make_sides_by_number(len(self.rounds)).items():
            opponents_texts = [
                " and ".join(map(str, opponents_of_round.get(number, "–")))
                for opponents_of_round in opponents_by_round
            ]
            all_opponents.append(ShownOpponents(side, ", ".join(opponents_texts)))
        return tuple(all_opponents)

    def _list_known_names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(
            self.label_contestant(number) for number in numbers if number in self.names_by_number
        )

    @property
    def totals_title(self) -> str:
        """The heading of the totals that rounds are drawn from."""
        unit = get_total_unit(self.section.session.scoring_record)
        return {VICTORY_POINTS: "VPs", "IMPs": "IMPs"}.get(unit, "Total")

    def list_table_labels(self, drawn_round: DrawnRound) -> list[str]:
        """Return the tables of every meeting of a round: "Tables 3 and 4", "Tables 7 to 9"."""
        noun = "Tables" if self.has_halves else "Table"
        labels = [
            f"{noun} {self._format_tables(drawn_round, match_no)}"
            for match_no in range(1, len(drawn_round.pairings) + 1)
        ]
        for index, triangle in enumerate(drawn_round.triangles):
            labels += [self._format_triangle_tables(drawn_round, index)] * len(triangle)
        return labels

    def _format_triangle_tables(self, drawn_round: DrawnRound, index: int) -> str:
        """Return the three tables that the matches of a triangle share: "Tables 7 to 9"."""
        if has_home_tables(self.plan.options) and drawn_round.triangle:
            first, second, third = sorted(drawn_round.triangles[index])
            return f"Tables {first}, {second} and {third}"
        tables = drawn_round.list_tables(get_tables_per_match(self.section))
        first, second, third = tables[len(drawn_round.pairings) + index]
        if third - first == 2:
            return f"Tables {first} to {third}"
        return f"Tables {first}, {second} and {third}"

    def _format_tables(self, drawn_round: DrawnRound, match_no: int) -> str:
        """Return the tables of a match of *drawn_round*: "7", or "3 and 4" in a match of teams."""
        if self.has_halves and has_home_tables(self.plan.options):
            tables: tuple[int, ...] = drawn_round.pairings[match_no - 1]
        else:
            tables = drawn_round.list_tables(get_tables_per_match(self.section))[match_no - 1]
        return " and ".join(map(str, tables))

    def _format_match_score(self, match: TeamMatch | None, home: int) -> str:
        """Return the score of *match* as text, the score of *home* first."""
        if match is None or not match.board_count:
            return ""
        # The ranking may name the other side first.
        match = match.view_from_team(home)
        points = match.points
        score = match.score
        boards_text = ""
        if match.is_unfinished:
            # An unfinished match has no victory points yet.
            score = points
            boards_text = f" after {format_count(match.board_count, 'board')}"
        decimals = get_method(self.section.session.scoring_record.scoring).decimals
        score_text = "–".join(format_points(figure, decimals) for figure in score) + boards_text
        # Points that cancel out are a margin in IMPs. The IMPs of both sides say more, but they
        # aren't known if the match was reported in victory points.
        if points[0] != -points[1] or match.reported_unit == Unit.VICTORY_POINTS:
            return score_text
        imps_text = format_match_imps(match)
        if points == score:
            return f"{imps_text}{boards_text}"
        if self.has_halves or match.reported_unit == Unit.IMPS:
            return f"{imps_text}, {score_text}"
        return score_text

    def label_contestant(self, number: int) -> str:
        """Return a contestant's number and name for a list: "4 Elm"."""
        return f"{number} {self.names_by_number.get(number, '')}".strip()

    def describe_contestant(self, number: int) -> str:
        """Return a contestant for a sentence: "team 4 (Elm)"."""
        name = self.names_by_number.get(number, "")
        if name:
            return f"{self.contestant_noun} {number} ({name})"
        return f"{self.contestant_noun} {number}"


def find_drawn_contest(
    section: Section, *, is_redraw: bool = False, fills_gaps: bool = False, late_count: int = 0
) -> DrawnContest | None:
    """Return the drawn contest of *section*. None if it has another movement or none.

    *is_redraw* leaves out the last round, if it has no result yet, to draw it again, with
    *fills_gaps* only for those without an opponent. *late_count* contestants play from the next
    round on.
    """
    plan = section.plan
    if plan is None or not get_format(plan).is_drawn:
        return None
    contest = DrawnContest(section, plan, late_count=late_count)
    if is_redraw and not contest.has_begun:
        return DrawnContest(
            section, plan, is_redraw=True, fills_gaps=fills_gaps, late_count=late_count
        )
    return contest


def compute_second_final_round(section: Section, plan: Plan | None) -> int:
    """Return the round of the second final that a double elimination needs now, or 0.

    It isn't among the planned rounds, since it is played only if the unbeaten team loses the first.
    """
    is_double = plan is not None and is_double_elimination(plan.options)
    if plan is None or not is_double or count_rounds_to_draw(plan):
        return 0
    contest = DrawnContest(section, plan)
    # The draws of a stage whose teams play on in a later one have ended before its final.
    if len(contest.rounds[-1].pairings) != 1 or contest.rounds[-1].byes:
        return 0
    try:
        is_decided = contest.winner is not None or bool(contest.unfinished_matches_by_round)
    except ScoringError:  # the page shows this problem elsewhere
        return 0
    return 0 if is_decided else plan.rounds + 1


def make_draw_sheet(contest: DrawnContest, heading: Heading) -> DrawSheet:
    """Return the sheet for the wall with the last drawn round of *contest*."""
    drawn_round = contest.rounds[-1]
    labelled_meetings = zip(
        contest.list_table_labels(drawn_round), drawn_round.meetings, strict=True
    )
    matches = [
        contest.make_drawn_match(tables_label, meeting)
        for tables_label, meeting in labelled_meetings
    ]
    withdrawn_numbers = sorted(contest.withdrawn_numbers - contest.late_numbers)
    late_numbers = sorted(contest.late_numbers)
    return DrawSheet(
        heading,
        f"Draw of round {len(contest.rounds)}{contest.last_date_suffix}",
        tuple(matches),
        tuple(contest.label_contestant(number) for number in drawn_round.byes),
        tuple(contest.label_contestant(number) for number in withdrawn_numbers),
        tuple(contest.label_contestant(number) for number in late_numbers),
    )
