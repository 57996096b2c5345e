"""What an older database has and this program no longer has a page for, said once at the update.

A migration may remove such records. They stay in the backup that is made before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import StateApps

from director.core.files.backups.upgrade import APP_LABEL


@dataclass(frozen=True, slots=True)
class EndedFeature:
    """A feature that ended with the *migration*, and what is said where it was used.

    *count_records* gets the models before the migration. A feature whose records stay as they are
    has no migration of its own, so it names the newest one of that time.
    """

    migration: str
    count_records: Callable[[StateApps], int]
    message: str


def _count_records(apps: StateApps, model_name: str, **conditions: object) -> int:
    """Return the number of records for which *conditions* hold, 0 if the model lacks their fields."""
    try:
        model = apps.get_model(APP_LABEL, model_name)
    except LookupError:  # the database is older than the model
        return 0
    if not conditions.keys() <= {field.name for field in model._meta.get_fields()}:
        return 0
    return int(model._default_manager.filter(**conditions).count())


ENDED_FEATURES = (
    EndedFeature(
        migration="0127_no_links_of_captains",
        count_records=partial(_count_records, model_name="Access", is_captain=True),
        message=(
            "Links of captains ({count}) have ended. Results and line-ups stay; what else captains "
            "sent is in the backup."
        ),
    ),
    EndedFeature(
        migration="0129_no_contests_over_weeks",
        count_records=partial(_count_records, model_name="Event", is_long_running=True),
        message=(
            "Events over weeks or months ({count}) are round robins, Swiss or knock-outs now. Dates "
            "and venues are remarks at Fixtures."
        ),
    ),
    EndedFeature(
        migration="0128_tokens_of_programs",
        count_records=partial(_count_records, model_name="ApiToken"),
        message=(
            "Tokens of other programs ({count}) have ended, because this version has no interface "
            "for programs. What they entered stays. See docs/programs.md."
        ),
    ),
    EndedFeature(
        migration="0129_no_contests_over_weeks",
        count_records=partial(_count_records, model_name="Party", method="cribbage"),
        message=(
            "Cribbage evenings ({count}) have no pages any more. They stay on Nights with their "
            "winners, in backups and in event files."
        ),
    ),
)


def list_ended_features(applied: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return a message for each feature that the update ends and the database has used.

    *applied* are the migrations of the database before the update. One query for each feature.
    """
    applied_names = {name for app, name in applied if app == APP_LABEL}
    ending = [feature for feature in ENDED_FEATURES if feature.migration not in applied_names]
    if not applied_names or not ending:
        return ()
    loader = MigrationLoader(connection)
    state = loader.project_state([node for node in applied if node in loader.graph.nodes])
    counts = [(feature, feature.count_records(state.apps)) for feature in ending]
    return tuple(feature.message.format(count=count) for feature, count in counts if count)
