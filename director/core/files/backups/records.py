"""Records of the database as a backup holds them, and back: each value held to its model."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db.models import ForeignKey, JSONField, Model

from director.core.base.sentences import DeskSentences
from director.core.files.backups.file import Record
from director.errors import Phrase
from director.formats.errors import shown_text

CHUNK = 500
_LARGEST = 2**63


class BadRecordError(ValueError):
    """A record that the database can't hold. ``str()`` says which and why."""

    def __init__(self, phrase: Phrase, /, **params: object) -> None:
        super().__init__(phrase.says(**params))


def records_of(models: Iterable[type[Model]], *, using: str = "default") -> Iterator[Record]:
    """Yield every record of *models*, model by model, in the order of their numbers."""
    for model in models:
        rows = model._base_manager.using(using).order_by("pk").iterator(chunk_size=CHUNK)
        while chunk := list(islice(rows, CHUNK)):
            yield from serializers.serialize("python", chunk)


def object_of(record: Record, apps: Apps, allowed: set[str]) -> Model:
    """Return *record* as an unsaved model instance. *allowed* are the labels.

    :raises BadRecordError: if there is no such model or field, or a value that the model would not
        take
    """
    label, fields = record["model"], record["fields"]
    if label not in allowed:
        raise BadRecordError(DeskSentences.RECORD_UNKNOWN, label=label)
    model = apps.get_model(label)
    built: Model = model()
    _set(built, model._meta.pk, record["pk"], record)
    for name, value in fields.items():
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist as error:
            raise BadRecordError(
                DeskSentences.RECORD_FIELD_UNKNOWN, record=_record_name(record), field=name
            ) from error
        if field.many_to_many and not value:
            continue
        _set(built, field, value, record)
    return built


def _set(built: Model, field: Any, value: object, record: Record) -> None:
    """Give *built* a value, held to what its field takes.

    What is blank is taken: forms ask for more than the database has to hold.
    """
    own = field.target_field if isinstance(field, ForeignKey) else field
    try:
        value = own.to_python(value)
        if value is None and not field.null:
            raise BadRecordError(
                DeskSentences.RECORD_FIELD_MISSING, record=_record_name(record), field=field.name
            )
        if value is not None and own is field and not field.auto_created:
            value = field.clean(value, built)
        if isinstance(field, JSONField) and not _is_of_form(field, value):
            raise TypeError
        if _has_nul(value):
            raise BadRecordError(
                DeskSentences.RECORD_FIELD_NUL, record=_record_name(record), field=field.name
            )
    except ValidationError as error:
        if {part.code for part in error.error_list} - {"blank"}:
            raise BadRecordError(
                DeskSentences.RECORD_FIELD_REFUSED,
                record=_record_name(record),
                field=field.name,
                reason=shown_text(error.messages[0].rstrip(".")),
            ) from error
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, BadRecordError):
            raise
        raise BadRecordError(
            DeskSentences.RECORD_FIELD_WRONG, record=_record_name(record), field=field.name
        ) from error
    setattr(built, field.attname, value)


def _record_name(record: Record) -> str:
    return f"{record['model'].partition('.')[2]} {record['pk']}"


def _is_of_form(field: "JSONField[Any, Any]", value: object) -> bool:
    """Return whether *value* is a list or dictionary that *field* can hold."""
    usual = field.get_default()
    return (usual is None or value is None or type(value) is type(usual)) and _is_small(value)


def _has_nul(value: object) -> bool:
    """Return whether a text in *value* has a NUL, which PostgreSQL can't store."""
    if isinstance(value, dict):
        return any(map(_has_nul, [*value, *value.values()]))
    if isinstance(value, list):
        return any(map(_has_nul, value))
    return isinstance(value, str) and "\0" in value


def _is_small(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_small, value.values()))
    if isinstance(value, list):
        return all(map(_is_small, value))
    return not isinstance(value, int) or -_LARGEST <= value < _LARGEST
