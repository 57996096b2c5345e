"""Deals: four hands, their makeable tricks, and random dealing."""
