"""The figures of a program that scored a session elsewhere, beside ours."""
