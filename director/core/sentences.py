"""What the desk says when it refuses something, whatever is played."""

from director.errors import Phrase, Sentence

# signing in
TOO_MANY_ATTEMPTS = Sentence(
    "too-many-attempts", "Too many wrong passwords were given. Wait {how_long}, until {at}, and try again."
)
ACCOUNT_NAME_UNSEEN = Sentence(
    "account-name-unseen", "This name holds characters that cannot be seen. Type it with letters and figures."
)
ACCOUNT_NAME_TAKEN = Sentence("account-name-taken", "The name {name} is taken. Choose another.")
PASSWORDS_DIFFER = Sentence("passwords-differ", "The two passwords differ. Type the same one twice.")
PASSWORD_NOT_YOURS = Sentence("password-not-yours", "This is not your password now. Type it again.")

# accounts
SENT_BEYOND_ROLE = Sentence(
    "sent-beyond-role",
    "Nothing was stored: you are signed in as {name}, a {role}, who {may}. Ask a director to do this, or to change "
    "your role.",
)
LAST_DIRECTOR = Sentence(
    "last-director",
    "{name} is the last director who can sign in, and stays one. Make somebody else a director first.",
)
NO_ACCOUNT = Sentence("no-account", "That account is not here any more. Look at the list again.")
PAGE_BEYOND_ROLE = Sentence(
    "page-beyond-role", "This page is for {readers}: you are signed in as {name}, a {role}, who {may}."
)

# forms
NO_WHOLE_NUMBER = Sentence(
    "no-whole-number", "“{text}” is not {what}. Type a whole number in figures, such as {example}."
)
SPARE_RANGE = Sentence("spare-range", "{what} can be 0 to {most}, not {spare}.")

# sites
NOT_PUBLISHED = Sentence(
    "not-published", "{event} is not published, so no visitor may read it. Publish it first, then save it as a site."
)

# paper
NO_ADDRESS_FOR_PHONES = Sentence(
    "no-address-for-phones", "“{address}” is no address for phones; give one such as http://192.168.1.5:8000."
)
LETTERS_LACKING = Sentence(
    "letters-lacking",
    "{names_have} letters that neither the program nor this computer has a font for; they are printed as □. Add the "
    "name in Latin letters to be read by everybody. For Chinese, Japanese and Korean a TrueType font with them will "
    "do, such as WenQuanYi Zen Hei or Nanum Gothic: install it on the computer of the program, and start that again.",
)

# clubs and people
CLUB_NAME_TAKEN = Sentence("club-name-taken", "Another club here is called {name} already. Choose another name.")
NAME_MISSING = Sentence("name-missing", "Every person needs a name. Type one.")
NAME_TOO_LONG = Sentence("name-too-long", "The name “{name}…” is too long: a name has at most {most} letters.")
NO_NUMBER = Sentence(
    "no-number",
    "“{number}” is no number: a number has digits, such as 1234567 or J123456. Leave it empty, or write it behind the "
    "name if it belongs to the name.",
)
NUMBER_TOO_LONG = Sentence(
    "number-too-long", "The number “{number}…” is too long: a number has at most {most} characters."
)
MERGE_STAYS = Sentence(
    "merge-stays", "{name} is on the list again, {known}. Give that one another number, then take the merging back."
)
NO_LIST = Sentence("no-list", "The file looks like {kind}, not like a list of people. Save the list as CSV or XLSX.")
NO_NAMES = Sentence("no-names", "No column of the list holds names. Write Name above it, or First name and Surname.")
PEOPLE_TOO_MANY = Sentence(
    "people-too-many", "The list has {people} lines; at most {most} are taken at once. Cut it in parts."
)
NOTHING_LISTED = Sentence("nothing-listed", "Choose a file, or paste the list.")
LINE_TWICE = Sentence("line-twice", "Lines {first} and {line} are both {name}. Take one of them out, or say who it is.")
LINE_FAULTY = Sentence("line-faulty", "Line {line}: {fault} Nothing was stored yet.")
NO_EMAIL = Sentence("no-email", "“{email}” is no e-mail address. Put it right, or leave it empty.")
NUMBERS_OF_SEVERAL = Sentence(
    "numbers-of-several", "Its numbers are those of {first} and {second}. Put them right, or merge the two in People."
)
BODY_UNKNOWN = Sentence(
    "body-unknown",
    "Nobody has a number of {body} yet, so files would go out without any. Write those numbers in People first, or "
    "leave this empty.",
)
NUMBER_OF_BODY = Sentence(
    "number-of-body", "“{line}” is no number of a body. Write the body and its number, one a line, such as Club: 17."
)
BODY_TOO_LONG = Sentence(
    "body-too-long", "“{line}” is too long: a body has at most {most} characters, a number {digits}. Shorten it."
)
BODY_TWICE = Sentence("body-twice", "{body} stands there twice. A body has one number for each person.")
NUMBER_OF_SEVERAL = Sentence("number-of-several", "{number} is the number of {first} and {second}. Type the name.")
NOBODY_CALLED = Sentence("nobody-called", "Nobody on the list is called “{name}”. Choose a name as the list offers it.")
SAME_NAME = Sentence("same-name", "{count} people are called {name}. Add the number, as in {example}.")
PERSON_LISTED = Sentence("person-listed", "{name} is on the list already, {known}. Give this one another number.")
PERSON_PLAYED = Sentence(
    "person-played",
    "{name} is named in {nights} and stays, so that the results keep the name. Merge them with somebody instead, if "
    "they are on the list twice.",
)
MERGED_WITH_THEMSELVES = Sentence(
    "merged-with-themselves", "{name} cannot be merged with themselves. Choose somebody else."
)
BOTH_PLAYED = Sentence(
    "both-played",
    "{name} and {other} both played in {event} on {date:%d %B %Y}, so they are two people and cannot be merged.",
)

