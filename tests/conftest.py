"""Settings shared by every test: Hypothesis profiles."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("everyday", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("everyday"), max_examples=150)
settings.load_profile("ci" if os.environ.get("CI") else "everyday")
