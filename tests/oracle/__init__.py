"""A second, deliberately plain calculation of every figure, which tests compare with the program's."""
