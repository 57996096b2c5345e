"""The program as a WSGI application, for waitress and any other server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")

application = get_wsgi_application()

# Models can only be imported after the application is set up.
from director.core.night.page_cache import get_program_version  # noqa: E402
from director.hooks import complete_registrations  # noqa: E402

# Loaded, calculated and cached now, before an update can replace the files.
complete_registrations()
get_program_version()
