"""A table's private address: who may say what there, whatever is played; the kind says what is entered."""
