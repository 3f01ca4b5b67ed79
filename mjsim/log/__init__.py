"""A finished game for people and programs: events, readable text, the case of its win."""
