"""Shapes of JSON objects in the OpenAPI document, and references to them."""

from typing import Any

from pydantic import BaseModel

JSON = "application/json"
REFERENCE = "#/components/schemas/"


def make_content(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the content of a body with *shape*, which the document describes."""
    return {JSON: {"schema": {"$ref": f"{REFERENCE}{shape.__name__}"}}}


def add_shape(document: dict[str, Any], shape: type[BaseModel]) -> None:
    """Describe *shape* and those within it in an OpenAPI *document*."""
    schemas = document["components"]["schemas"]
    schema = shape.model_json_schema(ref_template=f"{REFERENCE}{{model}}")
    schemas |= schema.pop("$defs", {})
    schemas[shape.__name__] = schema
