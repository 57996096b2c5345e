"""The choices from which a club's own way of moving is built."""

from typing import Any

from django import forms

from director.core.base.forms import PageForm
from movements import MOVE_WORDS, PARTNER_WORDS, CustomMovement, TableRule, custom_movement

MOVERS = (
    ("win_a", "Winner in seat A"),
    ("win_b", "Winner in seat B"),
    ("lose_a", "Loser in seat A"),
    ("lose_b", "Loser in seat B"),
)
CHAIRS = (
    ("n", "Chair N (seat A)"),
    ("s", "Chair S (seat B)"),
    ("e", "Chair E (seat A)"),
    ("w", "Chair W (seat B)"),
)
USUAL = "own-hlssc"
MOST_TABLES, MOST_ROUND, MOST_SHIFT = 12, 30, 3
_MOVES = list(MOVE_WORDS.items())
_SHIFTS = [("0", "stays")] + [
    (
        str(sign * by),
        f"{by} {'table' if by == 1 else 'tables'} towards the {'higher' if sign > 0 else 'lower'} numbers",
    )
    for sign in (1, -1)
    for by in range(1, MOST_SHIFT + 1)
]


class CustomMovementForm(PageForm):
    """The choices of a custom movement. ``way`` is the valid movement."""

    by = forms.ChoiceField(
        label="Moves depend on",
        choices=(("result", "who won"), ("chair", "the chair or card colour")),
    )
    tables = forms.TypedChoiceField(
        label="Show with",
        coerce=int,
        choices=[(str(n), f"{n} tables") for n in range(2, MOST_TABLES + 1)],
    )
    round = forms.IntegerField(min_value=1, max_value=MOST_ROUND, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, key: str = USUAL) -> None:
        usual = _usual(custom_movement(key) or CustomMovement())
        sent = dict(data.items()) if data else {}
        super().__init__(
            {**usual, **sent, **({} if "win_a" not in sent else _with_unticked_boxes(sent))}
        )
        for place, name in (("", ""), ("head_", "at table 1"), ("foot_", "at the last table")):
            for mover, label in MOVERS:
                self.fields[place + mover] = forms.ChoiceField(
                    label=f"{label} {name}".strip(), choices=_MOVES
                )
            self.fields[f"{place}partners"] = forms.ChoiceField(
                label=f"Then {name}".strip(), choices=list(PARTNER_WORDS.items())
            )
        self.fields["head"] = forms.BooleanField(label="Table 1 moves differently", required=False)
        self.fields["foot"] = forms.BooleanField(
            label="The last table moves differently", required=False
        )
        for chair, label in CHAIRS:
            self.fields[chair] = forms.ChoiceField(label=label, choices=_SHIFTS)

    def way(self) -> CustomMovement:
        """Return the way that the choices make."""
        data = self.cleaned_data
        if data["by"] == "chair":
            north, south, east, west = (int(data[chair]) for chair, _label in CHAIRS)
            return CustomMovement(shifts=(north, south, east, west))
        rows = {
            place: TableRule(*(data[place + name] for name in _ROW))
            for place in ("", "head_", "foot_")
        }
        return CustomMovement(
            rows[""],
            rows["head_"] if data["head"] else None,
            rows["foot_"] if data["foot"] else None,
        )

    def _boxes(self, names: tuple[str, ...], place: str = "") -> list[forms.BoundField]:
        return [self[place + name] for name in names]

    @property
    def between(self) -> list[forms.BoundField]:
        """The choices of every table."""
        return self._boxes(_ROW)

    @property
    def at_head(self) -> list[forms.BoundField]:
        """The choices of table 1."""
        return self._boxes(_ROW, "head_")

    @property
    def at_foot(self) -> list[forms.BoundField]:
        """The choices of the last table."""
        return self._boxes(_ROW, "foot_")

    @property
    def chairs(self) -> list[forms.BoundField]:
        """The choices by chair."""
        return self._boxes(tuple(chair for chair, _label in CHAIRS))


_ROW = (*(mover for mover, _label in MOVERS), "partners")


def _usual(way: CustomMovement) -> dict[str, str]:
    """Return the boxes that make *way*."""
    boxes = {"by": "result", "tables": "4", "round": "1"}
    shifts = way.shifts or (0, -1, 1, 2)
    boxes |= {chair: str(by) for (chair, _label), by in zip(CHAIRS, shifts, strict=True)}
    if way.shifts:
        boxes["by"] = "chair"
    usual = custom_movement(USUAL)
    for place, row in (("", way.between), ("head_", way.head), ("foot_", way.foot)):
        code = (row or way.between or (usual.between if usual else None)).code  # type: ignore[union-attr]
        boxes |= {place + name: letter for name, letter in zip(_ROW, code, strict=True)}
    boxes |= {name: "on" for name, row in (("head", way.head), ("foot", way.foot)) if row}
    return boxes


def _with_unticked_boxes(sent: dict[str, str]) -> dict[str, str]:
    """Return the boxes to tick as they were sent: a box that is not ticked is not sent."""
    return {name: sent.get(name, "") for name in ("head", "foot")}
