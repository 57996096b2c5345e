"""What programs with a token read of the tables of a session, and what they enter there."""
