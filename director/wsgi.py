"""The program as a WSGI application, for waitress and any other server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "director.settings")

application = get_wsgi_application()

from director.core.night.publishing.page_cache import program_version  # noqa: E402  (imports models, which have to be set up first)

program_version()  # of the files that are loaded now, whatever an update lays in their place meanwhile
