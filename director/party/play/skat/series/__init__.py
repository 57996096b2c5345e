"""Evenings in series: one signed list per table, the seats of the next series, and teams."""
