"""What is said where the file of a whole event is refused."""

from director.errors import Phrase, Sentence

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
