"""Private addresses of tables and pairs: found, opened and closed, and asked for by browsers."""
