"""A contest whose rounds are drawn: what has been drawn so far, and what the next round would be."""

from collections.abc import Collection
from fractions import Fraction
from functools import cached_property

from director.boards.contests import contest_of
from director.boards.movement.cards.sheets import DrawnMatch, DrawSheet
from director.boards.movement.lines.read import SectionLines, plan_movement, section_lines
from director.boards.movement.rounds import is_drawn, not_arrived, rounds_planned, withdrawn
from director.boards.movement.scoring_field import ScoringField
from director.boards.movement.words import names_by_pair
from director.boards.play.draws.rounds import OpenMatch, ShownMatch, ShownRound
from director.boards.play.draws.sentences import DrawSentences
from director.boards.play.draws.sheets import LONG, ODD, Choices, DraftRound, refuse_triangle
from director.boards.scoring.matches.knockout import (
    KnockoutRound,
    PlayedKnockout,
    match_points,
    section_decisions,
    ways_to_decide,
)
from director.boards.scoring.scored import field_scored
from director.core.base.tags.cards import points as figure_text
from director.errors import DeskError
from director.models import Plan, Section
from director.pdf.words import MINUS
from director.sheets import Heading
from movements import (
    KNOCK_OUT,
    DrawnRound,
    KnockoutMatch,
    SwissEntrant,
    SwissField,
    draw_round,
    find_swiss_system,
    knockout_round,
    rounds_of_plan,
    spare_set,
)
from scoring import (
    Ranking,
    ScoringMethod,
    TeamMatch,
    bye_points,
    find_method,
    full_match,
    signed_text,
)


