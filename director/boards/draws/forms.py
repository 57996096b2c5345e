"""What a director types about a draw: how the contest begins, and the pairings of the next round."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict

from director.boards.draws import sentences
from director.boards.draws.read import DrawnContest, Wanted
from director.desk.forms.labels import PageForm
from director.desk.forms.numbers import WholeNumberField, small_number
from director.models.event import Contest
from movements import KNOCK_OUT, SWISS_SYSTEMS, DrawnRound

USUAL_ROUNDS, USUAL_BOARDS = 7, 8


class BeginForm(PageForm):
    """How a contest whose rounds are drawn begins; which there are follows from who competes."""

    key = forms.ChoiceField(
        label="Contest",
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentences.DRAW_SYSTEM_UNKNOWN.says()),
    )
    size = WholeNumberField(what="the number", example=8, label="How many", min_value=2, max_value=200)
    rounds = WholeNumberField(
        what="the number of rounds", example=USUAL_ROUNDS, label="Rounds", min_value=1, max_value=40
    )
    boards = WholeNumberField(
        what="the number of boards", example=USUAL_BOARDS, label="Boards a match", min_value=1, max_value=64
    )
    meetings = forms.ChoiceField(label="Meetings", required=False)
    first_round = forms.ChoiceField(label="First round", required=False)

    def __init__(self, data: QueryDict | None, *, contest: str) -> None:
        super().__init__(data, initial={"rounds": USUAL_ROUNDS, "boards": USUAL_BOARDS})
        systems = [system for system in SWISS_SYSTEMS if system.contest == contest]
        known = [(system.key, system.name) for system in systems]
        is_teams = contest == Contest.TEAMS
        self._offer("key", [*known, *([(KNOCK_OUT, "Knock-out")] if is_teams else [])])
        self.fields["size"].label = "Teams" if is_teams else "Pairs"
        for option in systems[0].options:
            if option.name in self.fields:
                self._offer(option.name, [(choice, option.phrase(choice)) for choice in option.choices])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = choices

    def options(self) -> dict[str, str]:
        """Return the options that the contest takes, as far as chosen."""
        if self.cleaned_data["key"] == KNOCK_OUT:
            return {}
        return {name: self.cleaned_data[name] for name in ("meetings", "first_round") if self.cleaned_data.get(name)}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of the form: its number, both boxes as typed, and whether it is kept when the others are drawn."""

    match_no: int
    home: str
    away: str
    is_kept: bool = False


@dataclass(frozen=True)
class TypedRound:
    """The next round as it was typed: boxes ``home-1``, ``away-1``, ``keep-1``, ``absent``, ``bye``, ``again``."""

    contest: DrawnContest
    typed: QueryDict

    @property
    def rows(self) -> list[MatchRow]:
        """The matches, those with both boxes empty left out."""
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
        """Who does not play."""
        return frozenset(number for text in self.typed.getlist("absent") if (number := small_number(text)))

    @property
    def winners(self) -> frozenset[int]:
        """Who was chosen to go on, in a knock-out."""
        return frozenset(number for text in self.typed.getlist("winner") if (number := small_number(text)))

    @property
    def may_repeat(self) -> bool:
        """Whether it was ticked that two may meet again."""
        return "again" in self.typed

    @property
    def after(self) -> int | None:
        """The last round of the standings to draw from, ``None`` for all."""
        text = self.typed.get("after", "")
        return small_number(text) if text.isdecimal() else None

    def wanted(self) -> Wanted:
        """Return what the next draw has to keep to; boxes that cannot be read are refused by :meth:`faults`."""
        kept = tuple((small_number(row.home), small_number(row.away)) for row in self.rows if row.is_kept)
        return Wanted(kept, self.away, small_number(self.typed.get("bye", "")) or None, self.after, self.winners)

    def drawn(self) -> DrawnRound:
        """Return the round; only where :meth:`faults` has none."""
        pairings = tuple((small_number(row.home), small_number(row.away)) for row in self.rows)
        return DrawnRound(pairings, tuple(self._left()))

    def faults(self, rows: Sequence[MatchRow] | None = None) -> list[str]:
        """Return a sentence for everything that keeps the round from being used; of *rows* if only some count."""
        faults = [*self._unknown(self.rows if rows is None else rows)]
        if not faults:
            faults += self._twice(self.rows if rows is None else rows)
        if not faults and rows is None:
            faults += [*self._lonely(), *self._repeated()]
        return faults

    def _unknown(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        numbers = sorted(contest.names)
        listed = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        for row in rows:
            for text in (row.home, row.away):
                if small_number(text) not in contest.names:
                    yield sentences.DRAW_NO_SUCH_NUMBER.says(
                        match=row.match_no, called=contest.called, text=f"“{text}”", numbers=listed
                    )

    def _twice(self, rows: Sequence[MatchRow]) -> Iterator[str]:
        contest = self.contest
        places: dict[int, list[int]] = defaultdict(list)
        for row in rows:
            for text in (row.home, row.away):
                places[small_number(text)].append(row.match_no)
        for number, matches in sorted(places.items()):
            called = contest.called.capitalize()
            if len(matches) > 1:
                where = "match " + " and match ".join(map(str, matches))
                yield sentences.DRAW_PLAYS_TWICE.says(called=called, number=number, places=where)
            elif number in self.away:
                yield sentences.DRAW_AWAY_AND_PAIRED.says(called=called, number=number, match=matches[0])

    def _left(self) -> list[int]:
        """Return who plays but has no opponent."""
        paired = {small_number(text) for row in self.rows for text in (row.home, row.away)}
        return [number for number in sorted(self.contest.names) if number not in paired | self.away]

    def _lonely(self) -> Iterator[str]:
        if self.contest.is_knockout:
            return
        left = self._left()
        if len(left) > 1:
            numbers = " and ".join(map(str, left))
            yield sentences.DRAW_SEVERAL_BYES.says(numbers=f"{self.contest.called.capitalize()}s {numbers}")
        elif len(left) == 1 and small_number(self.typed.get("bye", "")) != left[0]:
            yield sentences.DRAW_LEFT_OUT.says(called=self.contest.called.capitalize(), number=left[0])

    def _repeated(self) -> Iterator[str]:
        for row in self.rows:
            first, second = small_number(row.home), small_number(row.away)
            met = self.contest.met(first, second)
            if met and not self.may_repeat:
                called = self.contest.called.capitalize()
                yield sentences.DRAW_REPEATED.says(first=f"{called} {first}", second=f"{second}", round_no=met)
