"""What the commands say when they refuse something, beside what the rooms say."""

from director.errors import Sentence

# any command
ARGUMENTS = Sentence("arguments", "{what}; see manage.py {command} --help.")
OPTION_WITHOUT_VALUE = Sentence("option-without-value", '--option "{option}" needs a value; write NAME=VALUE.')
NO_FIELD = Sentence("no-field", 'No column can hold "{field}"; known are {known}, and - for one to be passed over.')
NO_EVENT = Sentence("no-event", "There is no event {event_id}; {hint}")
FILE_NOT_READ = Sentence("file-not-read", "The file {file} cannot be read ({reason}); check its name and place.")
FILE_NOT_WRITTEN = Sentence("file-not-written", "The file {file} cannot be written ({reason}); give another name.")

# export
ONE_EVENT = Sentence("one-event", "A file of the format {form} holds one event; give its number.")
NOTHING_PUBLISHED = Sentence("nothing-published", "No night is published yet, so a site would be empty; publish one.")
NO_FOLDER = Sentence("no-folder", "A site is a folder; name one with --output, or a file that ends with .zip.")
FOREIGN_FOLDER = Sentence(
    "foreign-folder", "The folder {folder} holds other files, which a site would mix with; name an empty or a new one."
)

# deal and hands
BOARDS_OF_DEAL = Sentence("boards-of-deal", "“{text}” names no boards; write 1-24, with numbers from 1 to {most}.")
NO_BOARDS_THERE = Sentence(
    "no-boards-there", "Event {event_id} has no such session or section with boards; see standings {event_id}."
)

# serve
NO_PORT = Sentence("no-port", "There is no port {port}. Choose one from 1 to {highest}, such as 8000.")
NO_ADDRESS_HERE = Sentence(
    "no-address-here",
    "“{host}” is no address of this machine. Leave --host out to listen on all of them, or give one such as 127.0.0.1.",
)
PORT_IN_USE = Sentence(
    "port-in-use",
    "Port {port} of {host} cannot be used ({reason}). Is Kalamazoo running already? Otherwise try another port: serve "
    "--port {other}",
)
TOO_LARGE = Sentence(
    "too-large",
    "This is larger than {megabytes} MB, so nothing was saved. Larger files need a command: import_results or restore.",
)
TOO_LARGE_OUTSIDE = Sentence(
    "too-large-outside",
    "You’re signed out, and this is larger than {megabytes} MB, so nothing was saved. Sign in, then send it again.",
)
OPEN_ALREADY = Sentence(
    "open-already",
    "Kalamazoo is open already at {address} and keeps everything in {folder}. Use that one, or stop it first; another "
    "club’s is started with a folder of its own in KALAMAZOO_DATA.",
)
SERVED_FOLDER = Sentence("served-folder", "The data folder {folder} cannot be written ({reason}).")

# several processes
EACH_FOR_ITSELF = Sentence(
    "each-for-itself",
    "{workers} processes answer, and each of them keeps its own pages and hears only its own phones. Set CACHE_URL to "
    "a Redis server that they share, or serve with one process (WEB_CONCURRENCY=1).",
)
SHARED_FILE = Sentence(
    "shared-file",
    "{workers} processes share one SQLite file, in which one at a time can store. Set DATABASE_URL to a PostgreSQL "
    "database, or serve with one process (WEB_CONCURRENCY=1).",
)

# the others
NO_CLUB_BUT_BACKUP = Sentence(
    "no-club-but-backup",
    "No club is set up in {folder}, but there is a backup. To have it back, stop the program, type "
    "kalamazoo restore {backup}, then start again.",
)
NOTHING_TO_BACK_UP = Sentence(
    "nothing-to-back-up",
    "There is nothing in {folder} to back up: no club is set up there. If the club is kept elsewhere, name its folder "
    "in the environment variable KALAMAZOO_DATA.",
)
NO_TEXT_FOR_TERMINAL = Sentence(
    "no-text-for-terminal", "This format is no text for a terminal; give a name with --output."
)
READ_IN_BEFORE = Sentence("read-in-before", "{reason} Add --again to have it twice.")
NOTHING_TO_CHOOSE = Sentence(
    "nothing-to-choose", "Of a {called} all sheets of a kind are printed. Leave tables, rounds, boards and pairs out."
)
SPARE_OUT_OF_RANGE = Sentence("spare-out-of-range", "Spare {what} can be 0 to {most}, not {spare}.")
