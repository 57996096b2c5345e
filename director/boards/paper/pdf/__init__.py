"""Drawings of sheets: cards, travellers, slips and lists."""
