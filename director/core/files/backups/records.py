"""The records of backups: from rows of the database, and validated before they are rows again."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.validators import (
    DecimalValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
)
from django.db import IntegrityError
from django.db.models import ForeignKey, JSONField, Model

from director.core.files.backups.file import Record
from director.formats.errors import format_for_sentence
from director.formats.reading import has_nul
from director.names import make_name_key

RECORD_UNKNOWN_TEXT = "there are no records called {label!r}"
CHUNK_SIZE = 500
"""Rows in memory at once."""
_INTEGER_LIMIT = 2**63
"""Limit of integers in SQLite and PostgreSQL. Python and JSON have larger ones."""
_COLUMN_VALIDATORS = (DecimalValidator, MaxLengthValidator, MaxValueValidator, MinValueValidator)


class BadRecordError(ValueError):
    """A record that the database can't hold. ``str()`` names the record and the reason."""

    def __init__(self, text: str, /, **params: object) -> None:
        super().__init__(text.format(**params))


def serialize_records(models: Iterable[type[Model]], *, using: str = "default") -> Iterator[Record]:
    """Yield the records of *models*, model by model, ordered by primary key."""
    for model in models:
        # The base manager also returns rows that a model's usual manager hides.
        rows = model._base_manager.using(using).order_by("pk").iterator(chunk_size=CHUNK_SIZE)
        while chunk := list(islice(rows, CHUNK_SIZE)):
            yield from serializers.serialize("python", chunk)


def store_records(
    records: Iterable[Record], apps: Apps, allowed_labels: set[str], *, using: str = "default"
) -> int:
    """Store *records* as rows of the *allowed_labels* models, and return their number.

    The block around it must be a transaction, which checks references when it ends.

    :raises BadRecordError: if the database can't hold a record
    """
    count = 0
    for count, record in enumerate(records, start=1):  # noqa: B007  (the last number is the number of records)
        instance = make_instance(record, apps, allowed_labels)
        try:
            # Raw, since a record is stored as it is, without what save() and signals would add.
            instance.save_base(raw=True, force_insert=True, using=using)
        except IntegrityError as error:
            raise BadRecordError(
                "{record} doesn’t fit the other records", record=_format_record_name(record)
            ) from error
    return count


def make_instance(
    record: Record, apps: Apps, allowed_labels: set[str], *, needs_validation: bool = False
) -> Model:
    """Build an unsaved model instance from *record*, whose label must be one of *allowed_labels*.

    A value from our own database only has to fit its column, because validators change from version
    to version. *needs_validation* runs them too, for files that others may have written.

    :raises BadRecordError: if the model or a field doesn't exist, or a field refuses its value
    """
    label, fields = record["model"], record["fields"]
    if label not in allowed_labels:
        raise BadRecordError(RECORD_UNKNOWN_TEXT, label=label)
    model = apps.get_model(label)
    instance: Model = model()
    _set_field(
        instance, model._meta.pk, record["pk"], record=record, needs_validation=needs_validation
    )
    for name, value in fields.items():
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist as error:
            raise BadRecordError(
                "{record} has an unknown field {field!r}",
                record=_format_record_name(record),
                field=name,
            ) from error
        if field.many_to_many and not value:
            continue  # groups and permissions of an account, which are empty here
        _set_field(instance, field, value, record=record, needs_validation=needs_validation)
    _set_name_keys(instance, fields)
    return instance


def _set_name_keys(instance: Model, fields: dict[str, Any]) -> None:
    """Set the normalised names, which files leave out and models of migrations don't compute."""
    concrete_fields: tuple[Any, ...] = instance._meta.concrete_fields
    for model_field in concrete_fields:
        source = model_field.name.removesuffix("_key")
        if not model_field.serialize and source != model_field.name and source in fields:
            setattr(instance, model_field.attname, make_name_key(getattr(instance, source)))


def _set_field(
    instance: Model, field: Any, value: object, *, record: Record, needs_validation: bool
) -> None:
    """Set *field* of *instance* if the field accepts *value*.

    Blank values are accepted, because only forms require more than the database holds.
    """
    # The field that knows the type of the value: for a foreign key the key that it refers to.
    value_field = field.target_field if isinstance(field, ForeignKey) else field
    try:
        value = value_field.to_python(value)
        if value is None and not field.null:
            raise BadRecordError(
                "{record} has no {field}",
                record=_format_record_name(record),
                field=field.name,
            )
        # A foreign key's own clean() would look up the row, which may not be stored yet.
        if value is not None and value_field is field and not field.auto_created:
            _validate_value(field, value, instance, needs_validation=needs_validation)
        if isinstance(field, JSONField) and not _has_json_type(field, value):
            raise TypeError
        if has_nul(value):
            raise BadRecordError(
                "{record} has a NUL in its {field}",
                record=_format_record_name(record),
                field=field.name,
            )
    except ValidationError as error:
        error_codes = {part.code for part in error.error_list}
        if error_codes - {"blank"}:
            raise BadRecordError(
                "{record} has a wrong {field}: {reason}",
                record=_format_record_name(record),
                field=field.name,
                reason=format_for_sentence(error.messages[0].rstrip(".")),
            ) from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, BadRecordError):  # which is a ValueError
            raise
        raise BadRecordError(
            "{record} has a wrong {field}", record=_format_record_name(record), field=field.name
        ) from error
    setattr(instance, field.attname, value)


def _validate_value(field: Any, value: object, instance: Model, *, needs_validation: bool) -> None:
    field.validate(value, instance)
    if value in field.empty_values:
        return
    validators = field.validators
    if not needs_validation:
        validators = _get_column_validators(field)
    for validator in validators:
        validator(value)


def _get_column_validators(field: Any) -> list[Callable[[Any], None]]:
    """Return the validators that follow from the type and size of the column."""
    return [
        validator
        for validator in field.validators
        if isinstance(validator, _COLUMN_VALIDATORS) and validator not in field._validators
    ]


def _format_record_name(record: Record) -> str:
    return f"{record['model'].partition('.')[2]} {record['pk']}"


def _has_json_type(field: "JSONField[Any, Any]", value: object) -> bool:
    """Return whether *value* has the type of the field's default, a list or a dictionary."""
    default = field.get_default()
    has_type = default is None or value is None or type(value) is type(default)
    return has_type and _has_small_numbers(value)


def _has_small_numbers(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_has_small_numbers, value.values()))
    if isinstance(value, list):
        return all(map(_has_small_numbers, value))
    return not isinstance(value, int) or -_INTEGER_LIMIT <= value < _INTEGER_LIMIT
