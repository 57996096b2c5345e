"""The base class of all forms, and form fields that pages share: dates, text and numbers.

A field refuses bad input by :func:`make_validation_error`, so that its error has a code and
says what to type instead. :func:`make_validation_error` makes such an error for any form.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from datetime import date
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import CharField, Field, Model
from django.http import QueryDict
from django.utils.choices import flatten_choices
from django.utils.safestring import SafeString
from django.utils.text import normalize_newlines

from director.core.base.shown_refusals import raise_refusals_as_form_errors
from director.errors import ChangedMeanwhileError, DeskError, PrintingError
from director.formats.dates import YEARS
from director.formats.reading import strip_invisible
from director.pdf.selection import NumberRuns, parse_numbers

_MAX_LENGTH = 30
MAX_CENTS = 100_000_000
"""A million in cents. A larger amount is a typing error."""
_MINUS_SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})
_NUMBER_PATTERN = re.compile(r"[+-]?(?=[.,]?\d)\d*(?:[.,]\d*)?", re.ASCII)
_THOUSANDS_PATTERN = re.compile(
    r"[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:[.]\d*)?|(?:[.]\d{3}){2,}(?:,\d*)?|(?:,\d{3})+[.]\d*|(?:[.]\d{3})+,\d*)",
    re.ASCII,  # the digits of other scripts are no results
)
_AMBIGUOUS_PATTERN = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
"""A comma before three digits: decimals in one country, thousands in another.

