"""Settings of the whole program.

Everything that differs between machines comes from the environment.

=========================  ============================================================================
``KALAMAZOO_DATA``         folder for the database and the secret key (default: the user's data folder)
``DATABASE_URL``           a PostgreSQL address; without it the database is an SQLite file in the data folder
``CACHE_URL``              a Redis address (``redis://127.0.0.1:6379/3``), by which several processes share cached
                           pages; without it each process has its own cache in memory
``KALAMAZOO_BACKUPS``      a second folder for backups, such as a USB stick, to which every backup is copied
``KALAMAZOO_SENDING``      file with the accounts for sending results (default: ``sending.conf`` in the data folder)
``KALAMAZOO_SECRET_KEY``   signing key; without it the program creates one in the data folder
``KALAMAZOO_HOSTS``        host names answered, separated by commas, or ``*`` for any (default: this machine's own names
                           and addresses)
``KALAMAZOO_HTTPS``        ``1`` if the program is behind an HTTPS server: cookies and redirects become strict
``KALAMAZOO_HSTS``         ``subdomains``, ``preload`` or both, if the club owns all names below this one
``KALAMAZOO_PROXY``        address of the HTTPS server that passes requests on (default: this machine), ``*`` for any
``KALAMAZOO_UNITS``        address of the Data Connector of table units (default: ``http://127.0.0.1:5079``)
``KALAMAZOO_UNITS_CLUB``   the club's id for table units, from their maker
``KALAMAZOO_UNITS_KEY``    the licence key that goes with it; it is stored nowhere
``KALAMAZOO_LOG``          ``json``: the log has an object in JSON for each record and each request, with the request's id
``KALAMAZOO_METRICS``      addresses that may read ``/metrics``, separated by commas (default: none)
``KALAMAZOO_DEBUG``        ``1`` for developers
=========================  ============================================================================
"""

import os
import re
import secrets
import sys
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import dj_database_url
import platformdirs
from django.contrib.messages import constants as message_levels

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(
    os.environ.get("KALAMAZOO_DATA") or platformdirs.user_data_path("Kalamazoo", appauthor=False)
).absolute()
SECRET_KEY_FILE = DATA_DIR / "secret.key"
UNITS_ADDRESS = os.environ.get("KALAMAZOO_UNITS") or "http://127.0.0.1:5079"
UNITS_CLUB = os.environ.get("KALAMAZOO_UNITS_CLUB", "")
UNITS_KEY = os.environ.get("KALAMAZOO_UNITS_KEY", "")
SENDING_FILE = Path(os.environ.get("KALAMAZOO_SENDING") or DATA_DIR / "sending.conf")
NO_KEY = "\0 \r\n\t"  # characters of a key file that a power cut has emptied
PAGES_SECONDS = 3600
POSTGRESQL_OPTIONS = {
    "connect_timeout": 5,  # seconds
    # A dead network is noticed within half a minute, if the operating system supports it.
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""Options of the driver, unless ``DATABASE_URL`` has others (``?connect_timeout=20``)."""
DATABASE_ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")


def _exit_with_message(message: str) -> NoReturn:
    """End the program with *message*, because it can't run with such a setting."""
    sys.stderr.write(message + "\n")
    raise SystemExit(2)


def _read_secret_key() -> str:
    """Return the key from the environment or the data folder, or a new key.

    A new key is stored when the data folder is prepared, not here, because the folder may not exist.
    """
    if key := os.environ.get("KALAMAZOO_SECRET_KEY"):
        return key
    try:
        stored_bytes = SECRET_KEY_FILE.read_bytes() if SECRET_KEY_FILE.exists() else b""
    except OSError as error:
        _exit_with_message(
            f"The file {SECRET_KEY_FILE} can’t be read ({error.strerror}). "
            "Give this account access, or set the environment variable KALAMAZOO_DATA to another folder."
        )
    stored_key = stored_bytes.decode("ascii", errors="ignore").strip(NO_KEY)
    return stored_key or secrets.token_urlsafe(64)


def _make_database_settings(address: str) -> dict[str, Any]:
    """Return the settings of the database at *address*."""
    try:
        database: dict[str, Any] = {
            **dj_database_url.parse(address, conn_max_age=600, conn_health_checks=True)
        }
    except ValueError:
        database = {}
    if database.get("ENGINE") not in DATABASE_ENGINES:
        _exit_with_message(
            "DATABASE_URL isn’t the address of a PostgreSQL database. "
            "Use postgres://name:password@host:5432/database, or remove it to use the data folder."
        )
    if database["ENGINE"].endswith("postgresql") and not find_spec("psycopg"):
        _exit_with_message(
            "DATABASE_URL needs the package psycopg. "
            'Install it with python -m pip install "psycopg[binary]", or remove DATABASE_URL to use the data folder.'
        )
    if database["ENGINE"].endswith("postgresql"):
        database["ENGINE"] = "director.core.base.postgresql"
        database["OPTIONS"] = POSTGRESQL_OPTIONS | database.get("OPTIONS", {})
    return database


def _compute_static_version() -> str:
    """Return a text that changes with the styles, scripts and pictures of the pages."""
    content = sha256()
    for package in ("django-htmx", "django-tables2", "whitenoise"):
        content.update(version(package).encode())
    program = BASE_DIR / "director"
    folders = [program / "static", *program.glob("additions/*/static")]
    for path in sorted(path for folder in folders for path in folder.rglob("*.*")):
        if path.suffix in (".css", ".js", ".svg"):
            content.update(f"{path.name}\0".encode() + path.read_bytes())
    return content.hexdigest()[:12]


def _make_cache_settings(address: str) -> dict[str, Any]:
    """Return the settings of the caches, in the memory of each process or shared at *address*.

    ``pages`` holds rendered public pages. Their keys change with their content, so that they only
    have to make room for others (docs/hosting.md for Redis). ``tables`` holds the states of tables
    by private link, and the phones that may enter results there.
    """
    if not address:
        return _make_memory_caches()
    if not _is_redis(address):
        _exit_with_message(
            "CACHE_URL isn’t the address of a Redis server. "
            "Use redis://name:password@host:6379/3, or remove it to cache pages in memory."
        )
    if not find_spec("redis"):
        _exit_with_message(
            "CACHE_URL needs the package redis. "
            "Install it with python -m pip install redis, or remove CACHE_URL to cache pages in memory."
        )
    caches: dict[str, dict[str, Any]] = {}
    for name in ("default", "pages", "tables"):
        caches[name] = {
            "BACKEND": "director.core.files.running.cache.FaultTolerantRedisCache",
            "LOCATION": address,
            "KEY_FUNCTION": "director.core.files.running.cache.make_program_key",
            "KEY_PREFIX": f"kalamazoo-{name}",
            # Seconds that a page may wait for Redis. By default the client retries for ten.
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "retry": None},
        }
    caches["pages"]["TIMEOUT"] = PAGES_SECONDS
    return caches


