"""Rounds that are drawn one after the other: Swiss teams, Swiss pairs, knock-outs."""
