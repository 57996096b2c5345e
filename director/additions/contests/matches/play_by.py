"""Set until when the rounds of a contest over weeks or months may be played."""

import datetime
from collections.abc import Mapping

from django.contrib.auth.models import User

from director.boards.movement.rounds import get_play_by_days
from director.boards.movement.sections import DECIDED
from director.boards.play.results.acts import lock_section, record_section_act
from director.models import RoundDate, Section
from director.pdf.words import format_date


def set_play_by(
    *, section: Section, days: Mapping[int, datetime.date | None], user: User | None
) -> int:
    """Store the last day of each round of *days*, or delete it for None. Return how many changed.

    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, words="", user=user) as journal:
        session = lock_section(section).session
        former_days = get_play_by_days(session)
        changed = {
            round_no: day for round_no, day in days.items() if former_days.get(round_no) != day
        }
        new_dates = []
        for round_no, day in changed.items():
            stored = session.round_dates.filter(from_round=round_no)
            first = stored.first()
            if day is None:
                journal.delete(stored)
            elif first:
                journal.change(first, date=day)
            else:
                new_dates.append(RoundDate(session=session, from_round=round_no, date=day))
        journal.create_all(new_dates)
        journal.words = _describe_change(changed)
    return len(changed)


def _describe_change(changed: Mapping[int, datetime.date | None]) -> str:
    """Return the change, or "" without one, which the history doesn't keep."""
    if len(changed) != 1:
        return f"Play-by dates of {len(changed)} rounds changed." if changed else ""
    ((round_no, day),) = changed.items()
    if day is None:
        return f"Round {round_no}: play-by date deleted."
    return f"Round {round_no}: play by {format_date(day)}."