def _make_memory_caches() -> dict[str, Any]:
    memory = "django.core.cache.backends.locmem.LocMemCache"
    # A full cache drops an eighth of its pages, those unused the longest.
    limits = {"MAX_ENTRIES": 400, "CULL_FREQUENCY": 8}
    return {
        "default": {"BACKEND": memory},
        "pages": {
            "BACKEND": memory,
            "LOCATION": "pages",
            "TIMEOUT": PAGES_SECONDS,
            "OPTIONS": limits,
        },
        "tables": {"BACKEND": memory, "LOCATION": "tables", "OPTIONS": {"MAX_ENTRIES": 20_000}},
    }


def _is_redis(address: str) -> bool:
    """Return whether *address* names a Redis server, with or without the number of a database."""
    try:
        parts = urlsplit(address)
        has_redis_scheme = parts.scheme in ("redis", "rediss") and parts.port != 0
    except ValueError:  # a port that isn't a number
        return False
    is_server = has_redis_scheme and bool(parts.hostname)
    return is_server and re.fullmatch(r"/?\d*", parts.path) is not None


SECRET_KEY = _read_secret_key()
DEBUG = os.environ.get("KALAMAZOO_DEBUG") == "1"
SECOND_BACKUPS = None
if second_folder := os.environ.get("KALAMAZOO_BACKUPS"):
    SECOND_BACKUPS = Path(second_folder)
HTTPS = os.environ.get("KALAMAZOO_HTTPS") == "1"
# The proxy whose headers are trusted: the client's address, and whether it used HTTPS.
PROXY = os.environ.get("KALAMAZOO_PROXY") or ("127.0.0.1" if HTTPS else "")
HSTS = os.environ.get("KALAMAZOO_HSTS", "").replace(",", " ").split()
ANSWERED_HOSTS = os.environ.get("KALAMAZOO_HOSTS", "").replace(",", " ").split()
# Without names, the middleware KnownHost answers this machine's own, which change with its network.
ALLOWED_HOSTS = ANSWERED_HOSTS or ["*"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "director",
    "director.boards",
    # Additions, in the order in which they are offered. Parties among them are core.
    "director.additions.individuals",
    "director.additions.contests",
    "director.party",
    "director.additions.phones",
    "director.additions.library",
    "director.additions.replanning",
    "director.additions.rulings",
    "director.additions.hands",
    "director.additions.classic",
    "director.additions.seasons",
    "director.additions.imports",
    "director.additions.exports",
    "director.additions.duplicates",
    "director.additions.money",
    "director.additions.partners",
    "director.additions.labels",
    "director.additions.masterpoints",
]

