"""The figures of the program that scored a night elsewhere, beside ours."""
