"""Asking the interface for programs as a program does."""

import json
from typing import Any

from django.test import Client

from director.additions.api.tokens import create_token
from director.models import ApiToken

BASE = "/api/v1"
READ, ENTER = ApiToken.Right.READ, ApiToken.Right.ENTER


def create_api_token(event, right=ENTER, session=None, days: int = 2) -> str:
    """Return a new token for *event*, or only for *session* of it."""
    token = create_token(
        event=event, session=session, name="A tablet", right=right, days=days, user=None
    )
    return token.text


def get_json(path: str, status: int = 200, token: str = "", **headers: str) -> Any:
    """Return the JSON at *path* below the version, which must be answered with *status*."""
    if token:
        headers["Authorization"] = f"Bearer {token}"
    answer = Client().get(f"{BASE}{path}", headers=headers)
    return parse_answer(answer, status)


def post_result(session, token: str, status: int = 201, **entry: Any) -> Any:
    """Return the answer to *entry* at the tables of *session*, which must have *status*."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = Client().post(
        f"{BASE}/sessions/{session.pk}/results",
        json.dumps(entry),
        content_type="application/json",
        headers=headers,
    )
    return parse_answer(answer, status)


def parse_answer(answer, status: int) -> Any:
    """Return the JSON of *answer*, which must have *status*."""
    assert answer.status_code == status, answer.content[:500]
    assert answer["Content-Type"].startswith("application/json")
    payload = json.loads(answer.content)
    if status >= 400:
        assert set(payload) >= {"code", "error", "where"}
        assert payload["error"].endswith(".")
    return payload
