"""Pages of the reveal tests."""

PAGES = {}
