"""Scoring chosen on its page, with the answer *Change* if the page asks."""

from django.http import HttpResponse
from django.test import Client

from tests.director.pages import find_elements


def choose_scoring(
    client: Client, address: str, post_data: dict[str, str], **options: object
) -> HttpResponse:
    """Send the form of Scoring, and press *Change* if it asks. Return the last answer."""
    response = client.post(address, post_data, **options)
    for answer in list_answers(response):
        response = client.post(address, post_data | answer, **options)
    return response


def list_answers(response: HttpResponse) -> list[dict[str, str]]:
    """Return what the button *Change* of the question sends, if the page asks."""
    if response.status_code != 422:
        return []
    buttons = find_elements(response, "#scoring button")
    return [{"sure": button.get("value")} for button in buttons if button.get("name") == "sure"]
