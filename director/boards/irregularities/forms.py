"""A pair that was not there, as the director says it, and the choices that are pressed."""

import re
from collections.abc import Mapping
from typing import cast

from django import forms

from director.boards import sentences
from director.boards.irregularities.night import Faults
from director.boards.words import numbers_named
from director.core.forms import PageForm, WholeNumberField, invalid
from director.errors import DeskError
from director.models import Section
from scoring import irregularities

SideFault = irregularities.SideFault
LATE, LEFT = "late", "left"
FAULTS = tuple(fault.value for fault in SideFault)
_FAULT_BOX = re.compile(r"(.+)/([0-9]{1,8})/([0-9]{1,8})/(ns|ew)")
"""The name of a box in which the fault of a side of a line is chosen: the finding, both numbers, the side."""


class AbsenceForm(PageForm):
    """A pair that came late, or left before the end."""

    pair = forms.TypedChoiceField(
        label="Pair",
        coerce=int,
        error_messages={
            "required": "Choose the pair that was not there.",
            "invalid_choice": "There is no pair “%(value)s” here. Choose one of the list.",
        },
    )
    how = forms.ChoiceField(
        label="What happened",
        choices=[(LATE, "came late: it missed rounds up to"), (LEFT, "left: it played no more from round")],
        error_messages={
            "required": "Say whether the pair came late or left.",
            "invalid_choice": "A pair came late or left, not “%(value)s”. Choose one of the two.",
        },
    )
    round_no = WholeNumberField(
        what="a round",
        example=2,
        label="Round",
        min_value=1,
        max_value=99,
        error_messages={"required": "Say which round."},
    )

    def __init__(self, data: Mapping[str, object] | None = None, *, section: Section, rounds: int) -> None:
        super().__init__(data, auto_id="id_absence_%s")
        self._rounds = rounds
        pairs = cast(forms.ChoiceField, self.fields["pair"])
        pairs.choices = [("", "–"), *numbers_named(section)]

    def clean_round_no(self) -> int:
        """Return the round, which has to be one of the movement."""
        round_no = int(self.cleaned_data["round_no"])
        if round_no > self._rounds:
            raise invalid(sentences.ABSENCE_ROUND, round_no=round_no, rounds=self._rounds)
        return round_no

    def absences(self) -> tuple[irregularities.Absence, ...]:
        """Return the absence that was said, none where nothing or something wrong was."""
        if not self.is_bound or not self.is_valid():
            return ()
        pair, round_no = self.cleaned_data["pair"], self.cleaned_data["round_no"]
        if self.cleaned_data["how"] == LEFT:
            return (irregularities.Absence(pair, round_no, self._rounds, has_left=True),)
        return (irregularities.Absence(pair, 1, round_no),)


def pressed_choices(values: list[str]) -> dict[str, str]:
    """Return the findings that were pressed, each with its choice.

    >>> pressed_choices(["late-5-1:not-due"])
    {'late-5-1': 'not-due'}
    """
    return {finding: choice for finding, _, choice in (value.rpartition(":") for value in values)}


def typed_faults(typed: Mapping[str, str]) -> dict[str, Faults]:
    """Return the faults that were chosen for the sides of lines, by finding.

    >>> typed_faults({"late-5-1/5/9/ns": "partly", "late-5-1/5/9/ew": "none", "choice": "late-5-1:by-fault"})
    {'late-5-1': {(5, 9): (<SideFault.PARTLY: 'partly'>, <SideFault.NONE: 'none'>)}}

    :raises DeskError: for a fault that is none
    """
    sides: dict[tuple[str, int, int], dict[str, SideFault]] = {}
    for name, value in typed.items():
        if match := _FAULT_BOX.fullmatch(name):
            if value not in FAULTS:
                raise DeskError(sentences.HAPPENED_NO_CHOICE)
            finding, ns, ew, side = match.groups()
            sides.setdefault((finding, int(ns), int(ew)), {})[side] = SideFault(value)
    faults: dict[str, dict[tuple[int, int], tuple[SideFault, SideFault]]] = {}
    for (finding, ns, ew), chosen in sides.items():
        both = chosen.get("ns", SideFault.NONE), chosen.get("ew", SideFault.NONE)
        faults.setdefault(finding, {})[ns, ew] = both
    return dict(faults)
