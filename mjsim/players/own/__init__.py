"""Strategies of the user: native functions, Python classes, batched classes, other programs."""