# the journal
UNDO_BEYOND_ROLE = Sentence("undo-beyond-role", "Only a director can take this back or do it again: {words}")
NOTHING_TO_UNDO = Sentence("nothing-to-undo", "Nothing is left to undo.")
DONE_MEANWHILE = Sentence("done-meanwhile", "Something else was done meanwhile: {words} Look again before you undo it.")
BUILT_ON = Sentence("built-on", "A later change depends on this one. Undo that first: {words}")
PLACE_TAKEN = Sentence("place-taken", "Something else stands in its place by now. Nothing is changed.")
NOTHING_TO_REDO = Sentence(
    "nothing-to-redo", "Nothing is left to do again: what was undone was followed by something else."
)
UNDONE_MEANWHILE = Sentence(
    "undone-meanwhile", "Something else was undone meanwhile: {words} Look again before you do it again."
)
DONE_SINCE = Sentence("done-since", "Something else was done since: {words} So this cannot be done again.")

# places
SWAP_WITH_ITSELF = Sentence("swap-with-itself", "Choose two different {called}s to swap.")

# private addresses
CODE_NOT_VALID = Sentence(
    "code-not-valid",
    "This card or code is no longer valid, or its address was mistyped. Ask the director for a new one.",
)
CODES_TRIED = Sentence(
    "codes-tried", "Too many wrong codes were tried here. Wait ten minutes, then scan the card again."
)

# publishing
OFF_THE_LISTS = Sentence(
    "off-the-lists", "{event} is off the lists, so nobody could read it. Put it back under Nights first."
)
PUBLISHED_ALREADY = Sentence(
    "published-already",
    "{event} is published already, {state}. Look at the hours and press again if they are to change.",
)
PUBLISHED_OTHERWISE = Sentence(
    "published-otherwise",
    "{event} was changed meanwhile: it is {state}. Look at the hours and press again if they are to change.",
)
OPENED_BEFORE_PUBLISHED = Sentence(
    "opened-before-published", "{event} is not published yet, so it can be corrected as it is."
)
FINAL_BEFORE_PUBLISHED = Sentence(
    "final-before-published", "{event} is not published yet. Publish it first, then make it final."
)
RESULTS_MISSING = Sentence(
    "results-missing",
    "{missing}. While results are published, phones can't enter any. Press “Publish anyway” if you are sure.",
)
FINAL_WITH_MISSING = Sentence(
    "final-with-missing",
    "{missing}. Final results can't be changed or added to. Press “Make it final anyway” if you are sure.",
)
NONE_ENTERED = Phrase("none-entered", "No results have been entered")
SOME_MISSING = Phrase("some-missing", "Missing: {count} of {due} {things}")
ROUNDS_TO_DRAW = Phrase("rounds-to-draw", "Rounds to draw: {count}")
TABLES_CLOSED = Sentence(
    "tables-closed", "Results are published or final, so tables can't enter any now. Tell the director what is wrong."
)
FINAL = Sentence("final", "{name} is final since {when}. To correct it, reopen it in Results.")
PERIOD_TOO_SHORT = Sentence(
    "period-too-short", "Corrections cannot be taken for less than an hour. Type a number from 1."
)
PERIOD_TOO_LONG = Sentence(
    "period-too-long", "A correction period of {hours} hours is not possible. Give {least} to {most}."
)

