"""The migrations one by one, also where another stands for many of them."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class StepLoader(MigrationLoader):
    """All migrations but those that replace others: a new database may skip the steps, a backup of one may not."""

    def load_disk(self) -> None:
        """Read what lies on the disk."""
        super().load_disk()
        self.disk_migrations = {node: step for node, step in self.disk_migrations.items() if not step.replaces}


def step_executor(connection: BaseDatabaseWrapper) -> MigrationExecutor:
    """Return what brings the database of *connection* to any of the steps."""
    executor = MigrationExecutor(connection)
    executor.loader = StepLoader(connection)
    return executor
