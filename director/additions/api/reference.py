"""The OpenAPI document as records for a page without scripts, and the shapes of JSON objects in it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

JSON_CONTENT_TYPE = "application/json"
SCHEMA_PREFIX = "#/components/schemas/"


def make_content(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the content of a body with *shape*, which the document describes."""
    return {JSON_CONTENT_TYPE: {"schema": {"$ref": f"{SCHEMA_PREFIX}{shape.__name__}"}}}


def add_shape(document: dict[str, Any], shape: type[BaseModel]) -> None:
    """Describe *shape* and those within it in an OpenAPI *document*."""
    schemas = document["components"]["schemas"]
    schema = shape.model_json_schema(ref_template=f"{SCHEMA_PREFIX}{{model}}")
    schemas |= schema.pop("$defs", {})
    schemas[shape.__name__] = schema


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A parameter or a field: its name, its type in words, and the *shape* to look up, if any."""

    name: str
    type: str
    shape: str
    is_required: bool
    description: str


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A status that an address answers with, what it means, and the shape of the body, if any."""

    status: str
    description: str
    shape: str


@dataclass(frozen=True, slots=True)
class AddressCard:
    """One method of an address. *body* is the shape of the request's body, if any."""

    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    needs_token: bool
    params: tuple[FieldRow, ...]
    body: str
    answers: tuple[AnswerRow, ...]


@dataclass(frozen=True, slots=True)
class ShapeCard:
    """A shape of JSON objects, with its fields."""

    name: str
    paragraphs: tuple[str, ...]
    fields: tuple[FieldRow, ...]


def group_addresses_by_topic(document: Mapping[str, Any]) -> dict[str, list[AddressCard]]:
    """Return the addresses of an OpenAPI *document* by topic, both in its order."""
    topics: dict[str, list[AddressCard]] = defaultdict(list)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            card = _make_address_card(method.upper(), path, operation)
            topics[operation.get("tags", ["Other"])[0]].append(card)
    return dict(topics)


def list_shapes(document: Mapping[str, Any]) -> list[ShapeCard]:
    """Return the shapes of an OpenAPI *document* by name."""
    shapes = document["components"]["schemas"]
    cards = []
    for name in sorted(shapes):
        fields = tuple(_make_field_rows(shapes[name]))
        cards.append(ShapeCard(name, split_paragraphs(shapes[name]), fields))
    return cards


def _make_address_card(method: str, path: str, operation: Mapping[str, Any]) -> AddressCard:
    params = []
    for param in operation["parameters"]:
        schema = param["schema"]
        description = param.get("description", "")
        params.append(
            FieldRow(
                name=param["name"],
                type=_describe_type(schema),
                shape=_get_shape_name(schema),
                is_required=param["required"],
                description=description,
            )
        )
    answers = []
    for status, answer in sorted(operation["responses"].items()):
        schema = answer.get("content", {}).get(JSON_CONTENT_TYPE, {}).get("schema", {})
        answers.append(AnswerRow(str(status), answer["description"], _get_shape_name(schema)))
    body = (
        operation.get("requestBody", {})
        .get("content", {})
        .get(JSON_CONTENT_TYPE, {})
        .get("schema", {})
    )
    return AddressCard(
        method=method,
        path=path,
        summary=operation["summary"],
        paragraphs=split_paragraphs(operation),
        needs_token="security" in operation,
        params=tuple(params),
        body=_get_shape_name(body),
        answers=tuple(answers),
    )


def split_paragraphs(part: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paragraphs of a description, without backticks.

    >>> split_paragraphs({"description": "Send a `key`.\\n\\nIt is\\nnew."})
    ('Send a key.', 'It is new.')
    """
    texts = part.get("description", "").replace("`", "").split("\n\n")
    return tuple(" ".join(text.split()) for text in texts)


def _make_field_rows(schema: Mapping[str, Any]) -> Iterator[FieldRow]:
    required = schema.get("required", ())
    for name, details in schema.get("properties", {}).items():
        description = details.get("description", "")
        yield FieldRow(
            name=name,
            type=_describe_type(details),
            shape=_get_shape_name(details),
            is_required=name in required,
            description=description,
        )


def _describe_type(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in words.

    >>> _describe_type({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    'integer or null'
    >>> _describe_type({"type": "array", "items": {"type": "string"}})
    'list of string'
    """
    if "anyOf" in schema:
        return " or ".join(map(_describe_type, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_describe_type(schema.get('items', {}))}"
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(SCHEMA_PREFIX)
    return str(schema.get("type", "any"))


def _get_shape_name(schema: Mapping[str, Any]) -> str:
    """Return the name of the shape that *schema* refers to, or "".

    >>> _get_shape_name({"type": "array", "items": {"$ref": "#/components/schemas/Standing"}})
    'Standing'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(SCHEMA_PREFIX)
    parts = [schema["items"]] if "items" in schema else schema.get("anyOf", ())
    for part in parts:
        name = _get_shape_name(part)
        if name:
            return name
    return ""
