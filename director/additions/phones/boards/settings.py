"""The settings of the phones at the tables of a section, and their form."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict

from director.additions.phones.page import PhonesView
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_session_context
from director.core.base.forms import NumbersField, PageForm
from director.core.night.table_settings import (
    TableSettings,
    get_section_settings,
    get_table_settings,
    store_table_settings,
)
from director.models import Session
from director.models.event import SectionRef
from director.pdf.selection import NumberRuns

_CHOICES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "confirm": (
        "Confirmation by opponents",
        (("same", "on the same phone"), ("own", "on their own phone"), ("nobody", "none")),
    ),
    "result": ("Results entered as", (("plus", "=, +1, −2"), ("total", "tricks made"))),
    "order": ("Order of boards", (("free", "any"), ("fixed", "as played"))),
    "others": (
        "Other tables’ results",
        (("board", "after each board"), ("round", "after the round"), ("never", "not during play")),
    ),
}
TICK_LABELS = {
    "lead": "Ask for the lead",
    "names": "Ask for names in round 1",
    "ranking": "Show standings once published",
    "clock": "Show time left",
}


class TablesForm(PageForm):
    """Settings for all tables of a section, and the tables that differ from them.

    Each of ``_CHOICES`` and ``TICK_LABELS`` is a field of :class:`TableSettings`.
    """

    paper = NumbersField(what="table", example="7, 9-")
    own = NumbersField(what="table", example="1-3")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"].label = "Tables on paper"
        self.fields["own"].label = "Tables with one phone per side"
        for name, (label, choices) in _CHOICES.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=choices)
        for name, label in TICK_LABELS.items():
            self.fields[name] = forms.BooleanField(label=label, required=False)

    @property
    def boxes(self) -> list[forms.BoundField]:
        """The fields with a few choices, and the boxes for table numbers."""
        return [self[name] for name in (*_CHOICES, "paper", "own")]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """The tick boxes."""
        return [self[name] for name in TICK_LABELS]

    def make_settings(self) -> TableSettings:
        """Return the settings of all tables."""
        return TableSettings(
            **{name: self.cleaned_data[name] for name in (*_CHOICES, *TICK_LABELS)}
        )

    def get_settings_by_table(self, tables: Iterable[int]) -> dict[int, TableSettings]:
        """Return the settings of each of *tables*."""
        section_settings = self.make_settings()
        paper_tables = self.cleaned_data["paper"]
        own_phone_tables = self.cleaned_data["own"]
        settings_by_table = {}
        for table_no in tables:
            is_on_paper = paper_tables and table_no in paper_tables
            has_own_phones = own_phone_tables and table_no in own_phone_tables
            settings_by_table[table_no] = replace(
                section_settings,
                entry="paper" if is_on_paper else "phones",
                confirm="own" if has_own_phones else section_settings.confirm,
            )
        return settings_by_table


class SectionTables(PhonesView):
    """The private links of a section's tables, and how they enter results."""

    url_prefix = "session"
    no_tables_template = "additions/phones/_no_plan.html"

    def load_session(self, section_ref: SectionRef) -> Session:
        """Return the session of the section with *section_ref*."""
        return fetch_section(section_ref).session

    def make_context(self, section_ref: SectionRef) -> dict[str, Any]:
        """Return the context of the section's page."""
        return make_session_context(fetch_section(section_ref), "play")

    def list_tables(self, context: dict[str, Any]) -> list[int]:
        """Return the tables of the movement, none without one.

        At a table of a Howell a pair too few may sit out all evening: no result comes from there.
        """
        plan = context["night"].plan
        if plan is None:
            return []
        movement = load_movement(plan)
        played_tables = {row.table_no for row in movement.rows}
        sit_out_tables = {sit_out.table_no for sit_out in movement.sit_outs}
        return [
            table_no
            for table_no in range(1, plan.tables + 1)
            if table_no in played_tables or table_no not in sit_out_tables
        ]

    def is_on_paper(self, context: dict[str, Any], table_no: int) -> bool:
        """Return whether a table enters its results on paper."""
        return get_table_settings(context["section"], table_no).entry == "paper"

    def make_form(self, context: dict[str, Any], data: QueryDict | None) -> TablesForm:
        """Return the form as typed, or with a section's settings."""
        section = context["section"]
        section_settings = get_section_settings(section)
        settings_by_table = {
            table_no: get_table_settings(section, table_no) for table_no in context["tables"]
        }
        paper_tables = []
        own_phone_tables = []
        for table_no, settings in settings_by_table.items():
            if settings.entry == "paper":
                paper_tables.append(table_no)
            if settings.confirm == "own" and section_settings.confirm != "own":
                own_phone_tables.append(table_no)
        initial = asdict(section_settings) | {
            "paper": _format_table_numbers(paper_tables),
            "own": _format_table_numbers(own_phone_tables),
        }
        form = TablesForm(data, initial=initial)
        form.add_shown_values()
        return form

    def store_settings(self, context: dict[str, Any], form: TablesForm, user: User) -> str:
        """Store the settings of all tables."""
        store_table_settings(
            section=context["section"],
            settings=form.make_settings(),
            settings_by_table=form.get_settings_by_table(context["tables"]),
            user=user,
        )
        return "Saved. Phones at the tables update by themselves."


def _format_table_numbers(tables: list[int]) -> str:
    """Return table numbers as the director types them, with runs joined.

    >>> _format_table_numbers([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[tuple[int, int | None]] = []
    for table_no in tables:
        first_table, last_table = runs[-1] if runs else (0, None)
        if last_table == table_no - 1:
            runs[-1] = (first_table, table_no)
        else:
            runs.append((table_no, table_no))
    return str(NumberRuns(tuple(runs)))