class DrawnContest:
    """The drawn contest of a *section* with the movement *plan*.

    With *is_anew* the last round is left out, to draw it again.

    So many as have come *late* play from the next round on, with the numbers after those there are.
    """

    def __init__(
        self, section: Section, plan: Plan, *, is_anew: bool = False, late: int = 0
    ) -> None:
        self.section = section
        self.plan = plan
        self.is_anew = is_anew
        self.late = 0 if plan.key == KNOCK_OUT else late
        plan.section = section
        self._rankings: dict[int, Ranking] = {}

    @property
    def called(self) -> str:
        """What one contestant is called."""
        return contest_of(self.section).called

    @property
    def has_halves(self) -> bool:
        """Whether a match is played at two tables."""
        return contest_of(self.section).has_halves

    @property
    def is_knockout(self) -> bool:
        """Whether losers are out."""
        return self.plan.key == KNOCK_OUT

    @cached_property
    def rounds(self) -> tuple[DrawnRound, ...]:
        """The rounds that are drawn, without the last where that is redrawn."""
        drawn = rounds_of_plan(plan_movement(self.plan))
        if self.is_anew:
            return drawn[:-1]
        return drawn

    @cached_property
    def planned(self) -> int:
        """How many rounds are planned, 0 if nobody has said."""
        return rounds_planned(self.plan)

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """Who has withdrawn, until that is undone."""
        return frozenset(withdrawn(self.plan))

    @property
    def not_arrived(self) -> frozenset[int]:
        """Those of them who have played in no round: they are late."""
        return frozenset(not_arrived(self.plan))

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all contestants by number.

        Those who come late have none yet.
        """
        known = names_by_pair(self.section)
        return known | {max(known, default=0) + at: "" for at in range(1, self.late + 1)}

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return section_lines(self.section, self.plan)

    @property
    def mark(self) -> str:
        """What a page was made for: the movement in force, and the versions of its results."""
        versions = sum(line.result.version for line in self.lines.all if line.result)
        return f"{self._plan_version}{versions}"

    @property
    def _plan_version(self) -> str:
        return f"{self.plan.number}-{self.plan.fingerprint}-"

    def is_drawn_as(self, mark: str) -> bool:
        """Whether a page with this *mark* was made for the rounds drawn now.

        Results don't matter.
        """
        return mark.startswith(self._plan_version)

    @cached_property
    def has_begun(self) -> bool:
        """Whether the last round of the plan has a result."""
        return any(line.is_in for line in self.lines.all if line.round_no == self.plan.rounds)

    @cached_property
    def unfinished(self) -> dict[int, list[str]]:
        """The matches of the rounds before with results missing, by round: "1 Elm – 4 Oak"."""
        matches: dict[int, list[str]] = {}
        for line in self.lines.all:
            if line.round_no and line.round_no <= len(self.rounds) and not line.is_in:
                match = " – ".join(self.named(number) for number in sorted((line.ns, line.ew)))
                if match not in matches.setdefault(line.round_no, []):
                    matches[line.round_no].append(match)
        return matches

    @property
    def needs_complete_matches(self) -> bool:
        """Whether a match counts 0 while results of it are missing."""
        return any(match.is_unfinished for match in self.ranking(len(self.rounds)).matches)

    def ranking(self, after: int) -> Ranking:
        """Return the ranking by the rounds up to *after*.

        It is made once.
        """
        if after not in self._rankings:
            self._rankings[after] = self._ranked(after)
        return self._rankings[after]

    def _ranked(self, after: int) -> Ranking:
        own = [line for line in self.lines.all if (line.round_no or 0) <= after]
        byes = [bye for bye in self.lines.byes if bye.round_no <= after]
        scoring_field = ScoringField(self.section.session, (self.section,))
        return field_scored(scoring_field, SectionLines(own, byes, is_by_round=True)).ranking

    def met(self, first: int, second: int) -> int:
        """Return the last round in which the two have met, 0 if they have not."""
        couple = {first, second}
        rounds = [
            at
            for at, drawn in enumerate(self.rounds, 1)
            if any(couple == set(two) for two in drawn.begun)
        ]
        if rounds:
            return rounds[-1]
        return 0

    def propose(self, wanted: Choices) -> DraftRound:
        """Return the next round, drawn from the standings and what the director settled.

        :raises DeskError: if nobody is left to pair, or a match of a knock-out has no winner
        :raises MovementError: for what was placed by hand and cannot be
        """
        if self.is_knockout:
            return self._next_of_knockout()
        return self._next_of_swiss(wanted)

    def _next_of_swiss(self, wanted: Choices) -> DraftRound:
        going_on = self.going_on if not wanted.away & {*self.going_on} else ()
        playing = [
            number for number in sorted(self.names) if number not in {*wanted.away, *going_on}
        ]
        if len(playing) < 2 and going_on:
            return DraftRound(self.round_of((), next(iter(playing), None), going_on))
        if len(playing) < 2:
            raise DeskError(DrawSentences.DRAW_NOBODY_LEFT)
        system = find_swiss_system(self.plan.key)
        known = {option.name for option in system.options}
        chosen = dict(self.plan.options) | ({ODD: wanted.odd} if wanted.odd else {})
        options = system.settled({name: value for name, value in chosen.items() if name in known})
        after = len(self.rounds) if wanted.after is None else wanted.after
        field = SwissField(
            self._entrants(playing, after),
            len(self.rounds) + 1,
            options,
            fixed=wanted.kept,
            bye=wanted.bye,
            triangle=wanted.triangle,
        )
        drawn = draw_round(field)
        round_drawn = self.round_of(
            drawn.pairings, drawn.bye, drawn.triangle or going_on, dict(options).get(ODD, "")
        )
        return DraftRound(round_drawn, drawn.notes)

    @property
    def going_on(self) -> tuple[int, ...]:
        """Who play each other over two rounds, of which the first is drawn."""
        if self.rounds and self.rounds[-1].part == 1:
            return self.rounds[-1].triangle
        return ()

    def round_of(
        self,
        pairings: tuple[tuple[int, int], ...],
        bye: int | None,
        triangle: tuple[int, ...] = (),
        odd: str = "",
    ) -> DrawnRound:
        """Return the next round with these pairings, and the boards that a *triangle* has besides.

        The three of whom the first of two rounds is drawn go on; others play in one round, or two
        where *odd* says so.

        :raises DeskError: if a triangle cannot be scored, has no boards to share, or is parted half
            way
        """
        byes = () if bye is None else (bye,)
        if self.going_on and set(triangle) == {*self.going_on}:
            return DrawnRound(pairings, byes, self.going_on, self.rounds[-1].spare_set, part=2)
        if self.going_on and {*self.going_on} <= {
            *triangle,
            *byes,
            *(number for two in pairings for number in two),
        }:
            raise DeskError(
                DrawSentences.DRAW_TRIANGLE_GOES_ON, three=", ".join(map(str, self.going_on))
            )
        if not triangle:
            return DrawnRound(pairings, byes)
        if odd != LONG:
            refuse_triangle(self.section.session.event, self.plan.boards_per_set)
        return DrawnRound(
            pairings, byes, triangle, spare_set(self.rounds, self.planned), part=int(odd == LONG)
        )

    def _entrants(self, playing: Collection[int], after: int) -> tuple[SwissEntrant, ...]:
        ranking = self.ranking(after)
        seen = {int(standing.contestant): standing for standing in ranking.standings}
        method = find_method(self.section.session.event.scoring)
        unplayed = bye_points(self._whole(method))
        return tuple(
            SwissEntrant(
                number,
                seen[number].total if number in seen else unplayed * self._byes(number, after),
                met=tuple(self._opponents(number)),
                byes=self._byes(number, len(self.rounds)),
                triangles=sum(number in drawn.triangle and drawn.part < 2 for drawn in self.rounds),
                home=sum(number == home for drawn in self.rounds for home, _away in drawn.pairings),
                place=seen[number].place if number in seen else None,
                is_late=bool(self.rounds)
                and not any(number in (*each.playing, *each.byes) for each in self.rounds),
            )
            for number in playing
        )

    def _whole(self, method: ScoringMethod) -> int:
        settings = method.settings(self.section.session.event.scoring_options)
        return full_match(method, settings, self.plan.boards_per_set)

    def _byes(self, number: int, after: int) -> int:
        return sum(number in drawn.byes for drawn in self.rounds[:after])

    def _opponents(self, number: int) -> list[int]:
        return [
            (set(two) - {number}).pop()
            for drawn in self.rounds
            for two in drawn.begun
            if number in two
        ]

    @cached_property
    def knockout(self) -> PlayedKnockout:
        """The knock-out after the rounds that are drawn."""
        after = len(self.rounds)
        lines = [line for line in self.lines.all if (line.round_no or 0) <= after]
        scoring_field = ScoringField(self.section.session, (self.section,))
        points = match_points(scoring_field, self.section, lines, self.ranking(after).matches)
        rounds = [
            KnockoutRound(frozenset(drawn.playing), frozenset(drawn.byes)) for drawn in self.rounds
        ]
        return PlayedKnockout(rounds, points, section_decisions(self.section))

    @property
    def winner(self) -> int | None:
        """Who has won the knock-out, ``None`` before that is known."""
        tree = self.knockout.tree if self.is_knockout else ()
        if tree:
            return tree[-1][0].winner
        return None

    @property
    def open_matches(self) -> tuple[OpenMatch, ...]:
        """The matches of the last round of a knock-out, with who goes on as far as it is known and why."""
        if not self.is_knockout or not self.rounds:
            return ()
        last = len(self.rounds)
        matches = self.knockout.tree[last - 1]
        return tuple(
            self._open_match(match, match.upper, match.lower)
            for match in matches
            if match.upper and match.lower
        )

    def _open_match(self, match: KnockoutMatch, upper: int, lower: int) -> OpenMatch:
        last = len(self.rounds)
        key = (last, frozenset((upper, lower)))
        decision, points = self.knockout.decisions.get(key), self.knockout.points.get(key)
        return OpenMatch(
            last,
            (upper, lower),
            (self.named(upper), self.named(lower)),
            self.named(match.winner) if match.winner else "",
            self.knockout.how(last, match),
            decision.winner if decision else 0,
            decision.how if decision else "",
            tuple(ways_to_decide(points).items()),
            self.named(points.winner) if points and points.winner else "",
        )

    def _next_of_knockout(self) -> DraftRound:
        if not self.rounds:
            matches = knockout_round(sorted(self.names))
        else:
            if self.winner:
                raise DeskError(DrawSentences.DRAW_OVER, winner=self.who(self.winner))
            for match in self.knockout.tree[len(self.rounds) - 1]:
                if match.winner is None and match.upper and match.lower:
                    raise DeskError(
                        DrawSentences.DRAW_NOT_DECIDED,
                        home=self.who(match.upper),
                        away=self.who(match.lower),
                    )
            winners = [
                {match.winner for match in matches if match.winner}
                for matches in self.knockout.tree[: len(self.rounds)]
            ]
            matches = knockout_round(sorted(self.names), winners)
        pairings = tuple((home, other) for home, other in matches if other is not None)
        return DraftRound(
            DrawnRound(pairings, tuple(home for home, other in matches if other is None))
        )

    @cached_property
    def shown_rounds(self) -> tuple[ShownRound, ...]:
        """All rounds that are drawn, the last first, with what the matches brought."""
        scores = {
            (match.round_no, frozenset((int(match.home), int(match.away)))): match
            for match in self.ranking(len(self.rounds)).matches
        }
        return tuple(
            ShownRound(
                round_no,
                tuple(
                    ShownMatch(
                        where.partition(" ")[2],
                        self.named(home),
                        self.named(away),
                        self._score(scores.get((round_no, frozenset((home, away)))), home),
                        (home, away),
                    )
                    for where, (home, away) in zip(self.places(drawn), drawn.meetings, strict=True)
                ),
                tuple(self.named(number) for number in drawn.byes),
            )
            for round_no, drawn in reversed([*enumerate(self.rounds, start=1)])
        )

    def places(self, drawn: DrawnRound) -> list[str]:
        """Return the tables of every meeting of a round: "Tables 3 and 4", of a triangle "Tables 7 to 9"."""
        called = "Tables" if self.has_halves else "Table"
        first = 2 * len(drawn.pairings) + 1
        own = [f"{called} {self.tables(at)}" for at in range(1, len(drawn.pairings) + 1)]
        return own + [f"Tables {first} to {first + 2}"] * len(drawn.triangle)

    def tables(self, match_no: int) -> str:
        """Return the tables of a match: "7", or "3 and 4" for both of a match of teams."""
        if self.has_halves:
            return f"{2 * match_no - 1} and {2 * match_no}"
        return f"{match_no}"

    def _score(self, match: TeamMatch | None, home: int) -> str:
        if match is None or not match.boards:
            return ""
        points, score = (match.home_points, match.away_points), (match.home_score, match.away_score)
        if match.home != home:
            points, score = points[::-1], score[::-1]
        boards = ""
        if match.is_unfinished:
            score, boards = points, f" after {match.boards} board{'s' * (match.boards != 1)}"
        decimals = find_method(self.section.session.event.scoring).decimals
        said = f"{'–'.join(figure_text(figure, decimals) for figure in score)}{boards}"
        if points == score and points[0] == -points[1]:
            return f"{signed_text(Fraction(points[0])).replace('-', MINUS)} IMPs{boards}"
        if not self.has_halves or points == score:
            return said
        if points[0] == -points[1]:
            return f"{signed_text(Fraction(points[0])).replace('-', MINUS)} IMPs, {said}"
        return said

    def named(self, number: int) -> str:
        """Return number and name as a list says them: "4 Elm"."""
        return f"{number} {self.names.get(number, '')}".strip()

    def who(self, number: int) -> str:
        """Return number and name as a sentence says them: "team 4 (Elm)"."""
        name = self.names.get(number, "")
        return f"{self.called} {number}{f' ({name})' if name else ''}"


def find_contest(section: Section, *, is_anew: bool = False, late: int = 0) -> DrawnContest | None:
    """Return the drawn contest of *section*, ``None`` where it plays by a schedule or has none yet.

    *is_anew* draws its last round again, as long as that has no result; *late* is how many more
    play from now on.
    """
    plan = section.plan
    if plan is None or not is_drawn(plan.key):
        return None
    contest = DrawnContest(section, plan, late=late)
    if is_anew and not contest.has_begun:
        return DrawnContest(section, plan, is_anew=True, late=late)
    return contest


# The draw of a round for the wall.


def draw_sheet(contest: DrawnContest, heading: Heading) -> DrawSheet:
    """Return the round of *contest* that was drawn last, for the wall."""
    drawn = contest.rounds[-1]
    return DrawSheet(
        heading,
        f"Draw of round {len(contest.rounds)}",
        tuple(
            DrawnMatch(where.partition(" ")[2], contest.named(home), contest.named(away))
            for where, (home, away) in zip(contest.places(drawn), drawn.meetings, strict=True)
        ),
        tuple(contest.named(number) for number in drawn.byes),
        tuple(contest.named(number) for number in sorted(contest.withdrawn - contest.not_arrived)),
        tuple(contest.named(number) for number in sorted(contest.not_arrived)),
    )
