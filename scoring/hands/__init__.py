"""Deals: four hands, what they can make, and dealing by lot."""
