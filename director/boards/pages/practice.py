"""Practice of pairs and teams: invented names and results, and what each step says to do."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User

from director.boards.contests import PAIRS, TEAMS, ContestRecord
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import SessionSteps, fetch_session_steps
from director.boards.play.inventions import store_invented_names, store_invented_results
from director.boards.play.sessions import create_event
from director.core.night.events import STEP_DONE, get_step_after
from director.core.night.practice import PracticeDesk, PracticeTip
from director.models import Club, Session
from director.models.event import Clock


class BoardsPractice(PracticeDesk):
    """A practice event of a *contest* with boards.

    *description* is a sentence on what is played. The page suggests *contestant_count* contestants,
    the first of them named as in *first_names*. *results_text* says what to try at Results.
    """

    invented_steps = ("seats", "scores")

    def __init__(
        self,
        contest: ContestRecord,
        *,
        name: str,
        description: str,
        drawing: str,
        contestant_count: int,
        first_names: str,
        results_text: str,
    ) -> None:
        self.name = name
        self.description = description
        self.drawing = drawing
        self._contest = contest
        self._contestant_count = contestant_count
        self._first_names = first_names
        self._results_text = results_text

    def create_event(self, club: Club, day: date) -> Session:
        """Store an event without a movement."""
        return create_event(
            club=club, name=f"Practice: {self.name.lower()}", date=day, contest=self._contest.key
        )

    def fetch_night(self, session: Session) -> SessionSteps:
        """Return the first section with its steps."""
        return fetch_session_steps(fetch_section(session.pk))

    def make_tip(self, night: SessionSteps, step: str) -> PracticeTip:
        """Return what *step* says to do now."""
        if step == "field":
            return self._make_field_tip(night)
        if night.plan is None:
            return PracticeTip("There is no movement yet. Press *1 Field* and choose one.")
        makers: dict[str, Any] = {
            "seats": self._make_seats_tip,
            "print": self._make_print_tip,
            "play": self._make_play_tip,
            "scores": self._make_scores_tip,
            "results": self._make_results_tip,
        }
        tip: PracticeTip = makers[step](night)
        return tip

    def fill_step(self, session: Session, step: str, user: User | None) -> str:
        """Invent names or results."""
        section = fetch_section(session.pk)
        if step == "seats":
            count = store_invented_names(section)
            return f"Names entered for {count} {self._contest.contestants_noun}."
        return f"{store_invented_results(section, user=user)} results entered."

    def _make_field_tip(self, night: SessionSteps) -> PracticeTip:
        if night.plan is None:
            return PracticeTip(
                f"Type {self._contestant_count} in *{self._contest.contestants_noun.capitalize()}*, press "
                "*Find movements*, and then *Choose* beside the first one."
            )
        return PracticeTip(
            f"The movement is chosen: {night.plan.name}. Look at its rounds below. "
            f"Next, press *Continue to {get_step_after(night.steps, 'field').name}*.",
            is_done=True,
        )

    def _make_seats_tip(self, night: SessionSteps) -> PracticeTip:
        contestants = self._contest.contestants_noun
        entries = night.section.entries.all()
        count = entries.count()
        unnamed_count = entries.filter(entry_players__isnull=True, name="").count()
        if not unnamed_count:
            return PracticeTip(
                f"All {count} {contestants} have names. "
                f"Next, press *Continue to {get_step_after(night.steps, 'seats').name}*.",
                is_done=True,
            )
        if unnamed_count == count:
            return PracticeTip(
                f"Type {self._first_names} in the first row. Then press *Invent names* for the "
                "others.",
                fill_label="Invent names",
            )
        named_count = count - unnamed_count
        have_names = "has a name" if named_count == 1 else "have names"
        return PracticeTip(
            f"{named_count} of {count} {contestants} {have_names}. Next, press *Invent names* "
            "for the others.",
            fill_label="Invent names",
        )

    def _make_print_tip(self, night: SessionSteps) -> PracticeTip:
        if _is_done(night, "print"):
            return PracticeTip(
                "The cards are printed. "
                f"Next, press *Continue to {get_step_after(night.steps, 'print').name}*.",
                is_done=True,
            )
        return PracticeTip(
            "What you tick is shown beside it: guide cards tell everybody where to go. You don’t "
            f"have to print. Next, press *Continue to {get_step_after(night.steps, 'print').name}*."
        )

    def _make_play_tip(self, night: SessionSteps) -> PracticeTip:
        clock = night.session.clock
        if clock == Clock.OVER:
            return PracticeTip("Play is over. Next, press *5 Scores*.", is_done=True)
        if clock == Clock.RUNNING:
            return PracticeTip(
                "The clock runs, and *P* pauses it. *End round* goes on to the next round. "
                "Next, press *5 Scores*.",
                is_done=True,
            )
        if clock == Clock.PAUSED:
            return PracticeTip(
                "The clock is paused, and *S* goes on. Next, press *5 Scores*.", is_done=True
            )
        round_no = night.session.round_no
        if round_no > 1:
            return PracticeTip(
                f"Round {round_no - 1} is over, and *Start round {round_no}* goes on. "
                "Next, press *5 Scores*.",
                is_done=True,
            )
        return PracticeTip(
            "Press *Start round 1*, or the key *S*. To try a phone, press *Phones*, *Create links* "
            "and *Table 1*. Then press *5 Scores*."
        )

    def _make_scores_tip(self, night: SessionSteps) -> PracticeTip:
        if night.is_complete:
            return PracticeTip(
                f"All {night.results_due} results are entered. Next, press *6 Results*.",
                is_done=True,
            )
        if night.results_in:
            return PracticeTip(
                f"Entered so far: {night.results_in} of {night.results_due} results. Next, press "
                "*Invent results* for the others.",
                fill_label="Invent results",
            )
        return PracticeTip(
            "Type *4SS=* in the first line and press *Enter*. Then press *Invent results* for the "
            "others.",
            fill_label="Invent results",
        )

    def _make_results_tip(self, night: SessionSteps) -> PracticeTip:
        if not night.is_complete:
            return PracticeTip("Results are missing. Press *5 Scores*, then *Invent results*.")
        return PracticeTip(
            f"{self._results_text} A practice event can’t be published. When you have seen enough, "
            "press *Delete practice*.",
            is_done=True,
        )


def _is_done(night: SessionSteps, key: str) -> bool:
    return any(step.key == key and step.state == STEP_DONE for step in night.steps)


PRACTICE_BY_CONTEST = {
    PAIRS.key: BoardsPractice(
        PAIRS,
        name="Duplicate pairs",
        description="14 pairs play a Mitchell, and you enter their contracts.",
        drawing="boards/practice/_pairs.html",
        contestant_count=14,
        first_names="two names, such as *Ada Ash & Bert Birch*,",
        results_text="Press a percentage to see how it was calculated.",
    ),
    TEAMS.key: BoardsPractice(
        TEAMS,
        name="Teams",
        description="Six teams of four play a match in every round.",
        drawing="boards/practice/_teams.html",
        contestant_count=6,
        first_names="a team’s name, such as *Red Lions*,",
        results_text="Press *Matches* to see who won by how much.",
    ),
}
"""The practice of each contest that has one, by its key."""
