"""Hostile pages."""

PAGES = {}
