"""The days on which the rounds of a session are played."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from director.models import Session
from director.pdf.words import format_date


@dataclass(frozen=True, slots=True)
class RoundDays:
    """The days of the rounds of a session.

    >>> days = RoundDays(datetime.date(2026, 3, 3), ((4, datetime.date(2026, 3, 10)),))
    >>> days.get_day(3), days.get_day(4), days.format_title_suffix(2)
    (datetime.date(2026, 3, 3), datetime.date(2026, 3, 10), ' · 3 March 2026')
    >>> days.list_sentences(6)
    ('Rounds 1–3: 3 March 2026', 'Rounds 4–6: 10 March 2026')
    """

    first_day: datetime.date
    later_days: tuple[tuple[int, datetime.date], ...] = ()  # each after its first round, in order

    def get_day(self, round_no: int) -> datetime.date:
        """Return the day of round *round_no*."""
        day = self.first_day
        for from_round, later_day in self.later_days:
            if from_round <= round_no:
                day = later_day
        return day

    def format_title_suffix(self, round_no: int) -> str:
        """Return what follows the name of a round: its date, or "" if there is one date."""
        if not self.later_days:
            return ""
        return f" · {format_date(self.get_day(round_no))}"

    def list_sentences(self, last_round: int) -> tuple[str, ...]:
        """Return the rounds up to *last_round* by their dates. Empty if there is one date."""
        if not self.later_days:
            return ()
        rounds: dict[datetime.date, list[int]] = {}
        for round_no in range(1, last_round + 1):
            rounds.setdefault(self.get_day(round_no), []).append(round_no)
        return tuple(
            f"{_format_round_range(numbers)}: {format_date(day)}" for day, numbers in rounds.items()
        )


def _format_round_range(numbers: Sequence[int]) -> str:
    # Days never go back, so the rounds of a day follow each other.
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"Round {first}"
    return f"Rounds {first}–{last}"


def fetch_round_days(session: Session) -> RoundDays:
    """Return the days of the rounds of *session*. (Costs one query.)"""
    later_days = session.round_dates.values_list("from_round", "date")  # ordered by the model
    return RoundDays(session.day, tuple(later_days))
