"""Pages of the fragment tests."""

PAGES = {}
