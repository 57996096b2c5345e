"""Paged lists: the requested page, with links to the pages before and after."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest
from pydantic import BaseModel, Field

T = TypeVar("T")
MAX_PAGE = 1_000_000
MAX_PAGE_SIZE = 100


class PageQuery(BaseModel):
    """The page of a list."""

    page: int = Field(1, ge=1, le=MAX_PAGE, description="The page, from 1 on.")
    page_size: int = Field(50, ge=1, le=MAX_PAGE_SIZE, description="Items on a page.")


class ListPage(BaseModel, Generic[T]):
    """A page of a list, with the addresses of the pages before and after it."""

    count: int = Field(description="Items on all pages.")
    page: int
    page_size: int
    previous: str | None = Field(description="The address of the page before, or null.")
    next: str | None = Field(description="The address of the page after, or null.")
    items: list[T]


def make_page(
    request: HttpRequest, query: PageQuery, items: Any, to_json: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the page of *items* that *query* asks for, each item converted by *to_json*.

    *items* is a list, or a QuerySet, which costs two queries. A page after the last one is empty.
    """
    paginator = Paginator(items, query.page_size)
    page_items: Iterable[Any] = ()
    if query.page <= paginator.num_pages:
        page_items = paginator.page(query.page)
    has_next = query.page < paginator.num_pages
    has_previous = 1 < query.page <= paginator.num_pages
    return {
        "count": paginator.count,
        "page": query.page,
        "page_size": query.page_size,
        "previous": _make_page_address(request, query.page - 1) if has_previous else None,
        "next": _make_page_address(request, query.page + 1) if has_next else None,
        "items": [to_json(item) for item in page_items],
    }


def _make_page_address(request: HttpRequest, page: int) -> str:
    params = {**request.GET.dict(), "page": page}
    return f"{request.path}?{urlencode(params)}"
