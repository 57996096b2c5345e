"""The kinds of acts, and whether the roles that may do them are those of the views that record them."""

from collections import defaultdict

import pytest
from django.urls import get_resolver

from director.core.base.act_kinds import KINDS_WITHOUT_UNDO, ActKind, can_undo
from director.core.base.roles import Role, get_needed_role
from director.models import Act
from tests.director.core.base.recorded_acts import list_all_recorded_kinds, list_recorded_kinds
from tests.director.core.pages.accounts.test_account import PUBLIC
from tests.factories import make_account, make_director


@pytest.mark.slow
def test_scorers_may_do_the_acts_that_views_open_to_them_record():
    views_by_kind = defaultdict(list)
    for pattern in get_resolver().url_patterns:
        if pattern.name in PUBLIC or get_needed_role(pattern.callback, "POST") is Role.DIRECTOR:
            continue
        for kind in list_recorded_kinds(pattern.callback):
            views_by_kind[kind].append(pattern.name)
    assert dict(views_by_kind).keys() == {
        kind for kind in ActKind if kind.doer is not Role.DIRECTOR
    }
    assert "session_scores_trump" in views_by_kind[ActKind.TRUMP]
    assert "party_cards_store" in views_by_kind[ActKind.CARD]


@pytest.mark.slow
def test_every_kind_is_recorded_but_that_of_former_seasons():
    assert set(ActKind) - list_all_recorded_kinds() == {ActKind.SEASON}


def test_whoever_may_do_an_act_may_undo_it():
    assert [kind for kind in ActKind if kind.undoer not in (kind.doer, None)] == []
    assert set(KINDS_WITHOUT_UNDO) == {ActKind.PUBLISHING, ActKind.SENDING, ActKind.SEASON}


def test_kinds_fit_the_column_of_the_history():
    longest = Act._meta.get_field("kind").max_length
    assert [kind for kind in ActKind if len(kind) > longest] == []
    assert ActKind("result") is ActKind.RESULT
    assert f"{ActKind.RESULT}" == "result"


@pytest.mark.django_db
def test_undo_by_role():
    viewer, scorer = make_account("vic", Role.VIEWER), make_account("sam", Role.SCORER)
    director = make_director()
    users = (viewer, scorer, director, None)
    assert [can_undo(user, ActKind.CARD) for user in users] == [False, True, True, True]
    assert [can_undo(user, ActKind.DRAW) for user in users] == [False, False, True, True]
    assert [can_undo(user, "of a later release") for user in users] == [False, False, True, True]