A point before three digits is a decimal point, as the program itself writes it.
"""


def parse_decimal(text: str) -> Decimal | None:
    """Return the number in *text*, or None if it isn't one.

    >>> [str(parse_decimal(text)) for text in ("1,5", "1.5", "−2", ".50", "1,234.5", "0,125", "1.234", "x", "٤")]
    ['1.5', '1.5', '-2', '0.50', '1234.5', '0.125', '1.234', 'None', 'None']

    :raises DeskError: if a comma may separate decimals or thousands: ``1,234``
    """
    number_text = re.sub(r"^([+-])\s+", r"\1", text.strip().translate(_MINUS_SIGNS))
    if len(number_text) > _MAX_LENGTH:
        return None
    if _AMBIGUOUS_PATTERN.fullmatch(number_text):
        raise DeskError(
            "number-of-two-readings",
            "“{text}” can be {decimal} or {whole}. Type {decimal} or {whole}.",
            text=text.strip(),
            decimal=number_text.replace(",", "."),
            whole=number_text.replace(",", ""),
        )
    if _NUMBER_PATTERN.fullmatch(number_text):
        return Decimal(number_text.replace(",", "."))
    if _THOUSANDS_PATTERN.fullmatch(number_text):
        # With both signs, the last one separates decimals. A single kind separates thousands.
        has_decimals = len(set(re.findall(r"[.,]", number_text))) == 2
        integer_part = number_text
        decimals = ""
        if has_decimals:
            integer_part, decimals = re.split(r"[.,](?=\d*$)", number_text)
        return Decimal(f"{re.sub('[.,]', '', integer_part)}.{decimals}")
    return None


def has_max_digits(number: Decimal, *, whole_digits: int, decimals: int) -> bool:
    """Return whether *number* has at most these digits before and after the decimal point.

    >>> (
    ...     has_max_digits(Decimal("1234.50"), whole_digits=4, decimals=1),
    ...     has_max_digits(Decimal("0.25"), whole_digits=4, decimals=1),
    ... )
    (True, False)
    """
    scaled = number.scaleb(decimals)
    return abs(number).scaleb(-whole_digits) < 1 and scaled == scaled.to_integral_value()


class StoredValueBox(forms.BoundField):
    """A box that sends the stored value along, even on a page that shows what was typed.

    Django would send what was typed if a change of another box had filled in the form again. It
    would then pass as untouched, and be dropped.
    """

    def as_widget(
        self,
        widget: forms.Widget | None = None,
        attrs: dict[str, Any] | None = None,
        only_initial: bool = False,
    ) -> SafeString:
        if not only_initial or self.html_initial_name in self.form.data:
            return super().as_widget(widget, attrs, only_initial)
        hidden_widget = widget or self.field.hidden_widget()
        return hidden_widget.render(
            self.html_initial_name,
            self.field.prepare_value(self.initial),
            {**(attrs or {}), "id": self.html_initial_id},
            renderer=self.form.renderer,
        )


class PageForm(forms.Form):
    """The base class of every form on a page."""

    bound_field_class = StoredValueBox

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Labels are above their boxes, where Django's colon would be out of place.
        super().__init__(*args, **({"label_suffix": ""} | kwargs))

    def add_shown_values(self) -> None:
        """Send the stored value along with each box, so that desks don't undo each other's changes.

        Boxes that weren't touched then keep what another desk has stored since. A box that both
        changed is refused.
        """
        for field in self.fields.values():
            has_one_value = field.hidden_widget is forms.HiddenInput
            field.show_hidden_initial = has_one_value and not field.widget.is_hidden

    def _clean_fields(self) -> None:
        super()._clean_fields()  # type: ignore[misc]  # the stubs leave it out
        for name in list(self.cleaned_data):
            if self[name].html_initial_name in self.data:
                self._resolve_desk_conflict(name)

    def _resolve_desk_conflict(self, name: str) -> None:
        """Refuse box *name* if another desk changed it too, or keep that change if only it did.

        A box that another desk emptied and that can't be empty is refused, even if nobody touched it.
        """
        box = self[name]
        stored_value = self.get_initial_for_field(box.field, name)
        hidden_widget = box.field.hidden_widget()
        shown_value = box.field.prepare_value(stored_value)
        stored_text: str = hidden_widget.format_value(shown_value) or ""
        # Browsers send every line break as two characters.
        shown_text = normalize_newlines(self.data[box.html_initial_name])
        if shown_text == normalize_newlines(stored_text):
            return
        can_be_kept = True
        try:
            # As the page shows it: a field may keep hundredths, which it shows as an amount.
            stored_cleaned_value = box.field.clean(shown_value)
        except ValidationError:
            stored_cleaned_value = stored_value
            can_be_kept = bool(stored_text)
        if name not in self.changed_data and can_be_kept:
            self.cleaned_data[name] = stored_cleaned_value
        elif self.cleaned_data[name] != stored_cleaned_value:
            # The refused form sends the stored value as shown, so that the next Save replaces it.
            data = cast(QueryDict, self.data).copy()
            data[box.html_initial_name] = stored_text
            self.data = data
            error = make_conflict_error(_describe_value(box, shown_value))
            self.add_error(name, make_external_error(error))

    def set_choices(self, name: str, choices: Iterable[tuple[Any, str]]) -> None:
        """Set the *choices* of the list *name*."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = list(choices)


class SettingsForm(PageForm, forms.ModelForm):  # type: ignore[type-arg]  # as it runs
    """A form of the fields of a model, with the values of *instance*.

    A setting of the model is on the form by its name in ``Meta.fields``. What is typed is set on a
    copy: the service stores it, because it checks and records more than a form does.
    """

    def __init__(self, *args: Any, instance: Model | None = None, **kwargs: Any) -> None:
        super().__init__(*args, instance=copy(instance), **kwargs)
        if instance is not None and self.has_stored_values(instance):
            self.add_shown_values()

    def has_stored_values(self, instance: Model) -> bool:
        """Return whether *instance* has what a page showed before, so that two desks can differ."""
        return bool(instance.pk)

    def list_stored_values(self) -> list[tuple[str, str]]:
        """Return the label of each box and its stored value in words."""
        return [(str(box.label), _describe_value(box, box.initial)) for box in self]


def make_model_form_field(field: "Field[Any, Any]", **options: Any) -> forms.Field | None:
    """Return the form field of a model's *field*: a ``TextField`` for a text without choices.

    It is the ``formfield_callback`` in ``Meta`` of a form whose fields are listed elsewhere.
    """
    if isinstance(field, CharField) and not field.choices:
        return field.formfield(form_class=TextField, **options)
    return field.formfield(**options)


