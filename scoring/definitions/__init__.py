"""The definitions of points as books print them: what explanations show and the second calculation adds up."""
