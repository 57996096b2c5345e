"""Shows a refusal of a service on the page whose form or button asked for it.

A view calls the service in a block, and returns from there where to go next::

    if form.is_valid():
        with show_refusals_at(form, "name"):
            person = add_person(club=club, **form.cleaned_data)
            messages.success(request, f"{person.name} is added.")
            return redirect("people")
    return render_page(request, "core/people.html", context, problems=form.errors)
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest

from director.errors import DeskError
from movements.errors import MovementError
from scoring.errors import ScoringError

Refusal = DeskError | MovementError | ScoringError


class RefusalBlock(AbstractContextManager[None, bool]):
    """A block that ends at a refusal, and calls *show* with it."""

    def __init__(self, show: Callable[[Refusal], None]) -> None:
        self.show = show

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Refusal):
            return False
        self.show(error)
        return True


def show_refusals_as_messages(
    request: HttpRequest, *, explain: Callable[[Refusal], str] = str
) -> RefusalBlock:
    """Show a refusal raised in the block as a message on the next page.

    :param explain: makes the message of a refusal
    """
    return RefusalBlock(lambda refusal: messages.error(request, explain(refusal)))


def show_refusals_at(
    form: BaseForm,
    field: str | Callable[[Refusal], str | None] | None = None,
    *,
    explain: Callable[[Refusal], str] = str,
) -> RefusalBlock:
    """Show a refusal raised in the block at *field* of *form*, or above the form without a field.

    :param field: its name, or a function that chooses it for a refusal
    :param explain: makes the message of a refusal
    """

    def add_error(refusal: Refusal) -> None:
        field_name = field(refusal) if callable(field) else field
        form.add_error(field_name, ValidationError(explain(refusal), code=refusal.code))

    return RefusalBlock(add_error)


@contextmanager
def raise_refusals_as_form_errors() -> Iterator[None]:
    """Raise a refusal raised in the block as the ``ValidationError`` of a ``clean`` method."""
    try:
        yield
    except (DeskError, MovementError, ScoringError) as refusal:
        raise ValidationError(str(refusal), code=refusal.code) from refusal