def make_validation_error(code: str, text: str, /, **params: object) -> ValidationError:
    """Return the error of a field or a form with *text* about *params*.

    >>> make_validation_error("too-few", "{count} are too few.", count=2).messages
    ['2 are too few.']
    """
    return ValidationError(text.format(**params), code=code)


def make_external_error(error: Exception) -> ValidationError:
    """Return the error of a field or a form in the words of an *error* from elsewhere."""
    return ValidationError(str(error), code="as-said")


def make_conflict_error(stored_text: str) -> ChangedMeanwhileError:
    """Return the error for a box that another desk has since changed to *stored_text*."""
    if stored_text:
        return ChangedMeanwhileError(
            "box-changed-meanwhile",
            "This was changed to “{stored}” after you opened the page. Check it, then press again "
            "to replace it.",
            stored=stored_text,
        )
    return ChangedMeanwhileError(
        "box-emptied-meanwhile",
        "This was emptied after you opened the page. Check it, then press again to fill it in.",
    )


def merge_box_value(*, typed_value: str, shown_value: str | None, stored_value: str) -> str:
    """Return the value to store for a box: *typed_value*, or *stored_value* if nobody touched the box.

    *shown_value* is the value that the page showed, or None if the page didn't send it.

    >>> (
    ...     merge_box_value(typed_value="3", shown_value="3", stored_value="5"),
    ...     merge_box_value(typed_value="4", shown_value="3", stored_value="3"),
    ... )
    ('5', '4')

    :raises ChangedMeanwhileError: if another desk has changed the box as well
    """
    if shown_value is None or typed_value == stored_value:
        return typed_value
    if typed_value == shown_value:
        return stored_value
    if stored_value != shown_value:
        raise make_conflict_error(stored_value)
    return typed_value


