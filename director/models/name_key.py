"""The normalised form of a name in a column of its own, by which records are found and told apart."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from director.names import make_name_key

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField

_Row_co = TypeVar("_Row_co", bound=models.Model, covariant=True)
_SUFFIX = "_key"
MAX_FOLDED_LETTERS = 3
"""Letters that a letter becomes at most where Unicode folds capitals."""


class _NameKeyAttribute(DeferredAttribute):
    """The attribute of a :class:`NameKey`: always the form of the name that the record has now.

    It isn't set by ``save()``, because a restored backup is stored without what ``save()`` adds.
    """

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        return make_name_key(getattr(instance, self.field.attname.removesuffix(_SUFFIX)))

    def __set__(self, instance: models.Model, value: object) -> None:
        # Django takes a field for deferred, and doesn't save it, if it isn't in the dictionary.
        instance.__dict__[self.field.attname] = value


class NameKey(_Text):
    """The normalised form of another field: ``make_name_key`` is that of ``name``.

    The databases fold capitals in different ways, SQLite only those of ASCII. The program folds them
    itself, so that both find the same records and keep the same ones apart. Files don't hold the
    form, which follows from the name.
    """

    descriptor_class = _NameKeyAttribute

    def __init__(self, *, max_length: int, **how: Any) -> None:
        plain = {"default": "", "editable": False, "serialize": False}
        super().__init__(max_length=max_length, **how | plain)

    def deconstruct(self) -> Any:
        """Return the plain field for a migration, whose models fill it themselves."""
        name, _path, args, how = super().deconstruct()
        return name, "django.db.models.CharField", args, how


class NamedQuerySet(models.QuerySet[_Row_co]):
    """A query set that changes the normalised form together with the name."""

    def update(self, **values: Any) -> int:
        """Change the fields, each name with its normalised form."""
        for key, source in _iter_keys_and_sources(self.model):
            if source in values and key not in values:
                values[key] = make_name_key(values[source])
        return super().update(**values)

    def bulk_update(
        self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None
    ) -> int:
        """Save *fields* of many records, each name with its normalised form."""
        return super().bulk_update(objs, _add_key_names(self.model, fields), batch_size=batch_size)


class NamedRecord(models.Model):
    """A record with a :class:`NameKey`, which no way of saving the name leaves behind."""

    objects = NamedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, **how: Any) -> None:
        """Save the record or some of its fields, each name with its normalised form."""
        if how.get("update_fields"):
            how["update_fields"] = _add_key_names(type(self), how["update_fields"])
        for key, source in _iter_keys_and_sources(type(self)):
            # Django saves a record that was read in part without the fields that weren't read.
            if source in self.__dict__:
                self.__dict__.setdefault(key, "")
        super().save(**how)


def _iter_keys_and_sources(model: type[models.Model]) -> Iterable[tuple[str, str]]:
    for field in model._meta.concrete_fields:
        if isinstance(field, NameKey):
            yield field.name, field.name.removesuffix(_SUFFIX)


def _add_key_names(model: type[models.Model], fields: Iterable[str]) -> list[str]:
    names = list(fields)
    keys = [key for key, source in _iter_keys_and_sources(model) if source in names]
    return [*names, *(key for key in keys if key not in names)]
