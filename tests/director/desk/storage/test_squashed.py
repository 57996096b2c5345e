"""All migrations at once make what one after the other makes, and stand for all of them."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from director.desk.backup.older import known_schemas
from director.desk.storage.steps import StepLoader


@pytest.mark.parametrize("loader", [MigrationLoader, StepLoader])
def test_either_way_leads_to_the_models_of_the_program(loader):
    steps = loader(None)
    state = steps.project_state(steps.graph.leaf_nodes())
    assert MigrationAutodetector(state, ProjectState.from_apps(apps)).changes(graph=steps.graph) == {}


def test_every_step_up_to_the_last_that_it_names_is_replaced():
    known = MigrationLoader(None).disk_migrations
    (whole,) = (step for (app, _name), step in known.items() if app == "director" and step.replaces)
    steps = sorted(node for node, step in known.items() if node[0] == "director" and step != whole)
    assert whole.replaces == steps[: len(whole.replaces)]
    assert whole.replaces[-1][1][:4] in whole.name


def test_a_database_that_an_older_program_made_at_once_is_of_no_newer_one():
    assert {"0001_squashed_0021_acts_of_sections", "0021_acts_of_sections"} <= known_schemas()
    assert "0001_squashed_9999_acts_of_sections" not in known_schemas()


@pytest.mark.django_db
def test_a_new_database_takes_them_at_once_and_has_nothing_left_to_do():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert any(name.startswith("0001_squashed") for _app, name in MigrationRecorder(connection).applied_migrations())
