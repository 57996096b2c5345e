"""A tournament of teams that is played by boards, by typed results, or by some of each.

A scenario plays it once for each way; the standings, draws and notices must be the same.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.test import Client
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.notices import list_draw_notices
from director.additions.contests.matches.reported import report_match
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.scores.result import enter_result
from director.boards.scoring.explanation import explain_total
from director.boards.scoring.scored import score_field
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_errors, find_texts
from tests.oracle.events import compute_field_differences

BY_BOARDS, BY_RESULTS, MIXED = "boards", "results", "mixed"
WAYS = (BY_BOARDS, BY_RESULTS, MIXED)
BOARDS = 4
CONTRACTS = {3: "1NTN=", 4: "1NTN+2", 5: "1NTN+3", 6: "1NTN+5", 7: "1NTN+6"}
"""The IMPs that a partscore wins against a board that is passed out."""


class Standing(NamedTuple):
    """What must be the same for a team, however its matches were entered."""

    place: str
    team: int
    total: object
    matches: object
    won: object
    drawn: object
    lost: object


@dataclass
class Tournament:
    """A section whose matches are entered by its *way*."""

    way: str
    desk: Client
    section: Section

    def play(self, round_no: int, margins: dict[tuple[int, int], int]) -> None:
        """Enter the matches of a round by the IMPs that the lower number wins.

        In a mixed tournament the first match is typed as a result, the next played by boards.
        """
        for index, ((home, away), margin) in enumerate(margins.items()):
            if self._is_typed(index):
                self.type_result(round_no, home, away, margin)
            else:
                self._enter_boards(round_no, home, away, margin)

    def type_result(self, round_no: int, home: int, away: int, margin: int) -> None:
        """Enter a match without its boards."""
        result = MatchResult("imp", max(margin, 0), max(-margin, 0))
        report_match(
            section=reload_drawn_section(self.section),
            key=(round_no, home, away),
            result=result,
            user=None,
        )

    def give_extras(self, **boxes: str) -> None:
        """Type handicaps and carry-over on their page."""
        address = reverse("session_results_extras", args=[self.section.ref])
        response = self.desk.post(address, boxes)
        assert response.status_code == 302, find_errors(response)

    def give_ruling(
        self, amount: str, unit: str, team: int, *, match: str = "", is_award: bool = False
    ) -> None:
        """Store a ruling with a penalty or an award on its page."""
        ruling = {
            "facts": "Slow play.",
            "decision": f"{amount} {unit}",
            "kind": "given" if is_award else "",
            "penalty": amount,
            "penalty_unit": unit,
            "penalty_to": team,
            "match": match,
        }
        response = self.desk.post(reverse("session_rulings", args=[self.section.ref]), ruling)
        assert response.status_code == 302, find_errors(response)

    def draw(self) -> None:
        """Draw the next round on its page."""
        assert post_draw(self.desk, reload_drawn_section(self.section)).status_code == 302

    @property
    def pairings(self) -> list[list[tuple[int, ...]]]:
        """The pairings of the drawn rounds, the lower number first."""
        rounds = find_drawn_contest(reload_drawn_section(self.section)).rounds
        return [
            sorted(tuple(sorted(both)) for both in contest_round.pairings)
            for contest_round in rounds
        ]

    @property
    def standings(self) -> list[Standing]:
        """The standings of the session. The second calculation agrees with every figure."""
        differences = compute_field_differences(
            fetch_scoring_field(reload_drawn_section(self.section))
        )
        assert differences == [], differences
        number = reload_drawn_section(self.section).session.number
        rows = EventResults(self.event).find_session(number).rows
        return [
            Standing(
                row.place,
                row.contestant,
                None if row.total is None else float(row.total),
                row.matches,
                row.won,
                row.drawn,
                row.lost,
            )
            for row in rows
        ]

    @property
    def sums(self) -> dict[int, list[tuple[str, str]]]:
        """The parts of each total that has a place, as the explanation adds them up."""
        scored = score_field(fetch_scoring_field(reload_drawn_section(self.section)))
        sums = {}
        for standing in self.standings:
            if standing.place:
                explanation = explain_total(scored, standing.team)
                sums[standing.team] = [
                    (part.kind, str(part.points)) for part in explanation.total_parts
                ]
        return sums

    @property
    def event(self) -> Event:
        """The event as it is stored now."""
        return Event.objects.get(pk=self.section.session.event_id)

    @property
    def notices(self) -> tuple[str, ...] | None:
        """What the pages say about the last draw. They all say the same."""
        section = reload_drawn_section(self.section)
        notices = list_draw_notices(
            section, section.plan, fetch_section_lines(section, section.plan)
        )
        home, away = self.pairings[0][0]
        for address in (
            draw_address(section),
            f"/sessions/{section.session_id}/play/",
            f"/sessions/{section.session_id}/scores/",
            reverse("session_results_fixtures", args=[section.ref]),
            reverse("session_results_match", args=[section.ref, home, away]) + "?round=1",
        ):
            response = self.desk.get(address, follow=True)
            assert response.status_code == 200
            shown = [
                text.removesuffix(" Draw")
                for text in find_texts(response, "p.say.warn")
                if "was drawn" in text
            ]
            assert shown == [*(notices or ())], address
        return notices

    def _is_typed(self, index: int) -> bool:
        return self.way == BY_RESULTS or (self.way == MIXED and index % 2 == 0)

    def _enter_boards(self, round_no: int, home: int, away: int, margin: int) -> None:
        winner, loser = (home, away) if margin >= 0 else (away, home)
        section = reload_drawn_section(self.section)
        boards = sorted(
            {
                line.board_no
                for line in fetch_section_lines(section, section.plan).all
                if line.round_no == round_no and {line.ns, line.ew} == {home, away}
            }
        )
        won = boards_won(abs(margin), len(boards))
        for board_no, imps in zip(boards, won, strict=True):
            texts_of_tables = {
                (winner, loser): CONTRACTS.get(imps, "PASS"),
                (loser, winner): "PASS",
            }
            for (ns, ew), text in texts_of_tables.items():
                enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)


def boards_won(margin: int, boards: int) -> list[int]:
    """Return the IMPs won on each board, *margin* in all: 0, or 3 to 7."""
    if boards == 0:
        assert margin == 0, "This margin can’t be made of boards."
        return []
    for imps in (7, 6, 5, 4, 3, 0):
        rest = margin - imps
        if rest == 0 or 3 <= rest <= 7 * (boards - 1):
            return [imps, *boards_won(rest, boards - 1)]
    raise AssertionError(f"{margin} IMPs can’t be won on {boards} boards.")


def play_each_way(
    scenario: Callable[[Tournament], Iterable[object]], desk: Client, make: Callable[[], Section]
) -> list[object]:
    """Play *scenario* once for each way, and return what it yields, which must be the same."""
    outcomes = {}
    for way in WAYS:
        outcomes[way] = [*scenario(Tournament(way, desk, make()))]
    for way in (BY_RESULTS, MIXED):
        assert outcomes[way] == outcomes[BY_BOARDS], way
    return outcomes[BY_BOARDS]
