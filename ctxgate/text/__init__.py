"""Views of a text: words, entities, dates, quantities, claims. Pure functions; the bottom of the house."""
