"""The paper of a section before play, as sheets."""
