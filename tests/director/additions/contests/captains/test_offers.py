"""Whose turn it is to agree a date, and who is at fault at the deadline."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from director.additions.contests.captains.offers import (
    Answer,
    DateOffer,
    Turn,
    get_duty,
    get_fault,
)

PLAY_BY = date(2026, 11, 30)
DAYS = (date(2026, 11, 10), date(2026, 11, 12), date(2026, 11, 17))
OFFERS = st.lists(
    st.builds(
        DateOffer,
        st.booleans(),
        st.sampled_from([DAYS, DAYS[:2]]),
        st.integers(-40, 10).map(lambda shift: PLAY_BY + timedelta(days=shift)),
        st.sampled_from(Answer),
    ),
    max_size=5,
)
EARLY = PLAY_BY - timedelta(days=30)


def home(answer: Answer = Answer.NONE, on: date = EARLY, days=DAYS) -> DateOffer:
    return DateOffer(True, days, on, answer)


def away(answer: Answer = Answer.NONE, on: date = EARLY, days=DAYS) -> DateOffer:
    return DateOffer(False, days, on, answer)


def test_the_steps_of_the_rule():
    assert get_duty([]).turn is Turn.HOME
    assert get_duty([home()]).turn is Turn.AWAY
    assert get_duty([home(Answer.ACCEPTED)]).turn is Turn.NOBODY
    assert get_duty([home(Answer.REFUSED)]).turn is Turn.AWAY
    assert get_duty([home(Answer.REFUSED), away()]).turn is Turn.HOME
    assert get_duty([home(Answer.REFUSED), away(Answer.REFUSED)]).turn is Turn.NOBODY
    assert get_duty([away()]).turn is Turn.HOME
    assert get_duty([away(Answer.REFUSED)]).turn is Turn.HOME


def test_two_dates_are_no_offer():
    assert get_duty([home(days=DAYS[:2])]).turn is Turn.HOME
    # But one of them may be agreed.
    assert get_duty([home(Answer.ACCEPTED, days=DAYS[:2])]).turn is Turn.NOBODY


def test_an_offer_less_than_three_weeks_before_shares_the_fault():
    assert get_fault([home(on=PLAY_BY - timedelta(days=21))], PLAY_BY).turn is Turn.AWAY
    assert get_fault([home(on=PLAY_BY - timedelta(days=20))], PLAY_BY).turn is Turn.BOTH


def test_an_offer_after_the_last_day_changes_nothing():
    assert get_fault([home(on=PLAY_BY + timedelta(days=1))], PLAY_BY).turn is Turn.HOME


@given(OFFERS)
def test_whoever_offered_last_and_waits_is_never_at_fault_alone(offers):
    duty = get_duty(offers)
    waiting_sides = {
        Turn.HOME if offer.is_home else Turn.AWAY
        for offer in offers[-1:]
        if offer.is_complete and offer.answer is Answer.NONE
    }
    is_crossed = len({offer.is_home for offer in offers if offer.answer is Answer.NONE}) > 1
    assert is_crossed or duty.turn not in waiting_sides


@given(OFFERS)
def test_with_an_agreed_date_nobody_owes_anything(offers):
    agreed_offers = [*offers, home(Answer.ACCEPTED)]
    assert get_duty(agreed_offers).turn is Turn.NOBODY


@given(OFFERS)
def test_only_offers_until_the_last_day_count(offers):
    timely_offers = [offer for offer in offers if offer.offered_on <= PLAY_BY]
    assert get_fault(offers, PLAY_BY).turn is get_fault(timely_offers, PLAY_BY).turn


def test_an_offer_after_the_last_day_comes_too_late_and_is_not_denied():
    late_offer = home(on=PLAY_BY + timedelta(days=1))
    assert get_fault([late_offer], PLAY_BY).reason == "offered no three dates in time"
    assert get_fault([], PLAY_BY).reason == "offered no three dates"
    unanswered = [home(), away(on=PLAY_BY + timedelta(days=1))]
    assert get_fault(unanswered, PLAY_BY).reason == "hasn’t answered the dates offered in time"
