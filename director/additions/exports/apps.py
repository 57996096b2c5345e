"""What exports add to the core's pages."""

from director.addition_config import AdditionConfig


class ExportsConfig(AdditionConfig):
    """Files for unions and other programs, and the receivers that they are sent to."""

    name = "director.additions.exports"

    def register(self) -> None:
        """Register the formats, and what pages show about them."""
        from director.additions.exports.desk import ReceiverChecks, SentFiles
        from director.boards.pages.hooks import EXPORT_CHECKS
        from director.core.files.hooks import EXPORT_DESK

        EXPORT_DESK.register(SentFiles())
        EXPORT_CHECKS.register(ReceiverChecks())
