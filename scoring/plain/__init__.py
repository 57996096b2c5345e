"""The second, deliberately plain route to every figure, for checking the first."""