def _describe_value(box: forms.BoundField, value: object) -> str:
    """Return *value* as the page shows it in *box*: a choice by its label, a tick in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    labels_by_value: dict[str, str] = dict(flatten_choices(getattr(box.field, "choices", ())))
    return labels_by_value.get(text, text)


_YEAR_ERROR = "This year is out of range. Type the date as 2026-11-17."
"""The error for a year such as 0026, which browsers accept in a date box."""


class DayField(forms.DateField):
    """A date, chosen or typed. *missing* is the error for an empty one."""

    def __init__(self, *, missing: str = "", **field: Any) -> None:
        super().__init__(
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            validators=[
                MinValueValidator(date(YEARS[0], 1, 1), _YEAR_ERROR),
                MaxValueValidator(date(YEARS[-1], 12, 31), _YEAR_ERROR),
            ],
            error_messages={
                "required": missing,
                "invalid": "This isn’t a date. Type it as 2026-11-17.",
            },
            **field,
        )


class ChoiceField(forms.ChoiceField):
    """A choice from a list. *missing* is the error without a choice, or for one not on the list."""

    def __init__(self, *, missing: str, **field: Any) -> None:
        messages = dict.fromkeys(("required", "invalid_choice"), missing)
        super().__init__(error_messages=messages, **field)


MAX_LIST_BYTES = 1_000_000
"""Limit of an uploaded list."""


class TextField(forms.CharField):
    """Text of one line or more, in which a line break counts as one character.

    *missing* is the error for an empty box. *what* is the subject of the error for a text that is
    too long, by default the label.
    """

    def __init__(self, *, missing: str = "", what: str = "", **field: Any) -> None:
        super().__init__(**field)
        if missing:
            self.error_messages["required"] = missing
        if what:
            self.error_messages["max_length"] = (
                f"{what} is too long. Use at most {self.max_length} characters."
            )
        elif self.max_length and "max_length" not in (field.get("error_messages") or {}):
            self.error_messages["max_length"] = (
                "{what} has {count} characters. Shorten it to {most} or fewer.".format(
                    what=self.label or "This text",
                    count="%(show_value)s",
                    most="%(limit_value)s",
                )
            )

    def to_python(self, value: object) -> str:
        """Return the text. Browsers send two characters for each line break."""
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n").replace("\r", "\n")


class NameField(TextField):
    """A name in one line, without invisible characters."""

    def to_python(self, value: object) -> str:
        """Return the name without invisible characters."""
        return strip_invisible(super().to_python(value) or "")


def parse_small_number(text: str) -> int:
    """Parse a number of at most five digits. Return 0 for any other text.

    >>> parse_small_number("12"), parse_small_number("x"), parse_small_number("9" * 5000), parse_small_number("١٢")
    (12, 0, 0, 0)
    """
    if text.isascii() and text.isdecimal() and len(text) <= 5:
        return int(text)
    return 0


def parse_record_number(text: str) -> int:
    """Return the number of an act, a version or another record in *text*, or 0."""
    # Nine digits are the most that a primary key can have here.
    if text.isascii() and text.isdecimal() and len(text) <= 9:
        return int(text)
    return 0


def read_boxes_by_numbers(
    data: Mapping[str, str], prefix: str, *, number_count: int
) -> dict[tuple[int, ...], str]:
    """Return the texts of boxes whose names are *prefix* and *number_count* numbers, by the numbers.

    The rows of such boxes have numbers of their own, such as those of pairs, and a page may show
    some of them only. So they are no formset, whose forms are counted.

    >>> read_boxes_by_numbers({"name-4-1": "Ada Ash", "name-4-2": "", "name-4": "x"}, "name", number_count=2)
    {(4, 1): 'Ada Ash', (4, 2): ''}
    """
    pattern = re.compile(prefix + r"-([0-9]{1,6})" * number_count)
    texts_by_numbers = {}
    for name in data:
        if match := pattern.fullmatch(name):
            texts_by_numbers[tuple(map(int, match.groups()))] = data[name]
    return texts_by_numbers


MAX_CHOICE_LETTERS = 34
"""Letters of a choice that fit in a closed select box on a phone."""


def make_choice_widget(choices: Iterable[tuple[str, str]]) -> forms.Select | forms.RadioSelect:
    """Return the widget for *choices*: a select, or radio buttons if one is long."""
    choices = list(choices)
    is_long = any(len(text) > MAX_CHOICE_LETTERS for _value, text in choices)
    if is_long:
        return forms.RadioSelect(choices=choices)
    return forms.Select(choices=choices)


def group_choices(
    choices: Iterable[tuple[str, str]], *, common_values: Collection[str], others_label: str
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return *choices* in two groups for one list: those with *common_values*, then all others.

    >>> group_choices([("0", "nothing"), ("1", "1")], common_values=["0"], others_label="Other numbers")
    [('Usual', [('0', 'nothing')]), ('Other numbers', [('1', '1')])]
    """
    choices = list(choices)
    return [
        ("Usual", [choice for choice in choices if choice[0] in common_values]),
        (others_label, [choice for choice in choices if choice[0] not in common_values]),
    ]


