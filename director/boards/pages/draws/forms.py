"""Forms of the draw: how a contest begins, and the pairings of the next round."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django import forms
from django.http import QueryDict

from director.boards.contests import ContestRecord
from director.boards.play.draws.read import DrawnContest
from director.boards.play.draws.sentences import DrawSentences
from director.boards.play.draws.sheets import ODD, ODD_PHRASES, Choices
from director.core.base.forms import PageForm, WholeNumberField, small_number
from movements import KNOCK_OUT, SWISS_SYSTEMS, DrawnRound

USUAL_ROUNDS, USUAL_BOARDS = 7, 8
MOST_LATE = 9
MOST_ROUNDS = 40
OPTIONS = ("meetings", "first_round", ODD)


class BeginForm(PageForm):
    """How a drawn contest begins. The choices depend on who competes."""

    key = forms.ChoiceField(
        label="Contest",
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), DrawSentences.DRAW_SYSTEM_UNKNOWN.says()
        ),
    )
    size = WholeNumberField(
        what="the number", example=8, label="How many", min_value=2, max_value=200
    )
    rounds = WholeNumberField(
        what="the number of rounds",
        example=USUAL_ROUNDS,
        label="Rounds",
        min_value=1,
        max_value=MOST_ROUNDS,
    )
    boards = WholeNumberField(
        what="the number of boards",
        example=USUAL_BOARDS,
        label="Boards per match",
        min_value=1,
        max_value=64,
    )
    meetings = forms.ChoiceField(label="Rematches", required=False)
    first_round = forms.ChoiceField(label="First round", required=False)
    odd = forms.ChoiceField(label="Odd number of teams", required=False)

    def __init__(self, data: QueryDict | None, *, contest: ContestRecord) -> None:
        super().__init__(data, initial={"rounds": USUAL_ROUNDS, "boards": USUAL_BOARDS})
        systems = [system for system in SWISS_SYSTEMS if contest.plays == system.contest]
        known = [(system.key, system.name) for system in systems]
        self.offer("key", [*known, *([(KNOCK_OUT, "Knock-out")] if contest.has_halves else [])])
        self.fields["size"].label = contest.unit.capitalize()
        if not contest.has_halves:
            del self.fields["odd"]
        for option in systems[0].options:
            if option.name in self.fields:
                self.offer(option.name, [*option.phrases.items()])

    def options(self) -> dict[str, str]:
        """Return the options that the contest takes, as far as chosen."""
        if self.cleaned_data["key"] == KNOCK_OUT:
            return {}
        return {name: self.cleaned_data[name] for name in OPTIONS if self.cleaned_data.get(name)}


class RoundsForm(PageForm):
    """How many rounds a contest is to have in all."""

    rounds = WholeNumberField(
        what="the number of rounds",
        example=USUAL_ROUNDS,
        label="Total rounds",
        min_value=1,
        max_value=MOST_ROUNDS,
    )


def late_typed(typed: QueryDict) -> int:
    """Return how many late entries were typed, or 0 if it can't be read."""
    text = typed.get("late", "").strip()
    late = small_number(text) if text.isdecimal() else 0
    if late <= MOST_LATE:
        return late
    return 0


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of the form: its number, both boxes, and whether it is kept."""

    match_no: int
    home: str
    away: str
    is_kept: bool = False


@dataclass(frozen=True)
class TypedRound:
    """The next round as typed: ``home-1``, ``away-1``, ``keep-1``, ``absent``, ``bye``, ``again``.

    Three who play each other stand in ``three``, as "7 8 9".
    """

    contest: DrawnContest
    typed: QueryDict

    @property
    def rows(self) -> list[MatchRow]:
        """The matches, without empty rows."""
        count = len(self.contest.names) // 2 + 1
        rows = (
            MatchRow(
                at,
                self.typed.get(f"home-{at}", "").strip()[:10],
                self.typed.get(f"away-{at}", "").strip()[:10],
                f"keep-{at}" in self.typed,
            )
            for at in range(1, count + 1)
        )
        return [row for row in rows if row.home or row.away]

    @property
    def away(self) -> frozenset[int]:
        """Who does not play: as it was ticked, or who has withdrawn where nothing was sent."""
        if "mark" not in self.typed:
            return self.contest.withdrawn
        return frozenset(
            number for text in self.typed.getlist("absent") if (number := small_number(text))
        )

    @property
    def may_repeat(self) -> bool:
        """Whether it was ticked that two may meet again."""
        return "again" in self.typed

    @property
    def is_by_hand(self) -> bool:
        """Whether some pairings were set by hand."""
        return any(name == "again" or name.startswith("keep-") for name in self.typed)

    @property
    def after(self) -> str:
        """The round whose standings count, as typed, "" for the last."""
        return self.typed.get("after", "").strip()[:10]

    @property
    def late(self) -> str:
        """The number of late entries, as typed."""
        text = self.typed.get("late", "").strip()[:10]
        if text == "0":
            return ""
        return text

    @property
    def bye(self) -> str:
        """Who has the bye, as it was typed."""
        return self.typed.get("bye", "").strip()[:10]

    @property
    def three(self) -> str:
        """Who play each other, as it was typed."""
        return self.typed.get("three", "").strip()[:40]

    @property
    def triangle(self) -> tuple[int, ...]:
        """Who play each other, 0 for what cannot be read."""
        return tuple(small_number(text) for text in self.three.replace(",", " ").split())

    @property
    def odd(self) -> str:
        """What to do with an odd field, as chosen, "" for the contest's setting."""
        odd = self.typed.get(ODD, "")
        if odd in ODD_PHRASES:
            return odd
        return ""

    @property
    def keeps_triangle(self) -> bool:
        """Whether the three stay when the others are drawn again."""
        return "keep-three" in self.typed and bool(self.three)

    @property
    def keeps_bye(self) -> bool:
        """Whether the bye stays when the others are drawn again."""
        return "keep-bye" in self.typed

    def wanted(self) -> Choices:
        """Return what the next draw must respect. :meth:`draw_faults` refuses unreadable boxes."""
        kept = tuple(
            (small_number(row.home), small_number(row.away)) for row in self.rows if row.is_kept
        )
        bye = small_number(self.bye) if self.keeps_bye else 0
        after = small_number(self.after) if self.after else None
        triangle = self.triangle if self.keeps_triangle else ()
        return Choices(kept, self.away, bye or None, after, triangle, self.odd)

    def drawn(self) -> DrawnRound:
        """Return the round. Call it only if :meth:`faults` has none.

        :raises DeskError: as :meth:`DrawnContest.round_of`
        """
        pairings = tuple((small_number(row.home), small_number(row.away)) for row in self.rows)
        odd = self.odd or dict(self.contest.plan.options).get(ODD, "")
        return self.contest.round_of(pairings, next(iter(self._left()), None), self.triangle, odd)

    def faults(self) -> list[str]:
        """Return a sentence for everything that keeps the round from being used."""
        rows = self.rows
        unreadable = [*self._unreadable(rows), *self._three_faults()]
        faults = [*unreadable, *self._bye_faults(rows), *self._late_faults()] or [
            *self._twice(rows, self.triangle)
        ]
        return faults or [*self._lonely(), *self._repeated()]

    def draw_faults(self) -> list[str]:
        """Return a sentence for every condition that the draw can't respect."""
        rows = [row for row in self.rows if row.is_kept]
        bye_faults = self._bye_faults(rows) if self.keeps_bye else ()
        three = self._three_faults() if self.keeps_triangle else ()
        own = (*bye_faults, *three, *self._after_faults(), *self._late_faults())
        kept = self.triangle if self.keeps_triangle else ()
        return [*self._unreadable(rows), *own] or [*self._twice(rows, kept)]

    @property
    def _listed(self) -> str:
        numbers = sorted(self.contest.names)
        is_whole = numbers == [*range(1, len(numbers) + 1)]
        if is_whole:
            return f"1 to {len(numbers)}"
        return ", ".join(map(str, numbers))

    def _unreadable(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        for row in rows:
            told = {"match": row.match_no, "called": contest.called}
            unknown = [
                text
                for text in (row.home, row.away)
                if text and small_number(text) not in contest.names
            ]
            for text in unknown:
                yield DrawSentences.DRAW_NO_SUCH_NUMBER.says(
                    text=f"“{text}”", numbers=self._listed, **told
                )
            if unknown:
                continue
            if not (row.home and row.away):
                yield DrawSentences.DRAW_ALONE.says(
                    number=small_number(row.home or row.away), **told
                )
            elif small_number(row.home) == small_number(row.away):
                yield DrawSentences.DRAW_ITSELF.says(number=small_number(row.home), **told)

    def _bye_faults(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        if not self.bye:
            return
        number, called = small_number(self.bye), self.contest.called.capitalize()
        if number not in self.contest.names:
            yield DrawSentences.DRAW_NO_SUCH_BYE.says(
                called=self.contest.called, text=f"“{self.bye}”", numbers=self._listed
            )
        elif number in self.away:
            yield DrawSentences.DRAW_BYE_AND_AWAY.says(called=called, number=number)
        for row in rows:
            if number in (small_number(row.home), small_number(row.away)):
                yield DrawSentences.DRAW_BYE_AND_PAIRED.says(
                    called=called, number=number, match=row.match_no
                )

    def _three_faults(self) -> Iterator[str]:
        three = self.triangle
        if three and (
            len(set(three)) != 3 or len(three) != 3 or not set(three) <= self.contest.names.keys()
        ):
            yield DrawSentences.DRAW_NO_THREE.says(text=f"“{self.three}”", numbers=self._listed)

    def _after_faults(self) -> Iterator[str]:
        last = len(self.contest.rounds)
        if self.after and not (self.after.isdecimal() and small_number(self.after) <= last):
            yield DrawSentences.DRAW_NO_SUCH_AFTER.says(text=f"“{self.after}”", last=last)

    def _late_faults(self) -> Iterator[str]:
        if self.late and not late_typed(self.typed):
            yield DrawSentences.DRAW_LATE.says(
                called=self.contest.called, text=f"“{self.late}”", most=MOST_LATE
            )

    def _twice(self, rows: Sequence[MatchRow], three: Sequence[int]) -> Iterator[str]:
        contest = self.contest
        places: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            for text in (row.home, row.away):
                places[small_number(text)].append(f"match {row.match_no}")
        for number in three:
            places[number].append("the three who play each other")
        if three and self.bye:
            places[small_number(self.bye)].append("the bye")
        for number, matches in sorted(places.items()):
            called = contest.called.capitalize()
            if len(matches) > 1:
                yield DrawSentences.DRAW_PLAYS_TWICE.says(
                    called=called, number=number, places=" and ".join(matches)
                )
            elif number in self.away:
                yield DrawSentences.DRAW_AWAY_AND_PAIRED.says(
                    called=called, number=number, match=matches[0]
                )

    def _left(self) -> list[int]:
        """Return who plays but has no opponent."""
        paired = set()
        for row in self.rows:
            for text in (row.home, row.away):
                paired.add(small_number(text))
        return [
            number
            for number in sorted(self.contest.names)
            if number not in {*paired, *self.away, *self.triangle}
        ]

    def _lonely(self) -> Iterator[str]:
        if self.contest.is_knockout:
            return
        left = self._left()
        if len(left) > 1:
            numbers = " and ".join(map(str, left))
            yield DrawSentences.DRAW_SEVERAL_BYES.says(
                numbers=f"{self.contest.called.capitalize()}s {numbers}"
            )
        elif len(left) == 1 and small_number(self.bye) != left[0]:
            yield DrawSentences.DRAW_LEFT_OUT.says(
                called=self.contest.called.capitalize(), number=left[0]
            )

    def _repeated(self) -> Iterator[str]:
        couples = [(small_number(row.home), small_number(row.away)) for row in self.rows]
        three = () if set(self.triangle) == {*self.contest.going_on} else self.triangle
        for first, second in (*couples, *combinations(three, 2)):
            met = self.contest.met(first, second)
            if met and not self.may_repeat:
                called = self.contest.called.capitalize()
                yield DrawSentences.DRAW_REPEATED.says(
                    first=f"{called} {first}", second=f"{second}", round_no=met
                )
