"""Shows a refusal of a service on the page whose form or button asked for it.

Both functions begin a block in which a view calls the service and returns where to go next::

    if form.is_valid():
        with show_refusals_at(form, "name"):
            person = add_person(club=club, **form.cleaned_data)
            messages.success(request, f"{person.name} is added.")
            return redirect("people")
    return render_page(request, "core/people.html", context, problems=form.errors)
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
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


def show_refusals_as_messages(request: HttpRequest) -> RefusalBlock:
    """Show a refusal raised in the block as a message on the next page."""
    return RefusalBlock(lambda refusal: messages.error(request, str(refusal)))


def show_refusals_at(
    form: BaseForm,
    field: str | Callable[[Refusal], str] | None = None,
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
