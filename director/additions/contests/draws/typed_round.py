"""The next round of a drawn contest as the director types it, and what is wrong with it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.http import QueryDict

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.rounds import (
    ODD,
    ODD_PHRASES,
    DrawChoices,
)
from director.core.base.forms import parse_small_number
from director.names import join_names
from movements.swiss.plans import DrawnRound

MAX_LATE_ENTRIES = 9
MAX_SHOWN_NUMBERS = 6
"""Contestants that a refusal names. More are counted."""


def get_late_entry_count(data: QueryDict) -> int:
    """Return the typed number of late entries, or 0 if it is invalid."""
    text = data.get("late", "").strip()
    entry_count = parse_small_number(text) if text.isdecimal() else 0
    if entry_count <= MAX_LATE_ENTRIES:
        return entry_count
    return 0


def needs_gaps_filled(data: QueryDict) -> bool:
    """Return whether only those without an opponent are drawn, until *Redraw* draws everybody."""
    action = data.get("action")
    return action == "gaps" or ("gaps" in data and action != "draw")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of the form."""

    match_no: int
    home: str  # the number as typed
    away: str
    is_kept: bool = False  # whether the next draw keeps it


@dataclass(frozen=True)
class TypedRound:
    """The next round as typed.

    Its fields are ``home-1``, ``away-1`` and ``keep-1`` for each match, ``absent``, ``late``, ``bye``,
    ``three``, ``after``, ``odd``, ``again`` and ``sit-again``.
    """

    contest: DrawnContest
    data: QueryDict

    @property
    def rows(self) -> list[MatchRow]:
        """The matches, without empty rows."""
        max_row_count = len(self.contest.names_by_number) // 2 + 1
        rows = (
            MatchRow(
                match_no,
                self.data.get(f"home-{match_no}", "").strip()[:10],
                self.data.get(f"away-{match_no}", "").strip()[:10],
                f"keep-{match_no}" in self.data,
            )
            for match_no in range(1, max_row_count + 1)
        )
        return [row for row in rows if row.home or row.away]

    @property
    def absent_numbers(self) -> frozenset[int]:
        """The numbers ticked as absent, or the withdrawn ones before the form is sent."""
        if "mark" not in self.data:
            return self.contest.withdrawn_numbers
        return frozenset(
            number for text in self.data.getlist("absent") if (number := parse_small_number(text))
        )

    @property
    def can_repeat_matches(self) -> bool:
        """Whether the box for rematches is ticked."""
        return "again" in self.data

    @property
    def can_repeat_sit_outs(self) -> bool:
        """Whether the box for a second sit-out is ticked."""
        return "sit-again" in self.data

    @property
    def is_by_hand(self) -> bool:
        """Whether some pairings were set by hand."""
        return any(name in ("again", "sit-again") or name.startswith("keep-") for name in self.data)

    @property
    def after_text(self) -> str:
        """The round whose standings the draw uses, as typed, or "" for the last."""
        return self.data.get("after", "").strip()[:10]

    @property
    def late_text(self) -> str:
        """The number of late entries, as typed."""
        text = self.data.get("late", "").strip()[:10]
        if text == "0":
            return ""
        return text

    @property
    def bye_text(self) -> str:
        """The number of the bye, as typed."""
        return self.data.get("bye", "").strip()[:10]

    @property
    def triangle_text(self) -> str:
        """The three-way match, as typed."""
        return self.data.get("three", "").strip()[:40]

    @property
    def triangle(self) -> tuple[int, ...]:
        """The numbers in the three-way match, with 0 for unreadable ones."""
        return tuple(
            parse_small_number(text) for text in self.triangle_text.replace(",", " ").split()
        )

    @property
    def odd_choice(self) -> str:
        """The choice for an odd field, or "" for the contest's setting."""
        choice = self.data.get(ODD, "")
        if choice in ODD_PHRASES:
            return choice
        return ""

    @property
    def is_triangle_kept(self) -> bool:
        """Whether the three-way match stays when the others are drawn again."""
        return "keep-three" in self.data and bool(self.triangle_text)

    @property
    def is_bye_kept(self) -> bool:
        """Whether the bye stays when the others are drawn again."""
        return "keep-bye" in self.data

    def read_choices(self) -> DrawChoices:
        """Return the choices for the next draw.

        :meth:`list_draw_problems` finds the boxes that can't be read.
        """
        fixed_pairings = tuple(
            (parse_small_number(row.home), parse_small_number(row.away))
            for row in self.rows
            if row.is_kept
        )
        bye = parse_small_number(self.bye_text) if self.is_bye_kept else 0
        after_round = self.contest.default_standings_round
        if self.after_text:
            after_round = parse_small_number(self.after_text)
        return DrawChoices(
            fixed_pairings=fixed_pairings,
            absent_numbers=self.absent_numbers,
            bye=bye or None,
            after_round=after_round,
            triangle=self.triangle if self.is_triangle_kept else (),
            odd_choice=self.odd_choice,
        )

    def make_round(self) -> DrawnRound:
        """Return the round. Call it only if :meth:`list_problems` returns none.

        :raises DeskError: as :meth:`DrawnContest.make_round`
        """
        pairings = tuple(
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        )
        odd_choice = self.odd_choice or dict(self.contest.plan.options).get(ODD, "")
        bye = next(iter(self._list_unpaired_numbers()), None)
        return self.contest.make_round(pairings, bye, self.triangle, odd_choice)

    def list_problems(self) -> list[str]:
        """Return a sentence for each reason why the round can't be used."""
        # Each check needs numbers that the checks before have found valid.
        rows = self.rows
        number_problems = [*self._check_pairings(rows), *self._check_triangle()]
        box_problems = (
            *self._check_bye(rows),
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        problems = [*number_problems, *box_problems] or [
            *self._check_repeated_numbers(rows, self.triangle)
        ]
        return problems or [
            *self._check_unpaired_numbers(),
            *self._check_rematches(),
            *self._check_repeated_sit_out(),
        ]

    def list_draw_problems(self) -> list[str]:
        """Return a sentence for every condition that the draw can't respect."""
        fixed_rows = [row for row in self.rows if row.is_kept]
        bye_problems = self._check_bye(fixed_rows) if self.is_bye_kept else ()
        triangle_problems = self._check_triangle() if self.is_triangle_kept else ()
        box_problems = (
            *bye_problems,
            *triangle_problems,
            *self._check_after_round(),
            *self._check_late_entries(),
        )
        fixed_triangle = self.triangle if self.is_triangle_kept else ()
        return [*self._check_pairings(fixed_rows), *box_problems] or [
            *self._check_repeated_numbers(fixed_rows, fixed_triangle)
        ]

    @property
    def _numbers_text(self) -> str:
        numbers = sorted(self.contest.names_by_number)
        is_consecutive = numbers == [*range(1, len(numbers) + 1)]
        if is_consecutive:
            return f"1 to {len(numbers)}"
        return ", ".join(map(str, numbers))

    def _check_pairings(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        for row in rows:
            common_params = {"match": row.match_no, "called": contest.contestant_noun}
            unknown_texts = [
                text
                for text in (row.home, row.away)
                if text and parse_small_number(text) not in contest.names_by_number
            ]
            for text in unknown_texts:
                yield "Match {match}: there is no {called} {text}. Type one of {numbers}.".format(
                    text=f"“{text}”", numbers=self._numbers_text, **common_params
                )
            if unknown_texts:
                continue
            if not (row.home and row.away):
                yield (
                    "Match {match}: {called} {number} has no opponent. Type one, or clear both boxes of "
                    "the match."
                ).format(number=parse_small_number(row.home or row.away), **common_params)
            elif parse_small_number(row.home) == parse_small_number(row.away):
                yield "Match {match}: {called} {number} can’t play itself. Type another number.".format(
                    number=parse_small_number(row.home), **common_params
                )

    def _check_bye(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        if not self.bye_text:
            return
        number = parse_small_number(self.bye_text)
        called = self.contest.contestant_noun.capitalize()
        if number not in self.contest.names_by_number:
            yield "Sits out: there is no {called} {text}. Type one of {numbers}, or leave it empty.".format(
                called=self.contest.contestant_noun,
                text=f"“{self.bye_text}”",
                numbers=self._numbers_text,
            )
        elif number in self.absent_numbers:
            yield "{called} {number} isn’t playing, but is to sit out. Remove one.".format(
                called=called, number=number
            )
        for row in rows:
            if number in (parse_small_number(row.home), parse_small_number(row.away)):
                yield "{called} {number} sits out, but is in match {match}. Remove one.".format(
                    called=called, number=number, match=row.match_no
                )

    def _check_triangle(self) -> Iterator[str]:
        numbers = self.triangle
        is_valid = (
            len(numbers) == len(set(numbers)) == 3
            and set(numbers) <= self.contest.names_by_number.keys()
        )
        if numbers and not is_valid:
            yield (
                "The three-way match can’t be {text}. Type three different teams of {numbers}, or "
                "leave it empty."
            ).format(text=f"“{self.triangle_text}”", numbers=self._numbers_text)

    def _check_after_round(self) -> Iterator[str]:
        last_round = len(self.contest.rounds)
        if self.after_text and not (
            self.after_text.isdecimal() and parse_small_number(self.after_text) <= last_round
        ):
            yield (
                "Standings after round can’t be {text}. Type a number from 0 to {last}; 0 is before "
                "round 1."
            ).format(text=f"“{self.after_text}”", last=last_round)

    def _check_late_entries(self) -> Iterator[str]:
        if self.late_text and not get_late_entry_count(self.data):
            yield "Late {called}s can’t be {text}. Type a number from 0 to {most}.".format(
                called=self.contest.contestant_noun,
                text=f"“{self.late_text}”",
                most=MAX_LATE_ENTRIES,
            )

    def _check_repeated_numbers(
        self, rows: Sequence[MatchRow], triangle: Sequence[int]
    ) -> Iterator[str]:
        contest = self.contest
        positions_by_number: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            for text in (row.home, row.away):
                positions_by_number[parse_small_number(text)].append(f"match {row.match_no}")
        for number in triangle:
            positions_by_number[number].append("the three who play each other")
        if triangle and self.bye_text:
            positions_by_number[parse_small_number(self.bye_text)].append("Sits out")
        for number, positions in sorted(positions_by_number.items()):
            called = contest.contestant_noun.capitalize()
            if len(positions) > 1:
                yield "{called} {number} is in {places}. Everybody plays once per round.".format(
                    called=called, number=number, places=" and ".join(positions)
                )
            elif number in self.absent_numbers:
                yield "{called} {number} isn’t playing, but is in {match}. Remove one.".format(
                    called=called, number=number, match=positions[0]
                )

    def _list_unpaired_numbers(self) -> list[int]:
        """Return the numbers of the contestants who play but have no opponent."""
        paired_numbers = set()
        for row in self.rows:
            for text in (row.home, row.away):
                paired_numbers.add(parse_small_number(text))
        return [
            number
            for number in sorted(self.contest.names_by_number)
            if number not in {*paired_numbers, *self.absent_numbers, *self.triangle}
        ]

    def _check_unpaired_numbers(self) -> Iterator[str]:
        if self.contest.is_knockout:  # nobody types its pairings
            return
        unpaired_numbers = self._list_unpaired_numbers()
        if len(unpaired_numbers) > 1:
            numbers_text = " and ".join(map(str, unpaired_numbers))
            yield "{numbers} would sit out, but only one can. Pair the others.".format(
                numbers=f"{self.contest.contestant_noun.capitalize()}s {numbers_text}"
            )
        elif (
            len(unpaired_numbers) == 1 and parse_small_number(self.bye_text) != unpaired_numbers[0]
        ):
            yield (
                "{called} {number} has no opponent. Give it one, type it under Sits out, or mark it "
                "as withdrawn."
            ).format(called=self.contest.contestant_noun.capitalize(), number=unpaired_numbers[0])

    def _check_rematches(self) -> Iterator[str]:
        pairings = [
            (parse_small_number(row.home), parse_small_number(row.away)) for row in self.rows
        ]
        triangle = (
            () if set(self.triangle) == {*self.contest.continuing_triangle} else self.triangle
        )
        for first, second in (*pairings, *combinations(triangle, 2)):
            last_meeting_round = self.contest.get_last_meeting_round(first, second)
            next_round = len(self.contest.rounds) + 1
            if self.contest.is_second_game(next_round) and last_meeting_round == next_round - 1:
                continue
            if last_meeting_round and not self.can_repeat_matches:
                called = self.contest.contestant_noun.capitalize()
                yield (
                    "{first} and {second} have met before, in round {round_no}. Allow repeat matches, or "
                    "choose other opponents."
                ).format(first=f"{called} {first}", second=f"{second}", round_no=last_meeting_round)

    def _check_repeated_sit_out(self) -> Iterator[str]:
        contest = self.contest
        unpaired_numbers = self._list_unpaired_numbers()
        if self.can_repeat_sit_outs or len(unpaired_numbers) != 1:
            return
        (number,) = unpaired_numbers
        sit_out_rounds = contest.list_sit_out_rounds(number)
        next_round = len(contest.rounds) + 1
        # Whoever sits out has no opponent in either of two games.
        if contest.is_second_game(next_round) and next_round - 1 in sit_out_rounds:
            return
        playing_numbers = sorted(contest.names_by_number.keys() - self.absent_numbers)
        numbers_before = contest.list_before_in_sit_outs(number, playing_numbers)
        if numbers_before:
            yield (
                "{called} {number} has sat out before, in {rounds}; {others} less often. Allow repeat "
                "sit-outs, or choose who sits out."
            ).format(
                called=contest.contestant_noun.capitalize(),
                number=number,
                rounds=_format_rounds(sit_out_rounds),
                others=_format_numbers(numbers_before),
            )


def _format_rounds(round_numbers: Sequence[int]) -> str:
    """Return "round 3", or "rounds 1 and 3"."""
    if len(round_numbers) == 1:
        return f"round {round_numbers[0]}"
    return f"rounds {join_names([*map(str, round_numbers)])}"


def _format_numbers(numbers: Sequence[int]) -> str:
    """Return "1, 2 and 5", of many only the first: "1, 2, 3, 4, 5 and 20 others"."""
    if len(numbers) <= MAX_SHOWN_NUMBERS:
        return join_names([*map(str, numbers)])
    shown_numbers = ", ".join(map(str, numbers[: MAX_SHOWN_NUMBERS - 1]))
    return f"{shown_numbers} and {len(numbers) - MAX_SHOWN_NUMBERS + 1} others"
