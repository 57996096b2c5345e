"""Deals: four hands, their makeable tricks and par, random dealing, and trumps of whist."""
