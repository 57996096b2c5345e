"""Parties by the names people use: what each of them sets, in the order a director expects to see them."""