# the clock
CLOCK_KEY = Sentence("clock-key", "The clock has no key “{key}”. Use {keys}.")
CLOCK_MOVED_ON = Sentence(
    "clock-moved-on", "The clock is at {word} {now_no} already, not at {word} {round_no}. Look again before you press."
)
CLOCK_NOT_RUNNING = Sentence("clock-not-running", "The clock is not running, so it cannot be paused.")
ROUND_RUNNING = Sentence("round-running", "Round {round_no} is running already.")
NO_ROUND_TO_EXTEND = Sentence(
    "no-round-to-extend", "No round is running, so there is nothing to extend. Start the round first."
)
NO_ROUND_TO_RING_OUT = Sentence(
    "no-round-to-ring-out", "{title} {round_no} has not started, so no bell can end it. Start it first."
)
NO_ROUND_BEFORE = Sentence("no-round-before", "Round 1 has not started yet; there is no round before it.")
ROUND_LENGTH = Sentence("round-length", "A round of {minutes} minutes is not possible; give 1 to {most}.")
WARNING_LENGTH = Sentence(
    "warning-length",
    "A warning {warning} minutes before the end does not fit a round of {minutes}; give fewer, or 0 for none.",
)
BREAK_LENGTH = Sentence(
    "break-length", "A break of {minutes} minutes is not possible; give 1 to {most}, or 0 for none."
)
BREAK_PLACE = Sentence(
    "break-place",
    "No break can follow round {after_round}: {rounds} rounds are played. Name one that another round follows.",
)
BREAK_PAST = Sentence(
    "break-past", "The round after round {after_round} has begun, so no break can come before it. Name a later one."
)
ROUND_CHANGE_TOO_LONG = Sentence(
    "round-change-too-long", "A round cannot be changed by {minutes} minutes; give at most {most}."
)
PLAY_OVER = Sentence("play-over", "Play is over already.")
PLAY_OVER_AT_START = Sentence("play-over-at-start", "Play is over. Go back one round to start the clock again.")

# the room
MESSAGE_EMPTY = Sentence("message-empty", "Nothing was typed. Type what the room is to read.")
MESSAGE_TOO_LONG = Sentence(
    "message-too-long", "A message has at most {most} characters, and this one has {length}. Shorten it."
)
MESSAGE_MINUTES = Sentence(
    "message-minutes",
    "A message cannot stand for {minutes} minutes; give 1 to {most}, or nothing, to take it away yourself.",
)
MESSAGE_GONE = Sentence("message-gone", "That message was taken away already.")
CALLED_BEFORE = Sentence("called-before", "Table {table} waits already, since {since}. Tick its call off first.")
CALL_GONE = Sentence("call-gone", "That call is {state} already.")

