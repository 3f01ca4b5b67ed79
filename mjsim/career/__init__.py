"""Titles (称号) over a career: a seat plays games one after another and its points add up."""
