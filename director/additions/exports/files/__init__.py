"""Writers of files for other programs. They read no database: an event is a record (``event_file``)."""
