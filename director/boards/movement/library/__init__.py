"""The movements that the club has saved: their plans, their lists, and limits of custom plans."""
