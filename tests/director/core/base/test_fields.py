"""Numbers, texts and dates are read in one way by every form."""

from datetime import date
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django import forms

import director
from director.core.base.forms import (
    DayField,
    DecimalField,
    HundredthsField,
    PageForm,
    TextField,
    parse_decimal,
)
from director.errors import DeskError
from director.models import NextNight, Section
from tests.cases import leave_to_slow
from tests.director.additions.rulings.ruled import make_section_to_rule_on
from tests.director.pages import find_errors
from tests.director.party.parties import make_seated_party


def all_forms():
    for module in walk_packages(director.__path__, "director."):
        if ".page" in module.name:
            import_module(module.name)
    found, waiting = [], [PageForm]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].__subclasses__()
    return sorted(found, key=lambda form: f"{form.__module__}.{form.__name__}")


FIELDS = {
    f"{form.__name__}.{name}": field
    for form in all_forms()
    for name, field in form.base_fields.items()
}


def test_every_text_with_a_limit_counts_line_breaks_once_and_refuses_in_our_words():
    limited = {name for name, field in FIELDS.items() if getattr(field, "max_length", None)}
    ours = {name for name in limited if isinstance(FIELDS[name], TextField)}
    said = {
        name
        for name in limited
        if "%(limit" not in str(FIELDS[name].error_messages.get("max_length", "%(limit"))
    }
    assert limited - ours - said == set()
    assert len(ours) > 25


def test_every_date_and_every_decimal_has_the_one_field():
    fields = FIELDS.values()
    assert not [name for name in FIELDS if type(FIELDS[name]) is forms.DateField]
    assert not [name for name in FIELDS if type(FIELDS[name]) is forms.DecimalField]
    assert [field for field in fields if isinstance(field, DayField)]
    assert [field for field in fields if isinstance(field, DecimalField)]


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("1899-01-01", None),
        ("2100-12-31", None),
        ("1898-12-31", "This year is out of range. Type the date as 2026-11-17."),
        ("1800-05-01", "This year is out of range. Type the date as 2026-11-17."),
        ("2101-01-01", "This year is out of range. Type the date as 2026-11-17."),
    ],
)
def test_dates_are_of_1899_to_2100(typed, refusal):
    field = DayField()
    if refusal is None:
        assert field.clean(typed) == date.fromisoformat(typed)
        return
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(typed)
    assert refused.value.messages == [refusal]


def test_a_weekly_night_of_1800_is_not_planned(desk):
    sent = {"date": "1800-05-01", "kind": "Pairs", "is_weekly": "on"}
    refused = desk.post("/club/next-nights/", sent)
    assert refused.status_code == 422
    assert NextNight.objects.count() == 0
    assert find_errors(refused) == ["This year is out of range. Type the date as 2026-11-17."]


@pytest.mark.parametrize("text", ["1,234", "-7,500", "12,000"])
def test_a_comma_of_two_readings_is_asked_about(text):
    with pytest.raises(DeskError) as refused:
        parse_decimal(text)
    whole, decimal = text.replace(",", ""), text.replace(",", ".")
    assert str(refused.value) == f"“{text}” can be {decimal} or {whole}. Type {decimal} or {whole}."


@pytest.mark.parametrize(
    "text", ["", "x", ",", ".", "1,2,3", "1..2", "--1", "1 5", "1e5", "9" * 31]
)
def test_what_is_no_number_is_none(text):
    assert parse_decimal(text) is None


@pytest.mark.parametrize(
    ("column", "says"),
    leave_to_slow(
        [
            ("carry_over-6", "Pair 1 E-W: “1,234” can be 1.234 or 1234. Type 1.234 or 1234."),
            ("handicap-6", "Pair 1 E-W: “1,234” can be 1.234 or 1234. Type 1.234 or 1234."),
            ("carry_over_of", "“1,234” can be 1.234 or 1234. Type 1.234 or 1234."),
        ],
        but=1,
    ),
)
def test_a_carry_over_of_two_readings_is_asked_about(desk, column, says):
    section = make_section_to_rule_on()
    path = f"/sessions/{section.session_id}/results/extras/"
    refused = desk.post(path, {column: "1,234"})
    assert says in find_errors(refused)
    assert desk.get(path).status_code == 200
    section = Section.objects.get(pk=section.pk)
    assert section.carry_over_of == ""


@pytest.mark.parametrize(
    ("typed", "cents"), [("2,50", 250), ("2.5", 250), ("1,234.50", 123450), ("1.234,50", 123450)]
)
def test_money_takes_point_and_comma(typed, cents):
    assert HundredthsField(label="Fee").clean(typed) == cents


def test_money_of_two_readings_is_asked_about(desk):
    party = make_seated_party(players=12, rounds=2)
    refused = desk.post(f"/parties/{party.pk}/money/", {"fee": "1,234"})
    assert find_errors(refused)[:1] == ["“1,234” can be 1.234 or 1234. Type 1.234 or 1234."]