MIDDLEWARE = [
    "director.middleware.AnswerHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "director.middleware.KnownHost",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "director.middleware.RoleRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "director.middleware.LocalTime",
    "django_htmx.middleware.HtmxMiddleware",
    "director.middleware.ErrorResponseMiddleware",  # before anything reads the form
    "director.core.base.idempotency.IdempotencyMiddleware",
]

JSON_LOG = os.environ.get("KALAMAZOO_LOG") == "json"
METRICS_READERS = os.environ.get("KALAMAZOO_METRICS", "").replace(",", " ").split()
if JSON_LOG or METRICS_READERS:
    # Before all others, which may answer a request themselves.
    MIDDLEWARE.insert(0, "director.core.files.running.observed.ObservedRequests")

ROOT_URLCONF = "director.urls"
WSGI_APPLICATION = "director.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "director.context.club",
                "director.context.may",
            ],
            "libraries": {
                name: f"director.core.base.tags.{name}"
                for name in ("acts", "additions", "cards", "parts")
            }
            | {
                "boards": "director.boards.pages.tags",
                "events": "director.core.night.event_tags",
                "phones": "director.core.night.phone_tags",
                "practice": "director.core.night.practice_tags",
            },
            "builtins": ["director.core.base.tags.forms"],
        },
    },
]

# SQLite: WAL lets phones read while the desk writes; FULL keeps an accepted result through a power
# cut; secure_delete overwrites what is deleted with zeros; IMMEDIATE takes the write lock at the
# start of a transaction, so that two writers wait for each other instead of failing.
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        "PRAGMA secure_delete=ON;"
    ),
}
if DATABASE_URL := os.environ.get("DATABASE_URL"):
    DATABASES = {"default": _make_database_settings(DATABASE_URL)}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "kalamazoo.sqlite3",
            "OPTIONS": SQLITE_OPTIONS,
            # Opening a connection takes as long as the one query that a cached page needs.
            "CONN_MAX_AGE": 600,
        }
    }
# By default PostgreSQL waits for ever, for a lock and for a statement. A request that waits this long
# is refused with a sentence that the database is busy. Migrations and backups have no timeouts.
POSTGRESQL_TIMEOUTS = {"lock_timeout": "8s", "statement_timeout": "30s"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "tonight"
LOGOUT_REDIRECT_URL = "sign_in"
CSRF_FAILURE_VIEW = "director.core.pages.refusals.csrf_failure"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"  # of stored times; the middleware LocalTime shows those of the machine
# Django sets TIME_ZONE for the whole process, and DirectorConfig restores this one.
MACHINE_ZONE = os.environ.get("TZ")
USE_TZ = True

CACHES = _make_cache_settings(os.environ.get("CACHE_URL", ""))

# The address changes with the files, so that browsers keep them for good and never use old ones.
STATIC_URL = f"static/{_compute_static_version()}/"
WHITENOISE_USE_FINDERS = True  # serve the program's own files without a collecting step
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/" if not DEBUG else r"^$"

DATA_UPLOAD_MAX_MEMORY_SIZE = 25_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
MESSAGE_TAGS = {message_levels.WARNING: "warn", message_levels.ERROR: "bad"}  # CSS classes
DJANGO_TABLES2_TEMPLATE = "components/table.html"

SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    # Health checks come from the same machine, not through the HTTPS server.
    SECURE_REDIRECT_EXEMPT = [r"^health/(live/|ready/)?$"]
    SECURE_HSTS_SECONDS = 31_536_000  # a year
    SECURE_HSTS_INCLUDE_SUBDOMAINS = "subdomains" in HSTS
    SECURE_HSTS_PRELOAD = "preload" in HSTS
    # Django warns without subdomains and preload, but the names below this one may not be the club's.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"one_line": {"()": "director.core.files.running.log.OneLineFilter"}},
    "formatters": {
        "plain": {"format": "%(message)s"},
        "json": {"()": "director.core.files.running.log.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["one_line"],
            "formatter": "json" if JSON_LOG else "plain",
        }
    },
    "loggers": {
        # Anybody can send a wrong host name, as often as they like.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "director.request": {"level": "INFO" if JSON_LOG else "WARNING"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}
