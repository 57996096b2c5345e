"""What a club sets for the phones at its tables."""

from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.http import QueryDict

from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.core.forms import NumbersField, PageForm
from director.core.tables.page import PhonesPage
from director.core.tables.write import TableSettings, section_settings, settings_keep, table_settings
from director.pdf.selection import Numbers

_CHOICES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "confirm": (
        "The opponents agree",
        (("same", "on the same phone"), ("own", "on their own phone"), ("nobody", "not asked")),
    ),
    "result": ("The result is given", (("plus", "as =, +1, −2"), ("total", "as the tricks made"))),
    "order": ("Boards are entered", (("free", "in any order"), ("fixed", "in the order they are played"))),
    "others": (
        "Other tables’ results are shown",
        (("board", "after each board"), ("round", "after the round"), ("never", "not before the end")),
    ),
}
_TICKS = {
    "lead": "Ask for the lead",
    "names": "Ask for names in the first round",
    "ranking": "Show the standings once they are published",
    "clock": "Show the time left",
}


class TablesForm(PageForm):
    """What holds for all tables of a section, and which tables have it otherwise."""

    confirm, result, order, others = (
        forms.ChoiceField(label=label, choices=choices) for label, choices in _CHOICES.values()
    )
    lead, names, ranking, clock = (forms.BooleanField(label=label, required=False) for label in _TICKS.values())
    paper = NumbersField(what="table", example="7, 9-")
    own = NumbersField(what="table", example="1-3")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"].label = "Tables on paper"
        self.fields["own"].label = "Tables with a phone for each side"

    @property
    def choices(self) -> list[forms.BoundField]:
        """The questions with a few answers."""
        return [self[name] for name in _CHOICES]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """The questions that are ticked."""
        return [self[name] for name in _TICKS]

    @property
    def spans(self) -> list[forms.BoundField]:
        """The boxes for numbers of tables."""
        return [self["paper"], self["own"]]

    def settings(self) -> TableSettings:
        """Return what was set for all tables."""
        return TableSettings().changed({name: self.cleaned_data[name] for name in (*_CHOICES, *_TICKS)})

    def of_tables(self, tables: int) -> dict[int, TableSettings]:
        """Return what was set for each of so many *tables*."""
        usual, paper, own = self.settings(), self.cleaned_data["paper"], self.cleaned_data["own"]
        return {
            table_no: replace(
                usual,
                entry="paper" if paper and table_no in paper else "phones",
                confirm="own" if own and table_no in own else usual.confirm,
            )
            for table_no in range(1, tables + 1)
        }


def _form(context: dict[str, Any], data: QueryDict | None) -> TablesForm:
    """Return the form with what was typed, or with what is set for a section."""
    if data is not None:
        return TablesForm(data)
    section, tables = context["section"], context["tables"]
    usual = section_settings(section)
    each = {table_no: table_settings(section, table_no) for table_no in range(1, tables + 1)}
    initial = asdict(usual) | {
        "paper": _spans([table_no for table_no, at in each.items() if at.entry == "paper"]),
        "own": _spans([n for n, at in each.items() if at.confirm == "own"] if usual.confirm != "own" else []),
    }
    return TablesForm(initial=initial)


def _keep(context: dict[str, Any], form: TablesForm) -> str:
    settings_keep(section=context["section"], settings=form.settings(), tables=form.of_tables(context["tables"]))
    return "Kept. The phones at the tables follow by themselves."


PHONES = PhonesPage(
    "session",
    lambda place: shell(section_of_session(place), "play"),
    lambda context: context["night"].plan.tables if context["night"].plan else 0,
    "boards/_no_plan.html",
    form=_form,
    keep=_keep,
    is_on_paper=lambda context, table_no: table_settings(context["section"], table_no).entry == "paper",
)


def _spans(tables: list[int]) -> str:
    """Return numbers as they are typed.

    >>> _spans([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[tuple[int, int | None]] = []
    for table_no in tables:
        if runs and runs[-1][1] == table_no - 1:
            runs[-1] = (runs[-1][0], table_no)
        else:
            runs.append((table_no, table_no))
    return str(Numbers(tuple(runs)))
