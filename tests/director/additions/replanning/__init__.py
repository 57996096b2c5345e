"""Something changed: the question, the ways out, and the press that takes one."""