# the data folder and its database
DATA_FOLDER = Sentence(
    "data-folder",
    "The data folder {folder} cannot be written ({reason}). Name another one in the environment variable "
    "KALAMAZOO_DATA.",
)
SENT_BEFORE = Sentence(
    "sent-before",
    "This was sent and done before, so nothing was done now. If it was undone since, fill it in on a new page.",
)
LITTLE_ROOM = Sentence(
    "little-room", "Only {megabytes} MB are free on the disk with {folder}. Make room on it before the night."
)
DATABASE_UNUSABLE = Sentence(
    "database-unusable",
    "The database {database} cannot be used ({reason}). Is Kalamazoo busy in another window? Otherwise move the file "
    "away, and restore a backup with manage.py restore.",
)
POSTGRESQL_UNUSABLE = Sentence(
    "postgresql-unusable",
    "The PostgreSQL database {database} at {where} cannot be used ({reason}). See that it runs, and that DATABASE_URL "
    "is right.",
)
CACHE_SILENT = Sentence(
    "cache-silent",
    "The cache at {address} does not answer: until it does, every process makes every page for visitors by itself. See "
    "that it runs, and that CACHE_URL is right.",
)
DATABASE_NEWER = Sentence(
    "database-newer",
    "The database in {folder} was used by a newer Kalamazoo (this one does not know {newest}), so it is not touched. "
    "Start the newer program, or restore a backup in another folder.",
)
DATABASE_BETWEEN = Sentence(
    "database-between",
    "The database in {folder} stands between two releases (at {newest}), so it is not touched. "
    "Start Kalamazoo 0.3.0 on it once, then this one.",
)
OLDER_IS_SERVING = Sentence(
    "older-is-serving", "An older Kalamazoo serves {folder} at {address}. Stop it, then start again."
)
STILL_SERVING = Sentence("still-serving", "Kalamazoo serves {folder} at {address}. Stop it, then restore the backup.")
NOT_BACKED_UP = Sentence(
    "not-backed-up", "The database was not changed, because it has to be backed up before. {reason}"
)

# backups
BACKUP_FOLDER = Sentence("backup-folder", "The folder {folder} cannot be made ({reason}).")
BACKUP_NOT_WRITTEN = Sentence(
    "backup-not-written", "The backup {path} cannot be written ({reason}). Name another place."
)
BACKUP_READS_OTHERWISE = Sentence(
    "backup-reads-otherwise", "The backup {path} does not read back as it was written; try another disk."
)
NOT_TO_REPLACE = Sentence("not-to-replace", "{path} is there already and is no backup. Name another file.")
BACKUP_MISSING = Sentence("backup-missing", "There is no file {path}.")
BACKUP_UNREADABLE = Sentence("backup-unreadable", "{path} cannot be read ({reason}). Nothing was changed.")
BACKUP_FILE_EMPTY = Sentence("backup-file-empty", "{path} is empty. Nothing was changed.")
NO_BACKUP = Sentence("no-backup", "{path} is not a backup of this program. Nothing was changed.")
BACKUP_OR_DAMAGED = Sentence(
    "backup-or-damaged", "{path} is not a backup of this program, or is damaged. Nothing was changed."
)
BACKUP_NEWER = Sentence(
    "backup-newer", "{path} was made by a newer program. Update this one first. Nothing was changed."
)
BACKUP_BETWEEN = Sentence(
    "backup-between",
    "{path} was made between two releases (at {schema}). "
    "Restore it with Kalamazoo 0.3.0 and make a new backup there. Nothing was changed.",
)
BACKUP_TOO_LARGE = Sentence(
    "backup-too-large",
    "{path} unpacks to more than any club can have, so it is no backup of this program. Nothing was changed.",
)
BACKUP_CUT_SHORT = Sentence("backup-cut-short", "{path} is cut short: its last line is missing. Nothing was changed.")
BACKUP_CHECKSUM = Sentence(
    "backup-checksum", "{path} was altered or is damaged: its checksum differs. Nothing was changed."
)
BACKUP_WITHOUT_LIST = Sentence(
    "backup-without-list", "{path} is damaged: it holds no list of records. Nothing was changed."
)
BACKUP_WITHOUT_RECORDS = Sentence(
    "backup-without-records", "{path} is an empty backup: it holds no records. Nothing was changed."
)
BACKUP_BAD_RECORD = Sentence(
    "backup-bad-record", "{path} is damaged: something in it is no record. Nothing was changed."
)
BACKUP_UNFIT = Sentence(
    "backup-unfit", "{path} is altered or damaged: its records do not fit together. Nothing was changed."
)
BACKUP_ALTERED = Sentence("backup-altered", "{path} is altered or damaged: {reason}. Nothing was changed.")

