"""The forms of the grid editor: the size of an empty grid, and the grid that was edited."""

import json
from typing import Any

from django import forms

from director.boards.contests import ContestRecord
from director.boards.movement.limits import format_fault_count
from director.boards.pages.field.custom_form import MAX_BYTES, OwnMovementForm
from director.boards.sentences import BoardSentences
from director.core.base.forms import PageForm, TextField, WholeNumberField, make_validation_error
from movements.errors import MovementError
from movements.files.formats import write_plan
from movements.files.grid import (
    GridExamination,
    MovementGrid,
    empty_grid,
    examine_grid,
    grid_from_json,
)
from movements.model import Movement


class EmptyGridForm(PageForm):
    """The size of an empty grid. ``cleaned_data["grid"]`` is that grid."""

    tables = WholeNumberField(what="a number of tables", example=9, label="Tables", min_value=1)
    rounds = WholeNumberField(what="a number of rounds", example=9, label="Rounds", min_value=1)
    boards = WholeNumberField(
        what="a number of boards",
        example=3,
        label="Boards per round",
        min_value=1,
        max_value=40,
    )

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest

    def clean(self) -> dict[str, Any]:
        """Return the data with the empty grid."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        try:
            grid = empty_grid(
                self.contest.movement_contest, data["tables"], data["rounds"], data["boards"]
            )
        except MovementError as error:
            raise forms.ValidationError(str(error), code=error.code) from error
        return data | {"grid": grid}


class GridForm(PageForm):
    """An edited grid as JSON. ``cleaned_data["plan"]`` is its movement if it has no faults.

    *grid* is the grid if it can be read, so that the page shows it again.
    """

    grid = TextField(max_length=MAX_BYTES, required=False, strip=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, contest: ContestRecord, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contest = contest
        self.read_grid: MovementGrid | None = None

    def clean(self) -> dict[str, Any]:
        """Return the data with the movement, which the form of custom movements accepts too."""
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        self.read_grid = read_grid(data["grid"], self.contest)
        return data | {"plan": self._validate_plan(examine_grid(self.read_grid))}

    def _validate_plan(self, examination: GridExamination) -> Movement:
        plan = examination.plan
        if plan is None:
            raise make_validation_error(BoardSentences.GRID_EMPTY)
        count = len(examination.faults)
        if count:
            raise make_validation_error(
                BoardSentences.MOVEMENT_FAULTY, things_are=format_fault_count(count)
            )
        if examination.empty_rounds:
            raise make_validation_error(
                BoardSentences.GRID_UNFINISHED, round_no=examination.empty_rounds[0]
            )
        # A custom movement has limits of its own, so it isn't accepted by another way than that.
        form = OwnMovementForm({"text": write_plan(plan, "csv")}, contest=self.contest)
        if not form.is_valid():
            raise forms.ValidationError(list_form_errors(form))
        accepted: Movement = form.cleaned_data["plan"]
        return accepted


def list_form_errors(form: forms.Form) -> list[str]:
    """Return the sentences with which *form* refuses what was sent."""
    return [str(error) for errors in form.errors.values() for error in errors]


def read_grid(text: str | bytes, contest: ContestRecord) -> MovementGrid:
    """Return the grid in the JSON *text*, if it is of the *contest*.

    :raises forms.ValidationError: with one sentence
    """
    try:
        grid = grid_from_json(json.loads(text))
    except MovementError as error:
        raise forms.ValidationError(str(error), code=error.code) from error
    except (ValueError, RecursionError) as error:  # not JSON, or nested without end
        raise make_validation_error(BoardSentences.NO_GRID) from error
    if grid.contest != contest.movement_contest:
        raise make_validation_error(BoardSentences.GRID_OF_OTHERS, unit=contest.contestants_word)
    return grid
