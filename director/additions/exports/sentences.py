"""Sentences of refusals about files for other programs, and about sending them."""

from director.errors import Phrase, Sentence


class SendingSentences:
    """Sentences of refusals about sending."""

    SENDING_UNKNOWN = Sentence(
        "“{name}” isn’t among the receivers of this club. Open Export again and choose one."
    )
    SENDING_FORMAT = Sentence("This file can’t be sent to {name}. Choose another file.")
    SENDING_PRACTICE = Sentence("A practice event isn’t sent. Start a real one.")
    SENDING_AGAIN = Sentence(
        "This event was sent to {name} on {when}. Send it again only if results have changed since."
    )
    SENDING_INCOMPLETE = Sentence("{missing} Enter them before you send the results.")
    SENDING_IN_DOUBT = Sentence("{doubts} Settle this before you send the results.")
    SENDING_FILE_OPEN = Sentence(
        "Other accounts of this machine can read {file}. Let only its owner read it (chmod 600)."
    )
    SENDING_FILE_UNREADABLE = Sentence("{file} can’t be read: {reason}. Let this account read it.")
    SENDING_FILE_NO_PARTS = Sentence(
        "{file} has a line that isn’t a [part] or a key = value, or one that is there twice. Correct it."
    )
    SENDING_FILE_LACKS = Sentence("{file} has no {key} below [{part}]. Add it.")
    SENDING_FILE_WRONG = Sentence("{key} below [{part}] in {file} isn’t {wanted}. Correct it.")
    SENDING_OFFLINE = Sentence(
        "{name} can’t be reached, and nothing was sent. Check the internet connection, then send again."
    )
    SENDING_NO_ANSWER = Sentence(
        "{name} took the file but didn’t answer. Look there for the results before you send again."
    )
    SENDING_REFUSED = Sentence(
        "{name} refused the file: {reason} Correct this, or download the file and upload it there."
    )
    SENDING_STATUS = Sentence(
        "{name} answered with error {status}. Try later, or download the file and upload it there."
    )
    SENDING_SIGN_IN = Sentence(
        "The mail server refused the user or password. Correct both below [email] in {file}."
    )
    SENDING_NOT_ASCII = Sentence(
        "The mail server can’t take the host, user or password below [email] in {file}. Use letters without accents."
    )
    SENDING_ADDRESS_REFUSED = Sentence(
        "The mail server refused the address of {name}. Correct it below [addresses] in {file}."
    )


class SendingPhrases:
    """What a value of the file should be."""

    A_PORT = Phrase("a number from 1 to 65535", code="sending-a-port")
    AN_ADDRESS = Phrase("an e-mail address", code="sending-an-address")
    A_CODE = Phrase("a club code of letters and digits", code="sending-a-code")
    SECURITY = Phrase("starttls, tls or none", code="sending-security")
    WITHOUT_REASON = Phrase("no reason was given.", code="sending-without-reason")


class ReceiverSentences:
    """What is said of a USEBIO file that can’t be made."""

    RECEIVER = Sentence('Unknown receiver "{receiver}". Choose one of {known}.')
    MYABF_CONTEST = Sentence("MyABF takes pairs events only. Choose another receiver.")
    MYABF_SCORING = Sentence(
        "MyABF takes matchpoints, Butler and cross-IMPs, without victory points. Choose another receiver.",
    )
    MYABF_NO_RESULTS = Sentence("No results have been entered. Enter them in Scores first.")
