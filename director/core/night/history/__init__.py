"""The history of an event: every act with who and when, undo and redo."""
