"""Sentences of the commands' refusals and notes."""

from director.errors import Sentence


class CommandSentences:
    """Sentences of the commands, grouped by command."""

    # any command
    ARGUMENTS = Sentence("{what}; see {program} {command} --help.")
    OPTION_WITHOUT_VALUE = Sentence('--option "{option}" needs a value. Use NAME=VALUE.')
    NO_FIELD = Sentence('Unknown column "{field}". Use {known}, or - to skip a column.')
    NO_EVENT = Sentence("There is no event {event_id}; {hint}")
    FILE_NOT_READ = Sentence("The file {file} can't be read ({reason}). Check its name and folder.")
    FILE_NOT_WRITTEN = Sentence("The file {file} can't be written ({reason}). Use another name.")

    # export
    ONE_EVENT = Sentence("A {form} file has one event. Give its number.")
    NOTHING_PUBLISHED = Sentence(
        "No event is published yet, so the site would be empty. Publish one."
    )
    NO_FOLDER = Sentence("A site needs a folder or a .zip file. Name one with --output.")
    FOREIGN_FOLDER = Sentence("The folder {folder} has other files. Use an empty or a new folder.")

    # deal and hands
    BOARDS_OF_DEAL = Sentence(
        "“{text}” isn't a list of boards. Try 1-24, with numbers from 1 to {most}."
    )
    NO_BOARDS_THERE = Sentence(
        "Event {event_id} has no such session or section with boards. See standings {event_id}.",
    )

    # serve
    NO_PORT = Sentence("There is no port {port}. Choose one from 1 to {highest}, such as 8000.")
    NO_ADDRESS_HERE = Sentence(
        "“{host}” isn't an address of this computer. Leave --host out, or use one such as 127.0.0.1.",
    )
    PORT_IN_USE = Sentence(
        "Port {port} of {host} can't be used ({reason}). If Kalamazoo isn't already running, try another port: serve "
        "--port {other}",
    )
    TOO_LARGE = Sentence(
        "This is larger than {megabytes} MB, so nothing was saved. Larger files need a command: import_results or restore.",
    )
    TOO_LARGE_OUTSIDE = Sentence(
        "You’re signed out, and this is larger than {megabytes} MB, so nothing was saved. Sign in, then send it again.",
    )
    OPEN_ALREADY = Sentence(
        "Kalamazoo is already running at {address} with the data folder {folder}. Use that one or stop it first. For "
        "another club, set another folder in KALAMAZOO_DATA.",
    )
    SERVED_FOLDER = Sentence("The data folder {folder} can't be written ({reason}).")

    # several processes
    EACH_FOR_ITSELF = Sentence(
        "{workers} processes need a shared cache. Set CACHE_URL to a Redis server, or use one process (WEB_CONCURRENCY=1).",
    )
    SHARED_FILE = Sentence(
        "{workers} processes can't share one SQLite file well. Set DATABASE_URL to a PostgreSQL database, or use one "
        "process (WEB_CONCURRENCY=1).",
    )

    # the others
    RESTORED_WHILE_SERVING = Sentence(
        "Kalamazoo is running at {address} with the data folder {folder}, so nothing was changed. Stop it first, or add "
        "--force.",
    )
    RESTORED_WHILE_SHARED = Sentence(
        "Kalamazoo is running at {address} with this database, so nothing was changed. Stop it first, or add --force."
    )
    RESTORE_UNDER_WAY = Sentence(
        "A backup is being restored into this database. Wait until that has ended, then start again."
    )
    ACCESS_RESTORED = Sentence("These can come in again: {access}.")
    ACCESS_NOT_RESTORED = Sentence(
        "These stay closed: {access}. To open them again, type kalamazoo restore {file} --access."
    )
    NO_CLUB_BUT_BACKUP = Sentence(
        "No club is set up in {folder}, but there is a backup. To restore it, stop the program, type kalamazoo restore "
        "{backup}, then start again.",
    )
    NOTHING_TO_BACK_UP = Sentence(
        "There is no club in {folder} to back up. If it is elsewhere, set KALAMAZOO_DATA to its folder.",
    )
    NO_TEXT_FOR_TERMINAL = Sentence(
        "This format can't be shown in a terminal. Name a file with --output."
    )
    SEVERAL_EVENTS = Sentence(
        "The file has {count} events: {numbered}. Import each with --event and its number."
    )
    IMPORTED_BEFORE = Sentence("{reason} Add --again to import it twice.")
    NOTHING_TO_CHOOSE = Sentence(
        "A {called} prints all sheets of a kind. Leave out tables, rounds, boards and pairs.",
    )
    SPARE_OUT_OF_RANGE = Sentence("Spare {what} can be 0 to {most}, not {spare}.")