# the reason why a backup is altered
RECORD_FIELD_NUL = Phrase("record-field-nul", "{record} has a NUL in its {field}")
RECORD_UNKNOWN = Phrase("record-unknown", "there are no records called {label!r}")
RECORD_FIELD_UNKNOWN = Phrase("record-field-unknown", "{record} has an unknown field {field!r}")
RECORD_FIELD_MISSING = Phrase("record-field-missing", "{record} has no {field}")
RECORD_FIELD_REFUSED = Phrase("record-field-refused", "{record} has a wrong {field}: {reason}")
RECORD_FIELD_WRONG = Phrase("record-field-wrong", "{record} has a wrong {field}")

# phones at the tables
NO_KEY = Sentence("no-key", "Every entry needs a key of its own, a text of at most {most} signs.")
NO_CALL_HERE = Sentence("no-call-here", "Nobody can be called from this address.")
NIGHT_OFF_LISTS = Sentence(
    "night-off-lists", "This night was taken off the lists, so tables enter nothing more. Call the director."
)
PHONE_SENT_TOO_MUCH = Sentence("phone-sent-too-much", "That is too long: a phone sends at most {most} bytes at once.")
PHONE_SENT_NO_JSON = Sentence("phone-sent-no-json", "What was sent is no JSON object, so nothing was stored.")
PHONE_SENT_NO_TRUTH = Sentence("phone-sent-no-truth", "“{name}” is true or false, so nothing was stored.")
PHONE_REFUSED = Sentence(
    "phone-refused",
    "The director does not let this phone enter anything at this table. Ask the director, or use the phone that was "
    "here before.",
)
PHONE_WAITS = Sentence(
    "phone-waits",
    "A phone was refused at this table, so this one enters nothing until the director lets it in. Ask the director.",
)
PHONE_GONE = Sentence(
    "phone-gone",
    "That phone is not of table {table_no} any more: it has another address by now, or other phones came. Look at "
    "the list again.",
)
NUL_SENT = Sentence(
    "nul-sent", "What you sent contains a character that can't be saved (NUL). Remove it and send it again."
)
NUL_IN_ADDRESS = Sentence(
    "nul-in-address", "This address contains a character that can't be used (NUL). Remove it and try again."
)
NO_ADDRESSES_YET = Sentence(
    "no-addresses-yet",
    "These sheets carry private addresses that don't exist yet. Press Show on the Print page to create them.",
)
CODES_LEAD_HERE = Sentence(
    "codes-lead-here",
    "No codes are printed: you opened this page by an address that works on this computer only. Connect the computer "
    "to the club's network and open the page by the network address that the terminal shows.",
)

# files that are taken away
SECRETS_FOR_DIRECTORS = Sentence(
    "secrets-for-directors",
    "The file of the whole event holds cards that nobody who plays may see yet. Ask a director to save it.",
)


# What is said where the file of a whole event is refused.

EVENT_FILE_BROKEN = Sentence(
    "event-file-broken",
    "The file is no whole event of this program: {reason}. Save the event again and choose that file.",
)
EVENT_FILE_OTHER_VERSION = Sentence(
    "event-file-other-version",
    "The file was saved by another version of this program, which keeps events otherwise. Bring both to the same "
    "version, save the event again and choose that file.",
)
EVENT_FILE_IS_HERE = Sentence(
    "event-file-is-here",
    "{name} of {date} is here already.",
)
EVENT_FILE_NO_JSON = Phrase("event-file-no-json", "it is not JSON, or was cut short")
EVENT_FILE_NO_HEADING = Phrase("event-file-no-heading", "it does not begin as one")
EVENT_FILE_NO_LIST = Phrase("event-file-no-list", "its {what} are not listed as they should be")
EVENT_FILE_TWICE = Phrase("event-file-twice", "{record} stands in it twice")
EVENT_FILE_LOOSE = Phrase("event-file-loose", "{record} belongs to a {what} that is not in it")
EVENT_FILE_NOT_ONE = Phrase("event-file-not-one", "it holds {count} events")
EVENT_FILE_BAD_ACT = Phrase("event-file-bad-act", "act {number} changes what no event has")
EVENT_FILE_NOT_STORABLE = Phrase("event-file-not-storable", "its parts do not fit together")
EVENT_FILE_NOT_SHOWN = Phrase("event-file-not-shown", "its results cannot be shown")