class WholeNumberField(forms.IntegerField):
    """A whole number. *what* and *example* are part of its errors: ``"a board"``, ``3``."""

    def __init__(self, *, what: str, example: int, **field: Any) -> None:
        self.what = what
        self.example = example
        # Not type=number, because browsers then send nothing for letters, so that the error
        # couldn't say what was typed.
        field.setdefault("widget", forms.TextInput(attrs={"inputmode": "numeric", "class": "n"}))
        noun = what.removeprefix("a ").removeprefix("the ")
        ending = f"such as {example}, not %(show_value)s."
        messages = {
            "min_value": f"The {noun} must be %(limit_value)s or more, {ending}",
            "max_value": f"The {noun} must be at most %(limit_value)s, {ending}",
        }
        super().__init__(error_messages=messages | field.pop("error_messages", {}), **field)

    def to_python(self, value: object) -> int | None:
        """Return the number, or None for an empty box."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            raise make_validation_error(
                "no-whole-number",
                "“{text}” isn’t {what}. Type a whole number in figures, such as {example}.",
                text=str(value)[:20],
                what=self.what,
                example=self.example,
            ) from error


class DecimalField(forms.DecimalField):
    """A number with a decimal point or comma. *example* is part of its errors: ``"13.5"``."""

    def __init__(self, *, example: str, **field: Any) -> None:
        self.example = example
        attrs = {"inputmode": "decimal", "class": "n"}
        messages = {
            "max_digits": "This number has too many digits. Type one such as {example}.",
            "max_decimal_places": "This number has too many decimals. Type one such as {example}.",
            "max_whole_digits": "This number is too large. Type one such as {example}.",
        }
        own_messages = {code: text.format(example=example) for code, text in messages.items()}
        super().__init__(
            widget=forms.TextInput(attrs=attrs),
            error_messages=own_messages | field.pop("error_messages", {}),
            **field,
        )

    def to_python(self, value: object) -> Decimal | None:  # type: ignore[override]  # as Django's own
        """Return the number, or None for an empty box."""
        if value in self.empty_values:
            return None
        with raise_refusals_as_form_errors():
            number = parse_decimal(str(value))
        if number is None:
            raise make_validation_error(
                "not-a-number",
                "“{text}” isn’t a number. Type one such as {example}.",
                text=str(value)[:20],
                example=self.example,
            )
        return number


class HundredthsField(forms.Field):
    """An amount or a percentage with at most two decimals, in hundredths."""

    def __init__(self, *, label: str, max_value: int = MAX_CENTS, initial: int = 0) -> None:
        self.max_value = max_value
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "class": "n", "autocomplete": "off"}
        )
        super().__init__(label=label, required=False, widget=widget, initial=initial)

    def to_python(self, value: object) -> int:
        """Return the hundredths, 0 for an empty field."""
        text = str(value or "").strip()
        if not text:
            return 0
        with raise_refusals_as_form_errors():
            amount = parse_decimal(text)
        if amount is None or amount < 0 or not has_max_digits(amount, whole_digits=9, decimals=2):
            raise make_validation_error(
                "no-sum",
                "“{text}” isn’t an amount. Type a number with at most two decimals, such as 2.50 or "
                "5.",
                text=text[:20],
            )
        hundredths = int(100 * amount)
        if hundredths > self.max_value:
            raise make_validation_error(
                "sum-too-large",
                "“{text}” is too much. Type {most} or less.",
                text=text[:20],
                most=format_hundredths(self.max_value),
            )
        return hundredths

    def prepare_value(self, value: object) -> object:
        """Return hundredths as they are typed, without decimals if the amount is whole."""
        if isinstance(value, int):
            return format_hundredths(value)
        return value


def format_hundredths(hundredths: int) -> str:
    """Return hundredths as they are typed, "" for 0.

    >>> format_hundredths(500), format_hundredths(250), format_hundredths(0)
    ('5', '2.50', '')
    """
    if not hundredths:
        return ""
    whole, decimals = divmod(hundredths, 100)
    if decimals:
        return f"{whole}.{decimals:02}"
    return str(whole)


class NumbersField(TextField):
    """Numbers such as ``1-4, 7`` or ``3-``, or all if empty. *what* names the numbered thing."""

    def __init__(self, *, what: str, example: str) -> None:
        self.what = what
        attrs = {"class": "n", "autocomplete": "off", "placeholder": example}
        super().__init__(
            label=f"{what.capitalize()}s",
            required=False,
            max_length=200,
            widget=forms.TextInput(attrs=attrs),
        )

    def clean(self, value: object) -> NumberRuns:
        """Return the numbers as runs, with no run for an empty box."""
        text = super().clean(value)
        try:
            return parse_numbers(text, self.what)
        except PrintingError as error:
            raise make_external_error(error) from error
