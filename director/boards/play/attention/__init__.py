"""What needs the director: tables that are late, results that phones disagree on, questions of players."""
