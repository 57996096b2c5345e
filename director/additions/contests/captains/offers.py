"""Whose turn it is to agree the date of a match, and who is at fault if it isn't played in time.

The home captain offers three dates, three weeks before the last day of the round. If none of them
suits, or the home captain offers none, the away captain offers three. Whoever owed the next step when
the time was up is at fault.

Source: [SOTONLEAGUE].
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

OFFERED_DATES = 3
"""The number of dates in an offer. The other captain accepts one or offers as many others."""
TIME_TO_OFFER = timedelta(weeks=3)
"""How long before the last day of the round the home captain must have offered dates."""


class Answer(StrEnum):
    """What a captain said to the dates of the other."""

    NONE = ""
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DateOffer:
    """The dates that a side of a match offered."""

    is_home: bool
    days: tuple[date, ...]
    offered_on: date
    answer: Answer = Answer.NONE  # of the other side

    @property
    def is_complete(self) -> bool:
        """Whether it has as many dates as the rule asks for."""
        return len(self.days) >= OFFERED_DATES


class Turn(StrEnum):
    """The side that owes the next step."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Duty:
    """Who owes the next step towards a date."""

    turn: Turn
    reason: str  # the end of a sentence: "hasn’t answered the dates offered"


def get_duty(offers: Sequence[DateOffer]) -> Duty:
    """Return who owes the next step after *offers*, in the order in which they were made.

    Only complete offers release a side from its duty; of each side the last one counts.

    >>> days = (date(2026, 11, 3), date(2026, 11, 5), date(2026, 11, 10))
    >>> get_duty([]).turn.value, get_duty([DateOffer(True, days, date(2026, 10, 1))]).turn.value
    ('home', 'away')
    """
    if any(offer.answer is Answer.ACCEPTED for offer in offers):
        return Duty(Turn.NOBODY, "a date was agreed")
    home_offer = _find_last_offer(offers, is_home=True)
    away_offer = _find_last_offer(offers, is_home=False)
    if away_offer and away_offer.answer is Answer.NONE:
        return Duty(Turn.HOME, "hasn’t answered the dates offered")
    if home_offer and home_offer.answer is Answer.NONE:
        return Duty(Turn.AWAY, "hasn’t answered the dates offered")
    if home_offer and away_offer:
        return Duty(Turn.NOBODY, "both offered dates, and none suited the other")
    if home_offer:
        return Duty(Turn.AWAY, "found no date suitable, and offered none")
    return Duty(Turn.HOME, "offered no three dates")


def _find_last_offer(offers: Sequence[DateOffer], *, is_home: bool) -> DateOffer | None:
    complete_offers = [offer for offer in offers if offer.is_home == is_home and offer.is_complete]
    return complete_offers[-1] if complete_offers else None


def get_fault(offers: Sequence[DateOffer], play_by: date) -> Duty:
    """Return which side is at fault if the match isn't played by *play_by*, judged by the *offers*.

    A home side that offered its first dates less than three weeks before shares the fault of an away
    side that didn't answer them.

    >>> days = (date(2026, 11, 3), date(2026, 11, 5), date(2026, 11, 10))
    >>> late_offer = DateOffer(True, days, date(2026, 11, 9))
    >>> get_fault([late_offer], date(2026, 11, 15)).turn.value
    'both'
    """
    timely_offers = [offer for offer in offers if offer.offered_on <= play_by]
    duty = get_duty(timely_offers)
    if len(timely_offers) < len(offers) and duty.turn is not Turn.NOBODY:
        # Offers after that day are shown to the captains, but come too late.
        duty = replace(duty, reason=f"{duty.reason} in time")
    home_offers = [offer for offer in timely_offers if offer.is_home and offer.is_complete]
    if duty.turn is not Turn.AWAY or not home_offers:
        return duty
    if home_offers[0].offered_on <= play_by - TIME_TO_OFFER:
        return duty
    return Duty(Turn.BOTH, "the dates were offered less than three weeks before")
