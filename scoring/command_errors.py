"""What can be wrong with a command line of scoring, or with the file it names, one class for each sentence."""

from scoring.errors import ScoringError


class CommandError(ScoringError):
    """A command line or file that cannot be used."""

    code = "command"


class ArgumentsError(CommandError):
    """Arguments that the command does not take."""

    code = "command-arguments"
    template = "{what}; see python -m scoring --help."


class SideMissingError(CommandError):
    """A board to be explained, and nobody knows on which side the contestant sat."""

    code = "command-side-missing"
    template = "--board needs --side; say NS or EW, where the contestant sat."


class ContestantNumberError(CommandError):
    """A contestant who is no number."""

    code = "command-contestant"
    template = '--contestant "{contestant}" is no number; pairs and teams are known by numbers.'


class OptionValueError(CommandError):
    """An option without its value."""

    code = "command-option"
    template = '--option "{option}" needs a value; write NAME=VALUE.'


class UnreadableFileError(CommandError):
    """A file that cannot be opened."""

    code = "command-file"
    template = "{file} cannot be read: {reason}."


class NoJsonError(CommandError):
    """A file that is not JSON."""

    code = "command-json"
    template = "{file} is not JSON: {reason}."


class PlayersNotExplainedError(CommandError):
    """A figure of a contest of single players was to be explained."""

    code = "command-players"
    template = "Figures of single players have no explanation; rank and check give them."
